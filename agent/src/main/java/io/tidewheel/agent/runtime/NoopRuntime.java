package io.tidewheel.agent.runtime;

/** Does nothing at all: for measuring. */
public final class NoopRuntime implements CommandRuntime {
    @Override
    public CommandEnd run(CommandStep step) {
        return CommandEnd.SUCCESS;
    }
}
