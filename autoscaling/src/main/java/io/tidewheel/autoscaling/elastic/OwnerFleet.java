package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.autoscaling.elastic.OwnerObservation.Ended;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Durations;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One owner's part of the fleet. Work that the same setups could do is decided on together; the owner's policy sees it as if there were
 * nothing else, with what the owner has left to spend.
 */
final class OwnerFleet {
    private final Observation seen;
    private final OwnershipIndex all;
    private final OwnershipIndex.Own own;
    private final FleetDraft draft;
    private final Owner owner;
    private final Budgets.Share share;
    private final Duration interval;
    private final OwnerMemory before;
    private final List<WorkTime> times;
    private final List<Plan.Release> releases = new ArrayList<>();
    private final List<String> alerts = new ArrayList<>();
    private final Map<String, PolicyMemory> policies;
    private final Map<String, List<Plan.Obstacle>> limits = new TreeMap<>();
    private final Map<LaneId, LaneRank> ranks = new TreeMap<>();
    private final OwnerObserver sight;
    private LearnedRunTimes learned;
    private Money spendable;

    OwnerFleet(
            Observation seen,
            OwnershipIndex all,
            FleetDraft draft,
            Owner owner,
            Budgets.Share share,
            Duration interval,
            OwnerMemory before,
            List<WorkTime> times) {
        this.seen = seen;
        this.all = all;
        this.own = all.of(owner);
        this.draft = draft;
        this.owner = owner;
        this.share = share;
        this.interval = interval;
        this.before = before;
        this.times = times;
        this.policies = new TreeMap<>(before.policies());
        this.learned = before.learned();
        this.sight = new OwnerObserver(seen, own, draft, owner, share, interval, before);
        this.spendable = new Purse(share.budget(), interval).spendable(own.bought(), seen.now());
    }

    List<Plan.Release> releases() {
        return releases;
    }

    /** In which order the owner's work goes to the owner's machines, if the policy says so. */
    Map<LaneId, LaneRank> ranks() {
        return ranks;
    }

    List<String> alerts() {
        return alerts;
    }

    Plan.Spending spending() {
        return new Plan.Spending(owner, share.budget(), interval, spendable);
    }

    /** Whether there is a machine that could still be had, and money for it. */
    boolean canBuy() {
        for (var setup : seen.setups()) {
            if (draft.room(setup) > 0
                    && MachineCharges.most(setup.billing(), interval).compareTo(spendable) <= 0) return true;
        }
        return false;
    }

    OwnerMemory decide() {
        learned = before.learned().plusAll(own.done());
        boolean tick = before.isTick(seen.now(), interval);
        sayWhatNobodyHolds();
        var groups = WorkGroup.of(seen, all, own);
        if (!tick && !share.policy().actsOnNews()) {
            boolean near = before.isNearTick(seen.now(), interval);
            if (near) groups.forEach(this::letGoAhead);
            groups.forEach(this::sayWhatItWaitsFor);
            alerts.addAll(before.alerts());
            return new OwnerMemory(
                    before.tick(),
                    before.askedAhead() || near,
                    before.policies(),
                    sight.done(),
                    before.limits(),
                    alerts,
                    learned,
                    OwnerMemory.Last.NONE);
        }
        for (var group : groups) decide(group, tick);
        return new OwnerMemory(
                tick ? Optional.of(seen.now()) : before.tick(),
                false,
                policies,
                List.of(),
                limits,
                alerts,
                learned,
                OwnerMemory.Last.NONE);
    }

    /**
     * Shortly before an interval ends: whatever the policy would let go if it ended now is let go, so that it is gone before it is paid for
     * again. Nothing is bought, and the policy remembers nothing of it.
     */
    private void letGoAhead(WorkGroup group) {
        var observation = sight.ahead(group, sight.work(group), spendable, memory(group));
        try {
            var plan = share.policy().decide(observation);
            check(plan, observation);
            letGo(group, plan);
        } catch (RuntimeException nonsense) {
            // It is asked again at the end of the interval, and people are told then if it still fails.
            alerts.add("the policy of %s failed, nothing is let go: %s".formatted(owner, nonsense.getMessage()));
        }
    }

    private void sayWhatNobodyHolds() {
        var held = new HashSet<RequiredResources>();
        for (var lane : own.lanes()) {
            var need = lane.need();
            if (lane.ready() == 0 || held.contains(need)) continue;
            if (isHeld(need)) {
                held.add(need);
                continue;
            }
            var obstacle = Plan.Obstacle.ofNobody(need, seen.setups());
            draft.add(new Plan.Shortage(need, Optional.of(owner), lane.ready(), List.of(obstacle)));
        }
    }

    private boolean isHeld(RequiredResources need) {
        for (var setup : seen.setups()) if (setup.maxVMs() > 0 && setup.holds(need)) return true;
        for (var agent : seen.agents()) if (agent.holds(need)) return true;
        return false;
    }

    /** Between two decisions: what stood in the way at the last one, or else that the next one is to come. */
    private void sayWhatItWaitsFor(WorkGroup group) {
        var known = new ArrayList<>(before.limits().getOrDefault(group.key(), List.of()));
        if (known.isEmpty() && cheapest(group).compareTo(share.budget()) > 0) known.add(tooSmall(group));
        if (known.isEmpty()) {
            long seconds = before.tick()
                    .map(last ->
                            Duration.between(seen.now(), last.plus(interval)).toSeconds())
                    .orElse(0L);
            known.add(new Plan.Obstacle(
                    Plan.Limit.NEXT_DECISION,
                    "",
                    "machines for %s are decided on every %s, and the next time in %d s"
                            .formatted(owner, Durations.format(interval), Math.max(0, seconds))));
        }
        addShortages(group, known);
    }

    private void addShortages(WorkGroup group, List<Plan.Obstacle> obstacles) {
        for (var lane : group.lanes()) {
            if (lane.ready() > 0)
                draft.add(new Plan.Shortage(lane.need(), Optional.of(owner), lane.ready(), obstacles));
        }
    }

    private void decide(WorkGroup group, boolean tick) {
        OwnerPlan plan;
        var work = sight.work(group);
        var observation = sight.of(group, work, spendable, memory(group), tick);
        try {
            plan = share.policy().decide(observation);
            check(plan, observation);
        } catch (RuntimeException nonsense) {
            var text =
                    "the policy of %s failed, nothing is bought or let go: %s".formatted(owner, nonsense.getMessage());
            alerts.add(text);
            say(group, List.of(new Plan.Obstacle(Plan.Limit.NOT_WANTED, "", text)));
            return;
        }
        policies.put(group.key(), plan.memory());
        if (plan.placement() instanceof TaskPlacement.NearestEndFirst nearest)
            ranks.putAll(work.ranks(nearest.order()));
        carryOut(group, plan);
    }

    private PolicyMemory memory(WorkGroup group) {
        var known = policies.get(group.key());
        if (known != null) return known;
        var ended = new ArrayList<Ended>();
        for (var time : times) {
            int type = group.indexOf(time.setup());
            if (type >= 0) ended.add(Ended.of(time, type));
        }
        return ended.isEmpty()
                ? PolicyMemory.NONE
                : share.policy().remembering(ended, group.setups().size());
    }

    /** Throws IllegalArgumentException if the plan wants what cannot be. */
    private static void check(OwnerPlan plan, OwnerObservation seen) {
        var cost = Money.ZERO;
        for (var purchase : plan.purchases()) {
            if (purchase.type() < 0 || purchase.type() >= seen.types().size())
                throw new IllegalArgumentException("it wants a machine of type %d, and there are %d types"
                        .formatted(purchase.type(), seen.types().size()));
            cost = cost.plus(seen.types().get(purchase.type()).charge());
        }
        if (cost.compareTo(seen.spendable()) > 0)
            throw new IllegalArgumentException(
                    "it wants to spend %s, and %s is left".formatted(cost, seen.spendable()));
        for (var release : plan.releases()) {
            if (seen.machines().stream().noneMatch(machine -> machine.id().equals(release.machine())))
                throw new IllegalArgumentException("it lets the unknown machine %s go".formatted(release.machine()));
        }
    }

    private void carryOut(WorkGroup group, OwnerPlan plan) {
        letGo(group, plan);
        var obstacles = new ArrayList<Plan.Obstacle>();
        for (var purchase : plan.purchases()) {
            var setup = group.setups().get(purchase.type());
            var obstacle = draft.buy(setup, Optional.of(owner), 1, purchase.why());
            obstacle.ifPresent(obstacles::add);
            if (obstacle.isEmpty()) spendable = spendable.minus(MachineCharges.most(setup.billing(), interval));
        }
        meetDeadlines(group).ifPresent(obstacles::add);
        switch (plan.limit()) {
            case BUDGET ->
                obstacles.add(obstacle("the budget of %s, %s in %s, allows no more machines; %s of it is left"
                        .formatted(owner, share.budget(), Durations.format(interval), spendable)));
            case BUDGET_TOO_SMALL -> obstacles.add(tooSmall(group));
            case SYSTEM -> group.setups().forEach(setup -> draft.obstacle(setup).ifPresent(obstacles::add));
            case NO_WORK, DEMAND, SETTING -> {}
        }
        if (plan.limit() == OwnerPlan.Limit.BUDGET_TOO_SMALL)
            alerts.add(obstacles.getLast().text());
        if (obstacles.isEmpty() && slots(group) == 0) obstacles.add(notWanted(plan));
        say(group, obstacles);
    }

    private Plan.Obstacle notWanted(OwnerPlan plan) {
        return new Plan.Obstacle(
                Plan.Limit.NOT_WANTED,
                "",
                "the policy of %s wants no machine for it at the moment: %s".formatted(owner, plan.why()));
    }

    private void say(WorkGroup group, List<Plan.Obstacle> obstacles) {
        limits.put(group.key(), List.copyOf(obstacles));
        if (!obstacles.isEmpty()) addShortages(group, obstacles);
    }

    /** Lets go what the policy wants to, but for machines without which a deadline would be missed. */
    private void letGo(WorkGroup group, OwnerPlan plan) {
        long needed = plan.releases().isEmpty() ? 0 : deadlines(group).slots();
        long spare = needed == 0 ? Long.MAX_VALUE : slots(group) - needed;
        for (var release : plan.releases()) {
            var machine = new MachineId(release.machine());
            long slots = slotsOf(machine);
            if (slots > spare) continue;
            spare -= slots;
            releases.add(new Plan.Release(machine, release.why()));
        }
    }

    private long slotsOf(MachineId id) {
        for (var machine : own.machines())
            if (machine.id().equals(id))
                return seen.setup(machine.setup()).map(Setup::slotsPerMachine).orElse(1);
        return 1;
    }

    private DeadlineDemand deadlines(WorkGroup group) {
        if (group.lanes().stream().allMatch(lane -> lane.deadline().isEmpty())) return DeadlineDemand.NONE;
        var boot = group.setups().stream()
                .map(Setup::bootDelay)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        return DeadlineDemand.of(group.lanes(), learned, boot, seen.now());
    }

    /** Buys more than the policy wants where a deadline would be missed; says what can be had if the money does not suffice. */
    private Optional<Plan.Obstacle> meetDeadlines(WorkGroup group) {
        var deadlines = deadlines(group);
        if (deadlines.slots() == 0) return Optional.empty();
        long slots = slots(group);
        while (slots < deadlines.slots()) {
            var setup = cheapestSlot(group);
            if (setup.isEmpty()) return Optional.of(tooLate(deadlines, slots));
            var why = "%s is to be ready by %s, and needs %s for that"
                    .formatted(deadlines.runs(), deadlines.first(), CountedNoun.of(deadlines.slots(), "slot"));
            if (draft.buy(setup.get(), Optional.of(owner), 1, why).isPresent())
                return Optional.of(tooLate(deadlines, slots));
            spendable = spendable.minus(MachineCharges.most(setup.get().billing(), interval));
            slots += setup.get().slotsPerMachine();
        }
        return Optional.empty();
    }

    private long slots(WorkGroup group) {
        long slots = 0;
        for (var setup : group.setups()) {
            long machines = own.machines().stream()
                    .filter(machine ->
                            machine.state().isWanted() && machine.setup().equals(setup.id()))
                    .count();
            machines += draft.purchases().stream()
                    .filter(purchase -> purchase.setup().equals(setup.id())
                            && purchase.owner().equals(Optional.of(owner)))
                    .count();
            slots += machines * setup.slotsPerMachine();
        }
        return slots;
    }

    private Optional<Setup> cheapestSlot(WorkGroup group) {
        return group.setups().stream()
                .filter(setup -> draft.room(setup) > 0
                        && MachineCharges.most(setup.billing(), interval).compareTo(spendable) <= 0)
                .min(Comparator.comparingDouble(setup ->
                        MachineCharges.most(setup.billing(), interval).amount().doubleValue()
                                / setup.slotsPerMachine()));
    }

    private Plan.Obstacle tooLate(DeadlineDemand deadlines, long slots) {
        var best = deadlines.readyOn(slots, seen.now());
        var text =
                "%s needs %s to be ready by %s, and the budget of %s, %s in %s, and the limits of the setups allow %d: %s"
                        .formatted(
                                deadlines.runs(),
                                CountedNoun.of(deadlines.slots(), "slot"),
                                deadlines.first(),
                                owner,
                                share.budget(),
                                Durations.format(interval),
                                slots,
                                best.equals(Instant.MAX)
                                        ? "it cannot be done"
                                        : "the best that can be had is about " + best);
        alerts.add(text);
        return obstacle(text);
    }

    private Plan.Obstacle tooSmall(WorkGroup group) {
        return obstacle("the budget of %s, %s in %s, cannot buy one machine: the cheapest costs %s in that time"
                .formatted(owner, share.budget(), Durations.format(interval), cheapest(group)));
    }

    private static Plan.Obstacle obstacle(String text) {
        return new Plan.Obstacle(Plan.Limit.BUDGET, "", text);
    }

    private Money cheapest(WorkGroup group) {
        return group.setups().stream()
                .map(setup -> MachineCharges.most(setup.billing(), interval))
                .min(Comparator.naturalOrder())
                .orElse(Money.ZERO);
    }
}
