package io.tidewheel.engine;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.autoscaling.elastic.Ledger;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Money;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What runs with a budget of their own may still spend. Such a run uses a machine only in intervals that were set aside for it before, each at
 * its whole price; so what it costs is never more than what is set aside, and that is never more than its budget. An interval that is over
 * counts with what the ledger says, once nothing of the run is left on the machine. What is set aside is durable before the engine knows of it:
 * as a use of the machine that has taken no time yet.
 */
final class RunBudgets {
    /** How long before the end of an interval it is decided whether the next one is paid for. */
    private static final Duration LONGEST_LEAD = Duration.ofSeconds(3);

    private static final Duration BETWEEN_AUDITS = Duration.ofSeconds(1);

    private record Interval(MachineId machine, long period) {}

    private static final class Account {
        final RunId run;
        Money budget = Money.ZERO;
        final Map<Interval, Money> taken = new LinkedHashMap<>();
        Set<MachineId> busy = Set.of();
        /** When that was seen. */
        Instant seen = Instant.MIN;

        Optional<Money> oneMore = Optional.empty();
        Instant nextAudit = Instant.MIN;

        Account(RunId run) {
            this.run = run;
        }

        Money spent() {
            var sum = Money.ZERO;
            for (var amount : taken.values()) sum = sum.plus(amount);
            return sum;
        }

        Money left() {
            var spent = spent();
            return spent.compareTo(budget) >= 0 ? Money.ZERO : budget.minus(spent);
        }
    }

    private final FleetSettings settings;
    private final MachineStore store;
    private final FleetMachines machines;
    private final Map<RunId, Account> accounts = new TreeMap<>();
    private final List<MachineUse> unwritten = new ArrayList<>();

    RunBudgets(FleetSettings settings, MachineStore store, FleetMachines machines) {
        this.settings = settings;
        this.store = store;
        this.machines = machines;
    }

    boolean isEmpty() {
        return accounts.isEmpty();
    }

    /** How runs stand with their budgets. */
    Map<RunId, FleetStatus.RunSpending> spendings() {
        var all = new TreeMap<RunId, FleetStatus.RunSpending>();
        accounts.forEach((run, account) ->
                all.put(run, new FleetStatus.RunSpending(account.budget, account.spent(), account.oneMore)));
        return all;
    }

    /** Sets aside what is needed and can be paid, and answers who may use what, and when. */
    Map<MachineId, Map<RunId, PaidTime>> decide(List<FleetWork.Limited> limited, Instant now) {
        accounts.keySet().retainAll(limited.stream().map(FleetWork.Limited::run).toList());
        var paid = new LinkedHashMap<MachineId, Map<RunId, PaidTime>>();
        for (var run : limited) {
            var account = accounts.computeIfAbsent(run.run(), this::load);
            account.budget = run.budget();
            account.busy = busy(run.lanes());
            account.seen = run.at();
            decide(account, run, now);
            for (var machine : machines.all()) {
                paidTime(account, machine.record, now)
                        .ifPresent(time -> paid.computeIfAbsent(machine.record.id(), _ -> new TreeMap<>())
                                .put(run.run(), time));
            }
        }
        if (!unwritten.isEmpty()) {
            machines.write(List.copyOf(unwritten));
            unwritten.clear();
        }
        return paid;
    }

    /** All at the whole price, for nobody knows what is still running there; the next audit knows better. */
    private Account load(RunId run) {
        var account = new Account(run);
        for (var id : store.usedBy(run, Setup.MOST_MACHINES)) {
            var machine = record(id);
            if (machine.isEmpty()) continue;
            for (var use : store.usesOf(id))
                if (use.run().equals(run))
                    account.taken.put(
                            new Interval(id, use.period()),
                            machine.get().billing().pricePerInterval());
        }
        return account;
    }

    private Optional<MachineRecord> record(MachineId id) {
        var known = machines.find(id);
        return known != null ? Optional.of(known.record) : store.machine(id);
    }

    private static Set<MachineId> busy(List<SeenLane> lanes) {
        var busy = new HashSet<MachineId>();
        for (var lane : lanes) {
            for (var on : lane.running()) {
                var name = MachineId.ofAgent(on.agent());
                if (MachineId.isOne(name)) busy.add(new MachineId(name));
            }
        }
        return busy;
    }

    private void decide(Account account, FleetWork.Limited run, Instant now) {
        for (var machine : machines.all()) if (isPayable(machine, run)) goOn(account, machine.record, now);
        long waiting = 0;
        for (var lane : run.lanes()) waiting += lane.ready();
        for (var machine : machines.all()) {
            if (waiting <= 0) break;
            if (machine.record.state() != MachineState.RUNNING || !isPayable(machine, run)) continue;
            var setup = machines.setup(machine.record.setup());
            if (setup.isEmpty() || !suits(setup.get(), run)) continue;
            if (begin(account, machine, setup.get(), now))
                waiting -= setup.get().slotsPerMachine();
        }
        account.oneMore = missing(account, run, now);
    }

    private static boolean isPayable(LiveMachine machine, FleetWork.Limited run) {
        var record = machine.record;
        boolean isTheirs = record.owner().isEmpty() || record.owner().get().equals(run.owner());
        return isTheirs && !record.billing().pricePerInterval().isZero();
    }

    private static boolean suits(Setup setup, FleetWork.Limited run) {
        return run.lanes().stream().anyMatch(lane -> lane.ready() > 0 && setup.holds(lane.need()));
    }

    /** What runs on a machine goes on if the interval, and shortly before its end the next one, can be paid. */
    private void goOn(Account account, MachineRecord machine, Instant now) {
        if (!account.busy.contains(machine.id())) return;
        long period = Ledger.periodOf(machine, now);
        boolean isPaid = take(account, machine, period, now);
        if (isPaid && !now.isBefore(end(machine, period).minus(lead(machine)))) take(account, machine, period + 1, now);
    }

    /** True if the run may begin something on the machine. Nothing new is begun just before a payment. */
    private boolean begin(Account account, LiveMachine machine, Setup setup, Instant now) {
        long period = Ledger.periodOf(machine.record, now);
        if (account.taken.containsKey(new Interval(machine.record.id(), period))) return true;
        boolean isLate = !now.isBefore(end(machine.record, period).minus(lead(machine.record)));
        boolean isFull = machine.holds() >= setup.slotsPerMachine();
        return !isLate && !isFull && take(account, machine.record, period, now);
    }

    private boolean take(Account account, MachineRecord machine, long period, Instant now) {
        var interval = new Interval(machine.id(), period);
        if (account.taken.containsKey(interval)) return true;
        var price = machine.billing().pricePerInterval();
        if (account.left().compareTo(price) < 0) audit(account, now);
        if (account.left().compareTo(price) < 0) return false;
        account.taken.put(interval, price);
        unwritten.add(new MachineUse(machine.id(), period, account.run, Duration.ZERO));
        return true;
    }

    private static Instant end(MachineRecord machine, long period) {
        return machine.created().plus(machine.billing().interval().multipliedBy(period + 1));
    }

    private static Duration lead(MachineRecord machine) {
        var half = machine.billing().interval().dividedBy(2);
        return half.compareTo(LONGEST_LEAD) < 0 ? half : LONGEST_LEAD;
    }

    /** The time that is paid for around now: from the first of the intervals without a gap that are set aside, to the end of the last. */
    private static Optional<PaidTime> paidTime(Account account, MachineRecord machine, Instant now) {
        long period = Ledger.periodOf(machine, now);
        if (!account.taken.containsKey(new Interval(machine.id(), period))) return Optional.empty();
        long first = period;
        while (account.taken.containsKey(new Interval(machine.id(), first - 1))) first--;
        long last = period;
        while (account.taken.containsKey(new Interval(machine.id(), last + 1))) last++;
        return Optional.of(new PaidTime(first == 0 ? machine.created() : end(machine, first - 1), end(machine, last)));
    }

    /** An interval that was over when nothing of the run was seen on the machine costs what the ledger says: all uses are told by then. */
    private void audit(Account account, Instant now) {
        if (now.isBefore(account.nextAudit)) return;
        account.nextAudit = now.plus(BETWEEN_AUDITS);
        machines.flushUses(now);
        var open = new HashSet<MachineId>();
        account.taken.keySet().forEach(interval -> open.add(interval.machine));
        open.removeAll(account.busy);
        for (var id : open) record(id).ifPresent(machine -> audit(account, machine, now));
    }

    private void audit(Account account, MachineRecord machine, Instant now) {
        var paid = new TreeMap<Long, Money>();
        for (var entry : Ledger.of(machine, store.usesOf(machine.id()), now)) {
            boolean isOurs = !entry.idle() && entry.run().equals(Optional.of(account.run));
            if (isOurs) paid.merge(Ledger.periodOf(machine, entry.at()), entry.amount(), Money::plus);
        }
        account.taken.replaceAll((interval, amount) -> {
            boolean isOver = interval.machine.equals(machine.id())
                    && !end(machine, interval.period).isAfter(account.seen);
            return isOver ? paid.getOrDefault(interval.period, Money.ZERO) : amount;
        });
    }

    /** What an interval costs at least of a machine that could do what waits, if that is more than is left. */
    private Optional<Money> missing(Account account, FleetWork.Limited run, Instant now) {
        var cheapest = cheapest(run);
        if (cheapest.isEmpty() || account.left().compareTo(price(cheapest.get())) >= 0) return Optional.empty();
        audit(account, now);
        var price = price(cheapest.get());
        return account.left().compareTo(price) >= 0 ? Optional.empty() : Optional.of(price);
    }

    private static Money price(Setup setup) {
        return setup.billing().pricePerInterval();
    }

    /** The cheapest of the setups whose machines could do what waits. */
    private Optional<Setup> cheapest(FleetWork.Limited run) {
        Setup cheapest = null;
        for (var setup : settings.setups()) {
            if (setup.maxVMs() == 0 || !suits(setup, run)) continue;
            if (cheapest == null || price(setup).compareTo(price(cheapest)) < 0) cheapest = setup;
        }
        return Optional.ofNullable(cheapest);
    }

    // --- what is worth a machine ---

    /** Work that the budget of its run does not pay for is no reason to make machines. */
    FleetWork.Sight payable(FleetWork.Sight sight) {
        if (sight.limited().isEmpty()) return sight;
        var waiting = new TreeMap<RequiredResources, Long>(sight.waiting());
        var ready = new LinkedHashMap<io.tidewheel.model.LaneId, Long>();
        for (var run : sight.limited()) {
            long most = mostChains(run);
            for (var lane : run.lanes()) {
                long counts = Math.min(most, lane.ready());
                most -= counts;
                ready.put(lane.id(), counts);
                waiting.computeIfPresent(lane.need(), (_, all) -> Math.max(0, all - (lane.ready() - counts)));
            }
        }
        waiting.values().removeIf(count -> count == 0);
        var lanes = sight.lanes().stream()
                .map(lane -> lane.withReady(ready.getOrDefault(lane.id(), lane.ready())))
                .toList();
        return sight.with(waiting, lanes);
    }

    private long mostChains(FleetWork.Limited run) {
        var account = accounts.get(run.run());
        var cheapest = cheapest(run);
        if (account == null || cheapest.isEmpty() || price(cheapest.get()).isZero()) return Long.MAX_VALUE;
        long affordable = account.left()
                .amount()
                .divideToIntegralValue(price(cheapest.get()).amount())
                .min(java.math.BigDecimal.valueOf(Setup.MOST_MACHINES))
                .longValue();
        return affordable * cheapest.get().slotsPerMachine();
    }
}
