package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.run.RunCommand;
import io.tidewheel.cli.run.RunFieldBody;
import io.tidewheel.cli.run.RunFieldOptions;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.YamlFile;
import io.tidewheel.cli.workflows.WorkflowFiles;
import io.tidewheel.model.SubmissionField;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tidewheel submit}. */
@Command(
        name = "submit",
        description = {
            "Submits a run, an iterative job or a workflow that a YAML or JSON file describes, and prints its number.",
            "Without a server the run is done on this machine, and the command returns when it has ended.",
            "Options that 'tidewheel run' has too mean the same, and go before what the file says; labels and required"
                    + " capabilities are added to those of the file."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel submit nightly.yaml --wait",
            "  tidewheel submit nightly.yaml --priority 5 --retries 2 --retry-delay 10s --label night=1",
            "  tidewheel submit job.yaml --wait",
            "  tidewheel submit pi.config --server URL --token-file FILE",
            "  tidewheel submit workflow.yaml --services services.yaml --macros macros/ --wait",
            "  tidewheel submit workflow.yaml --services services.yaml --resume",
            "  tidewheel submit workflow.yaml --services services.yaml --staged --wait",
            "  generate-tasks | tidewheel submit - --key night-2026-05-01"
        })
public final class SubmitCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The file, or - for standard input.")
    private String file = "";

    @Option(
            names = {"--wait", "--watch"},
            description = "Wait for the end.")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = OptionValues.OfDuration.class,
            description = "Wait no longer; ends with code 8.")
    private @Nullable Duration timeout;

    @Option(
            names = "--services",
            paramLabel = "FILE|DIR",
            description = "Services that a workflow uses, beside those of the server; repeatable.")
    private List<Path> services = List.of();

    @Option(
            names = "--macros",
            paramLabel = "FILE|DIR",
            description = "Macros that a workflow includes, beside those of the server; repeatable.")
    private List<Path> macros = List.of();

    @Option(names = "--out", paramLabel = "DIR", description = "Where a workflow's results go.")
    private @Nullable Path out;

    @Option(names = "--tmp", paramLabel = "DIR", description = "Where a workflow's other files go.")
    private @Nullable Path tmp;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            arity = "0..1",
            fallbackValue = "last",
            description =
                    "Take over what an earlier run of the workflow made from the same inputs: a number, or last, the"
                            + " newest of its name (default).")
    private @Nullable String resume;

    @Option(
            names = "--staged",
            description = {
                "Agents share no disk: a workflow's files go through the server, and input files are taken from this",
                "machine. Fetch the results with: tidewheel results RUN --fetch DIR"
            })
    private boolean staged;

    @Option(names = "--reuse", description = "Keep hashes of a workflow's files, so that later runs can resume it.")
    private boolean reuse;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description =
                    "The input of foreign sites: what a .config file names, or a job with 'sites: true' gives them.")
    private @Nullable Path input;

    /** What is asked of the run, in place of what the file says. */
    private final RunFieldOptions fields = RunFieldOptions.ofEveryKind();

    private SubmitCommand(Console console) {
        super(console);
    }

    /** The command with the options that it shares with {@code run}. */
    public static CommandLine with(Console console) {
        var submit = new SubmitCommand(console);
        var line = new CommandLine(submit);
        submit.fields.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public Integer call() {
        var format = common.format();
        var target = common.server();
        if (file.endsWith(".config")) return submitConfig(target);
        var source = new RunFile(file.equals("-") ? "standard input" : file, read());
        var body = source.read();
        if (input != null) addInput(body, input);
        boolean isWorkflow = body.has("actions");
        if (!isWorkflow) refuseWorkflowOptions();
        if (!isWorkflow) RunFieldBody.putOver((ObjectNode) body, fields);
        if (fields.isGiven(SubmissionField.HELD) && target instanceof ServerTarget.Folder)
            throw RunCommand.needsServer("--held");
        if (staged && target instanceof ServerTarget.Folder)
            throw CliError.usage(
                    "--staged needs a server, and there is none: on one machine all agents share its disk",
                    "leave --staged out, or name a server with --server URL");
        try (var api = target instanceof ServerTarget.Folder(var data)
                ? ApiClients.openWithAgent(common, data)
                : ApiClients.open(common, target)) {
            var run = isWorkflow
                    ? submitWorkflow(api, source)
                    : submit(api, body.has("iterations") ? "/jobs" : "/runs", source, body);
            long id = JsonText.number(run, "id");
            if (!wait && target instanceof ServerTarget.Remote) {
                show(run, Long.toString(id));
                return ExitCodes.OK;
            }
            common.console().note("run " + id);
            var following = new RunFollower(common.console(), api);
            var ended = following.toEnd(id, Optional.ofNullable(timeout), format.isForPeople());
            if (ended.isEmpty()) {
                common.console()
                        .err()
                        .println("tidewheel: run %d is still going; wait again with: tidewheel wait %d"
                                .formatted(id, id));
                return ExitCodes.TIMED_OUT;
            }
            show(ended.get(), Long.toString(id));
            if (format.isForPeople()) following.tellFailures(ended.get());
            return RunFollower.exitCode(ended.get());
        }
    }

    /** A TaScaaS job file: foreign sites do the work, so there must be a server that they can call. */
    private int submitConfig(ServerTarget target) {
        refuseWorkflowOptions();
        if (!fields.given().isEmpty())
            throw CliError.usage(
                    "%s is a job of TaScaaS for foreign sites, which knows no %s"
                            .formatted(file, String.join(", ", fields.given())),
                    "a job that agents of the server may do, too, has all options of a run: tidewheel run --iterations"
                            + " N --sites -- CMD");
        if (!(target instanceof ServerTarget.Remote remote))
            throw new CliError(
                    ExitCodes.UNREACHABLE,
                    "%s is a job for foreign sites, which need a server to call".formatted(file),
                    "start one with: tidewheel server start --tascaas-secret-file FILE");
        var body = JsonText.object();
        body.put("file", String.valueOf(Path.of(file).getFileName()));
        body.put("text", read());
        if (input != null) {
            var inside = body.putObject("input");
            inside.put("name", String.valueOf(input.getFileName()));
            inside.put("content", bytes(input));
        }
        try (var api = ApiClients.open(common, remote)) {
            var run = api.post("/sites/jobs", body, keyed());
            return told(api, run);
        }
    }

    private void addInput(JsonNode body, Path given) {
        if (!body.path("sites").asBoolean(false))
            throw CliError.usage("--input belongs to .config files and to jobs with 'sites: true', and %s is neither"
                    .formatted(file));
        var inside = ((ObjectNode) body).putObject("siteInput");
        inside.put("name", String.valueOf(given.getFileName()));
        inside.put("content", bytes(given));
    }

    private byte[] bytes(Path path) {
        try {
            return Files.readAllBytes(common.console().folder().resolve(path));
        } catch (IOException unreadable) {
            throw CliError.usage("--input: %s cannot be read".formatted(path));
        }
    }

    private int told(ApiClient api, JsonNode run) {
        long id = JsonText.number(run, "id");
        if (!wait) {
            show(run, Long.toString(id));
            return ExitCodes.OK;
        }
        common.console().note("run " + id);
        var following = new RunFollower(common.console(), api);
        var ended = following.toEnd(
                id, Optional.ofNullable(timeout), common.format().isForPeople());
        if (ended.isEmpty()) return ExitCodes.TIMED_OUT;
        show(ended.get(), Long.toString(id));
        if (common.format().isForPeople()) following.tellFailures(ended.get());
        return RunFollower.exitCode(ended.get());
    }

    private void show(JsonNode run, String id) {
        new ListPrinter(common.console(), common.format())
                .one(
                        run,
                        RunColumns.runs(Instant.now()),
                        _ -> id,
                        () -> common.console().out().println(id));
    }

    private void refuseWorkflowOptions() {
        boolean any = !services.isEmpty()
                || !macros.isEmpty()
                || out != null
                || tmp != null
                || staged
                || reuse
                || resume != null;
        if (any)
            throw CliError.usage(
                    "--services, --macros, --out, --tmp, --staged, --resume and --reuse belong to workflows, and %s has no 'actions'"
                            .formatted(file));
    }

    private JsonNode submitWorkflow(ApiClient api, RunFile source) {
        var folder = common.console().folder();
        var body = JsonText.object();
        body.put("source", source.text());
        body.put("file", source.name());
        body.set("services", WorkflowFiles.read(folder, services));
        body.set("macros", WorkflowFiles.read(folder, macros));
        body.put("reuse", reuse);
        putFields(body);
        putResume(body);
        if (staged) putStaged(body, api, source);
        if (out != null)
            body.put("outPath", folder.resolve(out).toAbsolutePath().normalize().toString());
        if (tmp != null)
            body.put("tmpPath", folder.resolve(tmp).toAbsolutePath().normalize().toString());
        var run = api.post("/workflows", body, keyed());
        for (var warning : run.path("warnings")) {
            common.console()
                    .note(SafeText.line("%s:%d:%d: warning: %s"
                            .formatted(
                                    JsonText.text(warning, "file").orElse(file),
                                    warning.path("line").asInt(0),
                                    warning.path("column").asInt(0),
                                    JsonText.text(warning, "message").orElse(""))));
        }
        return run;
    }

    private void putFields(ObjectNode body) {
        RunFieldBody.putOver(body, fields);
        if (body.has("retry") && !body.path("retry").has("maxAttempts"))
            throw CliError.usage(
                    "how often a workflow's tasks are tried again is said by --retries: without it there is nothing to"
                            + " delay",
                    "example: --retries 3 --retry-delay 10s");
    }

    private Map<String, String> keyed() {
        return fields.asked()
                .get(SubmissionField.KEY)
                .map(key -> Map.of("Idempotency-Key", key))
                .orElse(Map.of());
    }

    private void putStaged(ObjectNode body, ApiClient api, RunFile source) {
        if (out != null || tmp != null)
            throw CliError.usage(
                    "--out and --tmp name shared folders, and with --staged there are none",
                    "results are fetched with: tidewheel results RUN --fetch DIR");
        var folder = common.console().folder();
        var files = new InputFiles(common.console(), api);
        body.put("staged", true);
        body.set(
                "files",
                files.bring(
                        source.name(),
                        source.text(),
                        WorkflowFiles.sources(folder, services),
                        WorkflowFiles.sources(folder, macros)));
    }

    private void putResume(ObjectNode body) {
        if (resume == null) return;
        if (resume.equals("last")) body.put("resume", resume);
        else if (resume.matches("[1-9][0-9]{0,17}")) body.put("resume", Long.parseLong(resume));
        else
            throw CliError.usage(
                    "--resume: '%s' is neither the number of a run nor last".formatted(resume),
                    "if it is the workflow's file, put it before the option: tidewheel submit FILE --resume");
    }

    private JsonNode submit(ApiClient api, String path, RunFile source, JsonNode body) {
        try {
            return api.post(path, body, keyed());
        } catch (CliError refused) {
            if (refused.exitCode() != ExitCodes.USAGE) throw refused;
            throw CliError.usage(source.located(refused.text()), refused.hints().toArray(String[]::new));
        }
    }

    private String read() {
        if (!file.equals("-")) return YamlFile.text(common.console().folder().resolve(file));
        try {
            return new String(common.console().in().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw CliError.usage("standard input cannot be read: " + unreadable.getMessage());
        }
    }
}
