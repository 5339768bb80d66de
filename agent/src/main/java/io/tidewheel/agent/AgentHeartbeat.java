package io.tidewheel.agent;

import io.tidewheel.model.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the agent does as time passes: heartbeats, telling of chains that run for more than a moment, the credit, and noticing a silent
 * server. It has a thread of its own, so that no load on the slots or the connection can hold it up.
 */
final class AgentHeartbeat implements Runnable {
    /** Chains that end sooner are told of by their report alone. */
    static final Duration MOMENT = Duration.ofMillis(50);

    private static final long TICK = MOMENT.toNanos();
    /** Twice missing in a row means lost, so this is long enough for an assignment to arrive. */
    private static final Duration HOLDINGS_EVERY = Duration.ofSeconds(3);

    private static final long LONGEST_SLEEP = Duration.ofSeconds(1).toNanos();

    private final Time time;
    private final WallClockStamps stamps;
    private final HeldChains holdings;
    private final AgentOutbox outbox;
    private final ServerConnection uplink;
    private final CreditRule rule;
    private final SlotMeter meter;
    private final CompletionRate pace;
    private final BooleanSupplier isDraining;
    private final Runnable tend;

    private int connection;
    private long lastBeat;
    private long lastHoldings;
    private long lastFinished;
    private volatile int credit;
    private volatile boolean sleeping;
    private volatile boolean ended;
    private volatile @Nullable Thread thread;

    AgentHeartbeat(
            Time time,
            WallClockStamps stamps,
            HeldChains holdings,
            AgentOutbox outbox,
            ServerConnection uplink,
            CreditRule rule,
            SlotMeter meter,
            BooleanSupplier isDraining,
            Runnable tend) {
        this.time = time;
        this.stamps = stamps;
        this.holdings = holdings;
        this.outbox = outbox;
        this.uplink = uplink;
        this.rule = rule;
        this.meter = meter;
        this.isDraining = isDraining;
        this.tend = tend;
        this.pace = new CompletionRate(time.nanos());
        this.credit = rule.firstCredit();
    }

    /** How many chains the agent is willing to hold now. */
    int credit() {
        return credit;
    }

    /** Something has begun that must not wait for the end of a long sleep. */
    void hurry() {
        if (!sleeping) return;
        sleeping = false;
        LockSupport.unpark(thread);
    }

    void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        while (!ended) {
            // Before the look: what begins during it must wake us.
            sleeping = true;
            long pause = tick(time.nanos());
            if (pause <= TICK) sleeping = false;
            LockSupport.parkNanos(this, pause);
        }
    }

    /** Does what is due, and answers how long nothing else will be. */
    long tick(long now) {
        uplink.checkSilence(now);
        outbox.hurry();
        var totals = holdings.totals(now);
        long untilTold = tellStarted(now);
        pace.look(now, totals.finished(), totals.finishedNanos(), totals.running() > 0);
        tellCredit(now);
        // New assignments wake us; so as long as nothing ends there is nothing to look at.
        boolean restless = totals.finished() != lastFinished;
        lastFinished = totals.finished();
        long untilBeat = Math.min(beat(now, totals), LONGEST_SLEEP);
        return Math.min(untilTold, restless ? Math.min(TICK, untilBeat) : untilBeat);
    }

    /** Answers how long it takes until the next chain has to be told of. */
    private long tellStarted(long now) {
        int current = outbox.connections();
        boolean anew = connection != current;
        connection = current;
        long until = Long.MAX_VALUE;
        var started = new ArrayList<HeldChain>();
        for (var each : holdings.running()) {
            if (anew) each.run().told = false;
            if (each.run().told) continue;
            long left = MOMENT.toNanos() - (now - each.run().startedNanos);
            if (left > 0) until = Math.min(until, left);
            else {
                each.run().told = true;
                each.run().output.stream();
                started.add(each.chain());
            }
        }
        if (!started.isEmpty()) outbox.start(started);
        return until;
    }

    private void tellCredit(long now) {
        if (isDraining.getAsBoolean()) return;
        int wanted = pace.isKnown() ? rule.credit(pace.perSecond(), pace.meanDuration(now)) : rule.firstCredit();
        if (!rule.worthTelling(credit, wanted)) return;
        credit = wanted;
        outbox.credit(wanted);
    }

    private long beat(long now, HeldChains.Totals totals) {
        long interval = Math.min(uplink.heartbeatNanos(), meter.intervalNanos());
        long left = interval - (now - lastBeat);
        if (left > 0) return left;
        lastBeat = now;
        stamps.follow();
        if (!uplink.isConnected()) return interval;
        if (now - lastHoldings < HOLDINGS_EVERY.toNanos()) {
            outbox.heartbeat(meter.beat(now, totals));
        } else {
            lastHoldings = now;
            tend.run();
            outbox.heartbeat(meter.beat(now, totals), holdings.all());
        }
        return interval;
    }
}
