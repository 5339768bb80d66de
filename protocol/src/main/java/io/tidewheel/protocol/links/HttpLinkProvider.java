package io.tidewheel.protocol.links;

import io.tidewheel.model.plugins.PluginSettings;

/** Reaches a server of ours by plain HTTP. */
public final class HttpLinkProvider implements LinkProvider {
    @Override
    public String name() {
        return "http";
    }

    @Override
    public String description() {
        return "a Tidewheel server, as in http://host:7117";
    }

    @Override
    public QueueLinks open(PluginSettings settings, LinkRequest request) {
        return new ServerLinks(request);
    }
}
