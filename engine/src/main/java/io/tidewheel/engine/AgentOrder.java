package io.tidewheel.engine;

import java.util.List;

/**
 * What the engine tells an agent after a turn, in one piece.
 *
 * @param acknowledged the agent's messages up to this number are durable; 0 says nothing new
 * @param recall give back so many chains that have not been started
 * @param servers the addresses of all servers, if that is news; empty: nothing new
 * @param moveTo the address of the server to go to; empty: stay
 */
public record AgentOrder(
        long acknowledged,
        List<Assignment> assignments,
        List<StopOrder> stops,
        int recall,
        boolean drain,
        List<String> servers,
        String moveTo) {}
