package io.tidewheel.protocol.links;

import io.tidewheel.model.plugins.PluginSettings;

/** Reaches a server of ours by HTTP over TLS. */
public final class HttpsLinkProvider implements LinkProvider {
    @Override
    public String name() {
        return "https";
    }

    @Override
    public String description() {
        return "a Tidewheel server, as in https://host:7117";
    }

    @Override
    public QueueLinks open(PluginSettings settings, LinkRequest request) {
        return new ServerLinks(request);
    }
}
