package io.tidewheel.engine;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ClaimedChain;
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
    /** Chains were granted that another server had taken. */
    boolean cameAwayEmpty;
    /** So much was placed that there may be more. */
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

    void ended(RunId run, EndedChain chain) {
        ended.computeIfAbsent(run, _ -> new ArrayList<>()).add(chain);
    }

    void complete() {
        afterwards.forEach(Runnable::run);
    }
}
