package io.tidewheel.cli.workflows;

import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.TextTable;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Durations;
import io.tidewheel.model.Money;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import io.tidewheel.model.WorkTime;
import io.tidewheel.simulation.elastic.NamedPolicy;
import io.tidewheel.simulation.whatif.ForecastWork;
import io.tidewheel.simulation.whatif.KnownTimes;
import io.tidewheel.simulation.whatif.WhatIf;
import io.tidewheel.simulation.whatif.WhatIf.Offer;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.plan.WorkflowForecast;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The questions about time and money that {@code plan} and {@code replay} answer, by playing the work under virtual time. */
public final class WhatIfOptions {
    private static final MachineType PLAIN =
            MachineType.of("machine", new Billing(new Money(BigDecimal.ONE), Duration.ofHours(1)), 1_000);
    private static final List<String> POLICIES = List.of("leap", "pfa-ma");

    @Option(
            names = "--deadline",
            paramLabel = "D",
            converter = OptionValues.OfDuration.class,
            description = "What-if: the cheapest way to be done within this time.")
    private @Nullable Duration deadline;

    @Option(
            names = "--budget",
            paramLabel = "B",
            description = "What-if: the fastest way that spends no more than this in any --budget-interval, as the"
                    + " --budget of a server.")
    private @Nullable String budget;

    @Option(
            names = "--budget-interval",
            paramLabel = "TIME",
            converter = OptionValues.OfDuration.class,
            description = "What-if: the time that budgets are for (that of the server, or 1h).")
    private @Nullable Duration budgetInterval;

    @Option(
            names = "--policy",
            split = ",(?=[a-z])",
            splitSynopsisLabel = ",",
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
            converter = OptionValues.OfDuration.class,
            description = "What-if: how long tasks take of which nothing is known (1m).")
    private Duration guess = Duration.ofMinutes(1);

    private PolicyCatalogue catalogue = PolicyCatalogue.standard();

    /** Policies are looked for among these. */
    public WhatIfOptions with(PolicyCatalogue known) {
        catalogue = known;
        return this;
    }

    /** The same as if they had been typed. */
    public static WhatIfOptions of(
            List<String> policies, Optional<String> budget, Optional<Duration> interval, Optional<Duration> deadline) {
        var options = new WhatIfOptions();
        options.policies = List.copyOf(policies);
        options.budget = budget.orElse(null);
        options.budgetInterval = interval.orElse(null);
        options.deadline = deadline.orElse(null);
        return options;
    }

    boolean isAsked() {
        return deadline != null || budget != null || !policies.isEmpty();
    }

    /** Answers for work of which it was gathered how long it takes. */
    public int answer(Console console, OutputFormat format, KnownTimes known, List<Setup> setups, EarlierRun earlier) {
        var types = types(setups, Optional.empty());
        return play(console, format, RunForecast.certain(graph(known, types)), types, earlier);
    }

    /** The same as data. Throws IllegalArgumentException, with a text for users, if there is no answer. */
    public JsonNode answer(KnownTimes known, List<Setup> setups, EarlierRun earlier) {
        var types = types(setups, Optional.empty());
        var forecast = RunForecast.certain(graph(known, types));
        var whatIf = whatIf(forecast.most(), types, earlier);
        return json(forecast, whatIf, offers(forecast, whatIf, earlier));
    }

    private static ForecastWork graph(KnownTimes known, List<MachineType> types) {
        return new ForecastWork.Graph(known.timed(types.size()), known.guessed());
    }

    /** For work of which nothing is known beforehand. */
    public Duration guess() {
        return guess;
    }

    /** Answers for a graph that says itself how long its tasks took. */
    int answer(Console console, OutputFormat format, TaskGraph graph, List<Setup> setups, EarlierRun earlier) {
        var known = new KnownTimes(graph.name(), guess);
        for (var task : graph.tasks()) known.add(task.id(), task.type(), OptionalDouble.of(task.runtimeSeconds()));
        for (var task : graph.tasks()) task.parents().forEach(parent -> known.edge(parent, task.id()));
        return answer(console, format, known, setups, earlier);
    }

    /** Answers for a workflow of ours. */
    int answer(
            Console console,
            OutputFormat format,
            ForecastWorkflow workflow,
            WorkflowForecast plan,
            List<Setup> setups,
            EarlierRun earlier) {
        var times = new CommandTimes(said(), earlier.actions(), plan);
        var types = types(setups, Optional.of(plan));
        try {
            return play(console, format, workflow.forecast(times::of, guess), types, earlier);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private Map<String, Double> said() {
        var said = new HashMap<String, Double>();
        for (var text : takes) {
            var pair = OptionValues.pair("--takes", text);
            try {
                said.put(pair.getKey(), Durations.parse(pair.getValue()).toMillis() / 1e3);
            } catch (IllegalArgumentException wrong) {
                throw CliError.usage("--takes: " + wrong.getMessage(), "example: --takes render=90s");
            }
        }
        return said;
    }

    private static List<MachineType> types(List<Setup> setups, Optional<WorkflowForecast> plan) {
        if (setups.isEmpty()) return List.of(PLAIN);
        var types = new ArrayList<MachineType>();
        for (var setup : setups) {
            boolean suits = plan.isEmpty()
                    || plan.get().needs().stream()
                            .allMatch(need -> setup.holds(new RequiredResources(need.capabilities(), need.amounts())));
            if (!suits || setup.maxVMs() == 0) continue;
            types.add(new MachineType(
                    setup.id(), setup.billing(), setup.maxVMs(), setup.bootDelay(), setup.slotsPerMachine()));
        }
        if (types.isEmpty())
            throw CliError.usage(
                    "no setup offers all that the workflow requires: a what-if plays it on machines that can run every"
                            + " task",
                    "add the capabilities and amounts to one of the setups");
        return types;
    }

    private int play(
            Console console, OutputFormat format, RunForecast forecast, List<MachineType> types, EarlierRun earlier) {
        List<ForecastOffer> offers;
        WhatIf whatIf;
        try {
            whatIf = whatIf(forecast.most(), types, earlier);
            offers = offers(forecast, whatIf, earlier);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(
                    String.valueOf(wrong.getMessage()),
                    "example: tidewheel plan workflow.yaml --setups setups.yaml --budget 3 --deadline 2h");
        }
        tell(console, format, forecast, whatIf, offers, earlier);
        boolean inTime = deadline == null
                || WhatIf.cheapestInTime(most(offers), deadline).isPresent();
        return inTime ? ExitCodes.OK : ExitCodes.UNPLACEABLE;
    }

    /** What is promised is what holds at most; what it takes at least is told beside it. */
    private List<ForecastOffer> offers(RunForecast forecast, WhatIf whatIf, EarlierRun earlier) {
        var curve = whatIf.curve(mostMoney());
        if (forecast.least().isEmpty())
            return curve.stream().map(offer -> new ForecastOffer(offer, offer)).toList();
        var least = whatIf(forecast.least().get(), whatIf.types(), earlier);
        var byName = new HashMap<String, NamedPolicy>();
        for (var contestant : whatIf.policies()) byName.put(contestant.name(), contestant);
        return curve.stream()
                .map(offer -> new ForecastOffer(
                        least.play(Objects.requireNonNull(byName.get(offer.policy())), offer.budget()), offer))
                .toList();
    }

    private static List<Offer> most(List<ForecastOffer> offers) {
        return offers.stream().map(ForecastOffer::most).toList();
    }

    private Optional<Money> mostMoney() {
        return budget == null ? Optional.empty() : Optional.of(Money.parse(budget));
    }

    private WhatIf whatIf(ForecastWork work, List<MachineType> types, EarlierRun earlier) {
        var interval = budgetInterval == null ? earlier.budgetInterval().orElse(Duration.ofHours(1)) : budgetInterval;
        if (!interval.isPositive()) throw new IllegalArgumentException("--budget-interval is longer than nothing");
        return new WhatIf(
                work, types, contestants(), interval, earlier.perTask(), earlier.boots(), earlier.learned(), 1);
    }

    private List<NamedPolicy> contestants() {
        return (policies.isEmpty() ? POLICIES : policies)
                .stream().map(name -> NamedPolicy.of(name, catalogue)).toList();
    }

    private void tell(
            Console console,
            OutputFormat format,
            RunForecast forecast,
            WhatIf whatIf,
            List<ForecastOffer> offers,
            EarlierRun earlier) {
        var json = json(forecast, whatIf, offers);
        new ListPrinter(console, format).one(json, List.of(), _ -> "", () -> {
            forPeople(console, forecast, whatIf, offers);
            console.out().println(sureness(forecast, whatIf, earlier));
        });
    }

    private ObjectNode json(RunForecast forecast, WhatIf whatIf, List<ForecastOffer> offers) {
        var json = JsonText.object()
                .put("tasks", forecast.most().tasks())
                .put("guessedTasks", forecast.most().guessed())
                .put("budgetIntervalSeconds", whatIf.interval().toMillis() / 1e3);
        forecast.least().ifPresent(least -> json.put("tasksLeast", least.tasks()));
        if (!forecast.notes().isEmpty()) forecast.notes().forEach(json.putArray("supposed")::add);
        var list = json.putArray("offers");
        for (var pair : offers) {
            var offer = pair.most();
            var node = list.addObject()
                    .put("policy", offer.policy())
                    .put("deployable", offer.isDeployable())
                    .put("budget", offer.budget().toString())
                    .put("seconds", offer.takes().toMillis() / 1e3)
                    .put("cost", offer.cost().toString());
            if (forecast.least().isPresent())
                node.put("secondsLeast", pair.least().takes().toMillis() / 1e3)
                        .put("costLeast", pair.least().cost().toString());
            if (deadline != null) node.put("inTime", offer.meets(deadline));
        }
        for (var line : conclusions(forecast, whatIf, offers))
            json.withArray("conclusions").add(line);
        return json;
    }

    private void forPeople(Console console, RunForecast forecast, WhatIf whatIf, List<ForecastOffer> offers) {
        var limit = deadline;
        TextTable.write(
                console,
                List.of("POLICY", "BUDGET", "TAKES", "COST", "IN TIME"),
                List.of(false, true, true, true, false),
                offers.stream()
                        .map(offer -> List.of(
                                SafeText.line(offer.name()),
                                offer.most().budget().toString(),
                                offer.takes(),
                                offer.cost(),
                                limit == null ? "-" : offer.most().meets(limit) ? "yes" : "no"))
                        .toList());
        console.out().println();
        for (var line : conclusions(forecast, whatIf, offers)) console.out().println(SafeText.line(line));
    }

    private List<String> conclusions(RunForecast forecast, WhatIf whatIf, List<ForecastOffer> offers) {
        var lines = new ArrayList<String>();
        var most = most(offers);
        WhatIf.fastest(most)
                .ifPresent(offer -> lines.add("The fastest%s: %s"
                        .formatted(budget == null ? "" : " within the budget", words(offer, offers, forecast))));
        if (deadline != null)
            lines.add(WhatIf.cheapestInTime(most, deadline)
                    .map(offer -> "The cheapest in time: " + words(offer, offers, forecast))
                    .orElse("%s cannot be met%s; the fastest is the best that can be had"
                            .formatted(HumanNumbers.duration(deadline), budget == null ? "" : " within the budget")));
        lines.addAll(whatIf.notPlayed());
        for (var offer : most) {
            var line = "%s is for comparison: it has to be told run times beforehand, and servers do not take it"
                    .formatted(offer.policy());
            if (!offer.isDeployable() && !lines.contains(line)) lines.add(line);
        }
        return lines;
    }

    private static String words(Offer offer, List<ForecastOffer> offers, RunForecast forecast) {
        var pair = offers.stream()
                .filter(each -> each.most().equals(offer))
                .findFirst()
                .orElseThrow();
        var least = forecast.isAtLeast() ? "at least " : "";
        return "%s with a budget of %s takes %s%s and costs %s%s"
                .formatted(offer.policy(), offer.budget(), least, pair.takes(), least, pair.cost());
    }

    private String sureness(RunForecast forecast, WhatIf whatIf, EarlierRun earlier) {
        var work = forecast.most();
        var count = forecast.count();
        var times = work.guessed() == 0
                ? count.equals("1")
                        ? "The run time of its only task is known"
                        : "The run times of all %s tasks are known".formatted(count)
                : "Of %s tasks %s are guessed to take %s: name them with --takes SERVICE=D"
                        .formatted(count, HumanNumbers.count(work.guessed()), HumanNumbers.duration(guess));
        var machines = "%sbudgets are for each %s"
                .formatted(
                        whatIf.types().equals(List.of(PLAIN))
                                ? "machines are taken to cost 1 per hour: name yours with --setups; "
                                : "",
                        HumanNumbers.duration(whatIf.interval()));
        var overheads = earlier.isEmpty()
                ? "nothing is known of how long the system itself takes: learn it from a run with --like RUN"
                : "each task takes %s beyond its own time, as was seen"
                        .formatted(HumanNumbers.duration(whatIf.perTask()));
        long seen = whatIf.learned().stream().mapToLong(WorkTime::chains).sum();
        var learned = seen == 0
                ? "policies that learn know nothing beforehand"
                : "policies that learn begin with what %s tasks have shown".formatted(HumanNumbers.count(seen));
        var notes = forecast.notes().isEmpty() ? "" : "\n" + String.join("\n", forecast.notes());
        return "%s; %s; %s; %s.%s".formatted(times, machines, overheads, learned, notes);
    }
}
