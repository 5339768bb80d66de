package io.tidewheel.model;

import java.time.Instant;

/** A session of an agent, and that this server looks after it now. */
public record SessionRecord(
        SessionId id, String agent, String host, Capabilities offers, int slots, Instant since, ServerNumber server) {
    public SessionRecord lookedAfterBy(ServerNumber other) {
        return new SessionRecord(id, agent, host, offers, slots, since, other);
    }
}
