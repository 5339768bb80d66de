package io.tidewheel.experiments.faults;

import io.tidewheel.engine.HeldAttempt;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The judges. O1: what was submitted is what is finished and what is open, per run. O2: at most one completion of a chain is accepted. O3:
 * final states never change. O4: whatever is leased is looked after by somebody. O9: when the faults have stopped, all work ends. O10: what clients
 * and agents were told is linearizable. O11: no chain is tried more often than its retry policy says. Each violation is an AssertionError that names the rule.
 */
final class FaultOracles {
    private static final int FULL_CHECK_EVERY = 64;
    private static final int PAGE = 10_000;

    private final Archive archive;
    private final Map<ChainId, ChainState> ended;
    private final LabWorkflows workflows;
    private final LabJobs jobs;
    private final WorldHistory history;
    private final Map<RunId, RunState> finalRuns = new HashMap<>();
    private @Nullable Throwable bug;

    FaultOracles(
            Archive archive,
            Map<ChainId, ChainState> ended,
            LabWorkflows workflows,
            LabJobs jobs,
            WorldHistory history) {
        this.archive = archive;
        this.history = history;
        this.workflows = workflows;
        this.jobs = jobs;
        this.ended = ended;
    }

    /** O3 for runs, from what the engine tells. */
    void status(RunStatus run) {
        if (!run.state().isFinal()) return;
        var before = finalRuns.putIfAbsent(run.id(), run.state());
        if (before != null && before != run.state()) {
            throw new AssertionError("O3: run %s was %s and is now %s".formatted(run.id(), before, run.state()));
        }
    }

    /** What was said to be cancelled is so. */
    void cancelled(ChainId chain) {
        var state = archive.chain(chain).map(ChainRecord::state);
        if (!state.equals(Optional.of(ChainState.CANCELLED)))
            throw new AssertionError("O3: %s was said to be cancelled and is %s".formatted(chain, state));
    }

    /** Remembers an error that nobody expected; the next check reports it. */
    void bug(Throwable error) {
        if (bug == null) bug = error;
    }

    void afterTurn(FaultWorld world, long turns) {
        if (bug != null) throw new AssertionError("an unexpected error: " + bug, bug);
        if (turns % FULL_CHECK_EVERY == 0) checkAll(world);
    }

    /** Looks at every run and chain. */
    void checkAll(FaultWorld world) {
        // Only a single server knows all leases there are.
        boolean alone = world.servers().size() == 1;
        var leased = alone ? leased(world.servers().getFirst()) : Set.<ChainId>of();
        for (var run : archive.runs(RunFilter.ALL, Long.MAX_VALUE, PAGE)) check(run, leased);
    }

    private static Set<ChainId> leased(SimServer server) {
        var held = new HashSet<ChainId>();
        server.engine().ifPresent(engine -> {
            var answer = engine.leases();
            engine.runOnce();
            if (engine.hasFailed()) return;
            for (HeldAttempt lease : answer.join()) held.add(lease.chain());
        });
        return held;
    }

    private void check(RunRecord run, Set<ChainId> leased) {
        var chains = archive.chains(run.id(), Set.of(), 0, PAGE, true);
        var byState = new EnumMap<ChainState, Long>(ChainState.class);
        for (var chain : chains) {
            byState.merge(chain.state(), 1L, Long::sum);
            checkEnd(chain);
            history.seen(chain);
        }
        checkTotals(run, chains, byState);
        if (run.spec().kind() != RunKind.TASKS) {
            checkGrowth(run, chains);
            if (run.lanes().isEmpty()) return;
        }
        boolean durable = run.lanes().getFirst().spec().delivery() != Delivery.AT_LEAST_ONCE;
        if (durable && !leased.isEmpty()) checkLeases(chains, leased);
        if (run.state().isFinal()
                && chains.stream().anyMatch(chain -> !chain.state().isFinal())) {
            throw new AssertionError(
                    "O1: run %s is %s, but not all its chains are: %s".formatted(run.id(), run.state(), byState));
        }
    }

    /** No chain is made twice, or before what it waits for; and none is forgotten. */
    private void checkGrowth(RunRecord run, List<ChainRecord> chains) {
        try {
            boolean whole = run.state().isFinal() && run.ending() == EndRequest.NOT_ASKED;
            if (run.spec().kind() == RunKind.JOB) jobs.check(run, chains, whole);
            else if (workflows.isDrawn(run.spec())) workflows.check(run, chains, whole);
            else SimController.check(archive.document(run.id()), chains, whole);
        } catch (IllegalStateException wrong) {
            throw new AssertionError("O1: run %s: %s".formatted(run.id(), wrong.getMessage()), wrong);
        }
    }

    private void checkEnd(ChainRecord chain) {
        var noted = ended.get(chain.id());
        if (noted != null && noted != chain.state()) {
            throw new AssertionError(
                    "O3: %s was ended as %s and is now %s".formatted(chain.id(), noted, chain.state()));
        }
        if (noted == null && chain.state().isFinal()) {
            throw new AssertionError("O2: %s is %s, but nobody ended it".formatted(chain.id(), chain.state()));
        }
    }

    private static void checkTotals(RunRecord run, List<ChainRecord> chains, Map<ChainState, Long> byState) {
        var counted = new LaneTotals(
                chains.size(),
                byState.getOrDefault(ChainState.SUCCEEDED, 0L),
                byState.getOrDefault(ChainState.FAILED, 0L),
                byState.getOrDefault(ChainState.CANCELLED, 0L));
        if (!counted.equals(run.totals()) || run.made() != chains.size()) {
            throw new AssertionError("O1: run %s counts %s and made %d, but its chains are %s"
                    .formatted(run.id(), run.totals(), run.made(), byState));
        }
    }

    private static void checkLeases(List<ChainRecord> chains, Set<ChainId> leased) {
        for (var chain : chains) {
            if (chain.state() == ChainState.RUNNING && !leased.contains(chain.id())) {
                throw new AssertionError(
                        "O4: %s is leased, but the engine does not look after it".formatted(chain.id()));
            }
        }
    }

    /** A client was told that it cannot add tasks: then its run must be about to end otherwise than by itself. */
    void refusedToAdd(RunId run) {
        var ending = archive.run(run).map(RunRecord::ending);
        if (ending.equals(Optional.of(EndRequest.NOT_ASKED)))
            throw new AssertionError("O1: run %s takes no more tasks, and nobody has ended it".formatted(run));
    }

    /** At the end of a world: each chain was tried as often as its retry policy says. */
    void checkAttempts() {
        for (var run : archive.runs(RunFilter.ALL, Long.MAX_VALUE, PAGE))
            for (var chain : archive.chains(run.id(), Set.of(), 0, PAGE, false)) checkAttempts(run, chain);
    }

    private void checkAttempts(RunRecord run, ChainRecord chain) {
        var lane = run.lanes().get(chain.lane()).spec();
        int most = lane.retry().maxAttempts();
        // Attempts that are claimed in memory alone may have the same number twice.
        if (most == RetryPolicy.FOREVER || lane.delivery() == Delivery.AT_LEAST_ONCE) return;
        long repeated = archive.attempts(chain.id(), PAGE).stream()
                .filter(attempt -> attempt.reason() == Reason.EXIT_CODE && attempt.number() != chain.attempt())
                .count();
        // Not whether there were enough: an attempt whose agent was lost and came back is written down once, as lost.
        if (repeated > most - 1) {
            throw new AssertionError("O11: %s may fail %d times; it failed and was tried again %d times, and is %s"
                    .formatted(chain.id(), most, repeated, chain.state()));
        }
    }

    /** At the end of a world: what its clients and agents were told could have happened one thing after the other. */
    void checkHistories() {
        history.complaint().ifPresent(complaint -> {
            throw new AssertionError("O10: " + complaint);
        });
    }

    /** At the end of a world everything has ended. */
    void checkFinished(FaultWorld world) {
        checkAll(world);
        for (var run : archive.runs(RunFilter.ALL, Long.MAX_VALUE, PAGE)) {
            if (run.state().isFinal()) continue;
            var chains = archive.chains(run.id(), Set.of(), 0, PAGE, true);
            var open = Stream.concat(
                            chains.stream()
                                    .filter(chain -> !chain.state().isFinal())
                                    .map(chain -> chain.id() + " " + chain.state() + " " + chain.reason()
                                            + chain.due()
                                                    .map(due -> " until " + due)
                                                    .orElse("")),
                            run.spec().kind() == RunKind.JOB ? jobs.open(run, chains).stream() : Stream.empty())
                    .limit(5)
                    .toList();
            throw new AssertionError(
                    "O9: run %s is still %s (closed %s, ending %s, made %d of %d) long after the faults have stopped; open: %s"
                            .formatted(
                                    run.id(), run.state(), run.closed(), run.ending(), run.made(), run.size(), open));
        }
    }
}
