package io.tidewheel.server.host;

import io.tidewheel.controllers.RunController;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;
import io.tidewheel.engine.EngineListener;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.model.Actor;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.endpoints.CurrentEngine;
import io.tidewheel.server.endpoints.EngineRestart;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an engine running: one thread turns its crank, and opens a new one when the store has failed, with growing pauses. Between two
 * engines every request is refused as unavailable, and all connections are closed so that agents and clients come again and show how
 * things stand.
 */
public final class EngineHost implements CurrentEngine, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EngineHost.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    /** An engine that went for so long without running out of memory has room enough as a rule. */
    private static final Duration CALM = Duration.ofMinutes(1);

    private static final int MOST_EXHAUSTED = 5;

    /** What happens around the change from one engine to the next. */
    public interface Listener {
        /** The engine is gone; connections that depended on it are to be closed. */
        void engineGone(String why);

        /** A new engine is there. What happened around the end of the one before may not have been told to anybody. */
        default void engineBack() {}
    }

    private final String serverName;
    private final Store store;
    private final Time time;
    private final RandomGenerator random;
    private final EngineSettings settings;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final CountDownLatch firstEngine = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private volatile @Nullable Engine engine;
    private volatile String whyNotReady = "the server is starting";
    private volatile boolean stopping;
    private volatile boolean reachable = true;
    /** What the last engine knew; used by the engine's thread alone. */
    private Map<RunId, Long> ended = Map.of();

    private volatile Optional<String> hindrance = Optional.empty();
    private volatile ServerDescription description;
    private final Map<EngineRestart, LongAdder> restarts = new ConcurrentHashMap<>();
    private final EngineCounters counters = new EngineCounters();

    public EngineHost(String serverName, Store store, Time time, RandomGenerator random, EngineSettings settings) {
        this.serverName = serverName;
        this.description = new ServerDescription(serverName, "", ProtocolVersions.software());
        this.store = store;
        this.time = time;
        this.random = random;
        this.settings = settings;
    }

    /** Starts the engine's thread and waits until the first engine is open; false if it did not open in time (it goes on trying). */
    public boolean start(
            EngineListener engineListener, Listener listener, RunController.ControllerSource source, Duration patience)
            throws InterruptedException {
        var turning = Thread.ofPlatform().name("engine").unstarted(() -> run(engineListener, listener, source));
        thread = turning;
        turning.start();
        return firstEngine.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Says whether agents can connect; what they must do within a time counts from then on. They can unless something else was said. */
    public void reachable(boolean is) {
        reachable = is;
        var current = engine;
        if (current != null) current.reachable(is);
    }

    /** Says what keeps the store from taking work though nothing has failed yet. Until that is over there is no engine. */
    public void hindered(Optional<String> by) {
        hindrance = by;
        if (by.isPresent()) wake();
    }

    /** What others are told of this server. */
    public void describe(ServerDescription now) {
        description = now;
        var current = engine;
        if (current != null) current.describe(now);
    }

    @Override
    public Engine engine() {
        var current = engine;
        if (current == null) throw new Refusal(Refusal.Kind.UNAVAILABLE, "try again in a moment: " + whyNotReady);
        return current;
    }

    @Override
    public boolean isReady() {
        return engine != null;
    }

    @Override
    public String whyNotReady() {
        return whyNotReady;
    }

    @Override
    public EngineCounters counters() {
        return counters;
    }

    @Override
    public long restarts(EngineRestart cause) {
        var count = restarts.get(cause);
        return count == null ? 0 : count.sum();
    }

    @Override
    public void close() {
        stopping = true;
        wake();
        var turning = thread;
        try {
            if (turning != null) turning.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(EngineListener engineListener, Listener listener, RunController.ControllerSource source) {
        var pause = FIRST_PAUSE;
        int exhausted = 0;
        while (!stopping) {
            long begun = time.nanos();
            var cause = EngineRestart.STORE;
            try {
                if (hindrance.isPresent()) throw new StoreFailure(hindrance.get());
                var opened = new Engine(
                        serverName, store, time, random, settings, engineListener, this::wake, counters, source);
                noteRepeated(opened);
                opened.reachable(reachable);
                opened.describe(description);
                engine = opened;
                firstEngine.countDown();
                listener.engineBack();
                pause = FIRST_PAUSE;
                turnTheCrank(opened);
                hindrance.ifPresent(why -> whyNotReady = why);
            } catch (StoreFailure broken) {
                whyNotReady = String.valueOf(broken.getMessage());
                log.warn("could not take up work: {}; trying again in {} ms", whyNotReady, pause.toMillis());
            } catch (OutOfMemoryError full) {
                cause = EngineRestart.MEMORY;
                whyNotReady = "its memory is exhausted";
                log.warn("the heap is exhausted; the engine is opened anew from what the store says");
                exhausted = time.nanos() - begun > CALM.toNanos() ? 1 : exhausted + 1;
            } catch (RuntimeException | StackOverflowError bug) {
                cause = EngineRestart.ERROR;
                whyNotReady = "an unexpected error: " + bug;
                log.error("the engine stopped by an unexpected error; opening a new one", bug);
            }
            retireForSure(listener);
            if (stopping) return;
            // An engine for which there is never room is no engine: whoever watches over the process is to know.
            if (exhausted == MOST_EXHAUSTED) throw new OutOfMemoryError("the engine needs more heap than there is");
            restarts.computeIfAbsent(cause, _ -> new LongAdder()).increment();
            LockSupport.parkNanos(pause.toNanos());
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        }
    }

    private void turnTheCrank(Engine current) {
        while (!stopping && !current.hasFailed() && hindrance.isEmpty()) {
            signalled.set(false);
            if (current.runOnce() || current.hasFailed()) continue;
            while (!signalled.get() && !stopping) {
                long wait = current.nextWakeNanos() - time.nanos();
                if (wait <= 0) break;
                LockSupport.parkNanos(wait);
            }
        }
        if (stopping && !current.hasFailed()) endInGoodOrder(current);
        if (current.hasFailed()) {
            whyNotReady = current.failure();
            log.warn("the store failed ({}); starting afresh from what it says", whyNotReady);
        }
    }

    /** What controllers have learnt since it was last written down is kept, so that the next engine goes on from there. */
    private static void endInGoodOrder(Engine current) {
        var kept = current.keepAll();
        while (!kept.isDone() && !current.hasFailed()) current.runOnce();
    }

    /** Retires an engine that is gone: all who wait for it must be told, also if there is no memory for that yet. */
    private void retireForSure(Listener listener) {
        var old = engine;
        engine = null;
        for (boolean told = false; !told; ) {
            try {
                retire(old, listener);
                told = true;
            } catch (OutOfMemoryError full) {
                LockSupport.parkNanos(FIRST_PAUSE.toNanos());
            }
        }
    }

    private void retire(@Nullable Engine old, Listener listener) {
        if (old == null) return;
        ended = old.ended();
        old.refuseAll(new Refusal(
                Refusal.Kind.UNAVAILABLE, "try again in a moment: " + (stopping ? "the server stops" : whyNotReady)));
        listener.engineGone(stopping ? "the server stops" : whyNotReady);
    }

    /** A store that is another one than before, and was behind it, is told from one that only failed. */
    private void noteRepeated(Engine opened) {
        long repeated = RepeatedWork.chains(ended, opened.ended());
        ended = Map.of();
        if (repeated == 0) return;
        counters.chainsRepeated.add(repeated);
        var what = "%s run again that had ended: the store does not know of it any more"
                .formatted(CountedNoun.are(repeated, "task"));
        log.warn(
                "{} (a standby that had not received everything has become the primary, or a backup was restored)",
                what);
        var _ = opened.note(Actor.anyone("nobody"), "store-behind", "store", what);
    }

    private void wake() {
        if (signalled.compareAndSet(false, true)) LockSupport.unpark(thread);
    }
}
