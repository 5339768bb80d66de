package io.tidewheel.cli.run;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.progress.ProgressNumbers;
import io.tidewheel.cli.text.Console;
import io.tidewheel.client.RunSummary;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskResult;
import io.tidewheel.client.TaskRun;
import io.tidewheel.protocol.links.LinkOffer;
import java.util.concurrent.CompletableFuture;

/** A run as a client sees it, from its first task to its end: the same with a server in this process and with one elsewhere. */
final class ClientRun {
    private final Console console;
    private final DisplayOptions display;
    private final RunProgress progress;

    ClientRun(Console console, DisplayOptions display, RunProgress progress) {
        this.console = console;
        this.display = display;
        this.progress = progress;
    }

    /** Hears of every result, from a thread of its own; is done when the run has ended. */
    CompletableFuture<RunSummary> follow(TaskRun run) {
        return run.onResult(this::heard).thenApply(end -> {
            progress.note(end);
            return end;
        });
    }

    private void heard(TaskResult result) {
        progress.add(result);
        if (!display.format().isForPeople()) RunDataOutput.result(console, display.format(), result);
    }

    /** How far the run is; how many tasks it has may be known to the server alone. */
    ProgressNumbers numbers(TaskRun run) {
        run.progress().ifPresent(known -> progress.expect(known.size()));
        return progress.numbers();
    }

    /** Adds the tasks that come from lines, as they are read. Lines that cannot be read are told by an unchecked IO exception. */
    void fill(TaskRun run, RunDraft draft) {
        draft.array().ifPresent(array -> progress.expect(array.count()));
        if (draft.lines().isEmpty()) return;
        var next = draft.lines().get().iterator();
        for (long tasks = 1; next.hasNext(); tasks++) {
            run.add(Task.withParameter(next.next()));
            progress.expect(tasks);
        }
        run.close();
    }

    /** What a refusal means to a command. */
    static CliError refused(String word, String text) {
        int code = switch (word) {
            case "invalid", "malformed", LinkOffer.NOT_OFFERED -> ExitCodes.USAGE;
            case "not-found" -> ExitCodes.NOT_FOUND;
            case "unplaceable" -> ExitCodes.UNPLACEABLE;
            case "unauthorised", "unauthorized", "forbidden" -> ExitCodes.DENIED;
            case "unavailable" -> ExitCodes.UNREACHABLE;
            default -> ExitCodes.ERROR;
        };
        return new CliError(code, text);
    }
}
