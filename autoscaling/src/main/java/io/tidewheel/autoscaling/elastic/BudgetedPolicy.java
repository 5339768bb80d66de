package io.tidewheel.autoscaling.elastic;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.FleetDraft;
import io.tidewheel.autoscaling.LeastNumbers;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.Owner;
import io.tidewheel.model.WorkTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Gives every owner machines of the owner's own, within the owner's budget, as the owner's policy wants. Owners are looked at in an order that
 * is drawn anew each time, for they compete for what the system has. A policy that fails, or wants what cannot be, gets nothing; the
 * machines of its owner stay as they are, and others do not notice.
 */
public record BudgetedPolicy(Budgets budgets) implements AutoscalingPolicy {
    /**
     * What is remembered of each owner.
     *
     * @param before how long each owner's work had taken when it began
     * @param waiting who has no machine though his policy would buy one
     */
    public record Memory(
            Map<Owner, OwnerMemory> owners, Map<Owner, List<WorkTime>> before, Map<Owner, WaitingOwner> waiting)
            implements PolicyMemory {
        static final Memory NOTHING = new Memory(Map.of(), Map.of(), Map.of());

        public Memory {
            waiting = Collections.unmodifiableSortedMap(new TreeMap<>(waiting));
            owners = Collections.unmodifiableSortedMap(new TreeMap<>(owners));
            before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
        }

        /** What is remembered of an owner, or what was known when it all began. */
        OwnerMemory of(Owner owner) {
            var own = owners.get(owner);
            return own == null ? OwnerMemory.beginning(before.getOrDefault(owner, List.of())) : own;
        }
    }

    @Override
    public PolicyMemory remembering(List<WorkTime> times) {
        var before = new TreeMap<Owner, List<WorkTime>>();
        for (var time : times)
            before.computeIfAbsent(time.owner(), _ -> new ArrayList<>()).add(time);
        before.replaceAll((_, list) -> List.copyOf(list));
        return new Memory(Map.of(), before, Map.of());
    }

    @Override
    public boolean asksWhose() {
        return true;
    }

    @Override
    public boolean mindsIdleness() {
        for (var share : budgets.owners().values()) if (!share.policy().restsWithoutQueue()) return true;
        return budgets.others().isPresent() && !budgets.others().get().policy().restsWithoutQueue();
    }

    @Override
    public Duration looksBack() {
        return budgets.interval();
    }

    @Override
    public Plan decide(Observation seen) {
        var known = seen.memory() instanceof Memory memory ? memory : Memory.NOTHING;
        var draft = new FleetDraft(seen);
        new LeastNumbers(seen, draft).keepUp();
        var belongings = new OwnershipIndex(seen);
        var handOver = new HandOver(seen, belongings, draft, budgets, known);
        var round = new Round(seen, belongings, draft, known.before(), handOver);
        round.releases.addAll(handOver.decide());
        for (var owner : inRandomOrder(seen, belongings, known.owners())) {
            var own = known.of(owner);
            round.decide(owner, handOver.isServedNow(owner) ? own.askedAtOnce() : own);
        }
        round.releases.addAll(ofNobody(seen));
        round.releases.addAll(ofOldSetups(seen));
        return round.plan();
    }

    /** What is decided for one owner after the other. */
    private final class Round {
        private final Observation seen;
        private final OwnershipIndex all;
        private final FleetDraft draft;
        private final Map<Owner, List<WorkTime>> before;
        private final HandOver handOver;
        private final List<Plan.Release> releases = new ArrayList<>();
        private final List<String> alerts = new ArrayList<>();
        private final List<Plan.Spending> spendings = new ArrayList<>();
        private final Map<LaneId, LaneRank> ranks = new TreeMap<>();
        private final Map<Owner, OwnerMemory> memory = new TreeMap<>();
        private Instant until = Instant.MAX;

        Round(
                Observation seen,
                OwnershipIndex all,
                FleetDraft draft,
                Map<Owner, List<WorkTime>> before,
                HandOver handOver) {
            this.handOver = handOver;
            this.seen = seen;
            this.all = all;
            this.draft = draft;
            this.before = before;
        }

        List<WorkTime> before(Owner owner) {
            return before.getOrDefault(owner, List.of());
        }

        void decide(Owner owner, OwnerMemory known) {
            var share = budgets.of(owner);
            draft.turnOf(owner);
            if (share.isEmpty()) {
                noBudget(owner, all.of(owner), draft);
                releases.addAll(withoutBudget(owner, all.of(owner)));
            } else if (share.get().policy().actsOnNews()) {
                decideOnNews(owner, share.get(), known);
            } else {
                var after = take(fleet(owner, share.get(), known));
                memory.put(owner, after);
                holdsUntil(after.nextAsked(seen.now(), budgets.interval()));
            }
        }

        private void holdsUntil(Instant owners) {
            if (owners.isBefore(until)) until = owners;
        }

        private void decideOnNews(Owner owner, Budgets.Share share, OwnerMemory known) {
            var own = all.of(owner);
            if (share.policy().restsWithoutQueue() && !known.isTick(seen.now(), budgets.interval())) {
                var due = FleetAtRest.of(own, seen.now());
                if (due.isPresent() && known.alerts().isEmpty()) {
                    rest(owner, share, known, due.get());
                    return;
                }
            }
            var glance = ObservationDigest.of(seen, all, own, draft);
            if (own.done().isEmpty() && known.holds(glance, seen.now(), budgets.interval())) {
                repeat(owner, share, known);
                return;
            }
            int shortages = draft.shortages().size();
            int purchases = draft.purchases().size();
            var fleet = fleet(owner, share, known);
            var after = take(fleet);
            boolean isQuiet = fleet.releases().isEmpty() && draft.purchases().size() == purchases;
            var said = draft.shortages().subList(shortages, draft.shortages().size());
            var last = isQuiet
                    ? new OwnerMemory.Last(
                            glance,
                            glance.holdsUntil(seen.now(), fleet.canBuy(), relief(owner, share)),
                            fleet.ranks(),
                            said)
                    : OwnerMemory.Last.NONE;
            remember(owner, after.with(last));
        }

        private void remember(Owner owner, OwnerMemory known) {
            memory.put(owner, known);
            holdsUntil(known.last().until());
            holdsUntil(known.nextTick(seen.now(), budgets.interval()));
        }

        /** The policy would want nothing: what has been done is kept for it until it is asked again. */
        private void rest(Owner owner, Budgets.Share share, OwnerMemory known, Instant due) {
            memory.put(owner, known.resting(all.of(owner).done()));
            holdsUntil(due);
            holdsUntil(known.nextTick(seen.now(), budgets.interval()));
            spend(owner, share);
        }

        /** Nothing has changed: what was said last holds. */
        private void repeat(Owner owner, Budgets.Share share, OwnerMemory known) {
            remember(owner, known);
            known.last().shortages().forEach(draft::add);
            alerts.addAll(known.alerts());
            ranks.putAll(known.last().ranks());
            spend(owner, share);
        }

        private Optional<Instant> relief(Owner owner, Budgets.Share share) {
            return new Purse(share.budget(), budgets.interval())
                    .nextRelief(all.of(owner).bought(), seen.now());
        }

        private void spend(Owner owner, Budgets.Share share) {
            var left = new Purse(share.budget(), budgets.interval())
                    .spendable(all.of(owner).bought(), seen.now());
            spendings.add(new Plan.Spending(owner, share.budget(), budgets.interval(), left));
        }

        private OwnerFleet fleet(Owner owner, Budgets.Share share, OwnerMemory known) {
            return new OwnerFleet(seen, all, draft, owner, share, budgets.interval(), known, before(owner));
        }

        private OwnerMemory take(OwnerFleet fleet) {
            var after = fleet.decide();
            releases.addAll(fleet.releases());
            alerts.addAll(fleet.alerts());
            spendings.add(fleet.spending());
            ranks.putAll(fleet.ranks());
            return after;
        }

        Plan plan() {
            boolean isQuiet =
                    draft.purchases().isEmpty() && releases.isEmpty() && seen.isUnbroken() && !handOver.isAboutToAct();
            return new Plan(
                    draft.purchases(),
                    releases,
                    draft.shortages(),
                    spendings,
                    ranks,
                    alerts,
                    new Memory(memory, before, handOver.waiting()),
                    isQuiet ? until : Instant.MIN);
        }
    }

    private List<Owner> inRandomOrder(Observation seen, OwnershipIndex all, Map<Owner, OwnerMemory> before) {
        var owners = new TreeSet<>(before.keySet());
        owners.addAll(budgets.owners().keySet());
        owners.addAll(all.owners());
        var order = new ArrayList<>(owners);
        Collections.shuffle(order, new Random(seen.now().toEpochMilli()));
        return order;
    }

    private static void noBudget(Owner owner, OwnershipIndex.Own own, FleetDraft draft) {
        for (var lane : own.lanes()) {
            if (lane.ready() == 0) continue;
            draft.add(new Plan.Shortage(
                    lane.need(),
                    Optional.of(owner),
                    lane.ready(),
                    List.of(new Plan.Obstacle(
                            Plan.Limit.NO_BUDGET,
                            "",
                            "%s has no budget for machines: give one in the owners file".formatted(owner)))));
        }
    }

    /** Gives up the machines of an owner who had a budget and has none any more: the owner pays no longer than he must. */
    private static List<Plan.Release> withoutBudget(Owner owner, OwnershipIndex.Own own) {
        return own.machines().stream()
                .filter(machine ->
                        machine.state().isWanted() && machine.idleSince().isPresent())
                .map(machine -> new Plan.Release(machine.id(), "%s has no budget any more".formatted(owner)))
                .toList();
    }

    private static List<Plan.Release> ofOldSetups(Observation seen) {
        var releases = new ArrayList<Plan.Release>();
        for (var machine : seen.machines()) {
            if (!machine.state().isWanted() || seen.setup(machine.setup()).isPresent()) continue;
            releases.add(
                    new Plan.Release(machine.id(), "its setup %s is no longer in the file".formatted(machine.setup())));
        }
        return releases;
    }

    /** Machines that a setup keeps up belong to nobody, and stay; others that do, from before there were budgets, go when they are idle. */
    private static List<Plan.Release> ofNobody(Observation seen) {
        var spare = new TreeMap<String, Integer>();
        for (var machine : seen.machines()) if (isNobodys(machine)) spare.merge(machine.setup(), 1, Integer::sum);
        var releases = new ArrayList<Plan.Release>();
        for (var machine : seen.machines()) {
            if (!isNobodys(machine)
                    || machine.idleSince().isEmpty()
                    || seen.setup(machine.setup()).isEmpty()) continue;
            int least = seen.setup(machine.setup()).map(setup -> setup.minVMs()).orElse(0);
            if (spare.getOrDefault(machine.setup(), 0) <= least) continue;
            spare.merge(machine.setup(), -1, Integer::sum);
            releases.add(new Plan.Release(machine.id(), "it belongs to nobody, and is idle"));
        }
        return releases;
    }

    private static boolean isNobodys(Observation.SeenMachine machine) {
        return machine.record().owner().isEmpty() && machine.state().isWanted();
    }
}
