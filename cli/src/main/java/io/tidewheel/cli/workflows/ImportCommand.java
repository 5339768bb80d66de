package io.tidewheel.cli.workflows;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.FailureWords;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.TableColumn;
import io.tidewheel.workflow.imports.SyntheticWorkflow;
import io.tidewheel.workflow.imports.TaskGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidewheel import}. */
@Command(
        name = "import",
        description = {
            "Takes over a workflow of another system: a WfCommons instance (WfFormat 1.5, JSON) or a Pegasus DAX file"
                    + " (XML); both may be compressed with gzip.",
            "Writes workflow.yaml and services.yaml. They can be run as they are: each task sleeps as long as it took,"
                    + " in the same order."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel import montage.dax --to montage",
            "  tidewheel import 1000genome.json.gz --to genome --speed 100"
        })
public final class ImportCommand extends CliCommand {
    @Parameters(paramLabel = "FILE", description = "The file to take over.")
    private String file = "";

    @Option(names = "--to", paramLabel = "FOLDER", description = "Where to write; it is made if it is not there (.).")
    private String to = ".";

    @Option(names = "--speed", paramLabel = "X", description = "Let the tasks be X times as fast as they were (1).")
    private double speed = 1;

    @Option(names = "--force", description = "Replace files that are there.")
    private boolean force;

    public ImportCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        var format = common.format();
        var console = common.console();
        if (!(speed > 0) || Double.isInfinite(speed)) {
            throw CliError.usage("--speed is more than 0, but " + speed, "example: --speed 100");
        }
        var reading = GraphFile.read(console.folder().resolve(file), file);
        var findings = new LintFindings();
        findings.add(file, reading.complaints());
        if (!findings.isFine() || reading.value().isEmpty()) {
            findings.write(console, format);
            return ExitCodes.USAGE;
        }
        reading.warnings().stream().limit(10).forEach(warning -> console.note(file + ": " + warning.message()));
        var graph = reading.value().get();
        var folder = console.folder().resolve(to);
        var synthetic = SyntheticWorkflow.of(graph, speed);
        write(folder, synthetic);
        tell(graph, folder);
        return ExitCodes.OK;
    }

    private void write(Path folder, SyntheticWorkflow synthetic) {
        var workflow = folder.resolve("workflow.yaml");
        var services = folder.resolve("services.yaml");
        for (var path : List.of(workflow, services)) {
            if (!force && Files.exists(path)) {
                throw CliError.usage(
                        "%s is there already".formatted(path),
                        "choose another folder with --to, or replace it with --force");
            }
        }
        try {
            Files.createDirectories(folder);
            write(workflow, synthetic.workflow());
            write(services, synthetic.services());
        } catch (IOException failed) {
            throw CliError.usage("%s cannot be written: %s".formatted(folder, FailureWords.of(failed)));
        }
    }

    private static void write(Path path, String text) throws IOException {
        Files.writeString(
                path, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
    }

    private void tell(TaskGraph graph, Path folder) {
        var console = common.console();
        var workflow = folder.resolve("workflow.yaml").toString();
        var services = folder.resolve("services.yaml").toString();
        double seconds = graph.tasks().stream()
                .mapToDouble(TaskGraph.Task::runtimeSeconds)
                .sum();
        var json = JsonText.object()
                .put("name", graph.name())
                .put("tasks", graph.tasks().size())
                .put("edges", graph.edges())
                .put("seconds", seconds / speed)
                .put("workflow", workflow)
                .put("services", services);
        new ListPrinter(console, common.format())
                .one(
                        json,
                        List.of(TableColumn.of("WORKFLOW", _ -> workflow), TableColumn.of("SERVICES", _ -> services)),
                        _ -> workflow,
                        () -> {
                            console.out().println(workflow);
                            console.out().println(services);
                        });
        console.note("%s tasks, %s dependencies"
                .formatted(HumanNumbers.count(graph.tasks().size()), HumanNumbers.count(graph.edges())));
    }
}
