package io.tidewheel.model;

import java.time.Instant;
import java.util.Optional;

/**
 * An agent that is present, as the server has written it down that hears it.
 *
 * @param undecided what it may come to offer in a moment, or not
 * @param only whose work alone it does
 * @param limits when it is given up, if its server says so
 */
public record AgentRecord(
        SessionId session,
        ServerNumber server,
        String name,
        String host,
        Capabilities offers,
        Capabilities undecided,
        Amounts has,
        int slots,
        Optional<Owner> only,
        Instant since,
        Optional<LossLimits> limits,
        AgentStanding standing) {
    /** The same with another standing. */
    public AgentRecord with(AgentStanding other) {
        return new AgentRecord(session, server, name, host, offers, undecided, has, slots, only, since, limits, other);
    }

    /** True if it is the same agent with the same things to offer, however much it does. */
    public boolean offersAs(AgentRecord other) {
        return with(other.standing).equals(other);
    }
}
