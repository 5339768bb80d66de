package io.tidewheel.server.host;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.EngineListener;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.protocol.wire.Share;
import io.tidewheel.server.endpoints.RunFeed;
import io.tidewheel.server.endpoints.RunStatuses;
import io.tidewheel.server.endpoints.agents.AgentConnections;
import io.tidewheel.server.endpoints.agents.ProgressForwarder;
import io.tidewheel.server.endpoints.clients.ResultFeed;
import java.util.List;

/** Hands what the engine says on to those whom it concerns: agents, watchers of results, and watchers of runs. */
final class EngineEvents implements EngineListener {
    private final AgentConnections agents;
    private final ResultFeed results;
    private final RunFeed runs;
    private final ProgressForwarder progress;
    private final Archive archive;
    private volatile Runnable listener = () -> {};
    private volatile Runnable drain = () -> {};
    private volatile Outside outside = Outside.NOBODY;

    /** Tells people outside. Called by the engine's thread; never waits. */
    interface Outside {
        Outside NOBODY = new Outside() {
            @Override
            public void runEnded() {}

            @Override
            public void agentLost(SessionId agent, String name) {}
        };

        void runEnded();

        void agentLost(SessionId agent, String name);
    }

    EngineEvents(
            AgentConnections agents, ResultFeed results, RunFeed runs, ProgressForwarder progress, Archive archive) {
        this.progress = progress;
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
    public void tell(SessionId agent, Payload word) {
        try {
            progress.tell(agent, Share.parseFrom(word.bytes()));
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("a controller tells what cannot be read", strange);
        }
    }

    @Override
    public void lost(SessionId agent, String name) {
        outside.agentLost(agent, name);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {
        results.ended(run, chains);
    }

    @Override
    public void changed(RunStatus run) {
        results.changed(run);
        runs.changed(run);
        listener.run();
        if (run.state().isFinal()) outside.runEnded();
    }

    void tell(Outside told) {
        outside = told;
    }

    /** Somebody wants to know that something has changed, whatever it is; called by the engine's thread, often. */
    void onChange(Runnable told) {
        listener = told;
    }

    @Override
    public void draining() {
        drain.run();
    }

    /** Somebody wants to know that this server is to give away what it has. */
    void onDraining(Runnable told) {
        drain = told;
    }

    /** The engine's thread must not wait for the archive. */
    @Override
    public void endedElsewhere(RunId run) {
        results.lookAgain(run);
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
