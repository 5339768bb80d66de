package io.tidewheel.model;

/**
 * One life of an agent process, chosen at random by the agent when it starts. It outlives a broken connection, so that an
 * agent that comes back can show what it still holds; a restarted agent has a new one.
 */
public record SessionId(long value) {
    public SessionId {
        if (value <= 0) throw new IllegalArgumentException("a session id is positive, not " + value);
    }

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
