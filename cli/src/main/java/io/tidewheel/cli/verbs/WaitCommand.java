package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.RunSelector;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.RunColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel wait}, and with a progress line {@code tidewheel watch}. */
@Command
public abstract class WaitCommand extends CliCommand {

    @Parameters(paramLabel = "RUN", arity = "0..*", description = "Numbers, ranges, last, or names (last).")
    private List<String> what = new ArrayList<>();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = OptionValues.OfDuration.class,
            description = "Wait no longer; ends with code 8.")
    private @Nullable Duration timeout;

    private final boolean progress;

    WaitCommand(Console console, boolean progress) {
        super(console);
        this.progress = progress;
    }

    @Override
    public Integer call() {
        var format = common.format();
        var ended = new ArrayList<JsonNode>();
        int code = ExitCodes.OK;
        try (var api = ApiClients.open(common)) {
            var following = new RunFollower(common.console(), api);
            long began = System.nanoTime();
            for (var run : RunSelector.runs(api, what.isEmpty() ? List.of("last") : what)) {
                var found = following.toEnd(run, left(began), progress && format.isForPeople());
                if (found.isEmpty()) {
                    common.console()
                            .err()
                            .println("tidewheel: run %d is still going; wait again with: tidewheel wait %d"
                                    .formatted(run, run));
                    return ExitCodes.TIMED_OUT;
                }
                ended.add(found.get());
                if (code == ExitCodes.OK) code = RunFollower.exitCode(found.get());
                if (format.isForPeople()) following.tellFailures(found.get());
            }
            var listing = new ListPrinter(common.console(), format);
            if (!format.isForPeople() || !progress) {
                listing.list(ended, RunColumns.runs(Instant.now()), run -> RunColumns.text(run, "id"));
            }
        }
        return code;
    }

    private Optional<Duration> left(long began) {
        if (timeout == null) return Optional.empty();
        var left = timeout.minusNanos(System.nanoTime() - began);
        return Optional.of(left.isNegative() ? Duration.ZERO : left);
    }

    /** {@code tidewheel wait}. */
    @Command(
            name = "wait",
            description = "Waits for the end of runs; the exit code tells how they ended (0, 3 failed, 4 cancelled).",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel wait last", "  tidewheel wait 5-8 --timeout 1h"})
    public static final class Wait extends WaitCommand {
        public Wait(Console console) {
            super(console, false);
        }
    }

    /** {@code tidewheel watch}. */
    @Command(
            name = "watch",
            description = "Shows how far a run is until it has ended.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel watch", "  tidewheel watch 12"})
    public static final class Watch extends WaitCommand {
        public Watch(Console console) {
            super(console, true);
        }
    }
}
