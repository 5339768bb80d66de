package io.tidewheel.cli.demo;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.progress.ProgressDisplay;
import io.tidewheel.cli.progress.ProgressNumbers;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.client.TidewheelClient;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Where the acts are played: a server with agents, and a folder for what they need.
 *
 * @param agents the processes of its agents; one of them is killed on the way
 */
record DemoServer(Console console, ApiClient api, TidewheelClient client, List<Process> agents, Path folder) {
    private static final Set<String> FINAL = Set.of("SUCCEEDED", "FAILED", "CANCELLED");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long LOOK_AGAIN_MILLIS = 100;

    void say(String line) {
        console.out().println(line);
        console.out().flush();
    }

    void announce(int number, String line) {
        say("");
        say("%d. %s".formatted(number, line));
    }

    /** Draws how far a run is until it has ended, and answers how it ended. */
    JsonNode watch(long run, Supplier<ProgressNumbers> numbers) throws InterruptedException {
        try (var _ = ProgressDisplay.show(console, "   run " + run, numbers)) {
            await("run %d did not end".formatted(run), () -> FINAL.contains(state(run)));
        }
        return api.get("/runs/" + run);
    }

    JsonNode watch(long run) throws InterruptedException {
        return watch(run, () -> {
            var now = api.get("/runs/" + run);
            return new ProgressNumbers(
                    JsonText.number(now, "size"),
                    JsonText.number(now, "succeeded"),
                    JsonText.number(now, "failed"),
                    0,
                    0);
        });
    }

    /** Writes what there is to see of a run into one file beside the user. */
    void report(long run) throws IOException {
        var file = console.folder().resolve("tidewheel-demo.html");
        try (var out = new BufferedOutputStream(Files.newOutputStream(file))) {
            api.copy("/runs/%d/report?format=html".formatted(run), out);
        }
        say("   Its report, to be opened in a browser: " + file);
    }

    String state(long run) {
        return RunColumns.text(api.get("/runs/" + run), "state");
    }

    void await(String what, BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end)
                throw new CliError(ExitCodes.ERROR, "%s within %s".formatted(what, HumanNumbers.duration(PATIENCE)));
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
    }
}
