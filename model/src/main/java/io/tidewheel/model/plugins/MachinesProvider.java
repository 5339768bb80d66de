package io.tidewheel.model.plugins;

import io.tidewheel.model.Machines;

/** Makes machines somewhere. Users choose it with {@code --machines NAME}. */
public interface MachinesProvider extends PluginProvider {
    PluginKind<MachinesProvider> KIND =
            new PluginKind<>("machines", "kind of machines", "--machines", MachinesProvider.class);

    /** Whether its machines go when the server is stopped in good order, as they cannot outlive it for long. */
    default boolean endWithServer() {
        return false;
    }

    /**
     * Reads what the settings name and checks it against the setups, before the server starts; makes nothing. Throws
     * IllegalArgumentException, with a text for users, if something is wrong.
     */
    MachinesOpener prepare(PluginSettings settings, MachinesRequest request);

    /** Opens the port, once it is known how agents reach the server. */
    @FunctionalInterface
    interface MachinesOpener {
        Machines open(AgentAccess access);
    }
}
