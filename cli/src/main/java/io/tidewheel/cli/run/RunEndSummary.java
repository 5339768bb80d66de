package io.tidewheel.cli.run;

import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.client.TaskResult;
import java.util.ArrayList;
import java.util.List;

/** What is said about a run that has ended, on no more than a screen: what failed, why, its last words, and what to type next. */
final class RunEndSummary {
    private static final int LAST_LINES = 4;

    private RunEndSummary() {}

    /** The exit code of a run of many tasks. */
    static int exitCode(RunProgress progress) {
        if (progress.numbers().failed() > 0) return ExitCodes.FAILED;
        return progress.state().equals("CANCELLED") || progress.numbers().cancelled() > 0
                ? ExitCodes.CANCELLED
                : ExitCodes.OK;
    }

    /** The exit code of a run of one command: the command's own. */
    static int commandExitCode(RunProgress progress) {
        if (progress.state().equals("SUCCEEDED")) return ExitCodes.OK;
        if (progress.numbers().failed() == 0) return ExitCodes.CANCELLED;
        return progress.lastExitCode() == 0 ? ExitCodes.FAILED : progress.lastExitCode();
    }

    /** Tells about a single command that failed. */
    static void tellCommand(Console console, long run, RunProgress progress) {
        for (var result : progress.failures()) {
            console.err().println("tidewheel: run %d failed: %s".formatted(run, why(result)));
        }
        if (progress.state().equals("CANCELLED") && progress.failures().isEmpty()) {
            console.err().println("tidewheel: run %d was cancelled".formatted(run));
        }
    }

    /** Tells how much of a single command's output stays with its run, if that is not all. */
    static void tellKept(Console console, long run, RunProgress progress, long keep) {
        tellKept(console, run, "stdout", progress.lastOutcome().getStdoutBytes(), keep);
        tellKept(console, run, "stderr", progress.lastOutcome().getStderrBytes(), keep);
    }

    private static void tellKept(Console console, long run, String stream, long written, long keep) {
        if (written <= keep) return;
        console.note(
                "tidewheel: run %d: of %d bytes of %s the first %d are kept".formatted(run, written, stream, keep));
    }

    /** Tells about many tasks of which some failed. */
    static void tell(Console console, long run, RunProgress progress) {
        var numbers = progress.numbers();
        if (numbers.failed() == 0 && numbers.cancelled() == 0) {
            console.note("see what it printed with: tidewheel logs " + run);
            return;
        }
        var err = console.err();
        if (numbers.cancelled() > 0) {
            err.println("run %d: %s of %s tasks were cancelled"
                    .formatted(run, HumanNumbers.count(numbers.cancelled()), HumanNumbers.count(numbers.size())));
        }
        if (numbers.failed() == 0) return;
        err.println("run %d: %s of %s tasks failed"
                .formatted(run, HumanNumbers.count(numbers.failed()), HumanNumbers.count(numbers.size())));
        for (var failure : progress.failures()) {
            err.println("  task %d: %s".formatted(failure.index(), why(failure)));
            lastLines(failure).forEach(line -> err.println("    | " + line));
        }
        long more = numbers.failed() - progress.failures().size();
        if (more > 0) err.println("  ... and " + HumanNumbers.count(more) + " more");
        err.println("next: tidewheel show %d --failed".formatted(run));
        err.println("      tidewheel logs %d/%d --stderr"
                .formatted(run, progress.failures().getFirst().index()));
        err.println("      tidewheel retry %d --failed".formatted(run));
    }

    private static String why(TaskResult result) {
        var outcome = RunProgress.outcome(result);
        var words = new StringBuilder();
        if (!outcome.getMessage().isEmpty()) words.append(SafeText.line(outcome.getMessage()));
        else if (!result.reason().isEmpty()) words.append(reason(result.reason()));
        else words.append("exit code ").append(result.exitCode());
        if (result.attempt() > 1)
            words.append(" (after ").append(result.attempt()).append(" attempts)");
        return words.toString();
    }

    private static String reason(String word) {
        try {
            return io.tidewheel.model.Reason.valueOf(word).sentence();
        } catch (IllegalArgumentException unknown) {
            return word;
        }
    }

    private static List<String> lastLines(TaskResult result) {
        var text = RunProgress.outcome(result).getLastOutput().toStringUtf8();
        var lines = new ArrayList<>(text.lines().map(SafeText::line).toList());
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }
}
