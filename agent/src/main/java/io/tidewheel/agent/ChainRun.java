package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.runtime.Arguments;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.CommandEnd.Usage;
import io.tidewheel.agent.runtime.CommandRuntime;
import io.tidewheel.agent.runtime.OneLine;
import io.tidewheel.agent.runtime.ScratchFolder;
import io.tidewheel.agent.runtime.Step;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.agent.runtime.TaskFacts;
import io.tidewheel.agent.runtime.TimeLimits;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Runtime;
import java.util.Locale;
import java.util.Map;

/** Runs the commands of one chain, one after the other until one fails. Lives as long as the chain runs. */
final class ChainRun {
    private final Chain chain;
    private final Map<Runtime, CommandRuntime> runtimes;
    private final TaskFacts facts;
    private final TimeLimits limits;
    private final StopSwitch stop;
    private final TaskOutput output;
    private final ScratchFolder scratch;

    /** How the chain ended: its last command's end, with what all of them used, and which one failed. */
    record End(CommandEnd last, int failedCommand) {}

    ChainRun(
            Chain chain,
            Map<Runtime, CommandRuntime> runtimes,
            TaskFacts facts,
            TimeLimits limits,
            StopSwitch stop,
            TaskOutput output,
            ScratchFolder scratch) {
        this.chain = chain;
        this.runtimes = runtimes;
        this.facts = facts;
        this.limits = limits;
        this.stop = stop;
        this.output = output;
        this.scratch = scratch;
    }

    End run() {
        var end = runCommands();
        var remains = scratch.close();
        var last = end.last;
        var result = remains.result().isEmpty() ? last.result() : remains.result();
        return new End(
                new CommandEnd(
                        last.ending(),
                        last.exitCode(),
                        last.signal(),
                        joined(last.message(), remains.remark()),
                        last.usage(),
                        result),
                end.failedCommand);
    }

    private End runCommands() {
        var usage = Usage.NONE;
        var result = ByteString.EMPTY;
        for (int i = 0; i < chain.work.getCommandsCount(); i++) {
            var end = runCommand(chain.work.getCommands(i), i == 0);
            usage = usage.plus(end.usage());
            if (!end.result().isEmpty()) result = end.result();
            if (!end.isSuccess()) return new End(with(end, usage, result), i);
        }
        return new End(with(CommandEnd.SUCCESS, usage, result), 0);
    }

    private CommandEnd runCommand(Command command, boolean isFirst) {
        if (stop.isFlipped()) return CommandEnd.of(Ending.CANCELLED, "stopped on request before it was started");
        var runtime = runtimes.get(command.getRuntime());
        if (runtime == null) return notOffered(command.getRuntime());
        var arguments = Arguments.of(command.getArgumentsList(), chain.work.getSubstitute(), chain.parameter);
        try {
            return runtime.run(new Step(isFirst, command, arguments, facts, limits, stop, output, scratch));
        } catch (RuntimeException | Error defect) {
            // A defect of ours, or a machine at its end: this chain fails, its neighbours and the slot go on.
            return CommandEnd.of(Ending.ERROR, "the agent failed to run it: " + OneLine.of(defect));
        }
    }

    private static CommandEnd notOffered(Runtime runtime) {
        var name = runtime == Runtime.UNRECOGNIZED
                ? "that the chain asks for"
                : "'" + runtime.name().toLowerCase(Locale.ROOT) + "'";
        return CommandEnd.notStarted(
                126, "this agent does not offer the runtime " + name + "; it may be too old for it");
    }

    private static CommandEnd with(CommandEnd end, Usage usage, ByteString result) {
        return new CommandEnd(end.ending(), end.exitCode(), end.signal(), end.message(), usage, result);
    }

    private static String joined(String message, String remark) {
        if (message.isEmpty() || remark.isEmpty()) return message + remark;
        return message + "; " + remark;
    }
}
