package example.tidewheel;

import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.protocol.links.LinkCatalogue;
import io.tidewheel.protocol.links.LinkProvider;
import io.tidewheel.protocol.links.LinkRequest;
import io.tidewheel.protocol.links.QueueLinks;
import java.net.URI;

/** {@code --server guest://host:7117}: a server whose guests are served, but not before others. */
public final class GuestLinkProvider implements LinkProvider {
    @Override
    public String name() {
        return "guest";
    }

    @Override
    public String description() {
        return "a server as a guest, as in guest://host:7117";
    }

    @Override
    public QueueLinks open(PluginSettings settings, LinkRequest request) {
        var there = URI.create("http" + request.address().toString().substring(name().length()));
        return new GuestLinks(
                request.address(),
                LinkCatalogue.ofProgram()
                        .open(new LinkRequest(
                                there,
                                request.token(),
                                request.certificate(),
                                request.patience(),
                                request.time(),
                                request.random())));
    }
}
