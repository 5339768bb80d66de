package io.tidewheel.model;

import java.time.Instant;

/**
 * The right of one agent to do one attempt of a chain. It lasts as long as the agent's session lives.
 *
 * @param durable false for {@link Delivery#AT_LEAST_ONCE}: the store still has the chain as ready
 */
public record Lease(
        ChainId chain,
        LaneId lane,
        int attempt,
        int failures,
        int losses,
        SessionId session,
        Instant firstClaimed,
        boolean durable) {}
