package io.tidewheel.protocol.links;

import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;

/**
 * All ways to one queue, for one program: that of an agent, that of a client, and that of questions. What crosses them is what agents and
 * clients say to a server of ours, whoever answers. Safe for several threads.
 */
public interface QueueLinks extends AutoCloseable {
    /** What can be asked of this queue. Known without contacting it, so that what cannot is refused before anything is sent. */
    LinkOffer offer();

    /** Whether a link that has broken, or fallen silent, can be replaced by one to somebody else at once. */
    default boolean hasOthers() {
        return false;
    }

    /**
     * Opens the links of one agent, one after the other. What has to outlive a broken link, such as claims on what the agent holds, belongs
     * to the opener, so each agent has its own. The first message in is a welcome, or a problem.
     */
    LinkOpener<AgentMessage, ServerMessage> agent();

    /** Opens the links of one client, one after the other. */
    LinkOpener<ClientMessage, ServerAnswer> client();

    /** Answers the questions of the command line. The caller closes it. */
    ApiCalls api();

    /** Lets go of what the program as a whole held. Links and questions still open end, too, or fail soon. */
    @Override
    void close();
}
