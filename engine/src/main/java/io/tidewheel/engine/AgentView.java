package io.tidewheel.engine;

import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * An agent as the engine sees it now.
 *
 * @param firstHeld the chain that it was handed first of those it holds
 * @param has the amounts of cores, memory and gpus that it has for all its slots
 * @param left what of them the chains leave that it holds
 * @param load what it measured last, if it has
 * @param server the name of the server that hears it
 */
public record AgentView(
        SessionId session,
        String name,
        String host,
        Capabilities offers,
        int slots,
        int holds,
        int credit,
        AgentState state,
        Instant since,
        Duration silentFor,
        long finished,
        Optional<ChainId> firstHeld,
        Amounts has,
        Amounts left,
        Optional<AgentLoad> load,
        String server) {
    /** An agent as it was written down. */
    static AgentView of(AgentRecord agent, Duration silentFor, String server) {
        var now = agent.standing();
        return new AgentView(
                agent.session(),
                agent.name(),
                agent.host(),
                agent.offers(),
                agent.slots(),
                now.holds(),
                now.credit(),
                now.state(),
                agent.since(),
                silentFor,
                now.finished(),
                now.firstHeld(),
                agent.has(),
                now.left(),
                now.load(),
                server);
    }

    /** A view of an agent of which it is not said which chains it holds, and which says nothing of amounts. */
    public AgentView(
            SessionId session,
            String name,
            String host,
            Capabilities offers,
            int slots,
            int holds,
            int credit,
            AgentState state,
            Instant since,
            Duration silentFor,
            long finished) {
        this(
                session,
                name,
                host,
                offers,
                slots,
                holds,
                credit,
                state,
                since,
                silentFor,
                finished,
                Optional.empty(),
                Amounts.UNLIMITED,
                Amounts.UNLIMITED,
                Optional.empty(),
                "");
    }
}
