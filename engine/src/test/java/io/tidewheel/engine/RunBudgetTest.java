package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.OnDemandPolicy;
import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.autoscaling.elastic.Ledger;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.model.Actor;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Money;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What runs with a budget of their own cost, with the real engine and the real fleet under virtual time. */
class RunBudgetTest {
    private static final Owner ADA = new Owner("ada");
    private static final Duration STEP = Duration.ofMillis(250);

    /** A server, its machines and their agents; tasks take as long as chance says. */
    private static final class World implements FleetWork, EngineListener {
        final VirtualTime time = new VirtualTime(Instant.parse("2026-03-01T12:00:00Z"));
        final MemoryDatabase database = MemoryDatabase.empty();
        final FakeMachines cloud = new FakeMachines(time);
        final List<Setup> setups;
        final AutoscalingPolicy policy;
        final Random random;
        final Duration longest;
        private final Map<SessionId, AgentDescription> agents = new LinkedHashMap<>();
        private final Map<SessionId, Set<HeldAttempt>> working = new LinkedHashMap<>();
        private final Map<SessionId, Long> sequences = new LinkedHashMap<>();
        Engine engine;
        Fleet fleet;
        private long nextSession = 1;
        private long steps;

        World(AutoscalingPolicy policy, long seed, Duration longest, Setup... setups) {
            this.policy = policy;
            this.setups = List.of(setups);
            this.random = new Random(seed);
            this.longest = longest;
            cloud.ready = this::join;
            open();
        }

        /** Begins, or begins again after a kill, with what the store knows. */
        void open() {
            engine =
                    new Engine("server", database.store(), time, new Random(1), EngineSettings.DEFAULT, this, () -> {});
            fleet = new Fleet(
                    FleetSettings.of("test", setups),
                    database.machines(),
                    cloud,
                    policy,
                    this,
                    new Random(2),
                    new FleetCounters(),
                    () -> {});
            agents.forEach((session, info) -> engine.join(info, List.copyOf(working.get(session))));
        }

        RunId submit(String budget, int tasks) {
            var spec = RunSpec.tasks(ADA, "tasks")
                    .with(
                            SubmissionField.BUDGET,
                            budget.isEmpty() ? Optional.empty() : Optional.of(Money.parse(budget)));
            var chains = Collections.nCopies(tasks, new NewChain("", Payload.NONE));
            var accepted = engine.submit(
                    new NewRun(spec, LaneSpec.PLAIN, Optional.empty(), chains, true, false, false, "test"));
            turn();
            return accepted.join().run();
        }

        void turn() {
            while (engine.runOnce()) {
                // more to do
            }
        }

        void pass(Duration howLong) {
            var end = time.instant().plus(howLong);
            while (time.instant().isBefore(end)) {
                time.advance(STEP);
                for (var session : agents.keySet()) engine.report(session, AgentReport.heartbeat());
                turn();
                if (steps++ % 4 == 0) fleet.runOnce(time.instant());
                turn();
            }
        }

        RunRecord run(RunId id) {
            return database.archive().run(id).orElseThrow();
        }

        /** What the ledger says of all machines that ever were. */
        Money cost(RunId run) {
            var sum = Money.ZERO;
            for (var machine : database.machines().machines(Set.of(), Optional.empty(), 10_000)) {
                var entries = Ledger.of(
                        machine,
                        database.machines().usesOf(machine.id()),
                        time.instant(),
                        each -> run(each).spec().budget().isPresent());
                for (var entry : entries) if (entry.run().equals(Optional.of(run))) sum = sum.plus(entry.amount());
            }
            return sum;
        }

        // --- agents ---

        private void join(MachineId machine) {
            var record = database.machines().machine(machine).orElseThrow();
            var setup = setups.stream()
                    .filter(each -> each.id().equals(record.setup()))
                    .findFirst()
                    .orElseThrow();
            join(new AgentDescription(
                            new SessionId(nextSession++),
                            machine.name(),
                            "host",
                            Capabilities.NONE,
                            setup.slotsPerMachine(),
                            setup.slotsPerMachine(),
                            false)
                    .on(record));
        }

        void joinForNothing(String name) {
            join(new AgentDescription(new SessionId(nextSession++), name, "host", Capabilities.NONE, 1, 1, false));
        }

        private void join(AgentDescription info) {
            agents.put(info.session(), info);
            working.put(info.session(), new LinkedHashSet<>());
            engine.join(info, List.of());
        }

        @Override
        public void order(SessionId agent, AgentOrder order) {
            var held = working.get(agent);
            if (held == null) return;
            for (var stop : order.stops()) held.remove(new HeldAttempt(stop.chain(), stop.attempt()));
            for (var work : order.assignments()) begin(agent, new HeldAttempt(work.chain(), work.attempt()));
        }

        private void begin(SessionId agent, HeldAttempt work) {
            working.get(agent).add(work);
            var takes = Duration.ofMillis(200 + random.nextLong(longest.toMillis()));
            time.after(takes, () -> {
                var held = working.get(agent);
                if (held == null || !held.remove(work)) return;
                report(agent, work.chain(), work.attempt(), takes);
            });
        }

        private void report(SessionId agent, ChainId chain, int attempt, Duration took) {
            var end = new AttemptReport(chain, attempt, 0, Reason.NONE, 0, took, Payload.NONE);
            long sequence = sequences.merge(agent, 1L, Long::sum);
            engine.report(
                    agent,
                    new AgentReport(
                            sequence,
                            List.of(end),
                            List.of(),
                            List.of(),
                            List.of(),
                            OptionalInt.empty(),
                            Optional.empty(),
                            false));
        }

        @Override
        public void disconnect(SessionId agent, String why) {
            agents.remove(agent);
            working.remove(agent);
        }

        @Override
        public void ended(RunId run, List<EndedChain> chains) {}

        @Override
        public void changed(RunStatus run) {}

        // --- what the fleet asks ---

        @Override
        public CompletableFuture<Sight> look() {
            var sight = engine.sight(true);
            turn();
            var gone = new ArrayList<SessionId>();
            agents.forEach((session, info) -> {
                if (info.costs() && !cloud.real.containsKey(new MachineId(MachineId.ofAgent(info.name()))))
                    gone.add(session);
            });
            for (var session : gone) {
                disconnect(session, "");
                engine.leave(session);
            }
            return sight;
        }

        @Override
        public CompletableFuture<Void> drain(SessionId agent) {
            return engine.drain(agent, Actor.anyone("fleet"));
        }

        @Override
        public void rank(Map<io.tidewheel.model.LaneId, io.tidewheel.model.LaneRank> ranks) {
            engine.rank(ranks);
        }

        @Override
        public void fund(Map<MachineId, Map<RunId, PaidTime>> paidTimes) {
            engine.fund(paidTimes);
        }
    }

    private static Setup setup(String id, String price, Duration interval, int slots) {
        return Setup.of(id, Capabilities.NONE, 3)
                .withBilling(new Billing(Money.parse(price), interval))
                .withAgents(1, Setup.Size.ofSlots(slots));
    }

    private static AutoscalingPolicy onDemand() {
        return new OnDemandPolicy(Duration.ofSeconds(40));
    }

    @Test
    void aRunCostsNoMoreThanItsBudgetAndTheRestWaitsForMore() {
        var world = new World(onDemand(), 1, Duration.ofSeconds(20), setup("m", "1", Duration.ofSeconds(30), 1));
        var run = world.submit("2", 40);
        world.pass(Duration.ofMinutes(10));
        assertThat(world.cost(run)).isLessThanOrEqualTo(Money.parse("2"));
        assertThat(world.run(run).state().isFinal()).isFalse();
        assertThat(world.run(run).totals().succeeded()).isPositive();
        var spending = world.fleet.status().runs().get(run);
        assertThat(spending).isNotNull();
        assertThat(spending.oneMore()).contains(Money.parse("1"));
        int bought = world.database
                .machines()
                .machines(Set.of(), Optional.empty(), 1_000)
                .size();
        world.pass(Duration.ofMinutes(10));
        assertThat(world.database.machines().machines(Set.of(), Optional.empty(), 1_000))
                .as("nothing is bought for work that cannot be paid")
                .hasSize(bought);
        world.engine.setBudget(run, Money.parse("100"), Actor.anyone("ada"));
        world.pass(Duration.ofMinutes(30));
        assertThat(world.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(world.run(run).totals().succeeded()).isEqualTo(40);
    }

    @Test
    void whatCostsNothingGoesOnWithoutMoney() {
        var world = new World(onDemand(), 2, Duration.ofSeconds(5), setup("m", "1", Duration.ofSeconds(30), 1));
        world.joinForNothing("Laptop");
        var run = world.submit("0", 20);
        world.pass(Duration.ofMinutes(5));
        assertThat(world.run(run).state()).isEqualTo(RunState.SUCCEEDED);
        assertThat(world.cost(run)).isEqualTo(Money.ZERO);
        assertThat(world.cloud.calls).noneMatch(call -> call.startsWith("create"));
    }

    @Test
    void aTaskThatIsLongerThanTheMoneyLastsIsTakenBackBeforeItsMachineIsPaidAgain() {
        var world = new World(onDemand(), 3, Duration.ofHours(5), setup("m", "1", Duration.ofSeconds(30), 1));
        var run = world.submit("3", 1);
        world.pass(Duration.ofMinutes(20));
        assertThat(world.cost(run)).isLessThanOrEqualTo(Money.parse("3"));
        assertThat(world.run(run).state().isFinal()).isFalse();
        assertThat(world.working.values().stream().mapToInt(Set::size).sum()).isZero();
    }

    private static AutoscalingPolicy policy(String name) {
        if (name.equals("on-demand")) return onDemand();
        var share = new Budgets.Share(Money.parse("50"), PolicyCatalogue.parse(name));
        return new BudgetedPolicy(
                new Budgets(Duration.ofSeconds(60), new TreeMap<>(Map.of(ADA, share)), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"on-demand", "leap", "pfa-ma", "queue-growth"})
    void noRunCostsMoreThanItsBudgetWhateverThePolicyAndWhoeverIsKilled(String policy) {
        for (long seed = 1; seed <= 8; seed++) {
            var random = new Random(seed);
            var interval = Duration.ofSeconds(5 + random.nextInt(60));
            var world = new World(
                    policy(policy),
                    seed,
                    Duration.ofSeconds(1 + random.nextInt(90)),
                    setup("small", "0.7", interval, 1),
                    setup("large", "1.3", interval, 3));
            var budgets = new LinkedHashMap<RunId, Money>();
            for (int i = 0; i < 4; i++) {
                var budget = i == 0 ? "" : Integer.toString(random.nextInt(12));
                var run = world.submit(budget, 5 + random.nextInt(30));
                if (i > 0) budgets.put(run, Money.parse(budget));
                world.pass(Duration.ofSeconds(random.nextInt(60)));
            }
            for (int i = 0; i < 12; i++) {
                world.pass(Duration.ofSeconds(20 + random.nextInt(40)));
                if (random.nextInt(3) == 0) world.open();
                for (var each : budgets.entrySet())
                    assertThat(world.cost(each.getKey()))
                            .as("run %s, policy %s, seed %d".formatted(each.getKey(), policy, seed))
                            .isLessThanOrEqualTo(each.getValue());
            }
        }
    }
}
