package io.tidewheel.server.host;

import io.tidewheel.engine.Fleet;
import io.tidewheel.engine.FleetCounters;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.engine.FleetWork;
import io.tidewheel.engine.PaidTime;
import io.tidewheel.engine.SteadyClock;
import io.tidewheel.model.Actor;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneRank;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Time;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns the fleet's crank with a thread of its own: about once a second, at all answers of the driver, and soon after news of the work. */
final class FleetHost implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FleetHost.class);
    /** However long a pass takes, the fleet leaves so much of the time to others. */
    private static final int PAUSE_PER_PASS = 10;

    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(20);

    private final FleetPlan plan;
    private final EngineHost host;
    private final Machines driver;
    private final Time time;
    private final SteadyClock clock;
    private final Fleet fleet;
    private final Thread thread;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final AtomicBoolean workChanged = new AtomicBoolean();
    private volatile boolean stopping;
    private Map<MachineId, MachineState> told = new HashMap<>();
    private String toldTrouble = "";
    private List<String> toldWishes = List.of();

    FleetHost(FleetPlan plan, EngineHost host, MachineStore store, Machines driver, Time time) {
        this.plan = plan;
        this.host = host;
        this.driver = driver;
        this.time = time;
        this.clock = new SteadyClock(time);
        this.fleet = new Fleet(
                plan.settings(),
                store,
                driver,
                plan.policy(),
                new Work(),
                new SecureRandom(),
                new FleetCounters(),
                this::wake);
        this.thread = Thread.ofPlatform().name("fleet").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    Fleet fleet() {
        return fleet;
    }

    private void run() {
        while (!stopping) {
            long began = time.nanos();
            pass();
            long ended = time.nanos();
            long soon = ended + Math.max(Fleet.SOON.toNanos(), PAUSE_PER_PASS * (ended - began));
            long until = ended + Fleet.BETWEEN_PASSES.toNanos();
            while (!stopping && !signalled.get()) {
                long left = (workChanged.get() ? Math.min(soon, until) : until) - time.nanos();
                if (left <= 0) break;
                LockSupport.parkNanos(left);
            }
        }
        if (plan.endWithServer()) endMachines();
    }

    private void pass() {
        signalled.set(false);
        workChanged.set(false);
        try {
            fleet.runOnce(clock.now());
            tell(fleet.status());
        } catch (OutOfMemoryError full) {
            log.warn("a pass of the fleet found no memory, the next may: {}", full.getMessage());
        } catch (RuntimeException bug) {
            log.error("a pass of the fleet failed by an unexpected error", bug);
        }
    }

    /** The server is stopped in good order: machines that are nothing without it go too. */
    private void endMachines() {
        long until = time.nanos() + PATIENCE_AT_END.toNanos();
        var present = fleet.status().machines();
        if (present.isEmpty()) return;
        for (var machine : present) {
            var _ = fleet.stop(machine.record().id(), Actor.anyone("server"));
        }
        while (time.nanos() - until < 0) {
            pass();
            if (fleet.status().machines().isEmpty()) return;
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        log.warn(
                "not ended yet: {}; the next start takes away what is left",
                CountedNoun.of(fleet.status().machines().size(), "machine"));
    }

    private void tell(FleetStatus status) {
        var now = new HashMap<MachineId, MachineState>();
        for (var machine : status.machines()) {
            var record = machine.record();
            now.put(record.id(), record.state());
            if (told.get(record.id()) != record.state()) log.info("machine {} is {}", record.id(), words(record));
        }
        told.keySet().stream().filter(id -> !now.containsKey(id)).forEach(id -> log.info("machine {} is gone", id));
        told = now;
        if (!status.wishes().equals(toldWishes)) {
            status.wishes().forEach(wish -> log.info("dry run: {}", wish));
            toldWishes = status.wishes();
        }
        if (!status.trouble().equals(toldTrouble)) {
            if (!status.trouble().isEmpty()) log.warn("machines on demand: {}", status.trouble());
            toldTrouble = status.trouble();
        }
    }

    private static String words(MachineRecord record) {
        var state = record.state().name().toLowerCase(java.util.Locale.ROOT);
        if (record.state() == MachineState.CREATING) return state + ": " + record.wanted();
        return record.reason().isEmpty() ? state : state + ": " + record.reason();
    }

    /** Work has come or ended, or an agent has joined: whoever decides on machines for owners wants to know soon. */
    void news() {
        if (plan.policy().asksWhose() && workChanged.compareAndSet(false, true)) LockSupport.unpark(thread);
    }

    private void wake() {
        if (signalled.compareAndSet(false, true)) LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        fleet.windDown();
        stopping = true;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        driver.close();
    }

    /** The engine of the moment, as the fleet sees it. */
    private final class Work implements FleetWork {
        @Override
        public CompletableFuture<Sight> look() {
            try {
                return host.engine().sight(plan.policy().asksWhose());
            } catch (Refusal unavailable) {
                return CompletableFuture.failedFuture(unavailable);
            }
        }

        @Override
        public void rank(Map<LaneId, LaneRank> ranks) {
            try {
                host.engine().rank(ranks);
            } catch (Refusal unavailable) {
                // the next engine is told with the next decision
            }
        }

        @Override
        public void fund(Map<MachineId, Map<RunId, PaidTime>> paidTimes) {
            try {
                host.engine().fund(paidTimes);
            } catch (Refusal unavailable) {
                // the next engine is told at the next look
            }
        }

        @Override
        public CompletableFuture<Void> drain(SessionId agent) {
            try {
                return host.engine().drain(agent, Actor.anyone("fleet"));
            } catch (Refusal unavailable) {
                return CompletableFuture.failedFuture(unavailable);
            }
        }
    }
}
