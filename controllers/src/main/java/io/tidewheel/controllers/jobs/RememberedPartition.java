package io.tidewheel.controllers.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.balancing.Partition;
import io.tidewheel.balancing.PartitionSpeed;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.balancing.PartitionState.Finished;
import io.tidewheel.balancing.PartitionState.Lost;
import io.tidewheel.balancing.PartitionState.Queued;
import io.tidewheel.balancing.PartitionState.Running;
import io.tidewheel.balancing.PartitionState.Stored;
import io.tidewheel.balancing.PartitionState.Withdrawn;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.PartitionStanding;
import java.time.Instant;
import java.util.Optional;

/**
 * How a partition stood when it was last written down, with its own times and measures, so that a balancer that begins anew goes on as if nothing had
 * happened. What agents have done is never taken from here: ends of chains tell that. What foreign sites have done is in no chain, and is kept here alone.
 *
 * @param chain the chain that does it; {@link #AT_SITE} if a foreign site does, or nobody
 * @param wasAtSite whether a foreign site has it, or ever had it
 * @param offer present if a site may begin it
 */
public record RememberedPartition(
        int chain, int attempt, Partition part, boolean wasAtSite, Optional<SiteOffer> offer) {
    static final int AT_SITE = -1;
    private static final String OFFERED = "OFFERED";

    /** The number of the piece in which the standing of a partition, or that of a chain, is kept: they are below zero, so that each kind is read alone. */
    public static int piece(int number) {
        return -1 - number;
    }

    /** One that a foreign site has, or had. */
    public static RememberedPartition atSite(Partition part, Optional<SiteOffer> offer) {
        return new RememberedPartition(AT_SITE, 0, part, true, offer);
    }

    /** A state that is not to be restored is written as one that is unknown to whoever reads it. */
    public Payload bytes() {
        var wire = PartitionStanding.newBuilder()
                .setPartition(part.index())
                .setChain(chain)
                .setAttempt(attempt)
                .setSite(part.site())
                .setWasAtSite(wasAtSite);
        switch (part.state()) {
            case Running running -> write(wire.setState("RUNNING"), running);
            case Lost(Instant at, Running running) -> write(at(wire.setState("LOST"), at), running);
            case Withdrawn(Instant at) -> at(wire.setState("WITHDRAWN"), at);
            case Finished(Instant at, long count, double speed)
            when isAtSite() -> at(wire.setState("FINISHED").setDone(count).setSpeed(speed), at);
            case Stored(Instant at, long count, double speed)
            when isAtSite() -> at(wire.setState("STORED").setDone(count).setSpeed(speed), at);
            case Queued _, Finished _, Stored _, Lost _ ->
                offer.ifPresent(made -> at(wire.setState(OFFERED).setSite(made.site()), made.until()));
        }
        return Payload.of(wire.build().toByteArray());
    }

    private static PartitionStanding.Builder at(PartitionStanding.Builder wire, Instant moment) {
        return wire.setChangedMillis(moment.toEpochMilli());
    }

    private boolean isAtSite() {
        return wasAtSite && chain == AT_SITE;
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

    /** Empty if there is nothing to be restored, or it cannot be read. */
    public static Optional<RememberedPartition> read(Payload bytes) {
        try {
            var wire = PartitionStanding.parseFrom(bytes.bytes());
            var state = state(wire);
            if (state instanceof Queued && !wire.getWasAtSite()) return Optional.empty();
            var offer = wire.getState().equals(OFFERED)
                    ? Optional.of(new SiteOffer(wire.getSite(), Instant.ofEpochMilli(wire.getChangedMillis())))
                    : Optional.<SiteOffer>empty();
            var site = offer.isPresent() ? "" : wire.getSite();
            return Optional.of(new RememberedPartition(
                    wire.getChain(),
                    wire.getAttempt(),
                    new Partition(wire.getPartition(), site, state),
                    wire.getWasAtSite(),
                    offer));
        } catch (InvalidProtocolBufferException strange) {
            return Optional.empty(); // its process tells where it is
        }
    }

    private static PartitionState state(PartitionStanding wire) {
        var changed = Instant.ofEpochMilli(wire.getChangedMillis());
        return switch (wire.getState()) {
            case "RUNNING" -> running(wire);
            case "LOST" -> new Lost(changed, running(wire));
            case "WITHDRAWN" -> new Withdrawn(changed);
            case "FINISHED" -> new Finished(changed, wire.getDone(), wire.getSpeed());
            case "STORED" -> new Stored(changed, wire.getDone(), wire.getSpeed());
            default -> new Queued(Instant.EPOCH);
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

    /** Whether a site has it now: it may begin it, works on it, or has done it. */
    boolean isHeldBySite() {
        if (!isAtSite()) return false;
        return switch (part.state()) {
            case Queued _ -> offer.isPresent();
            case Running _, Finished _, Stored _ -> true;
            case Lost _, Withdrawn _ -> false;
        };
    }

    /** Whether this try of this chain did it. */
    boolean isOf(int otherChain, int otherAttempt) {
        return chain == otherChain && attempt == otherAttempt;
    }
}
