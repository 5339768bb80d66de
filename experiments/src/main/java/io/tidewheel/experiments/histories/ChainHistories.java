package io.tidewheel.experiments.histories;

import io.tidewheel.experiments.histories.ChainOperation.Added;
import io.tidewheel.experiments.histories.ChainOperation.Cancelled;
import io.tidewheel.experiments.histories.ChainOperation.Claimed;
import io.tidewheel.experiments.histories.ChainOperation.Reported;
import io.tidewheel.experiments.histories.ChainOperation.Seen;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What clients and agents came to know of chains, with the moments, in whatever unit. Of many looks in a row that show the same the first and
 * the last are kept: those between say nothing more. May be written by several threads.
 */
public final class ChainHistories {
    /** The operations on one chain. What is asked again before there is an answer is one operation, from the first question on. */
    private static final class Own {
        private final List<RecordedOperation<ChainOperation>> operations = new ArrayList<>();
        private final Map<String, Integer> begun = new HashMap<>();

        void begin(String name, ChainOperation operation, long now) {
            if (begun.putIfAbsent(name, operations.size()) != null) return;
            operations.add(new RecordedOperation<>(operation, now, RecordedOperation.PENDING));
        }

        void end(String name, long now) {
            var index = begun.get(name);
            if (index == null) throw new IllegalStateException("nobody has asked for " + name);
            var asked = operations.get(index);
            if (asked.isPending())
                operations.set(index, new RecordedOperation<>(asked.operation(), asked.begin(), now));
        }

        Optional<String> complaint(ChainModel model) {
            var agents = new HashMap<Integer, String>();
            for (var each : operations) {
                if (!(each.operation() instanceof Claimed claimed)) continue;
                var other = agents.putIfAbsent(claimed.attempt(), claimed.agent());
                if (other != null)
                    return Optional.of("attempt %d was given to %s and to %s"
                            .formatted(claimed.attempt(), other, claimed.agent()));
            }
            return new LinearizabilityChecker<>(model).complaint(operations);
        }

        void look(Seen seen, long begin, long end) {
            int last = operations.size() - 1;
            boolean isThird = last > 0
                    && operations.get(last).operation().equals(seen)
                    && operations.get(last - 1).operation().equals(seen);
            var look = new RecordedOperation<ChainOperation>(seen, begin, end);
            if (isThird) operations.set(last, look);
            else operations.add(look);
        }
    }

    private final Map<ChainId, Own> chains = new LinkedHashMap<>();

    private Own own(ChainId chain) {
        return chains.computeIfAbsent(chain, _ -> new Own());
    }

    /** A client begins to add it, for the first time or again. */
    public synchronized void adding(ChainId chain, long now) {
        own(chain).begin("added", new Added(), now);
    }

    /** The client has been told that it is there. */
    public synchronized void added(ChainId chain, long now) {
        own(chain).end("added", now);
    }

    public synchronized void cancelling(ChainId chain, long now) {
        own(chain).begin("cancelled", new Cancelled(), now);
    }

    /** Somebody has been told that it is cancelled. */
    public synchronized void cancelled(ChainId chain, long now) {
        own(chain).end("cancelled", now);
    }

    /** An agent, in one life of it, was handed an attempt; not before {@code since}. */
    public synchronized void claimed(ChainId chain, int attempt, String agent, long since, long now) {
        var name = "claim %d %s".formatted(attempt, agent);
        own(chain).begin(name, new Claimed(attempt, agent), since);
        own(chain).end(name, now);
    }

    /** An agent begins to report the end of an attempt; {@code number} tells its reports from each other. */
    public synchronized void reporting(
            ChainId chain, int attempt, String agent, long number, boolean success, long now) {
        own(chain).begin("report %d %s".formatted(number, agent), new Reported(attempt, agent, success), now);
    }

    /** An agent has been told that its report is recorded. */
    public synchronized void reported(ChainId chain, String agent, long number, long now) {
        own(chain).end("report %d %s".formatted(number, agent), now);
    }

    /** Somebody was shown where it stands. */
    public synchronized void seen(ChainId chain, ChainState state, int attempt, long begin, long end) {
        own(chain).look(new Seen(state, attempt), begin, end);
    }

    public synchronized int size() {
        return chains.size();
    }

    /** How many operations there are in all histories together. */
    public synchronized long operations() {
        return chains.values().stream().mapToLong(own -> own.operations.size()).sum();
    }

    /**
     * Says what is wrong with the first chain whose history nothing explains.
     *
     * @param models what each chain is; none for those that are not judged
     */
    public synchronized Optional<String> complaint(Function<ChainId, Optional<ChainModel>> models) {
        for (var each : chains.entrySet()) {
            var complaint = models.apply(each.getKey()).flatMap(each.getValue()::complaint);
            if (complaint.isPresent()) return Optional.of("chain %s: %s".formatted(each.getKey(), complaint.get()));
        }
        return Optional.empty();
    }
}
