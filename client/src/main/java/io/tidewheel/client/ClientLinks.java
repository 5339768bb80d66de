package io.tidewheel.client;

import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.links.JoinedLinks;
import io.tidewheel.protocol.links.LinkCatalogue;
import io.tidewheel.protocol.links.LinkOffer;
import io.tidewheel.protocol.links.LinkRequest;
import io.tidewheel.protocol.links.QueueLinks;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Opens connections to a server, within a time limit of its own. Called again whenever the last connection broke. */
@FunctionalInterface
public interface ClientLinks {
    /** How long each step of opening a connection may take. */
    Duration PATIENCE = Duration.ofSeconds(10);

    Link<ClientMessage, ServerAnswer> open() throws LinkException;

    /** What can be asked of whoever is at the other end. */
    default LinkOffer offer() {
        return LinkOffer.EVERYTHING;
    }

    /** Whether somebody else can be turned to when the other end falls silent. */
    default boolean hasOthers() {
        return false;
    }

    /** The links to several servers that share a database. */
    static ClientLinks to(List<URI> addresses, String token) {
        var random = new SecureRandom();
        var catalogue = LinkCatalogue.ofProgram();
        return to(new JoinedLinks(
                addresses.stream()
                        .map(address -> catalogue.open(request(address, token)))
                        .toList(),
                random));
    }

    /** The links to an address, of whatever is on the class path. */
    static ClientLinks to(URI address, String token) {
        return to(LinkCatalogue.ofProgram().open(request(address, token)));
    }

    private static LinkRequest request(URI address, String token) {
        return new LinkRequest(
                address,
                Optional.of(token).filter(text -> !text.isEmpty()),
                Optional.empty(),
                PATIENCE,
                Time.system(),
                new SecureRandom());
    }

    /** The links of one client. */
    static ClientLinks to(QueueLinks queue) {
        return new QueueClientLinks(queue.client(), queue.offer(), queue.hasOthers());
    }
}
