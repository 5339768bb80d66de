package io.tidewheel.cli.workflows;

import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.Values;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.Format;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.Listing;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.cli.text.Shown;
import io.tidewheel.cli.text.Table;
import io.tidewheel.lab.pfa.Contestant;
import io.tidewheel.lab.whatif.KnownTimes;
import io.tidewheel.lab.whatif.WhatIf;
import io.tidewheel.lab.whatif.WhatIf.Offer;
import io.tidewheel.lab.workloads.TimedWorkflow;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Durations;
import io.tidewheel.model.Money;
import io.tidewheel.model.Setup;
import io.tidewheel.model.WorkTime;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.Input;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.plan.Plan;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The questions about time and money that {@code plan} and {@code replay} answer, by playing the work under virtual time. */
public final class WhatIfOptions {
    private static final MachineType PLAIN =
            MachineType.of("machine", new Billing(new Money(BigDecimal.ONE), Duration.ofMinutes(1)), 1_000);
    private static final List<String> POLICIES = List.of("leap", "pfa-ma");

    @Option(
            names = "--deadline",
            paramLabel = "D",
            converter = Values.OfDuration.class,
            description = "What-if: the cheapest way to be done within this time.")
    private @Nullable Duration deadline;

    @Option(
            names = "--budget",
            paramLabel = "B",
            description = "What-if: the fastest way that spends no more than this per billing interval.")
    private @Nullable String budget;

    @Option(
            names = "--policy",
            split = ",(?=[a-z])",
            paramLabel = "P",
            description = "What-if: which policies to try (leap,pfa-ma).")
    private List<String> policies = List.of();

    @Option(
            names = "--takes",
            paramLabel = "SERVICE=D",
            description = "What-if: how long a service takes. May be repeated.")
    private List<String> takes = new ArrayList<>();

    @Option(
            names = "--guess",
            paramLabel = "D",
            converter = Values.OfDuration.class,
            description = "What-if: how long tasks take of which nothing is known (1m).")
    private Duration guess = Duration.ofMinutes(1);

    /** The same as if they had been typed. */
    public static WhatIfOptions of(List<String> policies, Optional<String> budget, Optional<Duration> deadline) {
        var options = new WhatIfOptions();
        options.policies = List.copyOf(policies);
        options.budget = budget.orElse(null);
        options.deadline = deadline.orElse(null);
        return options;
    }

    boolean isAsked() {
        return deadline != null || budget != null || !policies.isEmpty();
    }

    /** Answers for work of which it was gathered how long it takes. */
    public int answer(Console console, Format format, KnownTimes known, List<Setup> setups, Earlier earlier) {
        return play(console, format, _ -> known, types(setups, Optional.empty()), earlier);
    }

    /** The same as data. Throws IllegalArgumentException, with a text for users, if there is no answer. */
    public JsonNode answer(KnownTimes known, List<Setup> setups, Earlier earlier) {
        var whatIf = whatIf(_ -> known, types(setups, Optional.empty()), earlier);
        return json(known, whatIf, whatIf.curve(most()));
    }

    /** For work of which nothing is known beforehand. */
    public Duration guess() {
        return guess;
    }

    /** Answers for a graph that says itself how long its tasks took. */
    int answer(Console console, Format format, TaskGraph graph, List<Setup> setups, Earlier earlier) {
        var known = new KnownTimes(graph.name(), guess);
        for (var task : graph.tasks()) known.add(task.id(), task.type(), OptionalDouble.of(task.runtimeSeconds()));
        for (var task : graph.tasks()) task.parents().forEach(parent -> known.edge(parent, task.id()));
        return answer(console, format, known, setups, earlier);
    }

    /** Answers for a workflow of ours. A loop counts with one round. */
    int answer(
            Console console,
            Format format,
            Workflow workflow,
            Plan plan,
            Cut cut,
            Map<String, Service> services,
            List<Setup> setups,
            Earlier earlier) {
        var said = said();
        var asleep = asleep(workflow, services);
        var learned = learned(plan, earlier);
        var seconds = new HashMap<String, Double>();
        for (var action : plan.actions()) {
            var each = said.containsKey(action.service())
                    ? said.get(action.service())
                    : asleep.getOrDefault(action.id(), learned(action, learned, earlier));
            if (each != null) seconds.put(action.id(), each);
        }
        var types = types(setups, Optional.of(plan));
        double guessed = guess.toMillis() / 1e3;
        IntFunction<KnownTimes> known = slots -> known(
                workflow.name().orElse("workflow"),
                plan,
                cut.chains(id -> seconds.getOrDefault(Earlier.withoutRounds(id), guessed), slots),
                seconds);
        return play(console, format, known, types, earlier);
    }

    /** How a workflow will be cut into chains, given how long each action takes and how many chains run at the same time. */
    @FunctionalInterface
    interface Cut {
        List<List<String>> chains(ToDoubleFunction<String> seconds, int slots);
    }

    private KnownTimes known(String name, Plan plan, List<List<String>> chains, Map<String, Double> seconds) {
        var known = new KnownTimes(name, guess);
        for (var chain : chains)
            known.join(chain.stream().map(Earlier::withoutRounds).toList());
        for (var action : plan.actions()) {
            if (action.service().isEmpty()) continue;
            var each = seconds.get(action.id());
            known.add(action.id(), action.service(), each == null ? OptionalDouble.empty() : OptionalDouble.of(each));
        }
        for (var edge : plan.edges()) known.edge(edge.from(), edge.to());
        return known;
    }

    /** What the same action took before, or else what others of its service took. */
    private static @Nullable Double learned(Plan.PlannedAction action, Map<String, Double> services, Earlier earlier) {
        var own = earlier.actions().get(Earlier.withoutRounds(action.id()));
        return own == null ? services.get(action.service()) : own;
    }

    /** What the actions of an earlier run tell about the services they ran. */
    private static Map<String, Double> learned(Plan plan, Earlier earlier) {
        var seconds = new HashMap<String, List<Double>>();
        for (var action : plan.actions()) {
            var took = earlier.actions().get(Earlier.withoutRounds(action.id()));
            if (took != null)
                seconds.computeIfAbsent(action.service(), _ -> new ArrayList<>())
                        .add(took);
        }
        var learned = new HashMap<String, Double>();
        seconds.forEach((service, all) -> learned.put(
                service, all.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
        return learned;
    }

    private Map<String, Double> said() {
        var said = new HashMap<String, Double>();
        for (var text : takes) {
            var pair = Values.pair("--takes", text);
            try {
                said.put(pair.getKey(), Durations.parse(pair.getValue()).toMillis() / 1e3);
            } catch (IllegalArgumentException wrong) {
                throw Trouble.usage("--takes: " + wrong.getMessage(), "example: --takes render=90s");
            }
        }
        return said;
    }

    /** Services that only sleep say themselves for how long. */
    private static Map<String, Double> asleep(Workflow workflow, Map<String, Service> services) {
        var seconds = new HashMap<String, Double>();
        for (var action : workflow.actions()) {
            if (!(action instanceof ExecuteAction execute)) continue;
            var service = services.get(execute.service());
            if (service == null || !service.runtime().equals("sleep")) continue;
            for (var input : execute.inputs()) {
                if (input.source() instanceof Input.Source.Literal(Number value))
                    seconds.put(execute.id(), value.doubleValue());
            }
        }
        return seconds;
    }

    private static List<MachineType> types(List<Setup> setups, Optional<Plan> plan) {
        if (setups.isEmpty()) return List.of(PLAIN);
        var types = new ArrayList<MachineType>();
        for (var setup : setups) {
            boolean suits = plan.isEmpty()
                    || plan.get().needs().stream()
                            .allMatch(need -> setup.providedCapabilities().covers(need.capabilities()));
            if (!suits || setup.maxVMs() == 0) continue;
            types.add(new MachineType(
                    setup.id(), setup.billing(), setup.maxVMs(), setup.bootDelay(), setup.slotsPerMachine()));
        }
        if (types.isEmpty())
            throw Trouble.usage(
                    "no setup offers all that the workflow requires: a what-if plays it on machines that can run every"
                            + " task",
                    "add the capabilities to one of the setups");
        return types;
    }

    private int play(
            Console console, Format format, IntFunction<KnownTimes> known, List<MachineType> types, Earlier earlier) {
        List<Offer> offers;
        WhatIf whatIf;
        try {
            whatIf = whatIf(known, types, earlier);
            offers = whatIf.curve(most());
        } catch (IllegalArgumentException wrong) {
            throw Trouble.usage(
                    String.valueOf(wrong.getMessage()),
                    "example: tidewheel plan workflow.yaml --setups setups.yaml --budget 3 --deadline 2h");
        }
        tell(console, format, known.apply(Integer.MAX_VALUE), whatIf, offers, earlier);
        boolean inTime =
                deadline == null || WhatIf.cheapestInTime(offers, deadline).isPresent();
        return inTime ? Exit.OK : Exit.UNPLACEABLE;
    }

    private Optional<Money> most() {
        return budget == null ? Optional.empty() : Optional.of(Money.parse(budget));
    }

    private WhatIf whatIf(IntFunction<KnownTimes> known, List<MachineType> types, Earlier earlier) {
        var made = new HashMap<Integer, TimedWorkflow>();
        return new WhatIf(
                slots -> made.computeIfAbsent(slots, each -> known.apply(each).timed(types.size())),
                types,
                contestants(),
                earlier.perTask(),
                earlier.boots(),
                earlier.learned(),
                1);
    }

    private List<Contestant> contestants() {
        return (policies.isEmpty() ? POLICIES : policies)
                .stream().map(Contestant::of).toList();
    }

    private void tell(
            Console console, Format format, KnownTimes known, WhatIf whatIf, List<Offer> offers, Earlier earlier) {
        var json = json(known, whatIf, offers);
        new Listing(console, format).one(json, List.of(), _ -> "", () -> {
            forPeople(console, offers);
            console.out().println(sureness(known, whatIf, earlier));
        });
    }

    private ObjectNode json(KnownTimes known, WhatIf whatIf, List<Offer> offers) {
        var json = Json.object()
                .put("tasks", known.size())
                .put("guessedTasks", known.guessed())
                .put("billingIntervalSeconds", whatIf.interval().toSeconds());
        var list = json.putArray("offers");
        for (var offer : offers) {
            var node = list.addObject()
                    .put("policy", offer.policy())
                    .put("budget", offer.budget().toString())
                    .put("seconds", offer.takes().toMillis() / 1e3)
                    .put("cost", offer.cost().toString());
            if (deadline != null) node.put("inTime", offer.meets(deadline));
        }
        for (var line : conclusions(offers)) json.withArray("conclusions").add(line);
        return json;
    }

    private void forPeople(Console console, List<Offer> offers) {
        var limit = deadline;
        Table.write(
                console,
                List.of("POLICY", "BUDGET", "TAKES", "COST", "IN TIME"),
                List.of(false, true, true, true, false),
                offers.stream()
                        .map(offer -> List.of(
                                Safe.line(offer.policy()),
                                offer.budget().toString(),
                                Shown.duration(offer.takes()),
                                offer.cost().toString(),
                                limit == null ? "-" : offer.meets(limit) ? "yes" : "no"))
                        .toList());
        console.out().println();
        for (var line : conclusions(offers)) console.out().println(line);
    }

    private List<String> conclusions(List<Offer> offers) {
        var lines = new ArrayList<String>();
        WhatIf.fastest(offers)
                .ifPresent(offer -> lines.add(
                        "The fastest%s: %s".formatted(budget == null ? "" : " within the budget", words(offer))));
        if (deadline == null) return lines;
        lines.add(WhatIf.cheapestInTime(offers, deadline)
                .map(offer -> "The cheapest in time: " + words(offer))
                .orElse("%s cannot be met%s; the fastest is the best that can be had"
                        .formatted(Shown.duration(deadline), budget == null ? "" : " within the budget")));
        return lines;
    }

    private static String words(Offer offer) {
        return "%s with a budget of %s takes %s and costs %s"
                .formatted(offer.policy(), offer.budget(), Shown.duration(offer.takes()), offer.cost());
    }

    private String sureness(KnownTimes known, WhatIf whatIf, Earlier earlier) {
        var times = known.guessed() == 0
                ? "The run times of all %s tasks are known".formatted(Shown.count(known.size()))
                : "Of %s tasks %s are guessed to take %s: name them with --takes SERVICE=D"
                        .formatted(Shown.count(known.size()), Shown.count(known.guessed()), Shown.duration(guess));
        var machines = whatIf.types().equals(List.of(PLAIN))
                ? "machines are taken to cost 1 per minute: name yours with --setups"
                : "budgets are per %s".formatted(Shown.duration(whatIf.interval()));
        var overheads = earlier.isEmpty()
                ? "nothing is known of how long the system itself takes: learn it from a run with --like RUN"
                : "each task takes %s beyond its own time, as was seen".formatted(Shown.duration(whatIf.perTask()));
        long seen = whatIf.learned().stream().mapToLong(WorkTime::chains).sum();
        var learned = seen == 0
                ? "policies that learn know nothing beforehand"
                : "policies that learn begin with what %s tasks have shown".formatted(Shown.count(seen));
        return "%s; %s; %s; %s.".formatted(times, machines, overheads, learned);
    }
}
