package io.tidewheel.engine;

/**
 * How the connection of an agent came to be closed.
 *
 * @param byItself from the agent's end, as when its process ends; not by the server, or because nothing came any more
 * @param machineGoes whether the machine of the agent is being taken away
 */
public record AgentDeparture(boolean byItself, boolean machineGoes) {
    /** The agent ended the connection. */
    public static final AgentDeparture ENDED = new AgentDeparture(true, false);
    /** The server ended the connection. */
    public static final AgentDeparture CLOSED = new AgentDeparture(false, false);
}
