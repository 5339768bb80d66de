package io.tidewheel.agent;

import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.List;

/** Short ways to write down what a chain does. */
final class TestCommands {
    static final Work NOOP = of(command(Runtime.NOOP));

    private TestCommands() {}

    static Work sleep(Duration duration) {
        return of(command(Runtime.SLEEP).setSleepMicros(duration.toNanos() / 1_000));
    }

    static Work process(String... arguments) {
        return of(command(Runtime.PROCESS).addAllArguments(List.of(arguments)));
    }

    static Work shell(String script) {
        return process("/bin/sh", "-c", script);
    }

    static Command.Builder command(Runtime runtime) {
        return Command.newBuilder().setRuntime(runtime);
    }

    static Work of(Command.Builder... commands) {
        var work = Work.newBuilder();
        for (var command : commands) work.addCommands(command);
        return work.build();
    }
}
