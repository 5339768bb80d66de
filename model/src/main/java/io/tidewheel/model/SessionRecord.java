package io.tidewheel.model;

import java.time.Instant;

/** A session of an agent, to whom it belongs, and that this server looks after it now. */
public record SessionRecord(
        SessionId id,
        String agent,
        String host,
        Capabilities offers,
        int slots,
        Instant since,
        ServerNumber server,
        SessionIdentity identity) {
    /** A session that is bound to nobody. */
    public SessionRecord(
            SessionId id,
            String agent,
            String host,
            Capabilities offers,
            int slots,
            Instant since,
            ServerNumber server) {
        this(id, agent, host, offers, slots, since, server, SessionIdentity.NONE);
    }

    public SessionRecord lookedAfterBy(ServerNumber other) {
        return new SessionRecord(id, agent, host, offers, slots, since, other, identity);
    }
}
