package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.jobs.JobNumbers;
import io.tidewheel.cli.progress.ProgressDisplay;
import io.tidewheel.cli.progress.ProgressNumbers;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Stays with a run until its end. */
final class RunFollower {
    private static final int FAILURES_SHOWN = 5;
    private static final Set<String> FINAL = Set.of("SUCCEEDED", "FAILED", "CANCELLED");
    private static final Duration BEFORE_ASKING_AGAIN = Duration.ofMillis(500);
    private static final int MOST_FAILURES_IN_A_ROW = 20;

    private final Console console;
    private final ApiClient api;

    RunFollower(Console console, ApiClient api) {
        this.console = console;
        this.api = api;
    }

    static boolean isOver(JsonNode run) {
        return FINAL.contains(RunColumns.text(run, "state"));
    }

    /** The exit code of a run that has ended. */
    static int exitCode(JsonNode run) {
        return switch (RunColumns.text(run, "state")) {
            case "SUCCEEDED" -> ExitCodes.OK;
            case "CANCELLED" -> ExitCodes.CANCELLED;
            default -> ExitCodes.FAILED;
        };
    }

    /** Answers the run as it is at its end; empty if that did not come in time. */
    Optional<JsonNode> toEnd(long run, Optional<Duration> patience, boolean progress) {
        var first = api.get("/runs/" + run);
        if (isOver(first)) return Optional.of(first);
        if (!api.isAlive())
            throw new CliError(
                    ExitCodes.UNREACHABLE,
                    "run %d has not ended, and nobody works on it".formatted(run),
                    NoServerMessage.WORKS);
        var seen = new AtomicReference<>(first);
        var over = new CountDownLatch(1);
        var error = new AtomicReference<@Nullable CliError>();
        Thread.ofVirtual().name("follow").start(() -> {
            try {
                listen(run, seen);
            } catch (CliError gone) {
                error.set(gone);
            } finally {
                over.countDown();
            }
        });
        if (!await(run, over, patience, progress, seen)) return Optional.empty();
        var gone = error.get();
        if (gone != null) throw gone;
        return Optional.of(api.get("/runs/" + run));
    }

    private boolean await(
            long run,
            CountDownLatch over,
            Optional<Duration> patience,
            boolean progress,
            AtomicReference<JsonNode> seen) {
        try {
            if (!progress) return await(over, patience);
            try (var lanes = new WatchedLanes(console, api, run, mayHaveJobs(seen.get()));
                    var _ = ProgressDisplay.show(console, "run " + run, numbers(run, seen), lanes::lines)) {
                return await(over, patience);
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean mayHaveJobs(JsonNode run) {
        return !RunColumns.text(run, "kind").equals("tasks");
    }

    /** What the progress of a run counts: iterations for a job, tasks for all else. */
    private Supplier<ProgressNumbers> numbers(long run, AtomicReference<JsonNode> seen) {
        boolean isJob = RunColumns.text(seen.get(), "kind").equals("job");
        return isJob ? new JobNumbers(api, run) : () -> numbers(seen.get());
    }

    private static boolean await(CountDownLatch over, Optional<Duration> patience) throws InterruptedException {
        if (patience.isPresent()) return over.await(patience.get().toNanos(), TimeUnit.NANOSECONDS);
        over.await();
        return true;
    }

    /** A server may be restarted meanwhile: that ends the events, not the run. */
    private void listen(long run, AtomicReference<JsonNode> seen) {
        int failures = 0;
        while (true) {
            try {
                api.events("/runs/" + run + "/events", event -> {
                    seen.set(event);
                    return !isOver(event);
                });
                if (isOver(seen.get())) return;
                failures = 0;
            } catch (CliError error) {
                if (error.exitCode() != ExitCodes.UNREACHABLE || ++failures > MOST_FAILURES_IN_A_ROW) throw error;
            }
            pause();
        }
    }

    /** Says why a run did not end well: its failed tasks, and what of a workflow was never done. */
    void tellFailures(JsonNode ended) {
        if (exitCode(ended) != ExitCodes.FAILED) return;
        var run = RunColumns.text(ended, "id");
        var err = console.err();
        long failed = JsonText.number(ended, "failed");
        err.println("run %s: %s of %s tasks failed%s"
                .formatted(run, failed, RunColumns.text(ended, "size"), reason(ended)));
        var tasks = ApiPaths.of("/runs/" + run + "/tasks").with("state", "FAILED");
        if (failed > 0)
            for (var task : PagedItems.of(api, tasks, FAILURES_SHOWN)) {
                var message = JsonText.text(task, "message").orElse(RunColumns.text(task, "reasonText"));
                err.println("  task %s: %s".formatted(RunColumns.text(task, "index"), SafeText.line(message)));
            }
        var undone = ended.path("undone");
        for (int i = 0; i < Math.min(undone.size(), FAILURES_SHOWN); i++)
            err.println(SafeText.line("  action %s was not done: %s"
                    .formatted(RunColumns.text(undone.get(i), "action"), RunColumns.text(undone.get(i), "reason"))));
        if (failed > 0) {
            err.println("next: tidewheel show %s --failed".formatted(run));
            err.println("      tidewheel retry %s --failed".formatted(run));
        } else {
            err.println("next: tidewheel explain %s".formatted(run));
        }
    }

    private static String reason(JsonNode ended) {
        var reason = RunColumns.text(ended, "reason");
        return reason.isEmpty() || reason.equals("EXIT_CODE")
                ? ""
                : " (%s)".formatted(reason.toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    private static void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(BEFORE_ASKING_AGAIN.toNanos());
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    static ProgressNumbers numbers(JsonNode run) {
        return new ProgressNumbers(
                JsonText.number(run, "size"),
                JsonText.number(run, "succeeded"),
                JsonText.number(run, "failed"),
                JsonText.number(run, "cancelled"),
                JsonText.number(run, "retried"));
    }
}
