package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/**
 * One life of an agent process, chosen at random by the agent when it starts. It outlives a broken connection, so that an
 * agent that comes back can show what it still holds; a restarted agent has a new one.
 */
public record SessionId(long value) {
    public SessionId {
        if (value <= 0) throw new IllegalArgumentException("a session id is positive, not " + value);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SessionId that && value == that.value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
