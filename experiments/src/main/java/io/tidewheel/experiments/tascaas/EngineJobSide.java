package io.tidewheel.experiments.tascaas;

import com.google.protobuf.ByteString;
import io.tidewheel.balancing.JobForecast;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.experiments.tascaas.SimJobEngine.Lease;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.PartitionDone;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The job controller of the server, with the engine: a part is a chain, and who takes it has a lease. What a site calls the number of a part is here
 * the number of a try: a part whose program has died is tried again.
 */
final class EngineJobSide implements JobSide {
    /** A program that has been given a part. */
    private static final class Try {
        private final Lease lease;
        private String site = "";
        private boolean begun;
        private long began;
        private long count;
        private long told;
        private long mostTold;
        private long kept;
        private long reportAt;

        private Try(Lease lease) {
            this.lease = lease;
        }
    }

    private final SimJobEngine room;
    private final SimJobSpec plan;
    private final boolean keeps;
    private final Capabilities requires;
    private final RunId run;
    private final Map<Integer, Try> tries = new HashMap<>();
    private int waitingForStart;

    /** @param keeps whether programs leave at each report what they need to go on from there */
    EngineJobSide(SimJobEngine room, SimJobSpec plan, boolean keeps) {
        this.room = room;
        this.plan = plan;
        this.keeps = keeps;
        var name = room.nextName();
        this.requires = Capabilities.of(name);
        room.until(plan.submitted());
        this.run = room.submit(plan.name(), document(name));
    }

    private JobDocument document(String requires) {
        return JobDocument.newBuilder()
                .setIterations(plan.iterations())
                .setTargetMillis(plan.target() * 1_000)
                .setPartitions(plan.partitions())
                .setMostPartitions(plan.mostPartitions())
                .setReportMillis(plan.goal().reportEvery().toMillis())
                .setWork(Work.newBuilder().addCommands(Command.newBuilder().addArguments("simulated")))
                .addRequires(requires)
                .setRetry(RetryRule.newBuilder().setMaxAttempts(1))
                .build();
    }

    private Optional<JobController> live() {
        return room.find(run);
    }

    @Override
    public OptionalInt take(long now) {
        room.until(now);
        var lease = room.join(requires);
        if (lease.isEmpty()) return OptionalInt.empty();
        int number = tries.size();
        tries.put(number, new Try(lease.get()));
        waitingForStart++;
        return OptionalInt.of(number);
    }

    @Override
    public int waiting() {
        return Math.max(0, live().map(job -> job.job().queued()).orElse(0) - waitingForStart);
    }

    @Override
    public long waitingSince() {
        return plan.submitted();
    }

    @Override
    public int running() {
        return live().map(job -> job.job().running()).orElse(0) + waitingForStart;
    }

    @Override
    public OptionalLong start(int part, String site, long now) {
        room.until(now);
        var program = program(part);
        if (!program.begun) waitingForStart--;
        program.begun = true;
        program.began = now;
        program.site = site;
        return told(program, room.tell(program.lease, site, Progress.newBuilder()), now);
    }

    @Override
    public long kept(int part) {
        return program(part).kept;
    }

    @Override
    public OptionalLong report(int part, long count, long age, long now) {
        room.until(now);
        var program = program(part);
        program.count = count;
        var progress =
                Progress.newBuilder().setIterations(count).setTold(program.told).setMostTold(program.mostTold);
        if (keeps) progress.setCheckpoint(ByteString.copyFromUtf8(count + "\n"));
        return told(program, room.tell(program.lease, program.site, progress), now);
    }

    private OptionalLong told(Try program, Optional<Share> share, long now) {
        if (share.isEmpty()) return OptionalLong.of(program.count);
        program.told = share.get().getCount();
        program.mostTold = Math.max(program.mostTold, program.told);
        program.reportAt = now + Math.max(1, share.get().getReportMillis() / 1_000);
        var kept = share.get().getCheckpoint().toStringUtf8().strip();
        if (!kept.isEmpty()) program.kept = Long.parseLong(kept);
        return OptionalLong.of(program.told);
    }

    /** Towards the end programs are told to report more often. */
    @Override
    public boolean isTimeToReport(int part, long age, long now) {
        return now >= program(part).reportAt;
    }

    @Override
    public void finish(int part, long count, long age, long now) {
        program(part).count = count;
    }

    @Override
    public boolean stored(int part, long now) {
        room.until(now);
        var program = program(part);
        var stored = live().map(job -> job.job().stored()).orElse(0L);
        var outcome = Outcome.newBuilder()
                .setAgent(program.site)
                .setStartedMicros(DefaultJobSide.at(program.began).getEpochSecond() * 1_000_000)
                .setFinishedMicros(DefaultJobSide.at(now).getEpochSecond() * 1_000_000)
                .setPart(PartitionDone.newBuilder().setIterations(program.count).setToldByProgram(true));
        room.ended(
                program.lease,
                report(program, Reason.NONE, Payload.of(outcome.build().toByteArray()), now));
        return live().map(job -> job.job().stored() > stored).orElse(room.isOver(run) && stored < plan.iterations());
    }

    private static AttemptReport report(Try program, Reason reason, Payload outcome, long now) {
        var work = program.lease.work();
        return new AttemptReport(
                work.chain(),
                work.attempt(),
                work.lane().id().number(),
                reason,
                reason == Reason.NONE ? 0 : 137,
                Duration.ofSeconds(program.begun ? now - program.began : 0),
                outcome);
    }

    /** A program has died: its agent sees that and tells at once, where a site tells nobody. */
    @Override
    public void died(int part, long now) {
        room.until(now);
        var program = program(part);
        if (!program.begun) waitingForStart--;
        room.ended(program.lease, report(program, Reason.SIGNAL, Payload.NONE, now));
    }

    @Override
    public void tick(long now) {
        room.until(now);
    }

    private Try program(int part) {
        var program = tries.get(part);
        if (program == null) throw new IllegalStateException("nobody was given a part " + part);
        return program;
    }

    @Override
    public long reportTime() {
        return plan.goal().reportEvery().toSeconds();
    }

    @Override
    public OptionalDouble estimate(long now) {
        var toGo = live().flatMap(
                        job -> JobForecast.of(job.job(), DefaultJobSide.at(now)).toGo());
        return toGo.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(toGo.get().toMillis() / 1e3);
    }

    @Override
    public boolean isOver() {
        return room.isOver(run);
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}
