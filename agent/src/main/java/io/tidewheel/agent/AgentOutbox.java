package io.tidewheel.agent;

import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.Credit;
import io.tidewheel.protocol.wire.Estimate;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Progress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the server is to be told. Everything that gathers while the last message is being sent becomes the next one. Only what slots
 * report that have more to do may wait a moment for others: a message and a commit for each would cost more than the work itself. What must
 * not be lost is kept, with its number, until the server has acknowledged it.
 */
final class AgentOutbox {
    /** A message is closed when it has reached this size; a single large report may exceed it. */
    static final int MESSAGE_BYTES = 1 << 20;
    /** How long a report may wait for others, as long as its slot does not wait for work. */
    static final long PATIENCE = Duration.ofMillis(24).toNanos();
    /**
     * The same for short tasks, where nothing begins with the end of a single one: server and database have much less to do for a hundred
     * reports at once than for some at a time.
     */
    static final long PATIENCE_OF_MANY = Duration.ofMillis(96).toNanos();
    /** What takes longer does not come in crowds, and gains nothing by waiting. */
    static final long SHORT_TASK = Duration.ofMillis(10).toNanos();

    /** With this many reports waiting, none waits for more to come. */
    private static final int MANY = 512;

    private final LongSupplier nanos;

    private final ArrayDeque<FinishedChain> finished = new ArrayDeque<>();
    private final ArrayDeque<HeldChain> returned = new ArrayDeque<>();
    private final Set<TaskOutput> streams = new LinkedHashSet<>();
    private List<HeldChain> started = new ArrayList<>();
    private @Nullable Credit credit;
    private @Nullable Heartbeat heartbeat;
    private io.tidewheel.protocol.wire.@Nullable Holdings holdings;
    /** The newest of each partition of a job. */
    private final Map<Attempt, Progress> progress = new LinkedHashMap<>();
    /** The newest of each chain. */
    private final Map<AttemptId, Integer> estimates = new LinkedHashMap<>();

    private boolean goodbye;
    private boolean goodbyeSaid;
    /** There is something that must not wait. */
    private boolean urgent;
    /** When the first of the patient reports must go. */
    private @Nullable Long patientUntil;

    private final ArrayDeque<Sent> unacknowledged = new ArrayDeque<>();
    private long lastSequence;
    private volatile @Nullable Carrier carrier;
    private int connections;

    /** Takes messages from here to the server, on one connection. */
    @FunctionalInterface
    interface Carrier {
        /** There may be something to carry. Called without any lock; must not wait. */
        void hurry();

        /** There is something to carry in a moment. Called without any lock; must not wait. */
        default void soon() {}
    }

    /** A message that was sent and not acknowledged, what it tells of, and the bytes it keeps slots waiting for. */
    private record Sent(long sequence, AgentMessage message, List<HeldChain> chains, List<Bytes> bytes) {}

    private record Bytes(SlotBudget budget, long count) {}

    AgentOutbox(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void add(Collection<FinishedChain> ends) {
        synchronized (this) {
            finished.addAll(ends);
            urgent = true;
        }
        hurry();
    }

    /**
     * The same, from a slot that has more to do: others may join them for a moment, and until the last message is acknowledged.
     *
     * @param took how long they took together, in nanoseconds
     */
    void addPatiently(Collection<FinishedChain> ends, long took) {
        boolean sooner;
        synchronized (this) {
            finished.addAll(ends);
            long until = nanos.getAsLong() + patience(ends, took);
            sooner = patientUntil == null || until - patientUntil < 0;
            if (sooner) patientUntil = until;
        }
        var current = carrier;
        if (sooner && current != null) current.soon();
        else hurry();
    }

    private static long patience(Collection<FinishedChain> ends, long took) {
        if (took >= SHORT_TASK * ends.size()) return PATIENCE;
        for (var end : ends) {
            if (!end.chain().unhurried) return PATIENCE;
        }
        return PATIENCE_OF_MANY;
    }

    /** How long the carrier may sleep until something is due; {@link Long#MAX_VALUE} if nothing is known to be. */
    synchronized long untilDue() {
        var until = patientUntil;
        // What waits for an acknowledgement is sent on by it.
        if (until == null || !unacknowledged.isEmpty()) return Long.MAX_VALUE;
        return Math.max(0, until - nanos.getAsLong());
    }

    private boolean isDue() {
        if (urgent || finished.size() >= MANY) return true;
        return untilDue() == 0;
    }

    void giveBack(Collection<HeldChain> chains) {
        if (chains.isEmpty()) return;
        synchronized (this) {
            returned.addAll(chains);
            urgent = true;
        }
        hurry();
    }

    void stream(TaskOutput output) {
        synchronized (this) {
            streams.add(output);
            urgent = true;
        }
        hurry();
    }

    /** Tells that chains have been started; lost with the connection. */
    void start(Collection<HeldChain> chains) {
        synchronized (this) {
            started.addAll(chains);
            urgent = true;
        }
        hurry();
    }

    void credit(int chains) {
        synchronized (this) {
            credit = Credit.newBuilder().setChains(chains).build();
            urgent = true;
        }
        hurry();
    }

    void heartbeat(Heartbeat beat) {
        synchronized (this) {
            heartbeat = beat;
            urgent = true;
        }
        hurry();
    }

    /** A heartbeat that also shows the server what is held, so that it finds out what was lost on the way. */
    void heartbeat(Heartbeat beat, List<Attempt> all) {
        synchronized (this) {
            holdings = io.tidewheel.protocol.wire.Holdings.newBuilder()
                    .addAllAttempts(all)
                    .build();
        }
        heartbeat(beat);
    }

    /** Tells how far partitions are: the newest word of each. What is on its way when the connection breaks is lost. */
    void progress(Collection<Progress> news) {
        synchronized (this) {
            for (var each : news) progress.merge(attempt(each), each, AgentOutbox::newer);
            urgent = true;
        }
        hurry();
    }

    /** Tells how far a chain is, in percent: the newest word of each. What is on its way when the connection breaks is lost. */
    void estimate(AttemptId chain, int percent) {
        synchronized (this) {
            estimates.put(chain, percent);
            urgent = true;
        }
        hurry();
    }

    /** A checkpoint that has not been sent yet stays until there is another. */
    private static Progress newer(Progress before, Progress now) {
        return now.getCheckpoint().isEmpty() && !before.getCheckpoint().isEmpty()
                ? now.toBuilder().setCheckpoint(before.getCheckpoint()).build()
                : now;
    }

    private static Attempt attempt(Progress of) {
        return Attempt.newBuilder()
                .setRun(of.getRun())
                .setIndex(of.getIndex())
                .setAttempt(of.getAttempt())
                .build();
    }

    /** Adds the word that the agent leaves, which is sent when everything else has been. */
    void goodbye() {
        synchronized (this) {
            goodbye = true;
            urgent = true;
        }
        hurry();
    }

    /** Sends what has gathered. */
    void hurry() {
        var current = carrier;
        if (current != null) current.hurry();
    }

    /** Something was acknowledged: sends what has waited for that, now or when it has waited long enough. */
    void sendOn() {
        hurry();
        var current = carrier;
        if (current != null && untilDue() < Long.MAX_VALUE) current.soon();
    }

    /** A new connection can be used: answers what has to be repeated on it. Hints meant for the last one are dropped. */
    synchronized List<AgentMessage> connect(Carrier opened) {
        carrier = opened;
        connections++;
        started.clear();
        heartbeat = null;
        holdings = null;
        urgent = !isEmpty();
        return unacknowledged.stream().map(Sent::message).toList();
    }

    synchronized void disconnect() {
        carrier = null;
    }

    boolean isConnected() {
        return carrier != null;
    }

    /** How many connections there have been. */
    synchronized int connections() {
        return connections;
    }

    /** What there is to say, as one message; null if there is nothing, or the carrier's connection is over. */
    synchronized @Nullable AgentMessage next(Carrier asking) {
        while (asking.equals(carrier) && !isEmpty() && isDue()) {
            var message = compose();
            urgent = !isEmpty();
            if (!urgent) patientUntil = null;
            // A stream that was announced may have been emptied before its turn came.
            if (message.getSerializedSize() > 0) return message;
        }
        return null;
    }

    synchronized boolean hasNews(Carrier asking) {
        return asking.equals(carrier) && !isEmpty() && isDue();
    }

    /** All messages up to this number are safe: answers the chains the server knows the end of. */
    synchronized List<HeldChain> acknowledge(long sequence) {
        var known = new ArrayList<HeldChain>();
        while (!unacknowledged.isEmpty() && unacknowledged.getFirst().sequence <= sequence) {
            var sent = unacknowledged.removeFirst();
            known.addAll(sent.chains);
            for (var bytes : sent.bytes) bytes.budget.give(bytes.count);
        }
        if (unacknowledged.isEmpty()) notifyAll();
        return known;
    }

    /** Waits until everything but a goodbye has been acknowledged; false if that took longer than the patience. */
    synchronized boolean awaitAcknowledged(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); left > 0 && !isTold(); left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return isTold();
    }

    private boolean isTold() {
        return unacknowledged.isEmpty() && finished.isEmpty() && returned.isEmpty();
    }

    /** A message has been handed to the connection. */
    synchronized void sent(AgentMessage message) {
        if (!message.getGoodbye()) return;
        goodbyeSaid = true;
        notifyAll();
    }

    synchronized void awaitGoodbye(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); left > 0 && !goodbyeSaid; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private boolean isEmpty() {
        return finished.isEmpty()
                && returned.isEmpty()
                && streams.isEmpty()
                && started.isEmpty()
                && progress.isEmpty()
                && estimates.isEmpty()
                && credit == null
                && heartbeat == null
                && holdings == null
                && !goodbye;
    }

    private AgentMessage compose() {
        var message = AgentMessage.newBuilder();
        var chains = new ArrayList<HeldChain>(Math.min(finished.size() + returned.size(), 4_096));
        var bytes = new ArrayList<Bytes>();
        int room = addFinished(message, chains, bytes, MESSAGE_BYTES);
        addStreams(message, bytes, addReturned(message, chains, room));
        addHints(message);
        if (message.getReportsCount() + message.getOutputsCount() + message.getReturnedCount() > 0) {
            message.setSequence(++lastSequence);
            unacknowledged.add(new Sent(lastSequence, message.build(), chains, bytes));
            return unacknowledged.getLast().message;
        }
        if (goodbye) {
            message.setGoodbye(true);
            goodbye = false;
        }
        return message.build();
    }

    /** Each report after its output, however many messages that takes, so that whoever sees the report can see the output. */
    private int addFinished(AgentMessage.Builder message, List<HeldChain> chains, List<Bytes> bytes, int roomBefore) {
        int room = roomBefore;
        while (room > 0 && !finished.isEmpty()) {
            var first = finished.getFirst();
            if (first.output() != null) {
                room -= move(first.output(), message, bytes, room);
                if (!first.output().isComplete()) return 0;
                bytes.add(new Bytes(first.output().budget(), first.report().getSerializedSize()));
            }
            message.addReports(first.report());
            room -= first.report().getSerializedSize();
            chains.add(first.chain());
            finished.removeFirst();
        }
        return room;
    }

    private int addReturned(AgentMessage.Builder message, List<HeldChain> chains, int roomBefore) {
        int room = roomBefore;
        while (room > 0 && !returned.isEmpty()) {
            var attempt = returned.getFirst().id.toWire();
            message.addReturned(attempt);
            room -= attempt.getSerializedSize();
            chains.add(returned.removeFirst());
        }
        return room;
    }

    /** Output that does not fit into the message stays at the head of the line, so that each command gets its turn. */
    private void addStreams(AgentMessage.Builder message, List<Bytes> bytes, int roomBefore) {
        int room = roomBefore;
        var turn = streams.iterator();
        while (room > 0 && turn.hasNext()) {
            var stream = turn.next();
            room -= move(stream, message, bytes, room);
            if (stream.isEmpty()) turn.remove();
        }
    }

    private static int move(TaskOutput output, AgentMessage.Builder message, List<Bytes> bytes, int room) {
        int moved = output.moveTo(message, room);
        if (moved > 0) bytes.add(new Bytes(output.budget(), moved));
        return moved;
    }

    private void addHints(AgentMessage.Builder message) {
        if (!started.isEmpty()) {
            for (var chain : started) message.addStarted(chain.id.toWire());
            started = new ArrayList<>();
        }
        message.addAllProgress(progress.values());
        progress.clear();
        estimates.forEach((chain, percent) -> message.addEstimates(Estimate.newBuilder()
                .setRun(chain.run())
                .setIndex(chain.index())
                .setAttempt(chain.attempt())
                .setPercent(percent)));
        estimates.clear();
        if (credit != null) message.setCredit(credit);
        if (heartbeat != null) message.setHeartbeat(heartbeat);
        if (holdings != null) message.setHoldings(holdings);
        credit = null;
        heartbeat = null;
        holdings = null;
    }
}
