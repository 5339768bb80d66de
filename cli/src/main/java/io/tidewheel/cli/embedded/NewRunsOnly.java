package io.tidewheel.cli.embedded;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.ClusterState;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.EndedEarly;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Lease;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.OpenRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.ShownAttempt;
import io.tidewheel.model.Store;
import io.tidewheel.model.TurnChanges;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A store of which the engine sees only the runs it accepted itself, and a few it is told to take up. Whoever runs one command does not
 * expect that a thousand tasks of last week, left over from a machine that lost its power, begin to run beside it. They stay as they
 * are until somebody takes them up.
 */
final class NewRunsOnly implements Store {
    private final Store store;
    private final Set<RunId> takenUp;

    NewRunsOnly(Store store, Set<RunId> takenUp) {
        this.store = store;
        this.takenUp = Set.copyOf(takenUp);
    }

    @Override
    public List<OpenRun> openRuns() {
        return takenUp.stream().map(store::openRun).flatMap(Optional::stream).toList();
    }

    @Override
    public void release(RunId run, ServerNumber self) {
        store.release(run, self);
    }

    @Override
    public List<Lease> orphanedLeases(ServerNumber self, Duration silentFor) {
        if (takenUp.isEmpty()) return List.of();
        return store.orphanedLeases(self, silentFor);
    }

    @Override
    public ServerNumber begin(String serverName, Instant now) {
        return store.begin(serverName, now);
    }

    @Override
    public void beat(ServerNumber server, Instant now, Duration silence) {
        store.beat(server, now, silence);
    }

    @Override
    public ClusterState cluster(ServerNumber self) {
        return store.cluster(self);
    }

    /** Nobody who was here before is expected back. */
    @Override
    public List<AgentRecord> agentsOf(ServerNumber server, long after) {
        return List.of();
    }

    @Override
    public List<RunId> reserveRuns(int count) {
        return store.reserveRuns(count);
    }

    @Override
    public Optional<RunId> runByKey(Owner owner, String key) {
        return store.runByKey(owner, key);
    }

    @Override
    public CommitResult commit(TurnChanges changes) {
        return store.commit(changes);
    }

    @Override
    public List<ClaimedChain> peek(LaneId lane, int fromIndex, int limit, SessionId session, Instant now) {
        return store.peek(lane, fromIndex, limit, session, now);
    }

    @Override
    public List<MovedChain> promoteDue(Instant now, int limit) {
        return store.promoteDue(now, limit);
    }

    @Override
    public Optional<Instant> nextDue() {
        return store.nextDue();
    }

    @Override
    public List<AttemptRecord> attempts(ChainId chain, int limit) {
        return store.attempts(chain, limit);
    }

    @Override
    public List<MovedChain> endQueued(RunId run, ChainState state, Reason reason, Instant now, int limit) {
        return store.endQueued(run, state, reason, now, limit);
    }

    @Override
    public Optional<EndedEarly> endChain(ChainId chain, ChainState state, Reason reason, Instant now) {
        return store.endChain(chain, state, reason, now);
    }

    @Override
    public Optional<MovedChain> reprioritise(ChainId chain, int priority) {
        return store.reprioritise(chain, priority);
    }

    @Override
    public Optional<OpenRun> openRun(RunId run) {
        return store.openRun(run);
    }

    @Override
    public Payload document(RunId run) {
        return store.document(run);
    }

    @Override
    public List<ChainRecord> chains(RunId run, int fromIndex, int limit) {
        return store.chains(run, fromIndex, limit);
    }

    @Override
    public List<ChainRecord> ended(RunId run, Collection<Integer> indexes) {
        return store.ended(run, indexes);
    }

    @Override
    public RunClaim keep(RunId run, ServerNumber self, Duration silentFor) {
        return store.keep(run, self, silentFor);
    }

    @Override
    public List<Lease> reclaim(Map<SessionId, List<ShownAttempt>> shown) {
        return store.reclaim(shown);
    }

    @Override
    public List<Lease> leasesOf(Collection<SessionId> sessions) {
        return store.leasesOf(sessions);
    }

    @Override
    public boolean shared() {
        return store.shared();
    }

    @Override
    public void onChange(Consumer<RunId> wake) {
        store.onChange(wake);
    }
}
