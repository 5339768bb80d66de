package io.tidewheel.model.plugins;

/** What agents on machines need to reach their server. */
public interface AgentAccess {
    /** The address of the server. */
    String server();

    /** What an agent shows there. It is asked for when an agent is started: another one may be valid by then. */
    String token();
}
