package io.tidewheel.model;

/** What is promised when an agent is lost while it holds a chain. Always, one outcome at most is accepted. */
public enum Delivery {
    /** The claim is durable before the command starts; a lost chain runs again under the next attempt. */
    EXACTLY_ONCE,
    /** The claim is kept in memory only: after a crash of the server a chain may be started again although it still runs. */
    AT_LEAST_ONCE,
    /** The claim is durable and is never repeated: a lost chain fails with {@link Reason#AGENT_LOST}. */
    AT_MOST_ONCE
}
