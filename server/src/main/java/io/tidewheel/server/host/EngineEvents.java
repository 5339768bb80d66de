package io.tidewheel.server.host;

import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.EngineListener;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.endpoints.RunFeed;
import io.tidewheel.server.endpoints.RunStatuses;
import io.tidewheel.server.endpoints.agents.AgentConnections;
import io.tidewheel.server.endpoints.clients.ResultFeed;
import io.tidewheel.server.jobs.JobControllers;
import java.util.List;

/** Hands what the engine says on to those whom it concerns: agents, watchers of results, and watchers of runs. */
final class EngineEvents implements EngineListener {
    private final AgentConnections agents;
    private final ResultFeed results;
    private final RunFeed runs;
    private final JobControllers jobs;
    private final Archive archive;
    private volatile Runnable listener = () -> {};

    EngineEvents(AgentConnections agents, ResultFeed results, RunFeed runs, JobControllers jobs, Archive archive) {
        this.jobs = jobs;
        this.archive = archive;
        this.agents = agents;
        this.results = results;
        this.runs = runs;
    }

    @Override
    public void order(SessionId agent, AgentOrder order) {
        agents.order(agent, order);
    }

    @Override
    public void disconnect(SessionId agent, String why) {
        agents.disconnect(agent, why);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        results.ended(run, chains);
    }

    @Override
    public void changed(RunStatus run) {
        results.changed(run);
        runs.changed(run);
        jobs.changed(run.id(), run.state());
        listener.run();
    }

    /** Somebody wants to know that something has changed, whatever it is; called by the engine's thread, often. */
    void onChange(Runnable told) {
        listener = told;
    }

    /** The engine's thread must not wait for the archive. */
    @Override
    public void endedElsewhere(RunId run) {
        results.lookAgain(run);
        jobs.ended(run);
        if (runs.isWatched()) Thread.ofVirtual().name("ended-elsewhere").start(() -> tell(run));
    }

    private void tell(RunId run) {
        try {
            archive.run(run)
                    .filter(record -> record.state().isFinal())
                    .ifPresent(record -> runs.changed(RunStatuses.of(record)));
        } catch (StoreFailure unavailable) {
            // Watchers look for themselves now and then.
        }
    }
}
