package io.tidewheel.agent;

import io.tidewheel.agent.runtime.ExtensionRuntimeProvider;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Work;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;

/**
 * How far a chain is: which of its commands are done, and of the one at work what somebody says who can read its output. Told when it has changed by a percent, as
 * Steep does: of a chain of two commands, one of which is done, one half.
 */
final class ChainProgress {
    private final int commands;
    private final IntConsumer telling;
    private int told = -1;
    private boolean isEstimated;

    /** @param telling is told the percent */
    ChainProgress(Work work, IntConsumer telling) {
        this.commands = (int) work.getCommandsList().stream()
                .filter(command -> !onlyAsks(command))
                .count();
        this.telling = telling;
    }

    /** The last command of a chain may be there to ask adapters what its outputs are. */
    private static boolean onlyAsks(Command command) {
        return command.getRuntimeName().equals(ExtensionRuntimeProvider.NAME) && command.getArgumentsCount() == 0;
    }

    /** Takes estimates of a command. One below zero says nothing. */
    DoubleConsumer of(int position) {
        return part -> {
            if (part < 0) return;
            tell((position + part) / commands, true);
        };
    }

    /** A command has succeeded. After the last one there is something to tell only if there was before. */
    synchronized void done(int position) {
        if (position >= commands || (position == commands - 1 && !isEstimated)) return;
        tell((position + 1.0) / commands, false);
    }

    private synchronized void tell(double part, boolean estimated) {
        isEstimated |= estimated;
        int percent = (int) Math.round(part * 100);
        if (percent == told) return;
        told = percent;
        telling.accept(percent);
    }
}
