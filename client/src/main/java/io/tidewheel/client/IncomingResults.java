package io.tidewheel.client;

import io.tidewheel.protocol.wire.Range;
import io.tidewheel.protocol.wire.Result;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run, from the connection to whoever reads them: each index once, however often the server sends it. When too many
 * wait here, no more are asked for until most have been read; the server keeps them.
 */
final class IncomingResults {
    /** More would make a request too large; what is left out is sent again and dropped here. */
    private static final int MOST_RANGES = 100_000;

    private final int limit;
    private final BitSet have = new BitSet();
    private final ArrayDeque<TaskResult> waiting = new ArrayDeque<>();
    private @Nullable RunSummary summary;
    private @Nullable ClientException failure;
    private int readers;

    IncomingResults(int limit) {
        this.limit = limit;
    }

    /** Takes results in; those it had before are dropped. */
    synchronized void accept(List<Result> results, Instant now) {
        for (int i = 0; i < results.size(); i++) {
            var result = results.get(i);
            if (have.get(result.getIndex())) continue;
            have.set(result.getIndex());
            waiting.add(TaskResult.of(result, now));
        }
        if (readers > 0) notifyAll();
    }

    /** The next result; waits for it. Null when there will be none any more. */
    synchronized @Nullable TaskResult take() throws InterruptedException {
        while (waiting.isEmpty() && summary == null && failure == null) {
            readers++;
            try {
                wait();
            } finally {
                readers--;
            }
        }
        var next = waiting.poll();
        if (next == null && failure != null) throw failure;
        return next;
    }

    /** No result will come any more. */
    synchronized void end(RunSummary ended) {
        summary = ended;
        notifyAll();
    }

    synchronized void fail(ClientException cause) {
        if (failure == null) failure = cause;
        notifyAll();
    }

    synchronized @Nullable RunSummary summary() {
        return summary;
    }

    synchronized int count() {
        return have.cardinality();
    }

    synchronized boolean isFull() {
        return waiting.size() >= limit;
    }

    synchronized boolean isNearlyEmpty() {
        return waiting.size() <= limit / 4;
    }

    /** Which results are here already. */
    synchronized List<Range> have() {
        var ranges = new ArrayList<Range>();
        for (int first = have.nextSetBit(0); first >= 0 && ranges.size() < MOST_RANGES; ) {
            int end = have.nextClearBit(first);
            ranges.add(Range.newBuilder().setFirst(first).setCount(end - first).build());
            first = have.nextSetBit(end);
        }
        return ranges;
    }
}
