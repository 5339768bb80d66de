package io.tidewheel.engine;

import io.tidewheel.controllers.ControllerEffects.AgentWord;
import io.tidewheel.controllers.ControllerEffects.ChainRelease;
import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.HistoryDepth;
import io.tidewheel.model.Actor;
import io.tidewheel.model.ChainId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a turn has to do with controllers: hands them what has come in, lets them make chains, and does what else they want. */
final class ControllerWork implements ControllerDuties {
    private static final long TICK_NANOS = Duration.ofSeconds(1).toNanos();
    /** What is kept is kept in small pieces, for each report waits for the commit that it meets. */
    private static final long KEEP_NANOS = Duration.ofMillis(50).toNanos();

    private static final int KEPT_AT_ONCE = 64;
    private static final long HISTORY_NANOS = Duration.ofSeconds(10).toNanos();
    private static final Actor SELF = Actor.anyone("job");

    private final UnfinishedRuns runs;
    private final AgentSessions agents;
    private final LeaseGranter granter;
    private final RunRefresher refresher;
    private final EngineInbox inbox;
    private final EngineListener listener;
    private long lastTickNanos;
    private long lastKeptNanos;
    private long lastHistoryNanos;
    private boolean moreToKeep;

    ControllerWork(
            UnfinishedRuns runs,
            AgentSessions agents,
            LeaseGranter granter,
            RunRefresher refresher,
            EngineInbox inbox,
            EngineListener listener,
            long nanos) {
        this.runs = runs;
        this.agents = agents;
        this.granter = granter;
        this.refresher = refresher;
        this.inbox = inbox;
        this.listener = listener;
        this.lastTickNanos = nanos;
        this.lastKeptNanos = nanos;
        this.lastHistoryNanos = nanos;
    }

    <T> T take(Turn turn, ControllerInput<T> input) {
        return runs.controlled().take(turn, input, agents, this);
    }

    /** Lets them look after their runs, if it is time, make chains, and keep what is new. Answers the runs whose controllers have failed. */
    List<LiveRun> work(Turn turn) {
        var failed = new ArrayList<LiveRun>();
        boolean isTick = turn.nanos - lastTickNanos >= TICK_NANOS;
        if (isTick) {
            lastTickNanos = turn.nanos;
            failed.addAll(runs.controlled().tick(turn, this));
        }
        failed.addAll(runs.controlled().grow(turn, this));
        if (turn.nanos - lastKeptNanos >= KEEP_NANOS) keep(turn);
        return failed;
    }

    private void keep(Turn turn) {
        lastKeptNanos = turn.nanos;
        boolean isHistoryDue = turn.nanos - lastHistoryNanos >= HISTORY_NANOS;
        if (isHistoryDue) lastHistoryNanos = turn.nanos;
        var depth = isHistoryDue ? HistoryDepth.HISTORY : HistoryDepth.STANDING;
        moreToKeep = runs.controlled().rememberAll(turn, depth) >= KEPT_AT_ONCE;
    }

    void keepAll(Turn turn) {
        runs.controlled().rememberAll(turn, HistoryDepth.WHOLE);
    }

    /** When {@link #work} is to be called at the latest. */
    long nextNanos() {
        if (runs.controlled().timed().isEmpty()) return Long.MAX_VALUE;
        return moreToKeep ? lastKeptNanos + KEEP_NANOS : lastTickNanos + TICK_NANOS;
    }

    @Override
    public void start(Turn turn, LiveRun run) {
        granter.markStarted(turn, run);
    }

    /**
     * Cancels a chain that a controller wants no more. A chain that has ended meanwhile stays as it is, and nothing is done if another
     * controller, or another server, has the run by now.
     */
    @Override
    public void release(LiveRun run, ChainRelease release) {
        var chain = new ChainId(run.id, release.index());
        var controller = run.controller;
        var _ = inbox.askEarly(
                turn -> runs.makeUpTo(turn, chain, SELF),
                turn -> Objects.equals(run.controller, controller)
                        && refresher.cancel(turn, chain, release.why(), SELF));
    }

    @Override
    public void tell(AgentWord word) {
        listener.tell(word.agent(), word.word());
    }
}
