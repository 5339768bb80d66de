package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Reason;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.scheduling.AgentLoss;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Why attempts did not succeed, also those that were followed by a better one; with the first example of each reason. */
public final class FailedAttempts {
    /**
     * Attempts that ended for one reason.
     *
     * @param example the index of the first chain with one
     * @param message what its agent said
     */
    public record Cause(Reason reason, int exitCode, long attempts, int example, String message) {
        private Cause more() {
            return new Cause(reason, exitCode, attempts + 1, example, message);
        }
    }

    /** Exit codes can be many. */
    private static final int MOST = 50;

    private final Map<String, Cause> causes = new TreeMap<>();
    private long chains;

    /**
     * Adds the attempts of a chain.
     *
     * @param earlier those that were followed by another one
     * @param outcome of the last one
     */
    void add(ChainRecord chain, List<AttemptRecord> earlier, Outcome outcome) {
        chains++;
        for (var attempt : earlier)
            add(
                    attempt.reason(),
                    AgentLoss.exitCode(attempt),
                    chain,
                    RunFold.outcome(attempt.report()).getMessage());
        if (chain.state() == ChainState.FAILED) add(chain.reason(), chain.exitCode(), chain, outcome.getMessage());
    }

    private void add(Reason reason, int exitCode, ChainRecord chain, String message) {
        var key = "%s %d".formatted(reason, exitCode);
        var known = causes.get(key);
        if (known != null) causes.put(key, known.more());
        else if (causes.size() < MOST)
            causes.put(key, new Cause(reason, exitCode, 1, chain.id().index(), message));
    }

    /** The most frequent first. */
    public List<Cause> all() {
        var all = new ArrayList<>(causes.values());
        all.sort(Comparator.comparingLong(Cause::attempts).reversed().thenComparingInt(Cause::example));
        return all;
    }

    /** The number of chains whose attempts were looked at. */
    public long chains() {
        return chains;
    }
}
