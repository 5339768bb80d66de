package io.tidewheel.server.http;

import io.tidewheel.model.Time;
import io.tidewheel.protocol.OutgoingBudget;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** How many requests were answered, by the first digit of their status; and how many showed a token or secret that is none. */
public final class StatusCounts {
    private final LongAdder[] answers = Stream.generate(LongAdder::new).limit(6).toArray(LongAdder[]::new);

    private final FailedSignIns failures;

    public StatusCounts(Time time) {
        this.failures = new FailedSignIns(time);
    }

    /** The requests that showed a token or secret that is none. */
    public FailedSignIns failures() {
        return failures;
    }

    private final LongAdder watchersRefused = new LongAdder();
    private final LongAdder connectionsSentAway = new LongAdder();
    private final LongAdder linksSpoiled = new LongAdder();
    private final LongAdder addressesForged = new LongAdder();
    private volatile int watchers;
    private volatile Optional<Supplier<Instant>> certificateUntil = Optional.empty();
    private volatile List<OutgoingBudget> outgoing = List.of();

    /** Hands in what tells when the certificate ends that is shown to those who connect. */
    public void certificate(Supplier<Instant> until) {
        certificateUntil = Optional.of(until);
    }

    /** Empty if there is none. */
    public Optional<Instant> certificateUntil() {
        return certificateUntil.map(Supplier::get);
    }

    void watchers(int now) {
        watchers = now;
    }

    void watcherRefused() {
        watchersRefused.increment();
    }

    void sentAway(int connections) {
        connectionsSentAway.add(connections);
    }

    /** Connections that asked for nothing and were closed to make room for others. */
    public long connectionsSentAway() {
        return connectionsSentAway.sum();
    }

    void linkSpoiled() {
        linksSpoiled.increment();
    }

    /** Links of agents and clients on which something came that was no message. */
    public long linksSpoiled() {
        return linksSpoiled.sum();
    }

    /** Somebody showed an address of an object whose signature does not fit it. */
    public void addressForged() {
        addressesForged.increment();
    }

    public long addressesForged() {
        return addressesForged.sum();
    }

    void outgoing(List<OutgoingBudget> budgets) {
        outgoing = List.copyOf(budgets);
    }

    /** Conversations that last, without those of agents. */
    public int watchers() {
        return watchers;
    }

    /** How many watchers were refused because there were too many. */
    public long watchersRefused() {
        return watchersRefused.sum();
    }

    /** How many bytes wait for their readers. */
    public long outgoingBytes() {
        return outgoing.stream().mapToLong(OutgoingBudget::waiting).sum();
    }

    /** Readers that were closed because they were the slowest when too much waited. */
    public long slowReadersClosed() {
        return outgoing.stream().mapToLong(OutgoingBudget::closed).sum();
    }

    void count(HttpAnswer answer) {
        answers[statusOf(answer) / 100].increment();
    }

    static int statusOf(HttpAnswer answer) {
        return switch (answer) {
            case HttpAnswer.Full full -> full.status();
            case HttpAnswer.Flowing flowing -> flowing.status();
            case HttpAnswer.Events _ -> 200;
        };
    }

    /** How many had a status of {@code hundreds}00 to {@code hundreds}99. */
    public long answered(int hundreds) {
        return answers[hundreds].sum();
    }
}
