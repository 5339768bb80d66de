package example.tidewheel;

import io.tidewheel.agent.runtime.RuntimeContract;
import io.tidewheel.agent.runtime.RuntimeProvider;
import io.tidewheel.protocol.wire.Command;
import java.util.Optional;

class UpperCaseRuntimeTest extends RuntimeContract {
    @Override
    protected RuntimeProvider provider() {
        return new UpperCaseRuntime();
    }

    @Override
    protected Command succeeding() {
        return Command.newBuilder().addArguments("hello").build();
    }

    @Override
    protected Optional<Command> failing() {
        return Optional.of(Command.getDefaultInstance());
    }

    @Override
    protected Optional<Command> endless() {
        return Optional.empty();
    }
}
