package io.tidewheel.agent;

/** Why an agent is no more. */
public sealed interface AgentEnd {

    /** The agent was drained: all it held was finished or given back, and the server knows. */
    record Drained() implements AgentEnd {}

    /** The agent was stopped; what still ran was ended and is for others to do. */
    record Stopped() implements AgentEnd {}

    /** The server does not want it, and trying again will not help. */
    record Refused(String code, String text) implements AgentEnd {}

    /** A defect of the agent itself. */
    record Failed(Throwable cause) implements AgentEnd {}
}
