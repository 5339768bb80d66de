package example.tidewheel;

import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.links.ApiCalls;
import io.tidewheel.protocol.links.LinkFeature;
import io.tidewheel.protocol.links.LinkOffer;
import io.tidewheel.protocol.links.LinkOpener;
import io.tidewheel.protocol.links.QueueLinks;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import java.net.URI;
import java.util.Optional;

/** The ways to a server, without what guests may not ask for. A queue that is no server opens links of its own here. */
final class GuestLinks implements QueueLinks {
    private final URI address;
    private final QueueLinks server;

    GuestLinks(URI address, QueueLinks server) {
        this.address = address;
        this.server = server;
    }

    @Override
    public LinkOffer offer() {
        return feature -> feature.equals(new LinkFeature.OfField(SubmissionField.PRIORITY))
                ? Optional.of(
                        "%s serves guests: priority is not offered there, because others come first. Leave it out."
                                .formatted(address))
                : server.offer().refusal(feature);
    }

    @Override
    public LinkOpener<AgentMessage, ServerMessage> agent() {
        return server.agent();
    }

    @Override
    public LinkOpener<ClientMessage, ServerAnswer> client() {
        return server.client();
    }

    @Override
    public ApiCalls api() {
        return server.api();
    }

    @Override
    public void close() {
        server.close();
    }
}
