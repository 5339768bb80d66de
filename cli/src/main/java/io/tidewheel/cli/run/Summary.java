package io.tidewheel.cli.run;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.cli.text.Shown;
import io.tidewheel.protocol.wire.Result;
import java.util.ArrayList;
import java.util.List;

/** What is said about a run that has ended, on no more than a screen: what failed, why, its last words, and what to type next. */
final class Summary {
    private static final int LAST_LINES = 4;

    private Summary() {}

    /** The exit code of a run of many tasks. */
    static int exitCode(Tally tally) {
        if (tally.numbers().failed() > 0) return Exit.FAILED;
        return tally.state().equals("CANCELLED") || tally.numbers().cancelled() > 0 ? Exit.CANCELLED : Exit.OK;
    }

    /** The exit code of a run of one command: the command's own. */
    static int commandExitCode(Tally tally) {
        if (tally.state().equals("SUCCEEDED")) return Exit.OK;
        if (tally.numbers().failed() == 0) return Exit.CANCELLED;
        return tally.lastExitCode() == 0 ? Exit.FAILED : tally.lastExitCode();
    }

    /** Tells about a single command that failed. */
    static void tellCommand(Console console, long run, Tally tally) {
        for (var result : tally.failures()) {
            console.err().println("tidewheel: run %d failed: %s".formatted(run, why(result)));
        }
        if (tally.state().equals("CANCELLED") && tally.failures().isEmpty()) {
            console.err().println("tidewheel: run %d was cancelled".formatted(run));
        }
    }

    /** Tells how much of a single command's output stays with its run, if that is not all. */
    static void tellKept(Console console, long run, Tally tally, long keep) {
        tellKept(console, run, "stdout", tally.lastOutcome().getStdoutBytes(), keep);
        tellKept(console, run, "stderr", tally.lastOutcome().getStderrBytes(), keep);
    }

    private static void tellKept(Console console, long run, String stream, long written, long keep) {
        if (written <= keep) return;
        console.note(
                "tidewheel: run %d: of %d bytes of %s the first %d are kept".formatted(run, written, stream, keep));
    }

    /** Tells about many tasks of which some failed. */
    static void tell(Console console, long run, Tally tally) {
        var numbers = tally.numbers();
        if (numbers.failed() == 0 && numbers.cancelled() == 0) {
            console.note("see what it printed with: tidewheel logs " + run);
            return;
        }
        var err = console.err();
        if (numbers.cancelled() > 0) {
            err.println("run %d: %s of %s tasks were cancelled"
                    .formatted(run, Shown.count(numbers.cancelled()), Shown.count(numbers.size())));
        }
        if (numbers.failed() == 0) return;
        err.println("run %d: %s of %s tasks failed"
                .formatted(run, Shown.count(numbers.failed()), Shown.count(numbers.size())));
        for (var failure : tally.failures()) {
            err.println("  task %d: %s".formatted(failure.getIndex(), why(failure)));
            lastLines(failure).forEach(line -> err.println("    | " + line));
        }
        long more = numbers.failed() - tally.failures().size();
        if (more > 0) err.println("  ... and " + Shown.count(more) + " more");
        err.println("next: tidewheel show %d --failed".formatted(run));
        err.println("      tidewheel logs %d/%d --stderr"
                .formatted(run, tally.failures().getFirst().getIndex()));
        err.println("      tidewheel retry %d --failed".formatted(run));
    }

    private static String why(Result result) {
        var outcome = Tally.outcome(result);
        var words = new StringBuilder();
        if (!outcome.getMessage().isEmpty()) words.append(Safe.line(outcome.getMessage()));
        else if (!result.getReason().isEmpty()) words.append(reason(result.getReason()));
        else words.append("exit code ").append(result.getExitCode());
        if (result.getAttempt() > 1)
            words.append(" (after ").append(result.getAttempt()).append(" attempts)");
        return words.toString();
    }

    private static String reason(String word) {
        try {
            return io.tidewheel.model.Reason.valueOf(word).sentence();
        } catch (IllegalArgumentException unknown) {
            return word;
        }
    }

    private static List<String> lastLines(Result result) {
        var text = Tally.outcome(result).getLastOutput().toStringUtf8();
        var lines = new ArrayList<>(text.lines().map(Safe::line).toList());
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }
}
