package io.tidewheel.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The durable record of runs, chains and leases, as the engine uses it. Every method is one atomic step, durable when it returns, and none
 * reads a clock. Each may throw {@link StoreFailure}; then the step may or may not have been done, and the engine starts afresh from what
 * the store says. Called by one thread at a time.
 */
public interface Store {
    /** Begins a new life of a server on this store. */
    ServerNumber begin(String serverName, Instant now);

    /** Says that this server lives. Only stores that several servers share need it. */
    void beat(ServerNumber server, Instant now);

    /** How the servers stand that share the store; {@link ClusterState#ALONE} if it is not shared. */
    ClusterState cluster(ServerNumber self);

    /**
     * The agents that a server has written down, from the one after the {@code after}-th time on. Below a server's own number stand, right
     * after {@link #begin}, those that its former life has left, as of time 0.
     */
    List<AgentRecord> agentsOf(ServerNumber server, long after);

    /** The next free run numbers. Numbers that are not used are lost. */
    List<RunId> reserveRuns(int count);

    /** The run that was submitted with this key. */
    Optional<RunId> runByKey(Owner owner, String key);

    CommitResult commit(TurnChanges changes);

    /** Ready chains of a lane at or above an index, in order, without leasing them: for {@link Delivery#AT_LEAST_ONCE}. */
    List<ClaimedChain> peek(LaneId lane, int fromIndex, int limit, SessionId session, Instant now);

    /** Makes chains ready whose back-off is over, earliest first. */
    List<MovedChain> promoteDue(Instant now, int limit);

    /** When the next back-off is over. */
    Optional<Instant> nextDue();

    /** The latest attempts of a chain that did not succeed, the last one first. */
    List<AttemptRecord> attempts(ChainId chain, int limit);

    /** Ends chains of a run that are queued or held (not leased), lowest index first, and counts them in their lanes. */
    List<MovedChain> endQueued(RunId run, ChainState state, Reason reason, Instant now, int limit);

    /**
     * Ends one chain that has not ended, be it queued or leased, and counts it in its lane; a lease of it is over. Empty, and nothing changed,
     * if it has ended before or is not there.
     */
    Optional<EndedEarly> endChain(ChainId chain, ChainState state, Reason reason, Instant now);

    /**
     * Gives one chain that is queued, ready or delayed, a priority of its own: it goes to the lane of its run that is like its lane but for the
     * priority, which is made if there is none. A later priority of the run counts for it, too. Empty, and nothing changed, if it is leased, has
     * ended or is not there.
     */
    Optional<MovedChain> reprioritise(ChainId chain, int priority);

    /** All unfinished runs. */
    List<OpenRun> openRuns();

    /** One unfinished run, if it is one. */
    Optional<OpenRun> openRun(RunId run);

    /** What a run was made of; empty if it came without a document. */
    Payload document(RunId run);

    /** Chains of a run from an index on, in order, with their parameters and reports but without bodies. */
    List<ChainRecord> chains(RunId run, int fromIndex, int limit);

    /** The chains among the given ones of a run that have ended, in order, with their reports but without bodies. */
    List<ChainRecord> ended(RunId run, Collection<Integer> indexes);

    /** Becomes, or stays, the server that makes the chains of a run that grows, unless another one does that was heard within so long. */
    RunClaim keep(RunId run, ServerNumber self, Duration silentFor);

    /** Lets another server be the one that makes the chains of a run, if this one is. */
    void release(RunId run, ServerNumber self);

    /** The durable leases of unfinished runs whose session is looked after by a server that is not alive any more. */
    List<Lease> orphanedLeases(ServerNumber self, Duration silentFor);

    /**
     * Gives attempts back to an agent that was given up and has returned with them: those of chains that have not ended. What another agent has
     * been given meanwhile it keeps, unless the shown attempt goes on. The loss of the agent is forgotten. Returns the leases that the session
     * has again.
     */
    List<Lease> reclaim(SessionId session, List<ShownAttempt> shown);

    /** The durable leases of one session. */
    List<Lease> leasesOf(SessionId session);

    /** True if several servers may use the store at the same time. */
    boolean shared();

    /**
     * Calls {@code wake} whenever another server changed something that this one should look at, with the run it concerns. Only shared
     * stores ever call. It may be called from any thread.
     */
    void onChange(java.util.function.Consumer<RunId> wake);
}
