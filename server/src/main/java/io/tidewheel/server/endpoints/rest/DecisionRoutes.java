package io.tidewheel.server.endpoints.rest;

import io.tidewheel.autoscaling.Plan;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Owner;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QueryParameters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** What was decided about machines, and why: read from the records of the machines, so that it is there after a restart too. */
final class DecisionRoutes {
    private static final int USUAL = 30;
    private static final int MOST = 500;

    /**
     * A decision.
     *
     * @param what buy, release, or refuse for machines that are wanted and not made
     */
    private record Decision(
            Instant at, String what, Optional<String> machine, String setup, Optional<Owner> owner, String why) {}

    private final ApiQueries backend;

    DecisionRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("limit");
        int limit = QueryParameters.whole(query, "limit", 1, MOST)
                .orElse((long) USUAL)
                .intValue();
        var decisions = new ArrayList<Decision>();
        for (var machine : store().machines(Set.of(), Optional.empty(), limit)) add(machine, decisions);
        decisions.sort(Comparator.comparing(Decision::at).reversed());
        decisions.addAll(0, refusals());
        var seen = decisions.stream()
                .filter(each -> maySee(request.caller(), each.owner))
                .limit(limit)
                .toList();
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var decision : seen) write(json, decision);
            json.writeEndArray();
        });
    }

    private MachineStore store() {
        return backend.server().database().machines();
    }

    private static boolean maySee(Caller caller, Optional<Owner> owner) {
        return owner.isEmpty() || caller.maySee(owner.get());
    }

    private static void add(MachineRecord machine, List<Decision> decisions) {
        var name = Optional.of(machine.id().name());
        decisions.add(new Decision(machine.created(), "buy", name, machine.setup(), machine.owner(), machine.wanted()));
        if (machine.state().isStarting() || machine.reason().isEmpty()) return;
        decisions.add(new Decision(
                machine.ended().orElse(machine.since()),
                "release",
                name,
                machine.setup(),
                machine.owner(),
                machine.reason()));
    }

    /** What the last plan had no room for. */
    private List<Decision> refusals() {
        var fleet = backend.server().fleet();
        if (fleet.isEmpty()) return List.of();
        var now = backend.now();
        return fleet.get().status().shortages().stream()
                .map(shortage -> new Decision(
                        now,
                        "refuse",
                        Optional.empty(),
                        setups(shortage),
                        shortage.owner(),
                        "%s%s cannot have more: %s"
                                .formatted(
                                        CountedNoun.of(shortage.chains(), "task"),
                                        shortage.requires().size() == 0
                                                ? ""
                                                : " with [%s]".formatted(shortage.requires()),
                                        shortage.limits().stream()
                                                .map(Plan.Obstacle::text)
                                                .collect(Collectors.joining("; ")))))
                .toList();
    }

    private static String setups(Plan.Shortage shortage) {
        return shortage.limits().stream()
                .map(Plan.Obstacle::setup)
                .filter(setup -> !setup.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static void write(JsonGenerator json, Decision decision) {
        json.writeStartObject();
        JsonWriter.write(json, "at", decision.at);
        json.writeStringProperty("what", decision.what);
        decision.machine.ifPresent(machine -> json.writeStringProperty("machine", machine));
        JsonWriter.writeIfAny(json, "setup", decision.setup);
        decision.owner.ifPresent(owner -> json.writeStringProperty("owner", owner.name()));
        json.writeStringProperty("why", decision.why);
        json.writeEndObject();
    }
}
