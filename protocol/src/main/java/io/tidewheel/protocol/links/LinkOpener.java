package io.tidewheel.protocol.links;

import com.google.protobuf.MessageLite;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;

/**
 * Opens links of one agent or one client. Called again whenever the last link broke; tries once, within a time limit of its own. Throws
 * {@link io.tidewheel.protocol.LinkRefused} if the answer was no.
 */
@FunctionalInterface
public interface LinkOpener<O extends MessageLite, I extends MessageLite> {
    Link<O, I> open() throws LinkException;
}
