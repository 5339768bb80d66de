package io.tidewheel.engine;

import io.tidewheel.autoscaling.elastic.BudgetedPolicy;
import io.tidewheel.autoscaling.elastic.Budgets;
import io.tidewheel.model.Actor;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** An engine and a fleet on one database under virtual time: machines are made in a map, and agents on them do what they are given. */
final class FleetWorld implements EngineListener, FleetWork {
    private static final Actor NOBODY = Actor.anyone("world");
    private static final Duration FOR_EVER = Duration.ofDays(1_000);

    /** A run as it was submitted: all its tasks take equally long. */
    record Work(RunId run, Owner owner, LaneSpec lane, Duration length, int tasks) {
        RequiredResources need() {
            return new RequiredResources(lane.requires(), lane.needs());
        }

        @Override
        public String toString() {
            return "%s: %d x %s, %s, priority %d".formatted(owner, tasks, length, need(), lane.priority());
        }
    }

    /** The agent of a machine. */
    private record Worker(MachineRecord machine, Map<Assignment, Instant> running) {}

    final VirtualTime time = new VirtualTime(Instant.parse("2026-03-01T12:00:00Z"));
    final MemoryDatabase database = MemoryDatabase.empty();
    final FakeMachines cloud = new FakeMachines(time);
    final List<Work> works = new ArrayList<>();
    /** How many tasks were completed on each machine. */
    final Map<MachineId, Integer> completed = new HashMap<>();

    private final List<Setup> setups;
    private final Map<SessionId, Worker> workers = new LinkedHashMap<>();
    private final Map<RunId, Integer> open = new HashMap<>();
    private final Engine engine;
    private final Fleet fleet;
    private long sessions;
    private long reports;

    FleetWorld(List<Setup> setups, Budgets budgets) {
        this.setups = setups;
        cloud.ready = this::join;
        cloud.gone = this::leave;
        var settings = EngineSettings.DEFAULT.withSilence(FOR_EVER, FOR_EVER.multipliedBy(3));
        engine = new Engine("world", database.store(), time, new SplittableRandom(1), settings, this, () -> {});
        fleet = new Fleet(
                FleetSettings.of("test", setups),
                database.machines(),
                cloud,
                new BudgetedPolicy(budgets),
                this,
                new Random(1),
                new FleetCounters(),
                () -> {});
    }

    Fleet fleet() {
        return fleet;
    }

    void submit(Owner owner, LaneSpec lane, Duration length, int tasks) {
        var chains = Collections.nCopies(tasks, new NewChain("", Payload.NONE));
        var submission =
                new NewRun(RunSpec.tasks(owner, "work"), lane, Optional.empty(), chains, true, false, false, "test");
        // Its number is known beforehand, for it may be begun before it is answered.
        var next = new RunId(works.size() + 1);
        open.put(next, tasks);
        works.add(new Work(next, owner, lane, length, tasks));
        var answer = engine.submit(submission);
        settle();
        if (!answer.join().run().equals(next)) throw new IllegalStateException("runs are not numbered in order");
    }

    /** Lets one second pass, at the end of which the fleet looks. */
    void second() {
        time.advance(Duration.ofSeconds(1));
        settle();
        fleet.runOnce(time.instant());
        settle();
    }

    private void settle() {
        while (engine.runOnce()) {
            // more to do
        }
    }

    // --- looking ---

    /** What of an owner's work has not ended. */
    List<Work> openOf(Owner owner) {
        return works.stream()
                .filter(work -> work.owner.equals(owner) && open.getOrDefault(work.run, 0) > 0)
                .toList();
    }

    /** What of an owner's work nobody has begun. */
    List<Work> waitingOf(Owner owner) {
        return openOf(owner).stream()
                .filter(work -> open.getOrDefault(work.run, 0) > running(work.run))
                .toList();
    }

    private long running(RunId run) {
        return workers.values().stream()
                .flatMap(worker -> worker.running.keySet().stream())
                .filter(each -> each.chain().run().equals(run))
                .count();
    }

    boolean runsSomethingOf(Owner owner) {
        return openOf(owner).stream().anyMatch(work -> running(work.run) > 0);
    }

    boolean isBusy(MachineId id) {
        return workers.values().stream()
                .anyMatch(worker -> worker.machine.id().equals(id) && !worker.running.isEmpty());
    }

    List<MachineRecord> present() {
        return database.machines().present();
    }

    /** All that there are and were, the oldest first. */
    List<MachineRecord> records() {
        return database.machines().machines(Set.of(), Optional.empty(), 10_000).reversed();
    }

    boolean isWanted(MachineId id) {
        return present().stream()
                .anyMatch(machine -> machine.id().equals(id) && machine.state().isWanted());
    }

    Setup setup(String id) {
        return setups.stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
    }

    // --- agents ---

    private void join(MachineId id) {
        var machine = database.machines().machine(id).orElseThrow();
        if (machine.state() == MachineState.DESTROYING || machine.state() == MachineState.DESTROYED) return;
        var setup = setup(machine.setup());
        var session = new SessionId(++sessions);
        workers.put(session, new Worker(machine, new LinkedHashMap<>()));
        int slots = setup.size().slots();
        var info = new AgentDescription(
                session,
                id.agentName(1),
                "host",
                setup.providedCapabilities(),
                setup.size().amounts(),
                slots,
                slots,
                false);
        var _ = engine.join(info.on(machine), List.of());
        settle();
    }

    private void leave(MachineId id) {
        for (var session : List.copyOf(workers.keySet())) {
            var worker = workers.get(session);
            if (worker == null || !worker.machine.id().equals(id)) continue;
            workers.remove(session);
            engine.leave(session);
        }
        settle();
    }

    private void end(SessionId session, Assignment done, Duration took) {
        var worker = workers.get(session);
        if (worker == null || worker.running.remove(done) == null) return;
        completed.merge(worker.machine.id(), 1, Integer::sum);
        open.merge(done.chain().run(), -1, Integer::sum);
        var success = new AttemptReport(
                done.chain(), done.attempt(), done.lane().id().number(), Reason.NONE, 0, took, Payload.NONE);
        var _ = engine.report(
                session,
                new AgentReport(
                        ++reports,
                        List.of(success),
                        List.of(),
                        List.of(),
                        List.of(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        false));
        settle();
    }

    // --- what the engine says ---

    @Override
    public void order(SessionId session, AgentOrder order) {
        var worker = workers.get(session);
        if (worker == null) return;
        for (var each : order.assignments()) {
            var length = works.stream()
                    .filter(work -> work.run.equals(each.chain().run()))
                    .findFirst()
                    .orElseThrow()
                    .length;
            worker.running.put(each, time.instant());
            time.after(length, () -> end(session, each, length));
        }
    }

    @Override
    public void disconnect(SessionId session, String why) {
        workers.remove(session);
    }

    @Override
    public void ended(RunId run, List<EndedChain> chains) {}

    @Override
    public void changed(RunStatus run) {}

    // --- what the fleet asks ---

    @Override
    public CompletableFuture<Sight> look() {
        var sight = engine.sight(true);
        settle();
        return sight;
    }

    @Override
    public CompletableFuture<Void> drain(SessionId session) {
        var drained = engine.drain(session, NOBODY);
        settle();
        return drained;
    }

    @Override
    public void rank(Map<LaneId, LaneRank> ranks) {
        engine.rank(ranks);
        settle();
    }
}
