package io.tidewheel.engine;

import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.DrivenRun;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an input for controllers sees of a turn, and which runs it has asked for. */
final class InputTurn implements ControllerTurn {
    private final Turn turn;
    private final UnfinishedRuns runs;
    private final AgentSessions agents;
    private final Set<LiveRun> found = new LinkedHashSet<>();
    /** The agent that was spoken of last, and what it may speak of. */
    private @Nullable SessionId speaker;

    private @Nullable OwnAttempts own;

    InputTurn(Turn turn, UnfinishedRuns runs, AgentSessions agents) {
        this.turn = turn;
        this.runs = runs;
        this.agents = agents;
    }

    @Override
    public Instant now() {
        return turn.now;
    }

    @Override
    public Optional<DrivenRun> find(RunId id) {
        var run = runs.find(id);
        if (run == null) return Optional.empty();
        var driven = driven(run);
        if (driven.isPresent()) found.add(run);
        return driven;
    }

    @Override
    public Collection<DrivenRun> timed() {
        var timed = new ArrayList<DrivenRun>();
        for (var run : runs.controlled().timed()) driven(run).ifPresent(timed::add);
        return timed;
    }

    private static Optional<DrivenRun> driven(LiveRun run) {
        var controller = run.controller;
        return run.growing == null || controller == null
                ? Optional.empty()
                : Optional.of(new DrivenRun(run.id, run.spec, run.mayStartWork(), controller));
    }

    @Override
    public boolean holds(SessionId agent, ChainId chain, int attempt) {
        if (!agent.equals(speaker)) {
            speaker = agent;
            own = agents.own(turn, agent);
        }
        var known = own;
        return known != null && known.has(new HeldAttempt(chain, attempt));
    }

    /** The runs whose controllers may have been told something. */
    Set<LiveRun> found() {
        return found;
    }
}
