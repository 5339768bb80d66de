package io.tidewheel.protocol.links;

import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginProvider;
import io.tidewheel.model.plugins.PluginSettings;

/** Offers the way to queues whose addresses begin with its name and {@code ://}. */
public interface LinkProvider extends PluginProvider {
    PluginKind<LinkProvider> KIND = new PluginKind<>("link", "link", "--server", LinkProvider.class);

    /**
     * Makes the links to a queue; contacts nobody. Throws IllegalArgumentException, with a text for users, if the address or a setting cannot
     * be.
     */
    QueueLinks open(PluginSettings settings, LinkRequest request);
}
