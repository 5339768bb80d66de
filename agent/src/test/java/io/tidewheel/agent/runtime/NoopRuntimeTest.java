package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import java.util.Optional;

class NoopRuntimeTest extends RuntimeContract {
    @Override
    protected RuntimeProvider provider() {
        return new BuiltInRuntimes.NoopProvider();
    }

    @Override
    protected Command succeeding() {
        return Command.newBuilder().setRuntime(Runtime.NOOP).build();
    }

    @Override
    protected Optional<Command> failing() {
        return Optional.empty();
    }

    @Override
    protected Optional<Command> endless() {
        return Optional.empty();
    }
}
