package io.tidewheel.engine;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.OnDemandPolicy;
import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Setup;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.WorkTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A fleet under virtual time, with work and agents that the test puts there. */
final class FleetStory implements FleetWork {
    static final Duration IDLE = Duration.ofMinutes(5);

    final VirtualTime time = new VirtualTime(Instant.parse("2026-03-01T12:00:00Z"));
    final FakeMachines cloud = new FakeMachines(time);
    final MemoryDatabase database = MemoryDatabase.empty();
    final Map<RequiredResources, Long> waiting = new TreeMap<>();
    final Map<String, AgentView> agents = new LinkedHashMap<>();
    final List<Setup> setups = new ArrayList<>();
    /** Whose work there is, if the test says so. */
    final List<SeenLane> lanes = new ArrayList<>();
    /** What is to come of runs, if the test says so. */
    final Map<RunId, RemainingWork> outlooks = new TreeMap<>();
    /** In which order owners' work goes to their machines. */
    Map<LaneId, LaneRank> ranks = Map.of();
    /** What was done since the last look. */
    final List<Used> done = new ArrayList<>();

    boolean dryRun;
    final FleetCounters counters = new FleetCounters();
    AutoscalingPolicy policy = new OnDemandPolicy(IDLE);
    ServerNumber server = database.store().begin("server", time.instant());
    boolean engineIsGone;
    boolean storeFails;
    private boolean turning;
    private long nextSession = 1;
    private Fleet fleet;
    private long seed;

    FleetStory(Setup... setups) {
        this.setups.addAll(List.of(setups));
        cloud.ready = this::join;
        fleet = open();
        turn();
    }

    private Fleet open() {
        return new Fleet(
                FleetSettings.of("test", setups).withDryRun(dryRun),
                new Fragile(),
                cloud,
                policy,
                this,
                new Random(++seed),
                counters,
                () -> {});
    }

    /** One pass per second, for ever. */
    private void turn() {
        fleet.runOnce(time.instant());
        if (turning) return;
        turning = true;
        time.after(Duration.ofSeconds(1), () -> {
            turning = false;
            turn();
        });
    }

    void pass(Duration by) {
        time.advance(by);
    }

    void seconds(long count) {
        pass(Duration.ofSeconds(count));
    }

    void minutes(long count) {
        pass(Duration.ofMinutes(count));
    }

    Fleet fleet() {
        return fleet;
    }

    /** The server is killed and started again on what the store holds; what was asked of the cloud goes on. */
    void restart() {
        server = database.store().begin("server", time.instant());
        fleet = open();
    }

    /** Another policy from now on. */
    void use(AutoscalingPolicy other) {
        policy = other;
        restart();
    }

    // --- the machines ---

    List<MachineRecord> records() {
        return database.machines().machines(Set.of(), Optional.empty(), 1_000).reversed();
    }

    MachineRecord only() {
        var all = records();
        if (all.size() != 1) throw new AssertionError("not one machine, but " + all);
        return all.getFirst();
    }

    List<MachineState> states() {
        return records().stream().map(MachineRecord::state).toList();
    }

    List<String> audit() {
        return database.archive().audit(Instant.MAX, 1_000).reversed().stream()
                .map(entry -> entry.action())
                .toList();
    }

    // --- the agents ---

    void join(MachineId machine) {
        var setup = setups.stream()
                .filter(each -> machine.name().startsWith(each.id()))
                .findFirst()
                .orElseThrow();
        for (int i = 1; i <= setup.agents(); i++) {
            put(machine.agentName(i), setup.providedCapabilities(), setup.size().slots(), 0, AgentState.IDLE, 0);
        }
    }

    /** An agent that somebody has started by hand. */
    void joinForEverybody(String name, int slots) {
        put(name, Capabilities.NONE, slots, 0, AgentState.IDLE, 0);
    }

    void leave(MachineId machine) {
        agents.keySet().removeIf(name -> MachineId.ofAgent(name).equals(machine.name()));
    }

    void works(MachineId machine, int holds) {
        change(machine.name(), holds, holds == 0 ? AgentState.IDLE : AgentState.BUSY, 0);
    }

    void finishes(MachineId machine) {
        change(machine.name(), 0, AgentState.IDLE, 1);
    }

    private void change(String name, int holds, AgentState state, int finished) {
        var known = agents.get(name);
        put(name, known.offers(), known.slots(), holds, state, known.finished() + finished);
    }

    private void put(String name, Capabilities offers, int slots, int holds, AgentState state, long finished) {
        var known = agents.get(name);
        var has = setups.stream()
                .filter(setup -> name.startsWith(setup.id()))
                .map(setup -> setup.size().amounts())
                .findFirst()
                .orElse(Amounts.UNLIMITED);
        agents.put(
                name,
                new AgentView(
                        known == null ? new SessionId(nextSession++) : known.session(),
                        name,
                        "host",
                        offers,
                        slots,
                        holds,
                        slots,
                        state,
                        time.instant(),
                        Duration.ZERO,
                        finished,
                        Optional.empty(),
                        has,
                        has,
                        Optional.empty(),
                        "server"));
    }

    // --- what the fleet sees of the work ---

    @Override
    public CompletableFuture<Sight> look() {
        if (engineIsGone) {
            return CompletableFuture.failedFuture(new Refusal(Refusal.Kind.UNAVAILABLE, "gone"));
        }
        var sight = new Sight(
                server,
                waiting,
                List.copyOf(agents.values()),
                List.copyOf(lanes),
                Map.copyOf(outlooks),
                List.copyOf(done));
        done.clear();
        return CompletableFuture.completedFuture(sight);
    }

    @Override
    public void rank(Map<LaneId, LaneRank> order) {
        ranks = order;
    }

    @Override
    public CompletableFuture<Void> drain(SessionId session) {
        var agent = agents.values().stream()
                .filter(each -> each.session().equals(session))
                .findFirst()
                .orElseThrow();
        change(agent.name(), agent.holds(), AgentState.DRAINING, 0);
        return CompletableFuture.completedFuture(null);
    }

    /** The store, failing when told to: before anything is done. */
    private final class Fragile implements MachineStore {
        private MachineStore inside() {
            if (storeFails) throw new StoreFailure("the disk is full");
            return database.machines();
        }

        @Override
        public boolean lead(ServerNumber self, Duration silentFor) {
            return inside().lead(self, silentFor);
        }

        @Override
        public boolean save(
                ServerNumber self, List<MachineRecord> machines, List<io.tidewheel.model.AuditEntry> audit) {
            return inside().save(self, machines, audit);
        }

        @Override
        public List<MachineRecord> present() {
            return inside().present();
        }

        @Override
        public Optional<MachineRecord> machine(MachineId id) {
            return inside().machine(id);
        }

        @Override
        public List<MachineRecord> machines(Set<MachineState> states, Optional<MachineId> after, int limit) {
            return inside().machines(states, after, limit);
        }

        @Override
        public List<MachineRecord> lastOf(String setup, int limit) {
            return inside().lastOf(setup, limit);
        }

        @Override
        public List<MachineRecord> between(Instant from, Instant to, int limit) {
            return inside().between(from, to, limit);
        }

        @Override
        public boolean use(ServerNumber self, List<MachineUse> uses, List<WorkTime> times) {
            return inside().use(self, uses, times);
        }

        @Override
        public List<WorkTime> workTimes(int limit) {
            return inside().workTimes(limit);
        }

        @Override
        public List<MachineUse> usesOf(MachineId machine) {
            return inside().usesOf(machine);
        }

        @Override
        public List<MachineId> usedBy(RunId run, int limit) {
            return inside().usedBy(run, limit);
        }

        @Override
        public int forget(Instant endedBefore, int limit) {
            return inside().forget(endedBefore, limit);
        }
    }
}
