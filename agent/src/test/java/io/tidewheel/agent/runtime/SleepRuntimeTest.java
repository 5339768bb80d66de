package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import java.util.Optional;

class SleepRuntimeTest extends RuntimeContract {
    @Override
    protected RuntimeProvider provider() {
        return new BuiltInRuntimes.SleepProvider();
    }

    @Override
    protected Command succeeding() {
        return command(1_000);
    }

    @Override
    protected Optional<Command> failing() {
        return Optional.empty();
    }

    @Override
    protected Optional<Command> endless() {
        return Optional.of(command(Long.MAX_VALUE));
    }

    private static Command command(long micros) {
        return Command.newBuilder()
                .setRuntime(Runtime.SLEEP)
                .setSleepMicros(micros)
                .build();
    }
}
