package io.tidewheel.server.endpoints.rest;

import io.tidewheel.autoscaling.Breaker;
import io.tidewheel.engine.Fleet;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.model.Actor;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Setup;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.http.json.RequestBodies;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Machines that are made on demand, and the setups they are made from. */
final class MachineRoutes {
    private final ApiQueries backend;

    MachineRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    // --- machines ---

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("state", "limit", "cursor");
        int limit = QueryParameters.limit(query);
        var states = QueryParameters.states(query, QueryParameters.names(MachineState.class)).stream()
                .map(MachineState::valueOf)
                .collect(Collectors.toSet());
        var after = query.one("cursor").map(MachineRoutes::cursor);
        var found = store().machines(states, after, limit + 1);
        var page = found.size() > limit ? found.subList(0, limit) : found;
        var live = live();
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var machine : page) {
                if (!request.caller().maySee(machine.owner())) continue;
                json.writeStartObject();
                write(json, machine, live.get(machine.id()));
                json.writeEndObject();
            }
            json.writeEndArray();
            if (found.size() > limit)
                json.writeStringProperty("next", page.getLast().id().name());
        });
    }

    private static MachineId cursor(String text) {
        if (MachineId.isOne(text)) return new MachineId(text);
        throw HttpProblem.malformed("'%s' is no cursor of this list: use the value of 'next' from the page before"
                        .formatted(QuotedText.shown(text)))
                .asException();
    }

    HttpAnswer show(AdmittedRequest request) {
        request.query().allow();
        var machine = named(request);
        var live = live().get(machine.id());
        return JsonWriter.answer(200, json -> write(json, machine, live));
    }

    HttpAnswer drain(AdmittedRequest request) {
        return change(request, Fleet::drain);
    }

    HttpAnswer stop(AdmittedRequest request) {
        return change(request, Fleet::stop);
    }

    private interface Change {
        CompletableFuture<MachineRecord> ask(Fleet fleet, MachineId machine, Actor actor);
    }

    private HttpAnswer change(AdmittedRequest request, Change change) {
        request.query().allow();
        JsonReader.object(RequestBodies.json(request), RunRoutes.NOTHING, this);
        var machine = named(request);
        if (machine.state().isFinal()) {
            throw HttpProblem.of(409, "conflict", "machine %s is gone already".formatted(machine.id()))
                    .asException();
        }
        var fleet = backend.server().fleet().orElseThrow(MachineRoutes::noFleet);
        var changed =
                backend.await(change.ask(fleet, machine.id(), request.caller().actor()));
        return JsonWriter.answer(200, json -> write(json, changed, null));
    }

    private static ProblemException noFleet() {
        return HttpProblem.of(
                        409,
                        "conflict",
                        "this server makes no machines: start it with --setups FILE to have them made on demand")
                .asException();
    }

    /** The machine that a request names. What was made for another owner is not there. */
    MachineRecord named(AdmittedRequest request) {
        var text = request.part("machine");
        return Optional.of(text)
                .filter(MachineId::isOne)
                .flatMap(name -> store().machine(new MachineId(name)))
                .filter(machine -> request.caller().maySee(machine.owner()))
                .orElseThrow(() -> HttpProblem.notFound("there is no machine '%s': list them with: tidewheel machine ls"
                                .formatted(QuotedText.shown(text)))
                        .asException());
    }

    private MachineStore store() {
        return backend.server().database().machines();
    }

    private Map<MachineId, FleetStatus.Entry> live() {
        var live = new HashMap<MachineId, FleetStatus.Entry>();
        backend.server()
                .fleet()
                .ifPresent(fleet -> fleet.status()
                        .machines()
                        .forEach(entry -> live.put(entry.record().id(), entry)));
        return live;
    }

    private static void write(JsonGenerator json, MachineRecord machine, FleetStatus.@Nullable Entry live) {
        json.writeStringProperty("id", machine.id().name());
        json.writeStringProperty("setup", machine.setup());
        json.writeStringProperty("state", machine.state().name());
        json.writeStringProperty("supply", EnumWords.of(machine.state().supply(live != null && live.holds() > 0)));
        machine.externalId().ifPresent(text -> json.writeStringProperty("externalId", text));
        machine.address().ifPresent(text -> json.writeStringProperty("address", text));
        machine.owner().ifPresent(owner -> json.writeStringProperty("owner", owner.name()));
        JsonWriter.write(json, "created", machine.created());
        JsonWriter.write(json, "since", machine.since());
        JsonWriter.write(json, "agentJoined", machine.agentJoined());
        JsonWriter.write(json, "ended", machine.ended());
        json.writeStringProperty("wanted", machine.wanted());
        JsonWriter.writeIfAny(json, "reason", machine.reason());
        json.writeStringProperty("price", machine.billing().pricePerInterval().toString());
        JsonWriter.write(json, "billingInterval", machine.billing().interval());
        if (live != null) {
            json.writeNumberProperty("agents", live.agents());
            json.writeNumberProperty("holds", live.holds());
        }
    }

    // --- setups ---

    HttpAnswer setups(AdmittedRequest request) {
        request.query().allow();
        var fleet = backend.server().fleet();
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            fleet.ifPresent(each -> {
                var status = each.status();
                for (var setup : each.settings().setups()) write(json, setup, status);
            });
            json.writeEndArray();
            fleet.ifPresent(
                    each -> JsonWriter.writeIfAny(json, "trouble", each.status().trouble()));
        });
    }

    private void write(JsonGenerator json, Setup setup, FleetStatus status) {
        json.writeStartObject();
        json.writeStringProperty("id", setup.id());
        json.writeStringProperty("flavor", setup.flavor());
        json.writeStringProperty("imageName", setup.imageName());
        json.writeStringProperty("availabilityZone", setup.availabilityZone());
        JsonWriter.writeTexts(
                json, "providedCapabilities", setup.providedCapabilities().names());
        json.writeNumberProperty("minVMs", setup.minVMs());
        json.writeNumberProperty("maxVMs", setup.maxVMs());
        json.writeNumberProperty("maxCreateConcurrent", setup.maxCreateConcurrent());
        json.writeNumberProperty("agents", setup.agents());
        json.writeNumberProperty("slots", setup.size().slots());
        JsonWriter.write(json, "bootDelay", setup.bootDelay());
        json.writeStringProperty("price", setup.billing().pricePerInterval().toString());
        JsonWriter.write(json, "billingInterval", setup.billing().interval());
        json.writeNumberProperty(
                "machines",
                status.machines().stream()
                        .filter(machine -> machine.record().setup().equals(setup.id()))
                        .count());
        var breaker = status.breakers().getOrDefault(setup.id(), Breaker.CLOSED);
        json.writeNumberProperty("failures", breaker.failures());
        if (breaker.failures() > 0) {
            json.writeBooleanProperty("locked", breaker.isLocked(setup.creation()));
            JsonWriter.write(json, "notBefore", breaker.notBefore());
            json.writeStringProperty("lastFailure", breaker.reason());
        }
        json.writeEndObject();
    }
}
