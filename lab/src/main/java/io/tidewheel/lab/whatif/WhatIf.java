package io.tidewheel.lab.whatif;

import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.lab.elastic.Boots;
import io.tidewheel.lab.elastic.Scenario;
import io.tidewheel.lab.elastic.Simulation;
import io.tidewheel.lab.pfa.Contestant;
import io.tidewheel.lab.workloads.TimedWorkflow;
import io.tidewheel.lab.workloads.Workload;
import io.tidewheel.model.Durations;
import io.tidewheel.model.Money;
import io.tidewheel.model.WorkTime;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Plays one workflow with several policies and budgets.
 *
 * @param workflows the workflow, as it comes apart into tasks if so many of them run at the same time
 * @param types the machines that could be had; all are paid for equally long times
 * @param perTask what the system adds to the time of each task
 * @param boots how long machines were seen to take until they were ready, by type: policies are told what the types say
 * @param learned how long work has taken before, by type: policies that learn begin with it
 */
public record WhatIf(
        IntFunction<TimedWorkflow> workflows,
        List<MachineType> types,
        List<Contestant> policies,
        Duration perTask,
        Map<String, Boots> boots,
        List<WorkTime> learned,
        long seed) {
    private static final int MOST_STEPS = 12;
    private static final double NO_BETTER = 0.99;

    /**
     * What one policy makes of one budget.
     *
     * @param budget per interval
     * @param cost of all machines until it is done
     */
    public record Offer(String policy, Money budget, Duration takes, Money cost) {
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
            if (!type.billing().interval().equals(interval(types)))
                throw new IllegalArgumentException(
                        "machines of type %s are paid for %s, others for %s: they must be alike"
                                .formatted(type.name(), type.billing().interval(), interval(types)));
        }
    }

    /** How long machines are paid for at a time; a budget is for as long. */
    public Duration interval() {
        return interval(types);
    }

    private static Duration interval(List<MachineType> types) {
        return types.getFirst().billing().interval();
    }

    /** Throws IllegalArgumentException, with a text for users, if the budget buys no machine. */
    public Offer play(Contestant contestant, Money budget) {
        if (budget.compareTo(cheapest()) < 0)
            throw new IllegalArgumentException("a budget of %s buys no machine: the cheapest costs %s per %s"
                    .formatted(budget, cheapest(), Durations.format(interval())));
        var policy = contestant.policy();
        var workflow = workflows.apply(slots(budget));
        var played = Simulation.play(new Scenario(
                new Workload(workflow.name(), 1, List.of(workflow.arriving(0, 0, workflow.priority()))),
                types,
                interval(),
                List.of(budget),
                policy,
                seed,
                policy.knowsRunTimes() ? Scenario.Way.ENGINE : Scenario.Way.FLEET,
                Scenario.Conditions.FINE.withLatency(perTask).withBoots(boots).withLearned(learned)));
        double spent = played.users().getFirst().spent();
        return new Offer(
                contestant.name(),
                budget,
                Duration.ofMillis(Math.round(played.seconds() * 1e3)),
                new Money(BigDecimal.valueOf(spent).setScale(6, RoundingMode.HALF_UP)));
    }

    /** Every policy with budgets from what the cheapest machine costs up to the one given, or until more money makes nothing faster. */
    public List<Offer> curve(Optional<Money> most) {
        var offers = new ArrayList<Offer>();
        for (var contestant : policies) {
            double last = Double.MAX_VALUE;
            for (var budget : budgets(most)) {
                var offer = play(contestant, budget);
                offers.add(offer);
                double seconds = offer.takes().toMillis() / 1e3;
                if (most.isEmpty() && seconds > NO_BETTER * last && seconds <= ideal() * 1.01) break;
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

    private Money cheapest() {
        return types.stream()
                .map(MachineType::price)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** What all machines cost that could ever have something to do. */
    private Money everything() {
        long left = workflows.apply(Integer.MAX_VALUE).size();
        var sum = Money.ZERO;
        for (var type :
                types.stream().sorted(Comparator.comparing(MachineType::price)).toList()) {
            long count = Math.min(left, type.limit());
            sum = sum.plus(type.price().times(count));
            left -= count;
        }
        return sum.compareTo(cheapest()) < 0 ? cheapest() : sum;
    }

    /** How many tasks run at the same time on what a budget buys, if it is spent on what has most slots for its price. */
    private int slots(Money budget) {
        double slots = 0;
        double left = budget.amount().doubleValue();
        var best = types.stream()
                .sorted(Comparator.comparingDouble(type -> type.price().amount().doubleValue() / type.slots()))
                .toList();
        for (var type : best) {
            double price = type.price().amount().doubleValue();
            double machines = Math.min(type.limit(), Math.floor(left / price + 1e-9));
            slots += machines * type.slots();
            left -= machines * price;
        }
        return (int) Math.clamp(slots, 1, Integer.MAX_VALUE);
    }

    private double ideal() {
        double boot = types.stream()
                .mapToDouble(type ->
                        (boots.containsKey(type.name()) ? boots.get(type.name()).alone() : type.bootDelay()).toMillis()
                                / 1e3)
                .min()
                .orElse(0);
        return workflows.apply(Integer.MAX_VALUE).ideal() + boot;
    }

    /** The cheapest that is done in time. */
    public static Optional<Offer> cheapestInTime(List<Offer> offers, Duration deadline) {
        return offers.stream()
                .filter(offer -> offer.meets(deadline))
                .min(Comparator.comparing(Offer::cost).thenComparing(Offer::takes));
    }

    public static Optional<Offer> fastest(List<Offer> offers) {
        return offers.stream().min(Comparator.comparing(Offer::takes).thenComparing(Offer::cost));
    }
}
