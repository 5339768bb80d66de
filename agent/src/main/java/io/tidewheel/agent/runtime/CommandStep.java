package io.tidewheel.agent.runtime;

import io.tidewheel.protocol.wire.Command;
import java.time.Duration;
import java.util.List;

/**
 * One command of a chain, about to be run.
 *
 * @param isFirst whether it begins with its chain, and not later
 * @param arguments the command's arguments with the parameter put in
 */
public record CommandStep(
        boolean isFirst,
        Command command,
        List<String> arguments,
        TaskFacts facts,
        AttemptTimeLimits limits,
        StopSwitch stop,
        CommandOutput output,
        ScratchFolder scratch) {

    /** The same with no more time between the polite request to end and the end by force. */
    CommandStep within(Duration grace) {
        return new CommandStep(isFirst, command, arguments, facts, limits.within(grace), stop, output, scratch);
    }
}
