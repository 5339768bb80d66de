package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.CsvText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel report}. */
@Command(
        name = "report",
        description = {
            "Writes down how a run went: one HTML file with pictures that needs no server and no network, or data.",
            "-o names the file; without it a page goes to run-N.html, and data to standard output."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel report last -o run.html",
            "  tidewheel report 12 --format csv > tasks.csv",
            "  tidewheel report 12 --format trace -o trace.txt"
        })
public final class ReportCommand extends CliCommand {
    private static final String STDOUT = "-";

    @Parameters(paramLabel = "RUN", arity = "0..1", description = "A number, last, or a name (last).")
    private String what = "last";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "html; json (all figures); csv (a line for each task); trace (the columns of Nextflow's trace,"
                            + " raw).")
    private String format = "html";

    public ReportCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        var writer = writer();
        try (var api = ApiClients.open(common)) {
            long run = RunSelector.run(api, what);
            var file = file(run);
            if (file.isEmpty()) {
                writer.write(api, run, common.console().out());
                return ExitCodes.OK;
            }
            try (var out = new BufferedOutputStream(Files.newOutputStream(file.get()))) {
                writer.write(api, run, out);
            } catch (IOException failed) {
                throw new CliError(ExitCodes.ERROR, "%s cannot be written: %s".formatted(file.get(), failed));
            }
            common.console().note("written to " + file.get());
        }
        return ExitCodes.OK;
    }

    private interface Writer {
        void write(ApiClient api, long run, OutputStream out) throws IOException;
    }

    private Writer writer() {
        return switch (format) {
            case "html" -> (api, run, out) -> api.copy("/runs/%d/report?format=html".formatted(run), out);
            case "json" -> (api, run, out) -> api.copy("/runs/%d/report".formatted(run), out);
            case "csv" -> (api, run, out) -> CsvText.write(lines(out), tasks(api, run), TaskColumns.ALL);
            case "trace" -> ReportCommand::trace;
            default -> throw CliError.usage("--format: '%s' is not html, json, csv or trace".formatted(format));
        };
    }

    private static void trace(ApiClient api, long run, OutputStream out) {
        var lines = lines(out);
        lines.print(NextflowTrace.HEADER + "\n");
        for (var task : tasks(api, run)) lines.print(NextflowTrace.line(task) + "\n");
        lines.flush();
    }

    private static PrintStream lines(OutputStream out) {
        return new PrintStream(out, false, StandardCharsets.UTF_8);
    }

    private static Iterable<JsonNode> tasks(ApiClient api, long run) {
        return PagedItems.of(api, ApiPaths.of("/runs/" + run + "/tasks"), Long.MAX_VALUE);
    }

    /** Empty for standard output. */
    private Optional<Path> file(long run) {
        var named = common.outputText().orElse(format.equals("html") ? "run-%d.html".formatted(run) : STDOUT);
        return named.equals(STDOUT)
                ? Optional.empty()
                : Optional.of(common.console().folder().resolve(named));
    }
}
