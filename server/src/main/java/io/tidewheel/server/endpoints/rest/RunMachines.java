package io.tidewheel.server.endpoints.rest;

import io.tidewheel.autoscaling.Plan;
import io.tidewheel.engine.Fleet;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.Setup;
import io.tidewheel.server.endpoints.rest.report.RunCost;
import io.tidewheel.server.endpoints.rest.report.RunFold;
import io.tidewheel.server.endpoints.rest.report.SupplyCurve;
import io.tidewheel.server.http.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;

/** The machines of a run: those it used or its owner had meanwhile, what they offered, and what it paid for them. */
final class RunMachines {
    private static final int MOST_MACHINES = 10_000;
    private static final int MOST_INTERVALS = 300;
    private static final Duration USUAL_INTERVAL = Duration.ofHours(1);

    private final ApiQueries backend;

    RunMachines(ApiQueries backend) {
        this.backend = backend;
    }

    private MachineStore store() {
        return backend.server().database().machines();
    }

    RunCost cost(RunRecord run) {
        var used = new ArrayList<RunCost.Used>();
        for (var id : store().usedBy(run.id(), MOST_MACHINES))
            store().machine(id).ifPresent(machine -> used.add(new RunCost.Used(machine, store().usesOf(id))));
        return RunCost.of(
                run.id(), used, backend.fleetNow(), run.spec().budget().isPresent());
    }

    /** How the owner of a run stands with his budget now; empty if there is none. */
    Optional<Plan.Spending> budget(RunRecord run) {
        return backend.server()
                .fleet()
                .flatMap(fleet -> fleet.status().spendings().stream()
                        .filter(spending -> spending.owner().equals(run.spec().owner()))
                        .findFirst());
    }

    /** The machines that the run used and those that were there for its owner or for everybody while it went on, oldest first. */
    List<MachineRecord> around(RunRecord run, RunCost cost, int most) {
        var end = run.finished().orElseGet(backend::now);
        var found = new TreeMap<MachineId, MachineRecord>();
        if (run.created().isBefore(end))
            for (var machine : store().between(run.created(), end, most))
                if (machine.owner().isEmpty()
                        || machine.owner().get().equals(run.spec().owner())) found.put(machine.id(), machine);
        for (var part : cost.machines())
            if (found.size() < most) found.put(part.machine().id(), part.machine());
        return found.values().stream()
                .sorted((a, b) -> a.created().compareTo(b.created()))
                .toList();
    }

    // --- supply ---

    /** What was there for a run: its machines from the moment they were reserved, and other agents that worked for it since they came. */
    List<SupplyCurve.Offered> offers(RunRecord run, RunFold fold, List<MachineRecord> machines) {
        double end = fold.secondsAt(run.finished().orElseGet(backend::now));
        var byName = machines.stream()
                .collect(Collectors.toMap(machine -> machine.id().name(), machine -> machine));
        var slots = new HashMap<String, Integer>();
        var since = new TreeMap<String, TreeMap<Instant, Integer>>();
        for (var work : fold.agents()) {
            var session = work.session();
            var machine = MachineId.ofAgent(session.agent());
            if (byName.containsKey(machine)) slots.merge(machine, session.slots(), Integer::sum);
            else since.computeIfAbsent(session.agent(), _ -> new TreeMap<>()).put(session.since(), session.slots());
        }
        var offers = new ArrayList<SupplyCurve.Offered>();
        for (var machine : machines)
            offers.add(new SupplyCurve.Offered(
                    fold.secondsAt(machine.created()),
                    machine.ended().map(fold::secondsAt).orElse(end),
                    slots.getOrDefault(machine.id().name(), slotsOf(machine.setup()))));
        since.values().forEach(times -> offers.addAll(sessions(times, fold, end)));
        return offers;
    }

    /** An agent that comes back is not there twice. */
    private static List<SupplyCurve.Offered> sessions(NavigableMap<Instant, Integer> times, RunFold fold, double end) {
        var offers = new ArrayList<SupplyCurve.Offered>();
        times.forEach((from, slots) -> {
            var next = times.higherKey(from);
            double to = next == null ? end : fold.secondsAt(next);
            offers.add(new SupplyCurve.Offered(fold.secondsAt(from), to, slots));
        });
        return offers;
    }

    private int slotsOf(String setup) {
        return setups().filter(each -> each.id().equals(setup))
                .map(Setup::slotsPerMachine)
                .findFirst()
                .orElse(1);
    }

    private Stream<Setup> setups() {
        return backend.server().fleet().map(Fleet::settings).stream().flatMap(settings -> settings.setups().stream());
    }

    /** The most slots that there could be: those that there were, or all that setups allow beside the lasting agents. */
    long greatest(RunFold fold, SupplyCurve supply, List<MachineRecord> machines) {
        if (machines.isEmpty()) return supply.most();
        var names = machines.stream().map(machine -> machine.id().name()).collect(Collectors.toSet());
        var lasting = new HashMap<String, Integer>();
        for (var work : fold.agents())
            if (!names.contains(MachineId.ofAgent(work.session().agent())))
                lasting.put(work.session().agent(), work.session().slots());
        long allowed = setups().mapToLong(setup -> (long) setup.maxVMs() * setup.slotsPerMachine())
                .sum();
        return Math.max(
                supply.most(),
                allowed + lasting.values().stream().mapToLong(slots -> slots).sum());
    }

    // --- in JSON ---

    void write(JsonGenerator json, RunRecord run, RunCost cost) {
        json.writeNumberProperty("run", run.id().number());
        json.writeStringProperty("amount", cost.amount().toString());
        json.writeStringProperty("idle", cost.idle().toString());
        run.spec().budget().ifPresent(own -> json.writeStringProperty("runBudget", own.toString()));
        var budget = budget(run);
        budget.ifPresent(spending -> {
            json.writeObjectPropertyStart("budget");
            json.writeStringProperty("amount", spending.budget().toString());
            JsonWriter.write(json, "interval", spending.interval());
            json.writeStringProperty("left", spending.left().toString());
            json.writeEndObject();
        });
        intervals(json, run, cost, budget);
        json.writeArrayPropertyStart("items");
        for (var part : cost.machines()) part(json, part);
        json.writeEndArray();
    }

    private static void intervals(JsonGenerator json, RunRecord run, RunCost cost, Optional<Plan.Spending> budget) {
        if (cost.payments().isEmpty()) return;
        // Machines are paid for from the moment they are wanted, which is before anything runs.
        var from = run.created();
        var interval = budget.map(Plan.Spending::interval)
                .or(() -> cost.machines().stream()
                        .map(part -> part.machine().billing().interval())
                        .findFirst())
                .orElse(USUAL_INTERVAL);
        var paid = cost.perInterval(from, interval);
        while (paid.size() > MOST_INTERVALS) {
            interval = interval.multipliedBy(2);
            paid = cost.perInterval(from, interval);
        }
        JsonWriter.write(json, "interval", interval);
        json.writeArrayPropertyStart("intervals");
        for (var payment : paid) {
            json.writeStartObject();
            JsonWriter.write(json, "from", payment.at());
            json.writeStringProperty("amount", payment.amount().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void part(JsonGenerator json, RunCost.Part part) {
        json.writeStartObject();
        json.writeStringProperty("machine", part.machine().id().name());
        life(json, part.machine());
        paid(json, part);
        json.writeEndObject();
    }

    private static void life(JsonGenerator json, MachineRecord machine) {
        json.writeStringProperty("setup", machine.setup());
        json.writeStringProperty("state", machine.state().name());
        machine.owner().ifPresent(owner -> json.writeStringProperty("owner", owner.name()));
        JsonWriter.write(json, "created", machine.created());
        JsonWriter.write(json, "agentJoined", machine.agentJoined());
        JsonWriter.write(json, "ended", machine.ended());
        json.writeStringProperty("price", machine.billing().pricePerInterval().toString());
        JsonWriter.write(json, "billingInterval", machine.billing().interval());
        json.writeStringProperty("wanted", machine.wanted());
        JsonWriter.writeIfAny(json, "reason", machine.reason());
    }

    /** What the run has of a machine. */
    private static void paid(JsonGenerator json, RunCost.Part part) {
        json.writeStringProperty("amount", part.amount().toString());
        json.writeStringProperty("idle", part.idle().toString());
        JsonWriter.write(json, "usedSeconds", part.used());
    }

    void table(JsonGenerator json, List<MachineRecord> machines, RunCost cost) {
        Map<MachineId, RunCost.Part> parts = cost.machines().stream()
                .collect(Collectors.toMap(part -> part.machine().id(), part -> part));
        json.writeArrayPropertyStart("machines");
        for (var machine : machines) {
            json.writeStartObject();
            json.writeStringProperty("id", machine.id().name());
            life(json, machine);
            var part = parts.get(machine.id());
            if (part != null) paid(json, part);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
