package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.jobs.JobNumbers;
import io.tidewheel.cli.jobs.JobTable;
import io.tidewheel.cli.progress.ProgressDisplay;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tidewheel run --iterations}: an iterative job, followed to its end. */
final class JobRun {
    private static final Set<String> FINAL = Set.of("SUCCEEDED", "FAILED", "CANCELLED");
    private static final Duration LOOK_AGAIN = Duration.ofMillis(300);
    private static final Duration LONGEST_END = Duration.ofSeconds(20);
    private static final int MOST_FAILURES_IN_A_ROW = 60;

    private final Console console;
    private final ApiClient api;
    private final DisplayOptions display;
    private final boolean isOurs;
    private final CountDownLatch over = new CountDownLatch(1);

    /** @param isOurs whether the run ends with this process */
    JobRun(Console console, ApiClient api, DisplayOptions display, boolean isOurs) {
        this.console = console;
        this.api = api;
        this.display = display;
        this.isOurs = isOurs;
    }

    int run(RunFlags options, RunDraft draft) throws InterruptedException {
        var key = draft.asked().get(SubmissionField.KEY);
        var body = body(options, draft);
        options.siteInput().ifPresent(file -> siteInput(body, file));
        var run = api.post("/jobs", body, key.isPresent() ? Map.of("Idempotency-Key", key.get()) : Map.of());
        long id = JsonText.number(run, "id");
        if (display.detach()) {
            console.out().println(id);
            console.note("watch it with: tidewheel watch " + id);
            return ExitCodes.OK;
        }
        var hook = new Thread(() -> interrupted(id), "interrupted");
        java.lang.Runtime.getRuntime().addShutdownHook(hook);
        try {
            return follow(id);
        } finally {
            over.countDown();
            remove(hook);
        }
    }

    private int follow(long id) throws InterruptedException {
        Optional<JsonNode> ended;
        var logs = new FollowedLogs(console, api, id);
        if (showsLogs()) logs.start();
        try (var _ = ProgressDisplay.show(console, "run " + id, new JobNumbers(api, id))) {
            ended = toEnd(id);
        }
        if (ended.isEmpty()) {
            if (isOurs) api.post("/runs/" + id + "/cancel");
            console.err()
                    .println(
                            isOurs
                                    ? "tidewheel: run %d was cancelled because --timeout passed".formatted(id)
                                    : "tidewheel: run %d is still going; wait again with: tidewheel wait %d"
                                            .formatted(id, id));
            return ExitCodes.TIMED_OUT;
        }
        if (showsLogs()) logs.awaitEnd();
        show(id, ended.get());
        return switch (RunColumns.text(ended.get(), "state")) {
            case "SUCCEEDED" -> ExitCodes.OK;
            case "CANCELLED" -> ExitCodes.CANCELLED;
            default -> ExitCodes.FAILED;
        };
    }

    private boolean showsLogs() {
        return display.logs() && display.format().isForPeople();
    }

    private void show(long id, JsonNode run) {
        if (!display.format().isForPeople()) {
            RunDataOutput.run(api, console, display.format(), id);
            return;
        }
        if (!RunColumns.text(run, "state").equals("SUCCEEDED")) {
            console.err()
                    .println("tidewheel: run %d: %s %s"
                            .formatted(id, RunColumns.text(run, "state"), RunColumns.text(run, "reason")));
            console.err().println("next: tidewheel show %d --failed".formatted(id));
        }
        if (!showsLogs()) tellMerged(id);
        if (!console.isQuiet()) new JobTable(console, display.format()).show(api.get("/runs/" + id + "/job"));
        console.out().flush();
    }

    /** What the step at the end has printed is what the user waits for. */
    private void tellMerged(long id) {
        for (var task :
                api.get("/runs/" + id + "/tasks?state=SUCCEEDED&limit=1000").path("items")) {
            if (!RunColumns.text(task, "parameter").equals("merge")) continue;
            try {
                api.copy("/runs/%d/tasks/%s/logs".formatted(id, RunColumns.text(task, "index")), console.out());
            } catch (IOException closed) {
                throw new CliError(ExitCodes.BROKEN_PIPE, "the output was closed");
            }
        }
    }

    private Optional<JsonNode> toEnd(long id) throws InterruptedException {
        long began = System.nanoTime();
        int failures = 0;
        while (true) {
            try {
                var run = api.get("/runs/" + id);
                if (FINAL.contains(RunColumns.text(run, "state"))) return Optional.of(run);
                failures = 0;
            } catch (CliError error) {
                if (error.exitCode() != ExitCodes.UNREACHABLE || ++failures > MOST_FAILURES_IN_A_ROW) throw error;
            }
            if (display.timeout().isPresent()
                    && System.nanoTime() - began > display.timeout().get().toNanos()) return Optional.empty();
            TimeUnit.NANOSECONDS.sleep(LOOK_AGAIN.toNanos());
        }
    }

    /** Called by the JVM when it is told to end, and also when it ends by itself. */
    private void interrupted(long id) {
        if (over.getCount() == 0) return;
        if (!isOurs) {
            console.err().println("tidewheel: run %d goes on; watch it with: tidewheel watch %d".formatted(id, id));
            return;
        }
        try {
            api.post("/runs/" + id + "/cancel");
            if (!over.await(LONGEST_END.toNanos(), TimeUnit.NANOSECONDS)) {
                console.err().println("tidewheel: run %d could not be ended in time".formatted(id));
            }
        } catch (RuntimeException unavailable) {
            console.err().println("tidewheel: " + unavailable.getMessage());
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private static void remove(Thread hook) {
        try {
            java.lang.Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            return; // it has begun, and finds that all is over
        }
    }

    // --- what is sent ---

    static ObjectNode body(RunFlags options, RunDraft draft) {
        var body = JsonText.object();
        RunFieldBody.put(body, draft.asked());
        var command = draft.work().getCommands(0);
        body.set("command", command(command));
        options.merge().ifPresent(text -> body.set("merge", merge(text, command)));
        return body;
    }

    private void siteInput(ObjectNode body, String file) {
        var path = Path.of(file);
        var input = body.putObject("siteInput");
        input.put("name", String.valueOf(path.getFileName()));
        try {
            input.put("content", Files.readAllBytes(console.folder().resolve(path)));
        } catch (IOException unreadable) {
            throw CliError.usage("--site-input: %s cannot be read".formatted(file));
        }
    }

    private static ObjectNode command(Command command) {
        var node = JsonText.object();
        node.put("runtime", command.getRuntime().name().toLowerCase(Locale.ROOT));
        var words = node.putArray("arguments");
        command.getArgumentsList().forEach(words::add);
        var variables = node.putObject("environment");
        command.getEnvironmentMap().forEach(variables::put);
        if (!command.getWorkingFolder().isEmpty()) node.put("workingFolder", command.getWorkingFolder());
        if (!command.getImage().isEmpty()) node.put("image", command.getImage());
        if (!command.getClassName().isEmpty()) node.put("className", command.getClassName());
        if (command.getRuntime() == Runtime.SLEEP) node.put("sleep", command.getSleepMicros() / 1e6);
        return node;
    }

    /** A line for the shell, where the partitions ran. */
    private static ObjectNode merge(String line, Command beside) {
        var merge = Command.newBuilder()
                .addAllArguments(List.of("sh", "-c", line))
                .putAllEnvironment(beside.getEnvironmentMap());
        if (beside.getRuntime() == Runtime.PROCESS) merge.setWorkingFolder(beside.getWorkingFolder());
        return command(merge.build());
    }
}
