package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Why chains ended without success, with the first example of each reason. */
public final class FailureCauses {
    /**
     * Chains that ended for one reason.
     *
     * @param example the index of the first of them
     * @param message what its agent said
     * @param output what it printed last
     */
    public record Cause(
            ChainState state, Reason reason, int exitCode, long chains, int example, String message, String output) {
        private Cause more() {
            return new Cause(state, reason, exitCode, chains + 1, example, message, output);
        }
    }

    /** Exit codes can be many. */
    private static final int MOST = 100;

    private final Map<String, Cause> causes = new TreeMap<>();
    private long others;

    void add(ChainRecord chain, String message, String output) {
        var key = "%s %s %d".formatted(chain.state(), chain.reason(), chain.exitCode());
        var known = causes.get(key);
        if (known != null) causes.put(key, known.more());
        else if (causes.size() < MOST)
            causes.put(
                    key,
                    new Cause(
                            chain.state(),
                            chain.reason(),
                            chain.exitCode(),
                            1,
                            chain.id().index(),
                            message,
                            output));
        else others++;
    }

    /** The most frequent first. */
    public List<Cause> all() {
        var all = new ArrayList<>(causes.values());
        all.sort(Comparator.comparingLong(Cause::chains).reversed().thenComparingInt(Cause::example));
        return all;
    }

    /** How many chains ended for reasons that are not told one by one. */
    public long others() {
        return others;
    }
}
