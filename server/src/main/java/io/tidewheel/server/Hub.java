package io.tidewheel.server;

import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.Order;
import io.tidewheel.engine.Outlet;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import java.util.List;

/** Hands what the engine says on to those whom it concerns: agents, watchers of results, and watchers of runs. */
final class Hub implements Outlet {
    private final AgentHub agents;
    private final ResultHub results;
    private final RunFeed runs;

    Hub(AgentHub agents, ResultHub results, RunFeed runs) {
        this.agents = agents;
        this.results = results;
        this.runs = runs;
    }

    @Override
    public void order(SessionId agent, Order order) {
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
    }
}
