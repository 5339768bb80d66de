package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.elastic.OwnerPlan.Limit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The Planning-First policy: divides what is left of the budget between workflows by their priorities, buys each task that can start a
 * machine of the type that is fastest for it as far as its workflow's purse allows, and plans the coming interval. Knows run times.
 */
public record PlanningFirst(TieBreak ties) implements OwnerPolicy {
    static final Comparator<SeenWorkflow> BY_PRIORITY =
            Comparator.comparingInt(SeenWorkflow::priority).reversed().thenComparing(SeenWorkflow::arrived);

    private static final double EPSILON = 1e-9;

    private record Typed(SeenWorkflow workflow, int task, int type) {}

    @Override
    public boolean knowsRunTimes() {
        return true;
    }

    @Override
    public OwnerPlan decide(OwnerObservation seen) {
        PricedTypes.check(seen);
        var decision = new Decision(seen);
        decision.buyFromPurses();
        decision.buyFromPool();
        return decision.plan(ties);
    }

    private static final class Decision {
        private final OwnerObservation seen;
        private final FleetChanges changes;
        private final Map<String, Double> purses;
        private final int[] unclaimed;
        private final List<Typed> typed = new ArrayList<>();
        private final List<Typed> left = new ArrayList<>();
        private boolean isShort;

        Decision(OwnerObservation seen) {
            this.seen = seen;
            this.changes = new FleetChanges(seen);
            this.purses = purses(seen);
            this.unclaimed = new int[seen.types().size()];
            for (var machine : seen.machines()) if (machine.isIdle()) unclaimed[machine.type()]++;
        }

        void buyFromPurses() {
            for (var workflow : seen.workflows().stream().sorted(BY_PRIORITY).toList()) {
                for (int task = 0; task < workflow.graph().size(); task++) {
                    if (workflow.isEligible(task))
                        buyFromPurse(new Typed(workflow, task, IntervalPlanner.fastestType(seen, workflow, task)));
                }
            }
        }

        private void buyFromPurse(Typed wish) {
            if (unclaimed[wish.type] > 0) {
                unclaimed[wish.type]--;
                typed.add(wish);
                return;
            }
            double price = seen.price(wish.type);
            double purse = purses.getOrDefault(wish.workflow.id(), 0.0);
            if (purse + EPSILON >= price && buy(wish)) purses.put(wish.workflow.id(), purse - price);
            else left.add(wish);
        }

        private boolean buy(Typed wish) {
            var why = "task %d of %s is fastest on it".formatted(wish.task, wish.workflow.id());
            if (!changes.buy(wish.type, why)) return false;
            typed.add(wish);
            return true;
        }

        void buyFromPool() {
            double pool =
                    purses.values().stream().mapToDouble(Double::doubleValue).sum();
            for (var wish : left) {
                double price = seen.price(wish.type);
                if (pool + EPSILON >= price && buy(wish)) pool -= price;
                else isShort = true;
            }
        }

        OwnerPlan plan(TieBreak ties) {
            var random = new Random(seen.seed());
            var planner = new IntervalPlanner(seen, changes, ties, random);
            typed.forEach(each -> planner.planOnType(each.workflow, each.task, each.type));
            planner.keepToUsedMachines();
            var order = new ArrayList<>(seen.workflows());
            if (ties == TieBreak.FIRST) order.sort(BY_PRIORITY);
            else Collections.shuffle(order, random);
            planner.planRest(order);
            var queues = planner.queues();
            PlannedFleet.release(seen, changes, queues);
            return PlannedFleet.plan(seen, changes, queues, limit());
        }

        private Limit limit() {
            if (seen.workflows().isEmpty()) return Limit.NO_WORK;
            if (PricedTypes.cannotBuyOne(seen)) return Limit.BUDGET_TOO_SMALL;
            if (!isShort) return Limit.DEMAND;
            return changes.systemIsShort() ? Limit.SYSTEM : Limit.BUDGET;
        }
    }

    /** What each workflow may spend: its part of what is left, by priority. */
    static Map<String, Double> purses(OwnerObservation seen) {
        double left = seen.spendable().amount().doubleValue();
        double shares = 0;
        for (var workflow : seen.workflows()) shares += workflow.priority() + 1;
        var purses = new LinkedHashMap<String, Double>();
        for (var workflow : seen.workflows()) purses.put(workflow.id(), left * (workflow.priority() + 1) / shares);
        return purses;
    }
}
