package io.tidewheel.cloud;

import io.tidewheel.model.plugins.AgentAccess;

/** How agents of a test would reach a server. */
public record FixedAccess(String server, String token) implements AgentAccess {
    /** Of a server that nobody has started. */
    public static FixedAccess showing(String token) {
        return new FixedAccess("http://127.0.0.1:7", token);
    }
}
