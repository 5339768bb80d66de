package io.tidewheel.server.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionSpeed;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.PartitionStanding;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a partition stood when it was last written down, with its own times and measures, so that a balancer that begins anew goes on as if nothing had
 * happened. What counts as done is never taken from here: ends of chains and results of sites tell that.
 *
 * @param chain the chain that does it; {@link #AT_SITE} if a foreign site does
 */
record RememberedPartition(int chain, int attempt, Partition part) {
    private static final Logger log = LoggerFactory.getLogger(RememberedPartition.class);
    static final int AT_SITE = -1;

    /** A state that is not to be restored is written as one that is unknown to whoever reads it. */
    Payload bytes() {
        var wire = PartitionStanding.newBuilder()
                .setPartition(part.index())
                .setChain(chain)
                .setAttempt(attempt)
                .setSite(part.site());
        switch (part.state()) {
            case Running running -> write(wire.setState("RUNNING"), running);
            case Lost(Instant at, Running running) ->
                write(wire.setState("LOST").setChangedMillis(at.toEpochMilli()), running);
            case Withdrawn(Instant at) -> wire.setState("WITHDRAWN").setChangedMillis(at.toEpochMilli());
            case PartitionState.Queued _, PartitionState.Finished _, PartitionState.Stored _, Lost _ ->
                wire.setState("");
        }
        return Payload.of(wire.build().toByteArray());
    }

    private static void write(PartitionStanding.Builder wire, Running running) {
        var pace = running.pace();
        wire.setSinceMillis(running.since().toEpochMilli())
                .setHeardMillis(running.heard().toEpochMilli())
                .setDone(running.done())
                .setTold(running.told())
                .setMostTold(running.mostTold())
                .setSpeed(pace.perSecond())
                .setPeak(pace.peak())
                .setWobble(pace.wobble())
                .setMeasured(pace.measured())
                .setMeasuredMillis(pace.since().toEpochMilli())
                .setMeasuredCount(pace.count())
                .setMovedMillis(pace.moved().toEpochMilli())
                .setLongestStep(pace.longestStep());
    }

    /** Empty if there is nothing to be restored. */
    static Optional<RememberedPartition> read(Payload bytes) {
        try {
            var wire = PartitionStanding.parseFrom(bytes.bytes());
            return state(wire)
                    .map(state -> new RememberedPartition(
                            wire.getChain(),
                            wire.getAttempt(),
                            new Partition(wire.getPartition(), wire.getSite(), state)));
        } catch (InvalidProtocolBufferException strange) {
            log.warn("how a partition stood cannot be read: {}", strange.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<PartitionState> state(PartitionStanding wire) {
        var changed = Instant.ofEpochMilli(wire.getChangedMillis());
        return switch (wire.getState()) {
            case "RUNNING" -> Optional.of(running(wire));
            case "LOST" -> Optional.of(new Lost(changed, running(wire)));
            case "WITHDRAWN" -> Optional.of(new Withdrawn(changed));
            default -> Optional.empty();
        };
    }

    private static Running running(PartitionStanding wire) {
        var pace = new PartitionSpeed(
                wire.getSpeed(),
                wire.getPeak(),
                wire.getWobble(),
                wire.getMeasured(),
                Instant.ofEpochMilli(wire.getMeasuredMillis()),
                wire.getMeasuredCount(),
                Instant.ofEpochMilli(wire.getMovedMillis()),
                wire.getLongestStep());
        return new Running(
                Instant.ofEpochMilli(wire.getSinceMillis()),
                Instant.ofEpochMilli(wire.getHeardMillis()),
                wire.getDone(),
                wire.getTold(),
                wire.getMostTold(),
                pace);
    }

    /** How it ran, also if it was lost since. */
    Optional<Running> run() {
        return switch (part.state()) {
            case Running running -> Optional.of(running);
            case Lost(Instant _, Running running) -> Optional.of(running);
            default -> Optional.empty();
        };
    }

    /** Whether this try of this chain did it. */
    boolean isOf(int otherChain, int otherAttempt) {
        return chain == otherChain && attempt == otherAttempt;
    }
}
