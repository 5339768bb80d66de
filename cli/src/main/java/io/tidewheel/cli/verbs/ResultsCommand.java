package io.tidewheel.cli.verbs;

import io.tidewheel.agent.files.FileSearch;
import io.tidewheel.agent.files.FolderArchive;
import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TableColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel results}. */
@Command(
        name = "results",
        description = {
            "Lists what a run has stored: what tasks and partitions of jobs returned, at agents or at foreign sites,"
                    + " and the",
            "outputs of a workflow with 'store: true'. With --fetch all of it is brought here, under these names. What",
            "cannot be fetched from the server is told with the reason, and the exit code is 1 then."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel results last", "  tidewheel results 12 --fetch results/"})
public final class ResultsCommand extends CliCommand {
    private static final int MOST_CHAINS = 10_000_000;
    private static final String API = "/api/v1";
    /** What a run puts before the names of its files. */
    private static final Pattern OF_RUN = Pattern.compile("^files/run-[0-9]+/");

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A number, last, or a name.")
    private String run = "last";

    @Option(names = "--fetch", paramLabel = "DIR", description = "Bring the files into this folder.")
    private @Nullable Path fetch;

    public ResultsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        try (var api = ApiClients.open(common)) {
            var results = stored(api, RunSelector.place(api, run).run());
            if (fetch != null) {
                var folder = common.console().folder().resolve(fetch);
                var there = results.stream().filter(ResultsCommand::isThere).toList();
                for (var file : there) fetch(api, file, folder);
                common.console()
                        .note("%s in %s"
                                .formatted(there.size() == 1 ? "1 file is" : there.size() + " files are", folder));
            }
            new ListPrinter(common.console(), common.format())
                    .list(results, columns(), file -> RunColumns.text(file, "name"));
            var missing = results.stream().filter(file -> !isThere(file)).toList();
            for (var file : missing)
                common.console()
                        .note(SafeText.line("%s of task %s cannot be fetched: %s"
                                .formatted(
                                        origin(file),
                                        RunColumns.text(file, "task"),
                                        RunColumns.text(file, "unavailable"))));
            return fetch == null || missing.isEmpty() ? ExitCodes.OK : ExitCodes.ERROR;
        }
    }

    private static boolean isThere(JsonNode file) {
        return RunColumns.text(file, "url").startsWith(API + "/");
    }

    /** The stored files of a run; for a workflow also those of the runs that it went on with. */
    private static List<JsonNode> stored(ApiClient api, long run) {
        var found = new ArrayList<JsonNode>();
        var shown = api.get("/runs/" + run);
        var earlier = JsonText.text(shown, "retryOf")
                .filter(_ -> RunColumns.text(shown, "kind").equals("workflow"));
        earlier.ifPresent(number -> found.addAll(storedIfKnown(api, Long.parseLong(number))));
        PagedItems.of(api, ApiPaths.of("/runs/" + run + "/stored"), MOST_CHAINS).forEach(found::add);
        return found;
    }

    private static List<JsonNode> storedIfKnown(ApiClient api, long run) {
        try {
            return stored(api, run);
        } catch (CliError gone) {
            if (gone.exitCode() == ExitCodes.NOT_FOUND) return List.of();
            throw gone;
        }
    }

    private static List<TableColumn<JsonNode>> columns() {
        return List.of(
                TableColumn.of("OF", file -> SafeText.line(origin(file))),
                TableColumn.of("SIZE", file -> RunColumns.text(file, "size")),
                TableColumn.of("SHA256", file -> RunColumns.text(file, "sha256")),
                TableColumn.of("NAME", file -> SafeText.line(RunColumns.text(file, "name"))));
    }

    /** What in the run it comes from. */
    private static String origin(JsonNode file) {
        var variable = JsonText.text(file, "variable");
        if (variable.isPresent()) return variable.get();
        if (file.has("partition")) return "partition " + RunColumns.text(file, "partition");
        return "task " + RunColumns.text(file, "task");
    }

    private static void fetch(ApiClient api, JsonNode file, Path folder) {
        var path = RunColumns.text(file, "name");
        var url = RunColumns.text(file, "url");
        try {
            var target = target(folder, path);
            Files.createDirectories(target.toAbsolutePath().getParent());
            var draft = Files.createTempFile(target.toAbsolutePath().getParent(), ".tidewheel-", "");
            try {
                try (var out = Files.newOutputStream(draft)) {
                    api.copy(url.substring(API.length()), out);
                }
                check(draft, file);
                Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString("rw-r--r--"));
                if (file.path("executable").asBoolean(false)) FolderArchive.makeExecutable(draft);
                Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException failed) {
            throw new CliError(ExitCodes.ERROR, SafeText.line("'%s' could not be fetched: %s".formatted(path, failed)));
        }
    }

    /** Whatever the server says, nothing outside of the folder is touched. */
    private static Path target(Path folder, String path) {
        var inside = OF_RUN.matcher(path).replaceFirst("");
        var target = folder.resolve(inside).normalize();
        if (!inside.startsWith("/") && target.startsWith(folder.normalize()) && !target.equals(folder.normalize()))
            return target;
        throw new CliError(
                ExitCodes.ERROR, SafeText.line("the server tells of a result '%s', which is no name".formatted(path)));
    }

    private static void check(Path draft, JsonNode file) throws IOException {
        var hash = FileSearch.hash(draft, () -> {}).hex();
        // Agents of before told no hashes of files on shared disks.
        if (file.has("sha256") && !hash.equals(RunColumns.text(file, "sha256")))
            throw new IOException("what came has the SHA-256 %s, but %s was expected"
                    .formatted(hash, RunColumns.text(file, "sha256")));
    }
}
