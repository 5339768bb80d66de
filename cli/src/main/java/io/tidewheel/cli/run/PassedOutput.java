package io.tidewheel.cli.run;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Both output streams of a single command on a server, on their way to ours. If something of them is missing, that is said. */
final class PassedOutput {
    private final Console console;
    private final long run;
    private final long keep;
    private final Runnable whenNobodyReads;
    private final List<OutputReading> readings = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /** @param whenNobodyReads called when the reader of our output has gone */
    PassedOutput(Console console, long run, long keep, Runnable whenNobodyReads) {
        this.console = console;
        this.run = run;
        this.keep = keep;
        this.whenNobodyReads = whenNobodyReads;
    }

    /** @param server opens the way to it; each stream has its own */
    void start(Supplier<ApiClient> server) {
        start(server, "stdout", console.rawOut());
        start(server, "stderr", console.rawErr());
    }

    private void start(Supplier<ApiClient> server, String stream, OutputStream to) {
        var api = server.get();
        var reading = new OutputReading(api, run, stream, keep, to);
        readings.add(reading);
        threads.add(Thread.ofVirtual().name(stream).start(() -> {
            try (api) {
                reading.read();
                if (reading.isBroken()) whenNobodyReads.run();
                else if (reading.leftOut() > 0) tell(reading.leftOut() + " bytes of its " + stream + " are missing");
            } catch (CliError broken) {
                tell("its %s is broken off after %d bytes: %s".formatted(stream, reading.offset(), broken.text()));
            }
        }));
    }

    private void tell(String what) {
        console.err()
                .println("tidewheel: run %d: %s; see what is kept with: tidewheel logs %d".formatted(run, what, run));
    }

    /** Waits until all has been passed on; false if there is nobody any more to pass it on to. */
    boolean awaitEnd() throws InterruptedException {
        for (var reading : readings) if (reading.isBroken()) return false;
        for (var thread : threads) thread.join();
        return readings.stream().noneMatch(OutputReading::isBroken);
    }
}
