package io.tidewheel.controllers.jobs;

import com.google.protobuf.ByteString;
import java.util.Map;
import java.util.TreeMap;

/** The step at the end of a job: what it gets, and which chain does it. */
final class MergeStep {
    static final long MOST_BYTES = 8 << 20;

    private final Map<Integer, ByteString> results = new TreeMap<>();
    private long bytes;
    private int chain = -1;
    private boolean made;

    void add(int partition, ByteString result) {
        results.put(partition, result);
        bytes += result.size();
    }

    /** By partition. */
    Map<Integer, ByteString> results() {
        return results;
    }

    /** How large they are together. */
    long bytes() {
        return bytes;
    }

    void made(int by) {
        made = true;
        chain = by;
    }

    boolean isMade() {
        return made;
    }

    boolean isDoneBy(int other) {
        return chain == other;
    }
}
