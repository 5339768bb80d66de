package io.tidewheel.engine;

import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Lease;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.ShownAttempt;
import io.tidewheel.model.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Agents that were given up have come back, and show what they still work on. They go on with that unless it has ended meanwhile, or another agent
 * is as far: that they were lost is forgotten. It is done at the beginning of a turn, when memory and store agree.
 */
final class ReturnedAttempts {
    private static final int MOST_OF_ONE = 10_000;
    private static final int MOST_AGENTS = 100;

    private record Returned(LiveSession session, int join, List<HeldAttempt> unknown, Consumer<Turn> then) {}

    private final Store store;
    private final UnfinishedRuns runs;
    private final AgentSessions agents;
    private final AgentLeases leases;
    private final EngineCounters counters;
    private final BatchedSteps<Returned> reclaiming = new BatchedSteps<>(MOST_AGENTS, this::reclaim);

    ReturnedAttempts(
            Store store, UnfinishedRuns runs, AgentSessions agents, AgentLeases leases, EngineCounters counters) {
        this.store = store;
        this.runs = runs;
        this.agents = agents;
        this.leases = leases;
        this.counters = counters;
    }

    /** What an agent shows and nobody knows; it is given nothing more before that is decided. */
    void add(Turn turn, LiveSession session, List<HeldAttempt> unknown, Consumer<Turn> then) {
        reclaiming.add(turn, new Returned(session, session.joins, unknown, then));
    }

    private void reclaim(Turn turn, List<Returned> returned) {
        var present = returned.stream()
                .filter(each -> agents.isPresent(each.session, each.join))
                .toList();
        var shown = new LinkedHashMap<SessionId, List<ShownAttempt>>();
        for (var each : present) {
            var wanted = wanted(each.unknown);
            if (!wanted.isEmpty()) shown.put(each.session.id, wanted);
        }
        var again = takeOver(turn, shown.isEmpty() ? List.of() : store.reclaim(shown));
        for (var each : present) goOn(turn, each, again.getOrDefault(each.session.id, Set.of()));
    }

    private List<ShownAttempt> wanted(List<HeldAttempt> unknown) {
        var wanted = new ArrayList<ShownAttempt>();
        for (var held : unknown) {
            var run = runs.find(held.chain().run());
            boolean mayHave = run != null && run.ending == EndRequest.NOT_ASKED;
            if (mayHave && wanted.size() < MOST_OF_ONE)
                wanted.add(new ShownAttempt(held.chain(), held.attempt(), held.receipted(), held.goesOn()));
        }
        return wanted;
    }

    private Map<SessionId, Set<HeldAttempt>> takeOver(Turn turn, List<Lease> reclaimed) {
        var again = new HashMap<SessionId, Set<HeldAttempt>>();
        var changedRuns = new TreeSet<RunId>();
        for (var lease : reclaimed) {
            agents.takeAway(turn, lease.chain());
            again.computeIfAbsent(lease.session(), _ -> new HashSet<>())
                    .add(new HeldAttempt(lease.chain(), lease.attempt()));
            changedRuns.add(lease.chain().run());
            counters.leasesReclaimed.increment();
            var session = agents.find(lease.session());
            var lane = runs.lane(lease.lane());
            if (lane != null && session != null) leases.takeOver(session, new LiveLease(lease, lane, turn.nanos));
        }
        for (var run : changedRuns) store.openRun(run).ifPresent(runs::load);
        return again;
    }

    private void goOn(Turn turn, Returned returned, Set<HeldAttempt> again) {
        var session = returned.session;
        session.reclaims = false;
        for (var held : returned.unknown)
            if (!again.contains(new HeldAttempt(held.chain(), held.attempt()))) AgentSessions.forget(session, held);
        agents.offer(turn, session);
        returned.then.accept(turn);
    }
}
