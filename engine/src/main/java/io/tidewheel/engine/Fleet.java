package io.tidewheel.engine;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.Observation;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.model.Actor;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.StoreFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Lets the fleet rise and fall with the work: looks at what waits and at the machines, asks the policy, records what it wants, and has the
 * driver do it. {@link #runOnce} never waits for anybody: what is asked of the driver and of the engine comes back as an input of a later
 * pass, which {@code wake} asks for. Of several servers on one store a single one leads; the others stand by.
 *
 * <p>Crash-only, like the engine: when the store fails, everything is forgotten and learned from it again.
 */
public final class Fleet {
    /** How often a pass is made although nothing has happened. */
    public static final Duration BETWEEN_PASSES = Duration.ofSeconds(1);
    /** How long after a pass the next one is made if work has come or ended since. */
    public static final Duration SOON = Duration.ofMillis(100);

    /** Machines that nobody looked at for longer than this may have been idle or not. */
    private static final Duration LONGEST_QUIET = Duration.ofSeconds(5);

    private static final Duration OTHERS_SILENCE = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LISTS = Duration.ofSeconds(5);
    private static final Duration LIST_LIMIT = Duration.ofMinutes(1);
    private static final int MOST_REMEMBERED = 10_000;
    private static final Duration BETWEEN_FORGETTING = Duration.ofMinutes(10);

    private final FleetSettings settings;
    private final MachineStore store;
    private final Machines driver;
    private final AutoscalingPolicy policy;
    private final FleetWork work;
    private final RandomGenerator random;
    private final FleetCounters counters;
    private final Runnable wake;
    private final ConcurrentLinkedQueue<Consumer<Instant>> inbox = new ConcurrentLinkedQueue<>();

    private @Nullable FleetMachines machines;
    private @Nullable ServerNumber server;
    private @Nullable CompletableFuture<FleetWork.Sight> looking;
    private @Nullable CompletableFuture<List<Machines.Found>> listing;
    private long listings;
    private Instant listAsked = Instant.MIN;
    private Instant nextList = Instant.MIN;
    private Instant nextForgetting = Instant.MIN;
    private PolicyMemory memory = PolicyMemory.NONE;
    private List<Plan.Shortage> shortages = List.of();
    private List<Plan.Spending> spendings = List.of();
    private List<String> wishes = List.of();
    private Map<LaneId, LaneRank> ranks = Map.of();
    private @Nullable RunBudgets runBudgets;
    private Map<MachineId, Map<RunId, PaidTime>> paidTimes = Map.of();
    private @Nullable ServerNumber paidToldTo;
    private Instant paidToldAt = Instant.EPOCH;
    private @Nullable ServerNumber ranksToldTo;
    private Instant ranksToldAt = Instant.EPOCH;
    private List<String> alerts = List.of();
    private Instant planHoldsUntil = Instant.MIN;
    private String error = "";
    private volatile boolean windingDown;
    private volatile @Nullable Instant lastPass;
    private volatile FleetStatus status = FleetStatus.STARTING;

    /** @param wake called from any thread when there is something to do before the next regular pass */
    public Fleet(
            FleetSettings settings,
            MachineStore store,
            Machines driver,
            AutoscalingPolicy policy,
            FleetWork work,
            RandomGenerator random,
            FleetCounters counters,
            Runnable wake) {
        this.settings = settings;
        this.store = store;
        this.driver = driver;
        this.policy = policy;
        this.work = work;
        this.random = random;
        this.counters = counters;
        this.wake = wake;
    }

    // --- from any thread ---

    public FleetSettings settings() {
        return settings;
    }

    public FleetCounters counters() {
        return counters;
    }

    /** The moment of the last pass, by the clock that the fleet is told: it does not jump as the wall clock may. */
    public Optional<Instant> now() {
        return Optional.ofNullable(lastPass);
    }

    /** How things stood after the last pass. */
    public FleetStatus status() {
        return status;
    }

    /**
     * Until when a pass would decide nothing and find nothing, if nothing happens: no work comes or ends, no agent comes or goes, and nobody
     * answers. A server makes its passes all the same, for not everything that happens is told; the lab knows.
     */
    public Instant quietUntil(Instant now) {
        var fleet = machines;
        if (fleet == null || !fleet.isSteady() || !inbox.isEmpty() || listing != null) return now;
        // Every interval of a machine is paid for anew.
        if (runBudgets != null && !runBudgets.isEmpty()) return now;
        var until = planHoldsUntil;
        if (policy.mindsIdleness() && !fleet.all().isEmpty() && until.isAfter(now.plus(LONGEST_QUIET)))
            until = now.plus(LONGEST_QUIET);
        if (nextList.isBefore(until)) until = nextList;
        return nextForgetting.isBefore(until) ? nextForgetting : until;
    }

    /** Whether somebody has answered something, or asked for something, that the next pass takes in. */
    public boolean hasAnswers() {
        return !inbox.isEmpty();
    }

    /** Lets a machine finish its work and go. Answered when that is durable. */
    public CompletableFuture<MachineRecord> drain(MachineId id, Actor actor) {
        return ask(
                id, (fleet, machine, now) -> fleet.release(machine, actor.who(), "asked for by " + actor.who(), now));
    }

    /** Takes a machine away at once; what runs there runs again elsewhere. Answered when that is durable. */
    public CompletableFuture<MachineRecord> stop(MachineId id, Actor actor) {
        return ask(id, (fleet, machine, now) -> fleet.stop(machine, actor.who(), "asked for by " + actor.who(), now));
    }

    /** From now on nothing is bought, made or let go by plan: its server is being stopped. What is asked for is still done. */
    public void windDown() {
        windingDown = true;
    }

    private interface Wish {
        void carryOut(FleetMachines fleet, LiveMachine machine, Instant now);
    }

    private CompletableFuture<MachineRecord> ask(MachineId id, Wish wish) {
        var answer = new CompletableFuture<MachineRecord>();
        later(now -> {
            try {
                var fleet = machines;
                if (fleet == null) {
                    throw new Refusal(
                            Refusal.Kind.UNAVAILABLE,
                            "this server does not look after the machines at the moment"
                                    + (error.isEmpty() ? ": ask the one that does" : ": " + error));
                }
                var machine = fleet.find(id);
                if (machine == null)
                    throw new Refusal(Refusal.Kind.NOT_FOUND, "no machine '%s' is there".formatted(id));
                wish.carryOut(fleet, machine, now);
                answer.complete(machine.record);
            } catch (StoreFailure | FleetMachines.NotLeading failed) {
                answer.completeExceptionally(
                        new Refusal(Refusal.Kind.UNAVAILABLE, "it could not be recorded, try again"));
                throw failed;
            } catch (RuntimeException refused) {
                answer.completeExceptionally(refused);
            }
        });
        return answer;
    }

    private void later(Consumer<Instant> step) {
        inbox.add(step);
        wake.run();
    }

    // --- the pass ---

    /** Does everything that there is to do now. */
    public void runOnce(Instant now) {
        lastPass = now;
        try {
            var sight = look();
            if (sight.isPresent()) lead(sight.get().server(), now);
            takeAnswers(now);
            var fleet = machines;
            if (fleet != null) {
                fleet.passLimits(now);
                if (sight.isPresent()) {
                    fleet.note(sight.get().done(), now);
                    follow(fleet, sight.get(), now);
                    var paid = pay(sight.get(), now);
                    if (!windingDown) decide(fleet, paid, now);
                }
                fleet.writeUses(now);
                compareNowAndThen(fleet, now);
                forgetNowAndThen(now);
                takeAnswers(now);
            }
        } catch (StoreFailure broken) {
            standDown("the store failed: " + broken.getMessage());
        } catch (FleetMachines.NotLeading _) {
            standDown("");
        }
        status = snapshot();
    }

    /** Takes the answers that are there now: what comes of them is taken in the next pass at the latest. */
    private void takeAnswers(Instant now) {
        for (int left = inbox.size(); left > 0; left--) {
            var step = inbox.poll();
            if (step != null) step.accept(now);
        }
    }

    /** What the engine has answered, if it has; asks again for the next time. */
    private Optional<FleetWork.Sight> look() {
        var asked = looking;
        if (asked == null) {
            asked = work.look();
            looking = asked;
            if (!asked.isDone()) {
                var _ = asked.whenComplete((_, _) -> wake.run());
            }
        }
        if (!asked.isDone()) return Optional.empty();
        looking = null;
        return asked.isCompletedExceptionally() ? Optional.empty() : Optional.of(asked.join());
    }

    private void lead(ServerNumber self, Instant now) {
        if (!self.equals(server)) standDown("");
        server = self;
        if (!store.lead(self, OTHERS_SILENCE)) {
            standDown("");
            return;
        }
        // Whoever leads anew goes on with machines that are half made.
        if (machines != null || windingDown) return;
        var fleet = new FleetMachines(settings, store, driver, random, counters, self, policy.looksBack(), this::later);
        machines = fleet;
        runBudgets = new RunBudgets(settings, store, fleet);
        error = "";
        nextList = now;
        fleet.load(now);
        if (memory.equals(PolicyMemory.NONE)) memory = policy.remembering(store.workTimes(MOST_REMEMBERED));
    }

    private void standDown(String why) {
        error = why;
        var fleet = machines;
        machines = null;
        runBudgets = null;
        shortages = List.of();
        if (fleet != null) fleet.abandon();
        listing = null;
    }

    // --- looking ---

    private void follow(FleetMachines fleet, FleetWork.Sight sight, Instant now) {
        var byMachine = new IdentityHashMap<LiveMachine, List<AgentView>>();
        for (var agent : sight.agents()) {
            var machine = fleet.machineOf(agent.name());
            if (machine != null)
                byMachine.computeIfAbsent(machine, _ -> new ArrayList<>(1)).add(agent);
        }
        for (var machine : new ArrayList<>(fleet.all())) {
            machine.see(byMachine.getOrDefault(machine, List.of()), now);
            switch (machine.record.state()) {
                case PROVISIONING -> {
                    if (isThere(machine)) fleet.joined(machine, now);
                    else if (machine.provisioned) lookSoon(now); // it may have ended before its agent joined
                }
                case RUNNING -> followRunning(fleet, machine, now);
                case DRAINING -> followDraining(fleet, machine, now);
                case CREATING, DESTROYING, DESTROYED, ERROR -> {}
            }
        }
    }

    private static boolean isThere(LiveMachine machine) {
        for (var agent : machine.agents) if (agent.state() != AgentState.DISCONNECTED) return true;
        return false;
    }

    private void followRunning(FleetMachines fleet, LiveMachine machine, Instant now) {
        if (machine.agents.isEmpty() && isGoneForLong(machine, now)) fleet.lost(machine, "its agents are gone", now);
    }

    /** Agents may be away for a moment, above all after a restart of the server. The driver knows sooner whether the machine is there. */
    private boolean isGoneForLong(LiveMachine machine, Instant now) {
        lookSoon(now);
        return !now.isBefore(machine.lastPresent.plus(settings.lostAfter()));
    }

    private void followDraining(FleetMachines fleet, LiveMachine machine, Instant now) {
        if (machine.agents.isEmpty()) {
            if (isGoneForLong(machine, now)) fleet.drained(machine, now);
            return;
        }
        for (var agent : machine.agents) {
            if (machine.toldToDrain.add(agent.session()) && agent.state() != AgentState.DRAINING) {
                var _ = work.drain(agent.session())
                        .whenComplete((_, failure) -> later(_ -> {
                            if (failure != null) machine.toldToDrain.remove(agent.session());
                        }));
            }
        }
        // What the engine has marked as draining gets nothing more, so what holds nothing now never will.
        boolean done =
                machine.agents.stream().allMatch(agent -> agent.holds() == 0 && agent.state() == AgentState.DRAINING);
        if (done) fleet.drained(machine, now);
    }

    // --- paying ---

    /** Lets runs that have a budget of their own use what they pay for, and leaves out of sight what they cannot pay for. */
    private FleetWork.Sight pay(FleetWork.Sight sight, Instant now) {
        var budgets = runBudgets;
        if (budgets == null || (sight.limited().isEmpty() && budgets.isEmpty())) return sight;
        var paid = budgets.decide(sight.limited(), now);
        boolean isKnown = paid.equals(paidTimes)
                && sight.server().equals(paidToldTo)
                && now.isBefore(paidToldAt.plus(LONGEST_QUIET));
        if (!isKnown) {
            work.fund(paid);
            paidTimes = paid;
            paidToldTo = sight.server();
            paidToldAt = now;
        }
        return budgets.payable(sight);
    }

    // --- deciding ---

    private void decide(FleetMachines fleet, FleetWork.Sight sight, Instant now) {
        Plan plan;
        planHoldsUntil = Instant.MIN;
        try {
            plan = policy.decide(observation(fleet, sight, now));
            FleetCheck.check(plan, settings, fleet.all());
        } catch (RuntimeException nonsense) {
            // Nothing is bought and nothing is let go; what there is stays, and people are told.
            counters.plansRefused.increment();
            error = "the autoscaling policy failed: " + nonsense.getMessage();
            return;
        }
        if (!alerts.equals(plan.alerts()))
            counters.plansRefused.add(plan.alerts().size());
        alerts = plan.alerts();
        error = String.join("; ", alerts);
        memory = plan.memory();
        planHoldsUntil = plan.holdsUntil();
        shortages = plan.shortages();
        var byOwner = new ArrayList<>(plan.spendings());
        byOwner.sort(Comparator.comparing(Plan.Spending::owner));
        spendings = byOwner;
        if (settings.dryRun()) {
            wishes = wishes(plan);
            return;
        }
        tellRanks(plan.ranks(), sight.server(), now);
        for (var release : plan.releases()) {
            var machine = fleet.find(release.machine());
            if (machine == null) continue;
            fleet.release(machine, "fleet", release.why(), now);
            if (machine.record.state() == MachineState.DRAINING) followDraining(fleet, machine, now);
        }
        fleet.intend(plan.purchases(), now);
    }

    /** The engine may be another one by now, and know nothing; and now and then it is told again what it should know. */
    private void tellRanks(Map<LaneId, LaneRank> wanted, ServerNumber engine, Instant now) {
        boolean isKnown = wanted.equals(ranks)
                && engine.equals(ranksToldTo)
                && (wanted.isEmpty() || now.isBefore(ranksToldAt.plus(LONGEST_QUIET)));
        if (isKnown) return;
        work.rank(wanted);
        ranks = wanted;
        ranksToldTo = engine;
        ranksToldAt = now;
    }

    private static List<String> wishes(Plan plan) {
        var wishes = new ArrayList<String>();
        for (var release : plan.releases())
            wishes.add("machine %s would be let go: %s".formatted(release.machine(), release.why()));
        for (var purchase : plan.purchases()) {
            wishes.add("a machine of setup %s would be made%s: %s"
                    .formatted(
                            purchase.setup(),
                            purchase.owner().map(owner -> " for " + owner).orElse(""),
                            purchase.why()));
        }
        return wishes;
    }

    private Observation observation(FleetMachines fleet, FleetWork.Sight sight, Instant now) {
        var seen = new ArrayList<Observation.SeenMachine>();
        var agents = new ArrayList<Observation.SeenAgent>();
        for (var machine : fleet.all()) {
            seen.add(new Observation.SeenMachine(machine.record, machine.holds(), machine.idleSince));
            agents.addAll(expected(fleet, machine, now));
        }
        for (var agent : sight.agents()) agents.add(seen(fleet, agent));
        return new Observation(
                now,
                settings.setups(),
                settings.pool(),
                seen,
                agents,
                sight.waiting(),
                Map.copyOf(fleet.breakers()),
                sight.lanes(),
                sight.outlooks(),
                done(sight),
                fleet.gone(),
                memory);
    }

    /** What agents of machines have completed. */
    private static List<Observation.Done> done(FleetWork.Sight sight) {
        var done = new ArrayList<Observation.Done>();
        for (var used : sight.done()) {
            var name = MachineId.ofAgent(used.agent());
            if (used.completed() == 0 || !MachineId.isOne(name)) continue;
            done.add(new Observation.Done(
                    used.owner(),
                    new MachineId(name),
                    used.kind(),
                    used.completed(),
                    used.completedIn().toNanos() / 1e9));
        }
        return done;
    }

    private static Observation.SeenAgent seen(FleetMachines fleet, AgentView agent) {
        var machine = fleet.machineOf(agent.name());
        boolean works = agent.state() == AgentState.IDLE || agent.state() == AgentState.BUSY;
        boolean stays = machine == null || machine.record.state() == MachineState.RUNNING;
        int free = works && stays ? Math.max(0, agent.slots() - agent.holds()) : 0;
        return new Observation.SeenAgent(
                agent.name(),
                machine == null ? Optional.empty() : Optional.of(machine.record.id()),
                agent.offers(),
                agent.slots(),
                free,
                agent.has(),
                agent.left());
    }

    /** Agents of a machine whose first one has just joined are about to follow: no other machine is needed for them. */
    private List<Observation.SeenAgent> expected(FleetMachines fleet, LiveMachine machine, Instant now) {
        boolean young = machine.record.state() == MachineState.RUNNING
                && now.isBefore(machine.record.since().plus(settings.lostAfter()));
        if (!young || machine.agents.isEmpty()) return List.of();
        var setup = fleet.setup(machine.record.setup());
        if (setup.isEmpty()) return List.of();
        var expected = new ArrayList<Observation.SeenAgent>();
        for (int i = machine.agents.size() + 1; i <= setup.get().agents(); i++) {
            int slots = setup.get().size().slots();
            expected.add(new Observation.SeenAgent(
                    machine.record.id().agentName(i),
                    Optional.of(machine.record.id()),
                    setup.get().providedCapabilities(),
                    slots,
                    slots,
                    setup.get().size().amounts(),
                    setup.get().size().amounts()));
        }
        return expected;
    }

    // --- holding the records against the world ---

    private void lookSoon(Instant now) {
        var soon = listAsked.equals(Instant.MIN) ? now : listAsked.plus(BETWEEN_LISTS);
        if (soon.isBefore(nextList)) nextList = soon;
    }

    private void compareNowAndThen(FleetMachines fleet, Instant now) {
        var asked = listing;
        if (asked != null && now.isAfter(listAsked.plus(LIST_LIMIT))) {
            listing = null;
            asked.cancel(true);
        }
        if (listing != null || now.isBefore(nextList)) return;
        listAsked = now;
        nextList = now.plus(settings.sync());
        var question = list();
        listing = question;
        long number = ++listings;
        var _ = question.whenComplete((found, failure) -> later(at -> {
            if (listing == null || listings != number) return;
            listing = null;
            if (failure == null) fleet.reconcile(found, listAsked, at);
            else nextList = at.plus(BETWEEN_LISTS);
        }));
    }

    private CompletableFuture<List<Machines.Found>> list() {
        try {
            return driver.list(settings.tag());
        } catch (RuntimeException | LinkageError broken) {
            return CompletableFuture.failedFuture(broken);
        }
    }

    private void forgetNowAndThen(Instant now) {
        if (settings.retention().isZero() || now.isBefore(nextForgetting)) return;
        nextForgetting = now.plus(BETWEEN_FORGETTING);
        store.forget(now.minus(settings.retention()), 1_000);
    }

    private FleetStatus snapshot() {
        var fleet = machines;
        var budgets = runBudgets;
        if (fleet == null || budgets == null)
            return new FleetStatus(false, List.of(), Map.of(), List.of(), List.of(), List.of(), error, Map.of());
        var entries = new ArrayList<FleetStatus.Entry>(fleet.all().size());
        for (var machine : fleet.all())
            entries.add(new FleetStatus.Entry(machine.record, machine.agents.size(), machine.holds()));
        return new FleetStatus(
                true, entries, fleet.breakers(), shortages, spendings, wishes, error, budgets.spendings());
    }

    /** What machines could be made for. */
    public boolean offers(Capabilities requires) {
        return settings.offers(requires);
    }

    /** The same, also with regard to amounts. */
    public boolean holds(RequiredResources need) {
        return settings.setups().stream().anyMatch(setup -> setup.maxVMs() > 0 && setup.holds(need));
    }
}
