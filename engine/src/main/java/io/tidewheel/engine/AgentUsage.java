package io.tidewheel.engine;

import io.tidewheel.engine.FleetWork.Used;
import io.tidewheel.model.LaneId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What agents did since somebody asked last. Kept only while somebody asks, and never more than a limit. */
final class AgentUsage {
    private static final int MOST = 100_000;

    private record Key(LaneId lane, String agent, Instant paidFrom) {}

    private final Map<Key, Used> used = new LinkedHashMap<>();
    private boolean wanted;

    /** @param paid when its run was allowed to use the machine; what was longer is the fault of others, and theirs */
    void ended(LiveSession session, LiveLease lease, AttemptReport report, Instant now, PaidTime paid) {
        boolean completed = switch (report.reason()) {
            case NONE -> true;
            default -> false;
        };
        add(session, lease, completed, report.took(), now, paid);
    }

    /** Counts the time of an attempt that is lost with its agent, though the agent's machine was kept and has to be paid. */
    void lost(LiveSession session, LiveLease lease, Turn turn, PaidTime paid) {
        add(session, lease, false, Duration.ofNanos(Math.max(0, turn.nanos - lease.sinceNanos)), turn.now, paid);
    }

    private void add(
            LiveSession session, LiveLease lease, boolean completed, Duration took, Instant now, PaidTime paid) {
        if (!wanted) return;
        var key = new Key(lease.lane.id, session.name(), paid.from());
        var to = paid.clamp(now);
        var from = paid.clamp(now.minus(took));
        var paidFor = Duration.between(from, to);
        if (used.size() >= MOST && !used.containsKey(key)) return;
        var run = lease.lane.run;
        used.merge(
                key,
                new Used(
                        run.id,
                        run.spec.owner(),
                        kind(lease.lane),
                        session.name(),
                        completed ? 1 : 0,
                        completed ? took : Duration.ZERO,
                        took.compareTo(paidFor) < 0 ? took : paidFor,
                        from,
                        to),
                Used::plus);
    }

    /** Alike in all runs that do the same, or at least in all of a name: what was learned from one is of use for the next. */
    static String kind(LiveLane lane) {
        return lane.spec.kindIn(lane.run.spec.name(), lane.id.number());
    }

    List<Used> take() {
        wanted = true;
        var taken = List.copyOf(used.values());
        used.clear();
        return taken;
    }
}
