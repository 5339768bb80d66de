package io.tidewheel.agent.runtime;

import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import java.util.List;

/** A runtime that an agent is to have, and what it is set to. */
public record ChosenRuntime(LoadedPlugin<RuntimeProvider> plugin, PluginSettings settings) {
    /** The runtimes that every agent has. */
    public static List<ChosenRuntime> builtIn() {
        return PluginCatalogue.ofProgram().all(RuntimeProvider.KIND).stream()
                .map(plugin -> new ChosenRuntime(
                        plugin,
                        PluginSettings.usual(plugin.prefix(), plugin.provider().settings())))
                .toList();
    }

    String name() {
        return plugin.provider().name();
    }
}
