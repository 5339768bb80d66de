package io.tidewheel.server.endpoints.rest;

import io.tidewheel.autoscaling.elastic.Ledger;
import io.tidewheel.autoscaling.elastic.MachineCharges;
import io.tidewheel.model.Durations;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunId;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QuotedText;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import tools.jackson.core.JsonGenerator;

/** What machines have cost, why they were bought, and how long work took on them. */
final class LedgerRoutes {
    private static final int MOST_MACHINES = 10_000;
    private static final int MOST_TIMES = 10_000;
    private static final Duration USUAL_TIME = Duration.ofDays(1);
    private static final Duration USUAL_INTERVAL = Duration.ofHours(1);

    private final ApiQueries backend;
    private final MachineRoutes machines;

    LedgerRoutes(ApiQueries backend, MachineRoutes machines) {
        this.backend = backend;
        this.machines = machines;
    }

    // --- one machine ---

    HttpAnswer machine(AdmittedRequest request) {
        request.query().allow();
        var machine = machines.named(request);
        var now = backend.fleetNow();
        var causes = new ArrayList<Explanation.Cause>();
        causes.add(cause("wanted", "it was made because " + machine.wanted()));
        machine.owner().ifPresent(owner -> causes.add(cause("owner", "it is reserved for " + owner)));
        if (!machine.billing().pricePerInterval().isZero()) causes.add(cause("cost", cost(machine, now)));
        for (var entry : payers(machine, now).entrySet())
            causes.add(cause(
                    "payer", "%s pays %s".formatted(payer(request.caller(), entry.getKey()), entry.getValue())));
        var sentence = machine.reason().isEmpty()
                ? "it was made because " + machine.wanted()
                : "%s; it was made because %s".formatted(machine.reason(), machine.wanted());
        return new Explanation(machine.state().isStarting(), machine.state().name(), sentence, Optional.empty(), causes)
                .answer();
    }

    private static Explanation.Cause cause(String code, String text) {
        return new Explanation.Cause(code, text, Optional.empty());
    }

    private static String cost(MachineRecord machine, Instant now) {
        var billing = machine.billing();
        long times = Ledger.periods(machine, now);
        var text = "it costs %s for every %s that it begins, and has cost %s so far"
                .formatted(
                        billing.pricePerInterval(),
                        Durations.format(billing.interval()),
                        billing.pricePerInterval().times(times));
        if (machine.ended().isPresent()) return text;
        return "%s; it is paid for until %s"
                .formatted(text, JsonWriter.text(MachineCharges.paidUntil(billing, machine.created(), now)));
    }

    private Map<Optional<RunId>, Money> payers(MachineRecord machine, Instant now) {
        var payers = new TreeMap<Optional<RunId>, Money>(
                Comparator.comparing(run -> run.map(RunId::number).orElse(Long.MAX_VALUE)));
        for (var entry : Ledger.of(machine, store().usesOf(machine.id()), now, limited()))
            if (!entry.amount().isZero()) payers.merge(entry.run(), entry.amount(), Money::plus);
        return payers;
    }

    /** Whether runs have a budget of their own; each is looked up once. */
    private Predicate<RunId> limited() {
        var known = new HashMap<RunId, Boolean>();
        return id -> known.computeIfAbsent(
                id, _ -> backend.run(id).flatMap(run -> run.spec().budget()).isPresent());
    }

    private String payer(Caller caller, Optional<RunId> run) {
        if (run.isEmpty()) return "no run";
        return maySee(caller, run.get()) ? "run " + run.get() : "another owner's run";
    }

    private boolean maySee(Caller caller, RunId run) {
        return caller.role() == Role.ADMIN
                || backend.run(run)
                        .map(found -> caller.maySee(found.spec().owner()))
                        .orElse(false);
    }

    // --- budgets ---

    HttpAnswer budgets(AdmittedRequest request) {
        request.query().allow();
        var spendings = backend.server()
                .fleet()
                .map(fleet -> fleet.status().spendings())
                .orElse(List.of());
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var spending : spendings) {
                if (!request.caller().maySee(spending.owner())) continue;
                json.writeStartObject();
                json.writeStringProperty("owner", spending.owner().name());
                json.writeStringProperty("budget", spending.budget().toString());
                JsonWriter.write(json, "interval", spending.interval());
                json.writeStringProperty("left", spending.left().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    // --- what was learned ---

    HttpAnswer workTimes(AdmittedRequest request) {
        var only = request.query().allow("owner").one("owner");
        var found = store().workTimes(MOST_TIMES + 1);
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var time : found.subList(0, Math.min(found.size(), MOST_TIMES))) {
                boolean wanted = only.isEmpty() || time.owner().name().equals(only.get());
                if (!wanted || !request.caller().maySee(time.owner())) continue;
                json.writeStartObject();
                json.writeStringProperty("owner", time.owner().name());
                json.writeStringProperty("setup", time.setup());
                json.writeStringProperty("kind", time.kind());
                json.writeNumberProperty("tasks", time.chains());
                JsonWriter.write(json, "runSeconds", time.took());
                JsonWriter.write(json, "last", time.last());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeBooleanProperty("complete", found.size() <= MOST_TIMES);
        });
    }

    // --- all ---

    private record Line(Instant from, Optional<Owner> owner, String setup, Optional<RunId> run) {}

    private record Sum(Money amount, Money idle) {
        Sum plus(Sum other) {
            return new Sum(amount.plus(other.amount), idle.plus(other.idle));
        }
    }

    private static final Comparator<Line> IN_ORDER = Comparator.comparing(Line::from)
            .thenComparing(line -> line.owner().map(Owner::name).orElse(""))
            .thenComparing(Line::setup)
            .thenComparing(line -> line.run().map(RunId::number).orElse(Long.MAX_VALUE));

    HttpAnswer ledger(AdmittedRequest request) {
        var query = request.query().allow("from", "to", "owner", "interval");
        var to = query.one("to").map(text -> moment("to", text)).orElseGet(backend::fleetNow);
        var from = query.one("from").map(text -> moment("from", text)).orElse(to.minus(USUAL_TIME));
        if (!from.isBefore(to))
            throw HttpProblem.malformed("from is not before to").asException();
        var interval = query.one("interval").map(LedgerRoutes::interval).orElse(USUAL_INTERVAL);
        var only = query.one("owner");
        var found = store().between(from, to, MOST_MACHINES + 1);
        var sums = new TreeMap<Line, Sum>(IN_ORDER);
        for (var machine : found.subList(0, Math.min(found.size(), MOST_MACHINES))) {
            boolean wanted = only.isEmpty() || machine.owner().map(Owner::name).equals(only);
            if (wanted && request.caller().maySee(machine.owner()))
                add(request.caller(), machine, from, to, interval, sums);
        }
        return answer(sums, found.size() <= MOST_MACHINES);
    }

    /** What others paid for a machine that all share is told without their names. */
    private void add(
            Caller caller, MachineRecord machine, Instant from, Instant to, Duration interval, Map<Line, Sum> sums) {
        for (var entry : Ledger.of(machine, store().usesOf(machine.id()), backend.fleetNow(), limited())) {
            if (entry.at().isBefore(from)
                    || !entry.at().isBefore(to)
                    || entry.amount().isZero()) continue;
            long number = Math.floorDiv(entry.at().toEpochMilli(), interval.toMillis());
            var begin = Instant.ofEpochMilli(number * interval.toMillis());
            sums.merge(
                    new Line(
                            begin,
                            entry.owner().filter(caller::maySee),
                            entry.setup(),
                            entry.run().filter(run -> maySee(caller, run))),
                    new Sum(entry.amount(), entry.idle() ? entry.amount() : Money.ZERO),
                    Sum::plus);
        }
    }

    private static HttpAnswer answer(Map<Line, Sum> sums, boolean complete) {
        var total = sums.values().stream().map(Sum::amount).reduce(Money.ZERO, Money::plus);
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            sums.forEach((line, sum) -> write(json, line, sum));
            json.writeEndArray();
            json.writeStringProperty("total", total.toString());
            json.writeBooleanProperty("complete", complete);
        });
    }

    private static void write(JsonGenerator json, Line line, Sum sum) {
        json.writeStartObject();
        JsonWriter.write(json, "from", line.from());
        line.owner().ifPresent(owner -> json.writeStringProperty("owner", owner.name()));
        json.writeStringProperty("setup", line.setup());
        line.run().ifPresent(run -> json.writeNumberProperty("run", run.number()));
        json.writeStringProperty("amount", sum.amount().toString());
        json.writeStringProperty("idle", sum.idle().toString());
        json.writeEndObject();
    }

    private static Instant moment(String name, String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException _) {
            throw HttpProblem.malformed("%s is a moment like 2026-03-01T12:00:00Z, not '%s'"
                            .formatted(name, QuotedText.shown(text)))
                    .asException();
        }
    }

    private static Duration interval(String text) {
        try {
            var interval = Durations.parse(text);
            if (interval.toMillis() > 0) return interval;
            throw new IllegalArgumentException("it is longer than nothing");
        } catch (IllegalArgumentException wrong) {
            throw HttpProblem.malformed("interval: " + wrong.getMessage()).asException();
        }
    }

    private MachineStore store() {
        return backend.server().database().machines();
    }
}
