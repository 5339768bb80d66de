package io.tidewheel.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The durable record of what is to be told, and of what has been. Every method is one atomic step, and none reads a clock. Each may throw
 * {@link StoreFailure}; then the step may or may not have been done. Safe for several threads and servers.
 */
public interface NoticeStore {
    /** How a run was found that has ended. */
    record EndedRun(RunId run, Instant finished) {}

    /**
     * Keeps notices that are not known by their target and id; those that are stay as they are, delivered or not. Of those that are new to a
     * target for which so many wait already, none is kept.
     *
     * @return how many were left out because too many wait
     */
    int add(List<QueuedNotice> notices, int mostWaiting);

    /**
     * The notices that are due for a target, earliest first; until then nobody else is given them, and they are due again if nobody
     * settles them.
     */
    List<QueuedNotice> claim(String target, Instant now, Instant until, int limit);

    /** One more attempt was in vain; it is tried again then. */
    void postpone(QueuedNotice notice, Instant due);

    /** Records that a notice has been delivered or given up. It stays known, so that it is not told again, until it is forgotten. */
    void settle(QueuedNotice notice, Instant at);

    /** How many wait, by target. */
    Map<String, Integer> waiting();

    /** Removes those that were settled before. Returns how many are gone. */
    int forget(Instant settledBefore, int limit);

    /** When the run ended that ended last. */
    Optional<Instant> lastEnd();

    /** Runs that have ended at this moment, with a number above this one, or later: in that order. */
    List<EndedRun> ended(Instant since, RunId after, int limit);
}
