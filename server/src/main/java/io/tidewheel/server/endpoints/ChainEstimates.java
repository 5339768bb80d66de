package io.tidewheel.server.endpoints;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.Estimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** How far running chains are, by what the agents say that are connected here, or were when they said it. It is for people only: nothing of it is kept. Safe for many threads. */
public final class ChainEstimates {
    private static final int MOST = 100_000;

    private record Heard(SessionId agent, int attempt, double part) {}

    private final Map<ChainId, Heard> newest = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ChainId, Heard> eldest) {
            return size() > MOST;
        }
    };

    /** An agent says how far chains are that it runs. */
    public synchronized void hear(SessionId agent, List<Estimate> estimates) {
        for (var told : estimates) {
            var chain = new ChainId(new RunId(told.getRun()), told.getIndex());
            newest.put(chain, new Heard(agent, told.getAttempt(), Math.clamp(told.getPercent(), 0, 100) / 100.0));
        }
    }

    /** How far a running chain is, from 0 to 1, if the agent that has it has said so. */
    public synchronized OptionalDouble of(ChainRecord chain) {
        var heard = newest.get(chain.id());
        if (heard == null || chain.state() != ChainState.RUNNING || heard.attempt != chain.attempt())
            return OptionalDouble.empty();
        boolean isHolder = chain.session().filter(heard.agent::equals).isPresent();
        return isHolder ? OptionalDouble.of(heard.part) : OptionalDouble.empty();
    }
}
