package io.tidewheel.server.host;

import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.plugins.AgentAccess;
import java.io.IOException;

/** How agents on machines reach this server. Their token is read from the server's folder each time: it may be another one by then. */
record FolderAgentAccess(String server, ServerFolder folder) implements AgentAccess {
    @Override
    public String token() {
        try {
            return folder.agentToken()
                    .orElseThrow(
                            () -> new MachineFailure("the token for agents is missing in %s: start the server again"
                                    .formatted(folder.agentTokenFile())));
        } catch (IOException unreadable) {
            throw new MachineFailure("the token for agents cannot be read from " + folder.agentTokenFile(), unreadable);
        }
    }
}
