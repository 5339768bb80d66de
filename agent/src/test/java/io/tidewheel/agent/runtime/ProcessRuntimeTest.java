package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import java.util.List;
import java.util.Optional;

class ProcessRuntimeTest extends RuntimeContract {
    @Override
    protected RuntimeProvider provider() {
        return new BuiltInRuntimes.ProcessProvider();
    }

    @Override
    protected Command succeeding() {
        return command("true");
    }

    @Override
    protected Optional<Command> failing() {
        return Optional.of(command("false"));
    }

    @Override
    protected Optional<Command> endless() {
        return Optional.of(command("sleep", "1000"));
    }

    private static Command command(String... words) {
        return Command.newBuilder()
                .setRuntime(Runtime.PROCESS)
                .addAllArguments(List.of(words))
                .build();
    }
}
