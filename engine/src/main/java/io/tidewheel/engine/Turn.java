package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.TurnChanges;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What one turn of the engine has gathered: changes to be made durable, and what is to be told once they are. */
final class Turn {
    final Instant now;
    final long nanos;
    final TurnChanges changes;
    final Map<RunId, List<EndedChain>> ended = new LinkedHashMap<>();
    final Set<LiveRun> touched = new LinkedHashSet<>();
    /** Agents to which work was granted in this turn. */
    final Set<LiveSession> served = new LinkedHashSet<>();

    final List<ClaimedChain> leasedFromMemory = new ArrayList<>();
    /** Chains leased from memory whose fate is part of this turn's commit: the store still shows them as ready. */
    final Set<ChainId> settling = new HashSet<>();
    /** Runs whose ready chains must be counted again after the commit. */
    final Set<RunId> recount = new LinkedHashSet<>();
    /** Runs that another server has ended. */
    final Set<RunId> endedElsewhere = new LinkedHashSet<>();
    /** Runs to which another server has added something, and the first index of what was to be added here (or the number of chains). */
    final Map<RunId, Integer> overtaken = new LinkedHashMap<>();
    /** New lanes of these runs, which were not recorded. */
    final List<LaneId> lanesDropped = new ArrayList<>();
    /** Runs that are not there, so that nothing was written of them. */
    final Set<RunId> gone = new LinkedHashSet<>();
    /** Runs of which the request that is being handled changes something. */
    private Set<RunId> concerned = new LinkedHashSet<>();
    /** Chains were granted that another server had taken. */
    boolean cameAwayEmpty;
    /** Whether so much was placed that there may be more to place. */
    boolean moreToPlace;

    private final List<Runnable> afterwards = new ArrayList<>();
    private final List<Consumer<Turn>> next = new ArrayList<>();

    Turn(Instant now, long nanos, ServerNumber server) {
        this.now = now;
        this.nanos = nanos;
        this.changes = new TurnChanges(server);
    }

    /** Runs when everything is durable. */
    void afterwards(Runnable action) {
        afterwards.add(action);
    }

    /** Is done at the beginning of the next turn, when everything of this one is durable. */
    void next(Consumer<Turn> step) {
        next.add(step);
    }

    List<Consumer<Turn>> next() {
        return next;
    }

    /** The request that is being handled changes something of a run. */
    void concern(RunId run) {
        concerned.add(run);
    }

    /** The runs that were named since it was asked last. */
    Set<RunId> takeConcerned() {
        var taken = concerned;
        concerned = new LinkedHashSet<>();
        return taken;
    }

    /** True if what was to be done with one of these runs was left out, since another server was faster. */
    boolean wasOvertaken(Set<RunId> runs) {
        return runs.stream().anyMatch(run -> overtaken.containsKey(run) || gone.contains(run));
    }

    void ended(RunId run, EndedChain chain) {
        ended.computeIfAbsent(run, _ -> new ArrayList<>()).add(chain);
    }

    void complete() {
        afterwards.forEach(Runnable::run);
    }
}
