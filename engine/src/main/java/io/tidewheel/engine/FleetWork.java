package io.tidewheel.engine;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** What the fleet sees and wants of the work: the engine, or whatever stands for it. */
public interface FleetWork {
    /** How things stand now. Fails if nobody knows at the moment. */
    CompletableFuture<Sight> look();

    /** Lets an agent finish what it runs and gives it nothing more. */
    CompletableFuture<Void> drain(SessionId agent);

    /**
     * How work and agents stand.
     *
     * @param server the server that looks
     * @param waiting how many chains could start, by what they require
     */
    record Sight(ServerNumber server, Map<Capabilities, Long> waiting, List<AgentView> agents) {}
}
