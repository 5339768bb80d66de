package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.process.CommandNotStarted;
import io.tidewheel.agent.process.CommandNotStarted.Reason;
import io.tidewheel.agent.process.OutputSink;
import io.tidewheel.agent.process.OutputSink.Appetite;
import io.tidewheel.agent.process.OutputSink.Channel;
import io.tidewheel.agent.process.ProcessEnd;
import io.tidewheel.agent.process.ProcessLauncher;
import io.tidewheel.agent.process.ProcessLimits;
import io.tidewheel.agent.process.ProcessSpec;
import io.tidewheel.agent.process.RunningProcess;
import io.tidewheel.agent.process.StartOutcome;
import io.tidewheel.agent.runtime.CommandEnd.Usage;
import io.tidewheel.model.LogStream;
import io.tidewheel.protocol.wire.Ending;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Sees one process at a time from its start to its end, within the limits of its chain, and says how it ended. */
public final class ProcessRun implements AutoCloseable {
    private static final int SIGKILL = 9;
    /** A machine without a free process or a byte of memory may have one a moment later. */
    private static final long[] PAUSES_WHEN_EXHAUSTED = {100_000_000, 400_000_000, 1_500_000_000};

    private static final Duration QUIET_LIMIT = Duration.ofSeconds(30);

    private static final int LONGEST_ANSWER = 1_000;

    private final ProcessLauncher launcher;
    private final OutOfMemoryKills kills;
    private final LongSupplier nanos;

    /** The clock must be the launcher's. */
    public ProcessRun(ProcessLauncher launcher, OutOfMemoryKills kills, LongSupplier nanos) {
        this.launcher = launcher;
        this.kills = kills;
        this.nanos = nanos;
    }

    CommandEnd run(ProcessSpec spec, CommandStep step) {
        return switch (start(spec, step.stop())) {
            case CommandNotStarted error -> CommandEnd.notStarted(error.exitCode(), error.message());
            case RunningProcess process -> end(pump(process, step), step.limits());
        };
    }

    /** Runs a short program whose success does not matter. */
    void runQuietly(ProcessSpec spec) {
        if (launcher.start(spec) instanceof RunningProcess process) {
            process.pump(OutputSink.NOTHING, ProcessLimits.NONE.withMaxRuntime(QUIET_LIMIT));
        }
    }

    /** Runs a short program and returns what it says; nothing if it cannot be started. */
    String answer(ProcessSpec spec) {
        var said = new StringBuilder();
        if (launcher.start(spec) instanceof RunningProcess process) {
            OutputSink collect = (channel, bytes) -> {
                if (channel == Channel.STDOUT && said.length() < LONGEST_ANSWER)
                    said.append(StandardCharsets.UTF_8.decode(bytes));
                return Appetite.MORE;
            };
            process.pump(collect, ProcessLimits.NONE.withMaxRuntime(QUIET_LIMIT));
        }
        return said.toString();
    }

    private StartOutcome start(ProcessSpec spec, StopSwitch stop) {
        var outcome = launcher.start(spec);
        for (long pause : PAUSES_WHEN_EXHAUSTED) {
            if (!(outcome instanceof CommandNotStarted error) || error.reason() != Reason.MACHINE_EXHAUSTED) break;
            stop.sleep(nanos.getAsLong(), pause, nanos);
            if (stop.isFlipped()) break;
            outcome = launcher.start(spec);
        }
        return outcome;
    }

    private ProcessEnd pump(RunningProcess process, CommandStep step) {
        step.stop().whenFlipped(new Stopping(process));
        try {
            return process.pump(new Kept(step.output()), limits(step.limits(), nanos.getAsLong()));
        } finally {
            step.stop().ignore();
        }
    }

    private record Stopping(RunningProcess process) implements Consumer<StopSwitch.Urgency> {
        @Override
        public void accept(StopSwitch.Urgency urgency) {
            process.end(
                    urgency == StopSwitch.Urgency.AT_ONCE
                            ? RunningProcess.Urgency.AT_ONCE
                            : RunningProcess.Urgency.POLITE);
        }
    }

    private record Kept(CommandOutput output) implements OutputSink {
        @Override
        public Appetite accept(Channel channel, ByteBuffer bytes) {
            output.write(channel == Channel.STDOUT ? LogStream.STDOUT : LogStream.STDERR, bytes);
            // What is not kept is still looked at: the last lines of a failed command are worth having.
            return Appetite.MORE;
        }
    }

    private static ProcessLimits limits(AttemptTimeLimits limits, long now) {
        return new ProcessLimits(
                limits.asDuration(limits.left(now)),
                limits.asDuration(limits.inactivity().at()),
                limits.grace(),
                ProcessLimits.NONE.linger());
    }

    private CommandEnd end(ProcessEnd end, AttemptTimeLimits limits) {
        return switch (end.cause()) {
            case REQUEST -> of(CommandEnd.of(Ending.CANCELLED, "stopped on request"), end);
            case MAX_RUNTIME -> of(limits.over(), end);
            case MAX_INACTIVITY -> of(limits.inactive(), end);
            case ITSELF -> of(endOfItself(end), end);
        };
    }

    private CommandEnd endOfItself(ProcessEnd end) {
        if (end.shellCode() == 128 + SIGKILL && kills.explainsOne()) {
            return CommandEnd.of(Ending.OUT_OF_MEMORY, "killed by the system because there was no memory left");
        }
        if (end.signal() != 0) return CommandEnd.of(Ending.SIGNAL, "ended by signal " + SignalNames.name(end.signal()));
        if (end.exitCode() != 0) return CommandEnd.of(Ending.EXIT_CODE, "ended with exit code " + end.exitCode());
        return CommandEnd.SUCCESS;
    }

    private static CommandEnd of(CommandEnd named, ProcessEnd end) {
        var usage = end.usage()
                .map(used ->
                        new Usage(micros(used.userTime()), micros(used.systemTime()), used.peakMemoryAtLeastBytes()))
                .orElse(Usage.NONE);
        return named.by(end.shellCode(), end.signal()).with(usage, ByteString.EMPTY);
    }

    private static long micros(Duration duration) {
        return duration.toNanos() / 1_000;
    }

    @Override
    public void close() {
        launcher.close();
    }
}
