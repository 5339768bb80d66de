package io.tidewheel.engine;

import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.Placement;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Takes chains back from agents that hold more than they can run, for the sake of others. */
final class ChainRecall {
    /** An agent that was asked is given so much time before it is asked again. */
    private static final long RECALL_AGAIN_NANOS = 200_000_000;

    private final Collection<LiveSession> sessions;
    private final Placement placement;
    private final UnfinishedRuns runs;

    ChainRecall(Collection<LiveSession> sessions, Placement placement, UnfinishedRuns runs) {
        this.sessions = sessions;
        this.placement = placement;
        this.runs = runs;
    }

    /**
     * An agent that holds more than it wants has found out that this takes long. Others are not to wait for all of it, whether they have
     * something there or nothing, so it gives back what it has too much.
     */
    void whatIsHoarded(Turn turn, LiveSession session) {
        int excess = session.leases.size() - Math.max(session.credit, session.slots());
        if (excess <= 0 || turn.nanos < session.recallUntilNanos || !placement.knows(session.id)) return;
        if (!isHoarded(session, excess)) return;
        session.recall(excess);
        session.recallUntilNanos = turn.nanos + RECALL_AGAIN_NANOS;
    }

    /** Whether among the last of its chains are some that may take long, and somebody else waits. */
    private boolean isHoarded(LiveSession session, int excess) {
        LiveLease slow = null;
        boolean several = false;
        for (var lease : session.leases.sequencedValues().reversed()) {
            if (excess-- == 0) break;
            if (runs.lane(lease.lane.id) != lease.lane) continue;
            if (slow != null && !slow.lane.run.spec.owner().equals(lease.lane.run.spec.owner())) several = true;
            if (placement.isSlow(lease.lane.id)) slow = lease;
        }
        return slow != null && (several || placement.isOwedTo(session.id, slow.lane.id));
    }

    /** Takes unstarted chains from agents that hold more than they can run, when others stand idle. */
    void forIdle(Turn turn) {
        if (!holdsMoreThanItRuns()) return;
        for (var id : placement.idleAgents()) {
            int wanted = placement.idleSlots(id);
            for (var donor : sessions) {
                if (wanted == 0) break;
                int unstarted = donor.leases.size() - donor.slots();
                if (donor.id.equals(id) || !donor.connected || unstarted <= 0 || turn.nanos < donor.recallUntilNanos)
                    continue;
                if (!holdsSomethingFor(donor, id)) continue;
                int count = Math.min(unstarted, Math.max(wanted, unstarted / 2));
                donor.recall(count);
                donor.recallUntilNanos = turn.nanos + RECALL_AGAIN_NANOS;
                wanted -= Math.min(wanted, count);
            }
        }
    }

    private boolean holdsMoreThanItRuns() {
        for (var donor : sessions) if (donor.connected && donor.leases.size() > donor.slots()) return true;
        return false;
    }

    private boolean holdsSomethingFor(LiveSession donor, SessionId idle) {
        var last = lastOf(donor);
        return last != null && runs.lane(last.lane.id) == last.lane && placement.hasRoomFor(idle, last.lane.id);
    }

    private static @Nullable LiveLease lastOf(LiveSession session) {
        return session.leases.isEmpty() ? null : session.leases.lastEntry().getValue();
    }
}
