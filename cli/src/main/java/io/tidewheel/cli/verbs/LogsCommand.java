package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.run.CutOutputNotes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.LogLines;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel logs}. */
@Command(
        name = "logs",
        description = {
            "Prints what a run's commands printed.",
            "The standard error of a single task goes to standard error; of many tasks, each line begins with the"
                    + " task's number."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel logs last",
            "  tidewheel logs 12/3 -f --stderr",
            "  tidewheel logs 12 --grep 'error|warning'"
        })
public final class LogsCommand extends CliCommand {
    @Parameters(
            paramLabel = "RUN[/TASK]",
            arity = "0..1",
            description = "A number, last, or a name; with a slash, one task.")
    private String what = "last";

    @Option(
            names = {"-f", "--follow"},
            description = "Go on printing until it has ended.")
    private boolean follow;

    @Option(names = "--tail", paramLabel = "N", description = "Only the last lines of each stream.")
    private @Nullable Integer tail;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = OptionValues.OfDuration.class,
            description = "Only tasks that ended within this time, or still run.")
    private @Nullable Duration since;

    @Option(names = "--grep", paramLabel = "REGEX", description = "Only lines in which this is found.")
    private @Nullable String grep;

    @Option(names = "--stderr", description = "Only standard error.")
    private boolean stderr;

    @Option(names = "--stdout", description = "Only standard output.")
    private boolean stdout;

    @Option(names = "--attempt", paramLabel = "N", description = "Of this attempt instead of the last.")
    private @Nullable Integer attempt;

    public LogsCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws IOException {
        check();
        common.config();
        try (var api = ApiClients.open(common)) {
            var place = RunSelector.place(api, what);
            print(api, place);
            new CutOutputNotes(common.console(), api, place.run()).tell(place.task(), this::isAbout);
        } catch (LogLines.ReaderGone gone) {
            return ExitCodes.BROKEN_PIPE;
        }
        return ExitCodes.OK;
    }

    private void print(ApiClient api, RunSelector.Place place) throws IOException {
        if (place.task().isPresent()) {
            task(api, place, "");
            return;
        }
        var run = api.get(place.path());
        if (JsonText.number(run, "size") == 1) task(api, new RunSelector.Place(place.run(), OptionalInt.of(0)), "");
        else many(api, place, run);
    }

    /** Whether what was cut is of a stream and an attempt that were asked for. */
    private boolean isAbout(JsonNode cut) {
        var stream = JsonText.text(cut, "stream").orElse("");
        if ((stdout && !stream.equals("stdout")) || (stderr && !stream.equals("stderr"))) return false;
        return attempt == null || JsonText.number(cut, "attempt") == attempt;
    }

    private void check() {
        if (grep != null) pattern(grep);
        if (stdout && stderr)
            throw CliError.usage("--stdout and --stderr exclude each other: without them, both are printed");
        if (tail != null && tail < 0) throw CliError.usage("--tail is not negative, but " + tail, "example: --tail 20");
        if (attempt != null && attempt < 1) throw CliError.usage("--attempt is at least 1, but " + attempt);
    }

    private void many(ApiClient api, RunSelector.Place place, JsonNode run) throws IOException {
        boolean wholeRun = tail == null && since == null && attempt == null && !isOver(run);
        if (wholeRun && follow) {
            try (var out = lines(false, "")) {
                api.copy(query(ApiPaths.of(place.path() + "/logs"), true).toString(), out);
            }
            return;
        }
        for (var chain : PagedItems.of(api, ApiPaths.of(place.path() + "/tasks"), Long.MAX_VALUE)) {
            if (JsonText.number(chain, "attempt") == 0 || !isRecent(chain)) continue;
            int index = Math.toIntExact(JsonText.number(chain, "index"));
            task(api, new RunSelector.Place(place.run(), OptionalInt.of(index)), index + ": ");
        }
    }

    private static boolean isOver(JsonNode run) {
        return JsonText.text(run, "finished").isPresent();
    }

    private boolean isRecent(JsonNode chain) {
        if (since == null) return true;
        var ended = JsonText.text(chain, "finished");
        return ended.isEmpty()
                || Instant.parse(ended.get()).isAfter(Instant.now().minus(since));
    }

    /**
     * Prints the streams of a task that were asked for. If neither was, both are printed: standard error to standard error, at the same
     * time if they are followed.
     */
    private void task(ApiClient api, RunSelector.Place place, String prefix) throws IOException {
        if (stdout || stderr) {
            stream(api, place, stderr, false, prefix);
        } else if (!follow) {
            stream(api, place, false, false, prefix);
            stream(api, place, true, true, prefix);
        } else {
            followBoth(api, place, prefix);
        }
    }

    private void followBoth(ApiClient api, RunSelector.Place place, String prefix) throws IOException {
        var other = Thread.ofVirtual().start(() -> {
            try {
                stream(api, place, true, true, prefix);
            } catch (IOException | RuntimeException told) {
                return; // the other stream meets the same trouble, and tells
            }
        });
        stream(api, place, false, false, prefix);
        try {
            other.join();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void stream(ApiClient api, RunSelector.Place place, boolean errors, boolean toErr, String prefix)
            throws IOException {
        var path = ApiPaths.of(place.path() + "/logs").with("stream", errors ? "stderr" : "stdout");
        if (tail != null) path = path.with("tail", Integer.toString(tail));
        if (attempt != null) path = path.with("attempt", Integer.toString(attempt));
        if (follow) path = path.with("follow", "true");
        try (var out = lines(toErr, prefix)) {
            api.copy(path.toString(), out);
        }
    }

    private ApiPaths query(ApiPaths path, boolean whole) {
        var streams = stderr ? path.with("stream", "stderr") : stdout ? path.with("stream", "stdout") : path;
        return whole ? streams.with("follow", "true") : streams;
    }

    private OutputStream lines(boolean toErr, String prefix) {
        var console = common.console();
        var to = toErr ? console.rawErr() : console.rawOut();
        boolean terminal = toErr ? console.errIsTerminal() : console.outIsTerminal();
        var pattern = grep == null ? null : pattern(grep);
        return new LogLines(to, prefix, pattern, terminal);
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException wrong) {
            throw CliError.usage(
                    "--grep: '%s' is not a regular expression: %s".formatted(text, wrong.getDescription()),
                    "example: --grep 'error|warning'");
        }
    }
}
