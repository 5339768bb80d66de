package io.tidewheel.engine;

import io.tidewheel.model.MachineId;
import io.tidewheel.model.RunId;
import io.tidewheel.scheduling.LaneFunding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Which runs that have a budget of their own pay for which machines, and when. */
final class AgentFunding {
    private Map<MachineId, Map<RunId, PaidTime>> paidTimes = Map.of();
    private boolean isTold;
    private Instant nextUnpaid = Instant.MAX;

    /** Somebody says who pays; it holds until it is said again. */
    void tell(Map<MachineId, Map<RunId, PaidTime>> told) {
        paidTimes = told;
        isTold = true;
    }

    /** False after a start, as long as nobody has said who pays. */
    boolean isTold() {
        return isTold;
    }

    /** When the next paid time ends. */
    Instant nextUnpaid() {
        return nextUnpaid;
    }

    /** Looks for the next end of a paid time after this moment. */
    void lookForUnpaid(Instant now) {
        nextUnpaid = Instant.MAX;
        for (var times : paidTimes.values()) {
            for (var time : times.values())
                if (now.isBefore(time.until()) && time.until().isBefore(nextUnpaid)) nextUnpaid = time.until();
        }
    }

    /** Whether its machine is paid for. */
    static boolean costs(LiveSession session) {
        var info = session.info;
        return info != null && info.costs();
    }

    /** Which runs that have a budget of their own may use an agent. */
    LaneFunding fundingAt(Instant now, LiveSession session) {
        if (!costs(session)) return LaneFunding.EVERYBODY;
        var paying = new ArrayList<RunId>();
        timesOf(session).forEach((run, time) -> {
            if (time.holdsAt(now)) paying.add(run);
        });
        return LaneFunding.by(paying);
    }

    private Map<RunId, PaidTime> timesOf(LiveSession session) {
        var name = MachineId.ofAgent(session.name());
        return MachineId.isOne(name) ? paidTimes.getOrDefault(new MachineId(name), Map.of()) : Map.of();
    }

    /** When the run of a lease may use the machine; empty if nobody has said that it may. */
    Optional<PaidTime> paidTime(LiveSession session, LiveLease lease) {
        var run = lease.lane.run;
        if (run.spec.budget().isEmpty() || !costs(session)) return Optional.of(PaidTime.ALWAYS);
        return Optional.ofNullable(timesOf(session).get(run.id));
    }
}
