package io.tidewheel.experiments.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.engine.Assignment;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.PartitionDone;
import io.tidewheel.protocol.wire.PartitionOrder;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.List;

/**
 * The program of a partition on a pretended agent: it waits for its share, works at its speed, tells how far it is as often as it is asked to, and ends
 * when it has done as much as it was last told.
 */
final class SimPartition {
    private static final long NOT_TOLD = -1;
    private static final Duration ASK_AGAIN = Duration.ofSeconds(2);

    private final SimAgent agent;
    private final Assignment work;
    private final VirtualTime time;
    private final double speed;
    private final boolean fails;
    private final List<Collected> made;
    private Duration interval;
    private long told = NOT_TOLD;
    private long mostTold;
    private long beganNanos;
    private int timer;

    /**
     * @param speed in iterations per second
     * @param fails whether it dies when half of its share is done
     * @param made the files that it leaves
     */
    SimPartition(
            SimAgent agent,
            Assignment work,
            VirtualTime time,
            Duration interval,
            double speed,
            boolean fails,
            List<Collected> made) {
        this.agent = agent;
        this.work = work;
        this.time = time;
        this.interval = interval;
        this.speed = speed;
        this.fails = fails;
        this.made = List.copyOf(made);
    }

    /** What a chain is to do that is a partition. */
    static PartitionOrder order(Payload body) {
        try {
            return Work.parseFrom(body.bytes()).getPart();
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the body of a chain cannot be read", strange);
        }
    }

    Assignment work() {
        return work;
    }

    void tell() {
        if (!agent.runs(this)) return;
        var progress = Progress.newBuilder()
                .setRun(work.chain().run().number())
                .setIndex(work.chain().index())
                .setAttempt(work.attempt())
                .setIterations(done());
        if (told != NOT_TOLD) progress.setTold(told).setMostTold(mostTold);
        agent.tell(progress.build());
        boolean asks = told == NOT_TOLD && interval.compareTo(ASK_AGAIN) > 0;
        int same = ++timer;
        agent.after(asks ? ASK_AGAIN : interval, () -> {
            if (timer == same) tell();
        });
    }

    void share(Share share) {
        if (!agent.runs(this)) return;
        if (told == NOT_TOLD) beganNanos = time.nanos();
        told = share.getCount();
        mostTold = Math.max(mostTold, told);
        interval = Duration.ofMillis(Math.max(1, share.getReportMillis()));
        awaitEnd();
    }

    private long done() {
        if (told == NOT_TOLD) return 0;
        return Math.min(mostTold, (long) (speed * (time.nanos() - beganNanos) / 1e9));
    }

    /** A share that grows meanwhile lets it go on. */
    private void awaitEnd() {
        long goal = fails ? told / 2 : told;
        double missing = goal / speed - (time.nanos() - beganNanos) / 1e9;
        agent.after(Duration.ofNanos((long) (Math.max(0, missing) * 1e9) + 1_000_000), () -> {
            if (!agent.runs(this)) return;
            if (fails ? done() >= told / 2 : done() >= told) end();
        });
    }

    private void end() {
        if (fails) {
            agent.ended(this, Reason.EXIT_CODE, Payload.NONE);
            return;
        }
        var outcome = Outcome.newBuilder()
                .setAgent("simulated")
                .addAllCollected(made)
                .setStartedMicros(beganNanos / 1_000)
                .setFinishedMicros(time.nanos() / 1_000)
                .setPart(PartitionDone.newBuilder().setIterations(done()).setToldByProgram(true));
        agent.ended(this, Reason.NONE, Payload.of(outcome.build().toByteArray()));
    }
}
