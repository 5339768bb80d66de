package io.tidewheel.client;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.links.LinkOffer;
import io.tidewheel.protocol.links.LinkOpener;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;

/** The connections of one client to a queue. */
record QueueClientLinks(LinkOpener<ClientMessage, ServerAnswer> opener, LinkOffer offer, boolean hasOthers)
        implements ClientLinks {
    @Override
    public Link<ClientMessage, ServerAnswer> open() throws LinkException {
        return opener.open();
    }
}
