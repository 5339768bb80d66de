package io.tidewheel.server.endpoints.steep;

import io.tidewheel.engine.AgentView;
import io.tidewheel.model.AgentState;
import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code /agents}: those that are present. An agent's id is its name. One with several slots is available while one of them is free. */
final class AgentsPath {
    private final SteepQueries queries;

    AgentsPath(SteepQueries queries) {
        this.queries = queries;
    }

    HttpAnswer list(AdmittedRequest request) {
        request.query().allow();
        var list = SteepJson.array();
        for (var agent : present()) list.add(json(agent, request));
        return SteepJson.answer(list);
    }

    HttpAnswer show(AdmittedRequest request) {
        request.query().allow();
        var id = request.part("id");
        return present().stream()
                .filter(agent ->
                        agent.name().equals(id) || agent.session().toString().equals(id))
                .findFirst()
                .map(agent -> SteepJson.answer(json(agent, request)))
                .orElseThrow(() -> PlainErrors.notFound("agent", id));
    }

    private List<AgentView> present() {
        return queries.ask(engine -> engine.agents()).stream()
                .filter(agent -> agent.state() != AgentState.DISCONNECTED)
                .sorted(Comparator.comparing(AgentView::name)
                        .thenComparingLong(agent -> agent.session().value()))
                .toList();
    }

    private ObjectNode json(AgentView agent, AdmittedRequest request) {
        boolean takesWork = agent.state() == AgentState.IDLE || agent.state() == AgentState.BUSY;
        var node = SteepJson.object();
        node.put("id", agent.name());
        node.put("available", takesWork && agent.holds() < agent.slots());
        node.set("capabilities", SteepJson.array(agent.offers().names()));
        SteepJson.put(node, "startTime", Optional.of(agent.since()));
        SteepJson.put(node, "stateChangedTime", Optional.of(agent.since()));
        agent.firstHeld()
                .filter(chain -> queries.workflow(chain.run().toString(), request.caller())
                        .isPresent())
                .ifPresent(chain -> node.put("processChainId", SteepQueries.id(chain)));
        return node;
    }
}
