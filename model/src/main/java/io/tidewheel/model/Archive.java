package io.tidewheel.model;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * What people and programs ask of the store. It never waits for the engine and never makes it wait; safe for many threads. All lists are
 * bounded by a limit. Each method may throw {@link StoreFailure}.
 */
public interface Archive {
    Optional<RunRecord> run(RunId id);

    /** Newest first, numbers below {@code before}. */
    List<RunRecord> runs(RunFilter filter, long before, int limit);

    /**
     * Newest first, without the first so many. Counts all that fit, and so costs the more the more there are: for those who must know how
     * many there are; others use {@link #runs}.
     */
    RunPage page(RunFilter filter, long skip, int limit);

    /** What a run was made of; empty if it came without a document, or is not there. */
    Payload document(RunId id);

    /**
     * Keeps what is to be remembered of the course of a run, in numbered pieces, below zero too; a piece that is there already is replaced. They are forgotten
     * with the run, and of a run that is not there nothing is kept.
     */
    void keepCourse(RunId run, SortedMap<Integer, Payload> pieces);

    /** What was kept of the course of a run, from a number on, in order. */
    SortedMap<Integer, Payload> course(RunId run, int from, int limit);

    /** Leaves notes for other servers, each in place of an older one to the same about the same chain that was not taken. */
    void leave(List<ServerNote> notes);

    /** Takes the notes to a recipient about these runs, at most so many: they are gone then. Of many takers one gets each. */
    List<ServerNote> take(long recipient, Collection<RunId> about, int limit);

    /** Takes the notes to a recipient, whatever they are about. */
    List<ServerNote> take(long recipient, int limit);

    Optional<ChainRecord> chain(ChainId id);

    /** When the first of the chains of a run is tried again that failed and wait for that; empty if there is none. */
    Optional<Instant> nextAttempt(RunId run);

    /** In order of their index, from {@code fromIndex} on; an empty set of states means all. Without bodies if {@code brief}. */
    List<ChainRecord> chains(RunId run, Set<ChainState> states, int fromIndex, int limit, boolean brief);

    List<AttemptRecord> attempts(ChainId id, int limit);

    /** The kept output from a byte offset on, at most about {@code maxBytes}; begins with the chunk that contains the offset. */
    List<LogChunk> log(ChainId id, int attempt, LogStream stream, long offset, int maxBytes);

    /** Where the output of an attempt that is known so far ends, kept or not; 0 if there is none. */
    long outputEnd(ChainId id, int attempt, LogStream stream);

    /**
     * The streams of chains of a run, of whatever attempt, that are not kept whole: in order of their chain, attempt and stream, from one
     * index to another, both included.
     */
    List<CutOutput> cutOutput(RunId run, int fromIndex, int toIndex, int limit);

    /**
     * Forgets chunks of output that begin at an offset or behind it and end at another or before it. The chunk before them tells then that
     * they were left out.
     */
    void trimLog(ChainId id, int attempt, LogStream stream, long from, long to);

    Optional<SessionRecord> session(SessionId id);

    List<AuditEntry> audit(Instant before, int limit);

    // --- tokens ---

    void addToken(TokenRecord token);

    Optional<TokenRecord> tokenByHash(String hash);

    List<TokenRecord> tokens();

    /** False if there is none of that id. */
    boolean revokeToken(String id, Instant at);
}
