package io.tidewheel.agent;

import io.tidewheel.agent.HeldChain.Running;
import io.tidewheel.agent.HeldChain.State;
import io.tidewheel.agent.runtime.StopSwitch.Urgency;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.OutputFlow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything the agent holds: chains that wait for a slot, those that run, and those whose end the server has not acknowledged. Slots wait here for work.
 */
final class HeldChains {
    /** A server that sends more than it was asked for gets the surplus back. */
    static final int MOST_HELD = 100_000;

    private static final int MOST_IN_ONE_GO = 256;
    /** An agent that missed more than so many losses of one chain in a row was gone for so long that it holds nothing of it. */
    private static final int MOST_EARLIER = 16;

    private final int slots;
    private final Map<AttemptId, HeldChain> held = new HashMap<>();
    /** The chains that run and take time. */
    private final Map<HeldChain, Running> runs = new LinkedHashMap<>();
    /** May contain chains that no longer wait; they are skipped. */
    private final WaitingLines lines = new WaitingLines();

    private int waiting;
    private int running;
    private int idleSlots;
    private boolean closed;
    private long finished;
    private long finishedNanos;

    /**
     * How much was done so far, and what is going on.
     *
     * @param finishedNanos the time that all finished chains took together
     * @param busyNanos the same with what the running ones have taken so far
     */
    record Totals(long finished, long finishedNanos, long busyNanos, int running, int waiting, int held) {}

    /** A chain that runs. */
    record Run(HeldChain chain, Running run) {}

    HeldChains(int slots) {
        this.slots = slots;
    }

    /** Takes chains in; those it cannot take are answered, to be given back. A chain it holds already is not taken twice. */
    synchronized List<HeldChain> add(List<HeldChain> chains) {
        List<HeldChain> surplus = List.of();
        int added = 0;
        for (var chain : chains) {
            boolean full = closed || held.size() >= MOST_HELD;
            if (held.putIfAbsent(chain.id, chain) != null) continue;
            forgetEarlier(chain.id);
            if (full) {
                if (surplus.isEmpty()) surplus = new ArrayList<>();
                chain.state = State.DONE;
                surplus.add(chain);
            } else {
                lines.add(chain);
                added++;
            }
        }
        waiting += added;
        for (int i = Math.min(added, idleSlots); i > 0; i--) notify();
        return surplus;
    }

    /**
     * Who is given a later attempt has lost the lease of the earlier ones, even if the word of that was lost with a connection: nobody will answer
     * or accept them any more, and they must not keep a slot from the later one.
     */
    private void forgetEarlier(AttemptId later) {
        int first = Math.max(1, later.attempt() - MOST_EARLIER);
        for (int attempt = first; attempt < later.attempt(); attempt++)
            stop(new AttemptId(later.run(), later.index(), attempt), Urgency.AT_ONCE, true);
    }

    /**
     * Notes that a slot has done some chains in so much time, and waits for the next: one, or several that take no time. Empty when
     * there will be no more.
     */
    synchronized List<HeldChain> next(List<HeldChain> done, long nanos) {
        for (var chain : done) setDone(chain);
        finishedNanos += nanos;
        while (waiting == 0 && !closed) {
            idleSlots++;
            try {
                wait();
            } catch (InterruptedException ended) {
                return List.of();
            } finally {
                idleSlots--;
            }
        }
        return closed ? List.of() : take();
    }

    private void setDone(HeldChain chain) {
        chain.state = State.DONE;
        if (chain.running != null) runs.remove(chain);
        chain.running = null;
        running--;
        finished++;
        if (chain.forgotten) held.remove(chain.id);
    }

    private List<HeldChain> take() {
        int share = Math.clamp(waiting / slots, 1, MOST_IN_ONE_GO);
        var first = poll();
        if (!first.instant || share == 1) return List.of(first);
        var taken = new ArrayList<HeldChain>(share);
        taken.add(first);
        while (taken.size() < share && nextIsInstant()) taken.add(poll());
        return taken;
    }

    private HeldChain poll() {
        var chain = lines.removeFirst();
        while (chain.state != State.WAITING) chain = lines.removeFirst();
        chain.state = State.RUNNING;
        chain.begun = true;
        waiting--;
        running++;
        return chain;
    }

    private boolean nextIsInstant() {
        var first = lines.first();
        while (first != null && first.state != State.WAITING) {
            lines.removeFirst();
            first = lines.first();
        }
        return first != null && first.instant;
    }

    /** A slot has everything ready to run the chain; a request to stop it that came meanwhile takes effect now. */
    synchronized void begin(HeldChain chain, Running run) {
        chain.running = run;
        runs.put(chain, run);
        if (chain.stopAsked != Urgency.NOT_ASKED) run.stop.flip(chain.stopAsked);
    }

    /**
     * Stops a chain. One that runs is told so, and its slot will report it unless it is to be forgotten. One that waited is answered if a
     * report is wanted: it is done without having been started.
     */
    synchronized Optional<HeldChain> stop(AttemptId id, Urgency urgency, boolean forget) {
        var chain = held.get(id);
        if (chain == null) return Optional.empty();
        return switch (chain.state) {
            case WAITING -> stopWaiting(chain, forget);
            case RUNNING -> {
                stopRunning(chain, urgency, forget);
                yield Optional.empty();
            }
            case DONE -> Optional.empty();
        };
    }

    private Optional<HeldChain> stopWaiting(HeldChain chain, boolean forget) {
        waiting--;
        chain.state = State.DONE;
        if (!forget) return Optional.of(chain);
        held.remove(chain.id);
        return Optional.empty();
    }

    private static void stopRunning(HeldChain chain, Urgency urgency, boolean forget) {
        chain.forgotten |= forget;
        chain.stopAsked = urgency;
        var run = chain.running;
        if (run != null) run.stop.flip(urgency);
    }

    /** Tells a chain that runs how the output that it passes on is to flow. */
    synchronized void flow(AttemptId id, OutputFlow flow) {
        var chain = held.get(id);
        if (chain != null && chain.running != null) chain.running.output.flow(flow);
    }

    /** A server that we have not talked to yet does not know who waits for its word. */
    synchronized void flowOn() {
        for (var run : runs.values()) run.output.flow(OutputFlow.FLOW_ON);
    }

    /** Takes back so many chains that have not been started: of the owner of whom most wait, the newest first. */
    synchronized List<HeldChain> recall(int count) {
        var recalled = new ArrayList<HeldChain>();
        while (recalled.size() < count && waiting > 0) {
            var chain = lines.removeLast();
            if (chain.state != State.WAITING) continue;
            chain.state = State.DONE;
            waiting--;
            recalled.add(chain);
        }
        return recalled;
    }

    /** Starts nothing more; answers what has not been started. Slots find no more work. */
    synchronized List<HeldChain> close() {
        closed = true;
        notifyAll();
        return recall(Integer.MAX_VALUE);
    }

    /** Ends everything that runs; nobody will hear of it. */
    synchronized void forgetRunning(Urgency urgency) {
        for (var chain : held.values()) if (chain.state == State.RUNNING) stopRunning(chain, urgency, true);
    }

    /** The server knows what became of these. */
    synchronized void release(Collection<HeldChain> chains) {
        for (var chain : chains) held.remove(chain.id);
    }

    synchronized List<Attempt> all() {
        return held.values().stream().map(HeldChain::toWire).toList();
    }

    /** The chains that run, apart from those that take no time. */
    synchronized List<Run> running() {
        if (runs.isEmpty()) return List.of();
        var list = new ArrayList<Run>(runs.size());
        runs.forEach((chain, run) -> list.add(new Run(chain, run)));
        return list;
    }

    synchronized boolean hasWaiting() {
        return waiting > 0;
    }

    synchronized Totals totals(long now) {
        long busy = finishedNanos;
        for (var run : runs.values()) busy += now - run.startedNanos;
        return new Totals(finished, finishedNanos, busy, running, waiting, held.size());
    }

    synchronized boolean isForgotten(HeldChain chain) {
        return chain.forgotten;
    }
}
