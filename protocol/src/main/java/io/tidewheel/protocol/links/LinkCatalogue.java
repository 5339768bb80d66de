package io.tidewheel.protocol.links;

import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import java.util.function.Function;

/** All links there are: those of the program, and those of plug-ins. */
public final class LinkCatalogue {
    private final PluginCatalogue plugins;
    private final Function<LoadedPlugin<LinkProvider>, PluginSettings> settings;

    /** @param settings what a provider is set to */
    public LinkCatalogue(PluginCatalogue plugins, Function<LoadedPlugin<LinkProvider>, PluginSettings> settings) {
        this.plugins = plugins;
        this.settings = settings;
    }

    /** What is built in, and what stands on the class path beside it. */
    public static LinkCatalogue ofProgram() {
        return new LinkCatalogue(
                PluginCatalogue.ofProgram(),
                plugin ->
                        PluginSettings.usual(plugin.prefix(), plugin.provider().settings()));
    }

    /** The links to an address. Throws IllegalArgumentException, with a text for users, if nobody offers them or the address cannot be. */
    public QueueLinks open(LinkRequest request) {
        var plugin = plugins.named(LinkProvider.KIND, request.address().getScheme());
        var chosen = settings.apply(plugin);
        var links = plugin.use("open the link to " + request.address(), provider -> provider.open(chosen, request));
        return plugin.source().isBuiltIn() ? links : new GuardedLinks(plugin, links);
    }
}
