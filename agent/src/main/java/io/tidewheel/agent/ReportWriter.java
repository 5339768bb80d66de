package io.tidewheel.agent;

import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.OneLine;
import io.tidewheel.model.LogStream;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Report;
import org.jspecify.annotations.Nullable;

/** Writes down how chains ended. */
final class ReportWriter {
    private final String agent;
    private final WallClockStamps stamps;

    ReportWriter(String agent, WallClockStamps stamps) {
        this.agent = agent;
        this.stamps = stamps;
    }

    /** The report about a chain that took time. */
    Report of(
            HeldChain chain,
            WallClockStamps.Moment started,
            long finishedNanos,
            ChainRunner.End end,
            TaskOutput output) {
        var last = end.last();
        var outcome = outcome(chain, started, finishedNanos)
                .setSignal(last.signal())
                .setUserCpuMicros(last.usage().userMicros())
                .setSystemCpuMicros(last.usage().systemMicros())
                .setPeakMemoryBytes(last.usage().peakMemoryBytes())
                .setResult(last.result())
                .setStdoutBytes(output.written(LogStream.STDOUT))
                .setStderrBytes(output.written(LogStream.STDERR))
                .setFailedCommand(end.failedCommand());
        if (!end.isPlain()) addFiles(outcome, end);
        if (!last.message().isEmpty()) outcome.setMessage(OneLine.of(last.message()));
        if (!last.isSuccess()) outcome.setLastOutput(output.lastLines());
        return report(chain, last.ending(), last.exitCode(), outcome)
                .setCancels(last.cancels())
                .build();
    }

    private static void addFiles(Outcome.Builder outcome, ChainRunner.End end) {
        outcome.addAllCollected(end.collected())
                .addAllInputs(end.inputs())
                .addAllCommands(end.records())
                .addAllStaged(end.staged())
                .setReused(end.origin().reused())
                .setReuseMiss(OneLine.of(end.origin().miss()));
        end.part().ifPresent(outcome::setPart);
    }

    /** The report about a chain that took no time, or was not started at all. */
    Report of(HeldChain chain, long nanos, @Nullable CommandEnd failure) {
        var outcome = outcome(chain, stamps.at(nanos), nanos);
        if (failure == null) return report(chain, Ending.SUCCEEDED, 0, outcome).build();
        outcome.setMessage(OneLine.of(failure.message()));
        return report(chain, failure.ending(), failure.exitCode(), outcome).build();
    }

    private Outcome.Builder outcome(HeldChain chain, WallClockStamps.Moment started, long finishedNanos) {
        return Outcome.newBuilder()
                .setReceivedMicros(started.micros(chain.receivedNanos))
                .setStartedMicros(started.micros())
                .setFinishedMicros(started.micros(finishedNanos))
                .setAgent(agent);
    }

    private static Report.Builder report(HeldChain chain, Ending ending, int exitCode, Outcome.Builder outcome) {
        return Report.newBuilder()
                .setRun(chain.id.run())
                .setIndex(chain.id.index())
                .setAttempt(chain.id.attempt())
                .setLane(chain.lane)
                .setEnding(ending)
                .setExitCode(exitCode)
                .setOutcome(outcome.build().toByteString());
    }
}
