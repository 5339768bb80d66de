package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.AgentView;
import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.http.json.RequestBodies;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Agents that are present, and what waits for them. */
final class AgentRoutes {
    private final ApiQueries backend;

    AgentRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    HttpAnswer list(AdmittedRequest request) {
        request.query().allow();
        var agents = agents();
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var agent : agents) write(json, agent);
            json.writeEndArray();
        });
    }

    private List<AgentView> agents() {
        return backend.ask(engine -> engine.agents()).stream()
                .sorted(Comparator.comparing(AgentView::name)
                        .thenComparingLong(agent -> agent.session().value()))
                .toList();
    }

    private void write(JsonGenerator json, AgentView agent) {
        json.writeStartObject();
        json.writeStringProperty("session", agent.session().toString());
        json.writeStringProperty("name", agent.name());
        json.writeStringProperty("host", agent.host());
        json.writeStringProperty("server", agent.server());
        JsonWriter.writeTexts(json, "capabilities", agent.offers().names());
        json.writeNumberProperty("slots", agent.slots());
        write(json, "has", agent.has());
        write(json, "left", agent.left());
        json.writeNumberProperty("holds", agent.holds());
        json.writeNumberProperty("credit", agent.credit());
        json.writeStringProperty("state", EnumWords.of(agent.state()));
        JsonWriter.write(json, "since", agent.since());
        JsonWriter.write(json, "silentSeconds", agent.silentFor());
        json.writeNumberProperty("finished", agent.finished());
        agent.load().ifPresent(load -> write(json, load));
        json.writeEndObject();
    }

    /** What is not named there is without limit. */
    private static void write(JsonGenerator json, String name, Amounts amounts) {
        json.writeObjectPropertyStart(name);
        if (amounts.milliCpus() != Long.MAX_VALUE) json.writeNumberProperty("cpu", amounts.milliCpus() / 1e3);
        if (amounts.memoryBytes() != Long.MAX_VALUE) json.writeNumberProperty("memory", amounts.memoryBytes());
        if (amounts.gpus() != Long.MAX_VALUE) json.writeNumberProperty("gpu", amounts.gpus());
        amounts.custom().counts().forEach(json::writeNumberProperty);
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, AgentLoad load) {
        json.writeNumberProperty("busySlots", load.busySlots());
        json.writeNumberProperty("utilisation", load.utilisation());
        json.writeNumberProperty("loadAverage", load.loadAverage());
        json.writeNumberProperty("freeMemoryBytes", load.freeMemoryBytes());
    }

    HttpAnswer drain(AdmittedRequest request) {
        request.query().allow();
        JsonReader.object(RequestBodies.json(request), RunRoutes.NOTHING, this);
        var agent = named(request.part("session"));
        backend.ask(engine -> engine.drain(agent.session(), request.caller().actor()));
        return JsonWriter.answer(200, json -> {
            json.writeStringProperty("session", agent.session().toString());
            json.writeStringProperty("name", agent.name());
            json.writeBooleanProperty("draining", true);
        });
    }

    private AgentView named(String text) {
        var agents = agents();
        var bySession = agents.stream()
                .filter(agent -> agent.session().toString().equals(text))
                .findFirst();
        if (bySession.isPresent()) return bySession.get();
        var byName = agents.stream().filter(agent -> agent.name().equals(text)).toList();
        if (byName.size() == 1) return byName.getFirst();
        if (byName.isEmpty()) {
            throw HttpProblem.notFound("no agent '%s' is present: list them with: tidewheel agent ls"
                            .formatted(QuotedText.shown(text)))
                    .asException();
        }
        throw HttpProblem.of(
                        409,
                        "conflict",
                        "%d agents have the name '%s': use the session of one"
                                .formatted(byName.size(), QuotedText.shown(text)))
                .asException();
    }

    HttpAnswer queues(AdmittedRequest request) {
        request.query().allow();
        var demand = backend.ask(engine -> engine.demand());
        var offers = agents().stream()
                .filter(agent -> agent.state() != AgentState.DRAINING && agent.state() != AgentState.DISCONNECTED)
                .map(AgentView::offers)
                .toList();
        var fleet = backend.server().fleet();
        boolean all = request.caller().role() == Role.ADMIN;
        var whose = all ? Optional.<Owner>empty() : Optional.of(request.caller().owner());
        var oldest = backend.ask(engine -> engine.oldest(whose));
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            demand.forEach((text, count) -> {
                var requires = Capabilities.parse(text);
                // What others require is named by them: a user sees the queues in which there is something of theirs.
                if (!all && !oldest.containsKey(requires)) return;
                json.writeStartObject();
                JsonWriter.writeTexts(json, "requires", requires.names());
                json.writeNumberProperty("tasks", count);
                json.writeBooleanProperty("offered", offers.stream().anyMatch(offer -> offer.covers(requires)));
                json.writeBooleanProperty(
                        "onDemand", fleet.map(each -> each.offers(requires)).orElse(false));
                var run = oldest.get(requires);
                if (run != null) {
                    JsonWriter.write(json, "since", run.created());
                    json.writeNumberProperty("oldestRun", run.run().number());
                }
                json.writeEndObject();
            });
            json.writeEndArray();
        });
    }
}
