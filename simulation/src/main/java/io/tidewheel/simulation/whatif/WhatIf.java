package io.tidewheel.simulation.whatif;

import io.tidewheel.autoscaling.elastic.MachineCharges;
import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.model.Durations;
import io.tidewheel.model.Money;
import io.tidewheel.model.WorkTime;
import io.tidewheel.simulation.elastic.BootTimes;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.NamedPolicy;
import io.tidewheel.simulation.elastic.PolicySimulation;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.Workload;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plays one workflow with several policies and budgets.
 *
 * @param types the machines that could be had
 * @param interval the time that budgets are for, and how often policies decide that act at its end, as on a server
 * @param perTask what the system adds to the time of each task
 * @param boots how long machines were seen to take until they were ready, by type: policies are told what the types say
 * @param learned how long work has taken before, by type: policies that learn begin with it
 */
public record WhatIf(
        ForecastWork work,
        List<MachineType> types,
        List<NamedPolicy> policies,
        Duration interval,
        Duration perTask,
        Map<String, BootTimes> boots,
        List<WorkTime> learned,
        long seed) {
    private static final int MOST_STEPS = 12;
    private static final double NO_BETTER = 0.99;

    /**
     * What one policy makes of one budget.
     *
     * @param budget per interval
     * @param cost of all machines until it is done
     * @param isDeployable false for policies that must be told what nobody knows of real work: servers do not take them
     */
    public record Offer(String policy, boolean isDeployable, Money budget, Duration takes, Money cost) {
        public boolean meets(Duration deadline) {
            return takes.compareTo(deadline) <= 0;
        }
    }

    public WhatIf {
        types = List.copyOf(types);
        policies = List.copyOf(policies);
        boots = Map.copyOf(boots);
        learned = List.copyOf(learned);
        if (types.isEmpty()) throw new IllegalArgumentException("there is no type of machine to try it on");
        if (policies.isEmpty()) throw new IllegalArgumentException("there is no policy to try");
        for (var type : types) {
            if (type.price().isZero())
                throw new IllegalArgumentException(
                        "machines of type %s have no price: nothing can be said about costs".formatted(type.name()));
        }
        if (work.tasks() == 0)
            throw new IllegalArgumentException("there is nothing to be done, and so nothing to be played");
        if (!anyIsPlayable(work, types, policies))
            throw new IllegalArgumentException(unplayable(work, policies.getFirst()));
    }

    private static boolean anyIsPlayable(ForecastWork work, List<MachineType> types, List<NamedPolicy> policies) {
        return policies.stream().anyMatch(contestant -> isPlayable(work, types, contestant));
    }

    private static boolean isPlayable(ForecastWork work, List<MachineType> types, NamedPolicy contestant) {
        if (!contestant.policy().knowsRunTimes()) return true;
        long times =
                types.stream().map(type -> type.billing().interval()).distinct().count();
        return work instanceof ForecastWork.Graph && times == 1;
    }

    private static String unplayable(ForecastWork work, NamedPolicy contestant) {
        var why = work instanceof ForecastWork.Growing
                ? "has to be told the whole graph and all run times beforehand, and a workflow grows while it runs"
                : "plans for the one time that all machines are paid for, and these are paid for different ones";
        return "the policy %s is not played: it %s; servers do not take it either".formatted(contestant.name(), why);
    }

    /** Why policies that were asked for are not played. */
    public List<String> notPlayed() {
        return policies.stream()
                .filter(contestant -> !isPlayable(work, types, contestant))
                .map(contestant -> unplayable(work, contestant))
                .toList();
    }

    /** Throws IllegalArgumentException, with a text for users, if the budget buys no machine. */
    public Offer play(NamedPolicy contestant, Money budget) {
        if (budget.compareTo(cheapest()) < 0)
            throw new IllegalArgumentException(
                    "a budget of %s per %s buys no machine: the cheapest costs up to %s in that time"
                            .formatted(budget, Durations.format(interval), cheapest()));
        var played = PolicySimulation.play(scenario(contestant.policy(), budget));
        double spent = played.users().getFirst().spent();
        return new Offer(
                contestant.name(),
                !contestant.policy().knowsRunTimes(),
                budget,
                Duration.ofMillis(Math.round(played.seconds() * 1e3)),
                new Money(BigDecimal.valueOf(spent).setScale(6, RoundingMode.HALF_UP)));
    }

    private FleetScenario scenario(OwnerPolicy policy, Money budget) {
        var conditions = FleetScenario.Conditions.FINE
                .withLatency(perTask)
                .withBoots(boots)
                .withLearned(learned);
        return switch (work) {
            case ForecastWork.Growing(var workflow, var _) ->
                new FleetScenario(
                                new Workload(workflow.name(), 1, List.of()),
                                types,
                                interval,
                                List.of(budget),
                                policy,
                                seed,
                                FleetScenario.DispatchMode.FLEET,
                                conditions)
                        .with(workflow);
            case ForecastWork.Graph(var workflow, var _) -> scenario(workflow, policy, budget, conditions);
        };
    }

    private FleetScenario scenario(
            TimedWorkflow workflow, OwnerPolicy policy, Money budget, FleetScenario.Conditions conditions) {
        // Policies without the fleet service plan for as long as machines are paid for.
        boolean aside = policy.knowsRunTimes();
        var paidFor = types.getFirst().billing().interval();
        return new FleetScenario(
                new Workload(workflow.name(), 1, List.of(workflow.arriving(0, 0, workflow.priority()))),
                types,
                aside ? paidFor : interval,
                List.of(aside ? perPayment(budget, paidFor) : budget),
                policy,
                seed,
                aside ? FleetScenario.DispatchMode.ENGINE : FleetScenario.DispatchMode.FLEET,
                conditions);
    }

    /** What may be paid at a time if no more than the budget is paid in its interval. */
    private Money perPayment(Money budget, Duration paidFor) {
        var times = BigDecimal.valueOf(Math.ceilDiv(interval.toNanos(), paidFor.toNanos()));
        return new Money(budget.amount().divide(times, 9, RoundingMode.DOWN));
    }

    /** Every policy with budgets from what the cheapest machine costs up to the one given, or until more money makes nothing faster. */
    public List<Offer> curve(Optional<Money> most) {
        var offers = new ArrayList<Offer>();
        for (var contestant : policies) {
            if (!isPlayable(work, types, contestant)) continue;
            double last = Double.MAX_VALUE;
            for (var budget : budgets(most)) {
                var offer = play(contestant, budget);
                offers.add(offer);
                double seconds = offer.takes().toMillis() / 1e3;
                if (most.isEmpty() && seconds > NO_BETTER * last && seconds <= idealSeconds() * 1.01) break;
                last = seconds;
            }
        }
        return offers;
    }

    private List<Money> budgets(Optional<Money> most) {
        var budgets = new ArrayList<Money>();
        var all = everything();
        var last = most.isPresent() && most.get().compareTo(all) < 0 ? most.get() : all;
        for (var budget = cheapest();
                budgets.size() < MOST_STEPS && budget.compareTo(last) < 0;
                budget = budget.times(2)) budgets.add(budget);
        budgets.add(last.compareTo(cheapest()) < 0 ? most.orElse(cheapest()) : last);
        return budgets;
    }

    /** What one machine costs at most in the time of a budget: what a server sets aside for it. */
    private Money inInterval(MachineType type) {
        return MachineCharges.most(type.billing(), interval);
    }

    private Money cheapest() {
        return types.stream()
                .map(this::inInterval)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** What all machines cost that could ever have something to do. */
    private Money everything() {
        long left = work.widest();
        var sum = Money.ZERO;
        for (var type :
                types.stream().sorted(Comparator.comparing(this::inInterval)).toList()) {
            long count = Math.min(left, type.limit());
            sum = sum.plus(inInterval(type).times(count));
            left -= count;
        }
        return sum.compareTo(cheapest()) < 0 ? cheapest() : sum;
    }

    private double idealSeconds() {
        double boot = types.stream()
                .mapToDouble(type ->
                        (boots.containsKey(type.name()) ? boots.get(type.name()).alone() : type.bootDelay()).toMillis()
                                / 1e3)
                .min()
                .orElse(0);
        return work.idealSeconds() + boot;
    }

    /** The cheapest that is done in time, of what a server takes. */
    public static Optional<Offer> cheapestInTime(List<Offer> offers, Duration deadline) {
        return offers.stream()
                .filter(Offer::isDeployable)
                .filter(offer -> offer.meets(deadline))
                .min(Comparator.comparing(Offer::cost).thenComparing(Offer::takes));
    }

    /** The fastest of what a server takes. */
    public static Optional<Offer> fastest(List<Offer> offers) {
        return offers.stream()
                .filter(Offer::isDeployable)
                .min(Comparator.comparing(Offer::takes).thenComparing(Offer::cost));
    }
}
