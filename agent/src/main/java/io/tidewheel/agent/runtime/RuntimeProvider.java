package io.tidewheel.agent.runtime;

import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginProvider;
import io.tidewheel.model.plugins.PluginSettings;
import java.io.IOException;

/**
 * Offers a runtime: a kind of commands that agents can run. Commands name it ({@code --runtime NAME}), and an agent that has it offers its
 * name as a capability, so that no other agent is given such a command.
 */
public interface RuntimeProvider extends PluginProvider {
    PluginKind<RuntimeProvider> KIND = new PluginKind<>("runtime", "runtime", "--runtime", RuntimeProvider.class);

    /** Opens it for one life of an agent. An agent goes on without a plug-in whose runtime cannot be opened. */
    OpenRuntime open(PluginSettings settings, AgentTools agent) throws IOException;
}
