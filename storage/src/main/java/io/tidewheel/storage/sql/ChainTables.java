package io.tidewheel.storage.sql;

import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.RunId;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.Attempt;
import io.tidewheel.model.TurnChanges.NewChains;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * The tables that have a row for each chain, span or lane total. Each database has its own fastest way to work on many rows of them; all
 * methods take part in the transaction of the step they are called in.
 */
public interface ChainTables {
    /** Chains from one key up to, but not including, another. */
    record Range(long from, long to) {}

    /** A wish for ready chains of the lane with this key, from spans that begin behind {@code after}. */
    record Wish(long lane, long after, int chains) {}

    /** Runs for which another server was faster: it has changed them, or they are not there. */
    record FasterElsewhere(Set<RunId> overtaken, Set<RunId> gone) {
        static final FasterElsewhere NOWHERE = new FasterElsewhere(Set.of(), Set.of());

        boolean isEmpty() {
            return overtaken.isEmpty() && gone.isEmpty();
        }
    }

    /**
     * Says which runs a commit is going to add to, or to end, where other servers may do so at the same time: from now on until the end of the
     * transaction nobody else does. To be called before {@link #lookAhead}.
     */
    default void expect(TurnChanges changes) {}

    /** What has become of the runs that {@link #expect} was told of; known after {@link #lookAhead}. */
    default FasterElsewhere fasterElsewhere() {
        return FasterElsewhere.NOWHERE;
    }

    /** Says what a commit is going to ask for, so that it can be read in one go. */
    default void lookAhead(Collection<Long> sessions, long[] sortedKeys, List<Wish> wishes, boolean wait)
            throws SQLException {}

    /** Tells other servers, if there are any, that these runs have changed; when this transaction is done. */
    default void tell(Set<RunId> runs) {}

    /** No ready span is made larger than this. */
    int largestSpan();

    /** True if several servers work on them at the same time. */
    boolean areShared();

    /**
     * True if what is to be new is first looked for. Where several servers may make the same thing, that is done only when they have: then the
     * step has failed, and is done again.
     */
    default boolean areCareful() {
        return true;
    }

    /** True if new chains may be put to the span before them, which only this server can have changed. */
    boolean joinsNewChains();

    void insertChains(List<NewChains> chains) throws SQLException;

    /** In order of their keys. Ranges must not overlap. */
    List<ChainContent> contents(List<Range> ranges) throws SQLException;

    /** Loads (and locks, where others could change them) the spans that contain any of these keys. */
    void loadCovering(SpanLedger ledger, long[] sortedKeys) throws SQLException;

    /**
     * The lowest ready spans that fulfil the wishes, or as many as there are, in order; they are locked, where others could claim them.
     *
     * @param wait false to pass over spans that another server is working on, true to wait for it
     */
    List<ChainSpan> readySpans(List<Wish> wishes, boolean wait) throws SQLException;

    /** The lowest ready spans of a run, whatever their lane, with at least so many chains together if there are. */
    List<ChainSpan> readySpansOfRun(Range run, int chains) throws SQLException;

    void writeSpans(SpanLedger ledger) throws SQLException;

    /** Returns the keys of those chains that had an outcome already; theirs was not touched. */
    Set<Long> insertOutcomes(List<ChainOutcome> outcomes) throws SQLException;

    /** The keys of the chains in a range that have ended. */
    Set<Long> ended(Range range) throws SQLException;

    List<ChainHistory> pasts(List<Range> ranges) throws SQLException;

    /** The chains among the given ones that wait for a back-off; locked, where others could make them ready. */
    List<ChainHistory> delayed(Collection<Long> chains) throws SQLException;

    List<ChainHistory> delayedOfRun(Range run, int limit) throws SQLException;

    /** Takes note that the back-offs which are over have ended, earliest first, and returns those chains. */
    List<ChainHistory> takeDue(long now, int limit) throws SQLException;

    void savePasts(List<ChainHistory> pasts) throws SQLException;

    void deletePasts(Collection<Long> chains) throws SQLException;

    /** Raises the totals of lanes, given by key, and returns what they are now; a lane that does not exist is not among them. */
    Map<Long, LaneTotals> raiseTotals(SortedMap<Long, LaneTotals> by) throws SQLException;

    /** Which of these sessions another server than this looks after. */
    Set<Long> foreignSessions(Collection<Long> sessions, long server) throws SQLException;

    void insertAttempts(List<Attempt> attempts) throws SQLException;

    void insertLogs(List<LogChunk> chunks) throws SQLException;
}
