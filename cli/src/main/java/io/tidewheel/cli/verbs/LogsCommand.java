package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Values;
import io.tidewheel.cli.Verb;
import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.api.Apis;
import io.tidewheel.cli.api.Pages;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.run.CutOutputNotes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Json;
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
public final class LogsCommand extends Verb {
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
            converter = Values.OfDuration.class,
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
        try (var api = Apis.open(common)) {
            var place = Selector.place(api, what);
            print(api, place);
            new CutOutputNotes(common.console(), api, place.run()).tell(place.task(), this::isAbout);
        } catch (LogLines.NobodyReads gone) {
            return Exit.BROKEN_PIPE;
        }
        return Exit.OK;
    }

    private void print(Api api, Selector.Place place) throws IOException {
        if (place.task().isPresent()) {
            task(api, place, "");
            return;
        }
        var run = api.get(place.path());
        if (Json.number(run, "size") == 1) task(api, new Selector.Place(place.run(), OptionalInt.of(0)), "");
        else many(api, place, run);
    }

    /** Whether what was cut is of a stream and an attempt that were asked for. */
    private boolean isAbout(JsonNode cut) {
        var stream = Json.text(cut, "stream").orElse("");
        if ((stdout && !stream.equals("stdout")) || (stderr && !stream.equals("stderr"))) return false;
        return attempt == null || Json.number(cut, "attempt") == attempt;
    }

    private void check() {
        if (grep != null) pattern(grep);
        if (stdout && stderr)
            throw Trouble.usage("--stdout and --stderr exclude each other: without them, both are printed");
        if (tail != null && tail < 0) throw Trouble.usage("--tail is not negative, but " + tail, "example: --tail 20");
        if (attempt != null && attempt < 1) throw Trouble.usage("--attempt is at least 1, but " + attempt);
    }

    private void many(Api api, Selector.Place place, JsonNode run) throws IOException {
        boolean wholeRun = tail == null && since == null && attempt == null && !isOver(run);
        if (wholeRun && follow) {
            try (var out = lines(false, "")) {
                api.copy(query(Paths.of(place.path() + "/logs"), true).toString(), out);
            }
            return;
        }
        for (var chain : Pages.of(api, Paths.of(place.path() + "/chains"), Long.MAX_VALUE)) {
            if (Json.number(chain, "attempt") == 0 || !isRecent(chain)) continue;
            int index = Math.toIntExact(Json.number(chain, "index"));
            task(api, new Selector.Place(place.run(), OptionalInt.of(index)), index + ": ");
        }
    }

    private static boolean isOver(JsonNode run) {
        return Json.text(run, "finished").isPresent();
    }

    private boolean isRecent(JsonNode chain) {
        if (since == null) return true;
        var ended = Json.text(chain, "finished");
        return ended.isEmpty()
                || Instant.parse(ended.get()).isAfter(Instant.now().minus(since));
    }

    /** Both streams when neither is asked for: standard error to standard error, at the same time if they are followed. */
    private void task(Api api, Selector.Place place, String prefix) throws IOException {
        if (stdout || stderr) {
            stream(api, place, stderr, false, prefix);
        } else if (!follow) {
            stream(api, place, false, false, prefix);
            stream(api, place, true, true, prefix);
        } else {
            followBoth(api, place, prefix);
        }
    }

    private void followBoth(Api api, Selector.Place place, String prefix) throws IOException {
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

    private void stream(Api api, Selector.Place place, boolean errors, boolean toErr, String prefix)
            throws IOException {
        var path = Paths.of(place.path() + "/logs").with("stream", errors ? "stderr" : "stdout");
        if (tail != null) path = path.with("tail", Integer.toString(tail));
        if (attempt != null) path = path.with("attempt", Integer.toString(attempt));
        if (follow) path = path.with("follow", "true");
        try (var out = lines(toErr, prefix)) {
            api.copy(path.toString(), out);
        }
    }

    private Paths query(Paths path, boolean whole) {
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
            throw Trouble.usage(
                    "--grep: '%s' is not a regular expression: %s".formatted(text, wrong.getDescription()),
                    "example: --grep 'error|warning'");
        }
    }
}
