package io.tidewheel.server.steep;

import io.tidewheel.engine.AgentView;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Request;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code /agents}: those that are present. An agent's id is its name. One with several slots is available while one of them is free. */
final class AgentsPath {
    private final Desk desk;

    AgentsPath(Desk desk) {
        this.desk = desk;
    }

    Answer list(Request request) {
        request.query().allow();
        var list = Json.array();
        for (var agent : present()) list.add(json(agent, request));
        return Json.answer(list);
    }

    Answer show(Request request) {
        request.query().allow();
        var id = request.part("id");
        return present().stream()
                .filter(agent ->
                        agent.name().equals(id) || agent.session().toString().equals(id))
                .findFirst()
                .map(agent -> Json.answer(json(agent, request)))
                .orElseThrow(() -> PlainErrors.notFound("agent", id));
    }

    private List<AgentView> present() {
        return desk.ask(engine -> engine.agents()).stream()
                .filter(agent -> agent.state() != AgentView.State.DISCONNECTED)
                .sorted(Comparator.comparing(AgentView::name)
                        .thenComparingLong(agent -> agent.session().value()))
                .toList();
    }

    private ObjectNode json(AgentView agent, Request request) {
        boolean takesWork = agent.state() == AgentView.State.IDLE || agent.state() == AgentView.State.BUSY;
        var node = Json.object();
        node.put("id", agent.name());
        node.put("available", takesWork && agent.holds() < agent.slots());
        node.set("capabilities", Json.array(agent.offers().names()));
        Json.put(node, "startTime", Optional.of(agent.since()));
        Json.put(node, "stateChangedTime", Optional.of(agent.since()));
        agent.firstHeld()
                .filter(chain ->
                        desk.workflow(chain.run().toString(), request.caller()).isPresent())
                .ifPresent(chain -> node.put("processChainId", Desk.id(chain)));
        return node;
    }
}
