package io.tidewheel.experiments.faults;

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
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TurnChanges;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * A store that now and then fails: before a step, so that it is not done, or after it, so that it is done and nobody is told. It also watches
 * what is really recorded: a chain that is ended twice is an error of the engine (or of the store below).
 */
final class FaultyStore implements Store {
    private final Store below;
    private final RandomGenerator random;
    private final Map<ChainId, ChainState> ended;
    private final LabSites sites;
    private FaultRates hazards = FaultRates.NONE;
    private long failures;

    /**
     * @param ended where every end is noted, for all stores of a world
     * @param sites are told what is recorded of partitions
     */
    FaultyStore(Store below, RandomGenerator random, Map<ChainId, ChainState> ended, LabSites sites) {
        this.below = below;
        this.random = random;
        this.ended = ended;
        this.sites = sites;
    }

    void hazards(FaultRates now) {
        hazards = now;
    }

    long failures() {
        return failures;
    }

    private <T> T step(String name, Supplier<T> work) {
        if (random.nextDouble() < hazards.storeFailsBefore()) {
            failures++;
            throw new StoreFailure("could not " + name + " (it was not done)");
        }
        var result = work.get();
        if (random.nextDouble() < hazards.storeFailsAfter()) {
            failures++;
            throw new StoreFailure("could not " + name + " (it was done)");
        }
        return result;
    }

    @Override
    public CommitResult commit(TurnChanges changes) {
        return step("commit", () -> {
            var outcome = below.commit(changes);
            if (outcome instanceof CommitResult.Done) {
                changes.finishes().forEach(finish -> noteEnd(finish.lease().chain(), finish.state()));
                sites.recorded(changes.courses());
            }
            return outcome;
        });
    }

    @Override
    public List<MovedChain> endQueued(RunId run, ChainState state, Reason reason, Instant now, int limit) {
        return step("end queued chains", () -> {
            var moved = below.endQueued(run, state, reason, now, limit);
            moved.forEach(chain -> noteEnd(chain.chain(), state));
            return moved;
        });
    }

    @Override
    public Optional<EndedEarly> endChain(ChainId chain, ChainState state, Reason reason, Instant now) {
        return step("end a chain", () -> {
            var ended = below.endChain(chain, state, reason, now);
            ended.ifPresent(_ -> noteEnd(chain, state));
            return ended;
        });
    }

    @Override
    public Optional<MovedChain> reprioritise(ChainId chain, int priority) {
        return step("change the priority of a chain", () -> below.reprioritise(chain, priority));
    }

    private void noteEnd(ChainId chain, ChainState state) {
        var before = ended.putIfAbsent(chain, state);
        if (before != null)
            throw new AssertionError("O2: %s was ended as %s and again as %s".formatted(chain, before, state));
    }

    @Override
    public ServerNumber begin(String serverName, Instant now) {
        return step("begin", () -> below.begin(serverName, now));
    }

    @Override
    public void beat(ServerNumber server, Instant now, Duration silence) {
        below.beat(server, now, silence);
    }

    @Override
    public ClusterState cluster(ServerNumber self) {
        return step("see how the servers stand", () -> below.cluster(self));
    }

    @Override
    public List<AgentRecord> agentsOf(ServerNumber server, long after) {
        return step("read the agents of a server", () -> below.agentsOf(server, after));
    }

    @Override
    public List<RunId> reserveRuns(int count) {
        return step("reserve runs", () -> below.reserveRuns(count));
    }

    @Override
    public Optional<RunId> runByKey(Owner owner, String key) {
        return step("look up a key", () -> below.runByKey(owner, key));
    }

    @Override
    public List<ClaimedChain> peek(LaneId lane, int fromIndex, int limit, SessionId session, Instant now) {
        return step("peek", () -> below.peek(lane, fromIndex, limit, session, now));
    }

    @Override
    public List<MovedChain> promoteDue(Instant now, int limit) {
        return step("promote", () -> below.promoteDue(now, limit));
    }

    @Override
    public Optional<Instant> nextDue() {
        return step("look for due chains", below::nextDue);
    }

    @Override
    public List<AttemptRecord> attempts(ChainId chain, int limit) {
        return step("read attempts", () -> below.attempts(chain, limit));
    }

    @Override
    public List<OpenRun> openRuns() {
        return step("read open runs", below::openRuns);
    }

    @Override
    public Optional<OpenRun> openRun(RunId run) {
        return step("read a run", () -> below.openRun(run));
    }

    @Override
    public void release(RunId run, ServerNumber self) {
        step("release a run", () -> {
            below.release(run, self);
            return true;
        });
    }

    @Override
    public List<Lease> orphanedLeases(ServerNumber self, Duration silentFor) {
        return step("read leases", () -> below.orphanedLeases(self, silentFor));
    }

    @Override
    public Payload document(RunId run) {
        return step("read a document", () -> below.document(run));
    }

    @Override
    public List<ChainRecord> chains(RunId run, int fromIndex, int limit) {
        return step("read chains", () -> below.chains(run, fromIndex, limit));
    }

    @Override
    public List<ChainRecord> ended(RunId run, Collection<Integer> indexes) {
        return step("read ended chains", () -> below.ended(run, indexes));
    }

    @Override
    public RunClaim keep(RunId run, ServerNumber self, Duration silentFor) {
        return step("keep a run", () -> below.keep(run, self, silentFor));
    }

    @Override
    public List<Lease> reclaim(Map<SessionId, List<ShownAttempt>> shown) {
        return step("give back what sessions work on", () -> below.reclaim(shown));
    }

    @Override
    public List<Lease> leasesOf(Collection<SessionId> sessions) {
        return step("read the leases of sessions", () -> below.leasesOf(sessions));
    }

    @Override
    public boolean shared() {
        return below.shared();
    }

    @Override
    public void onChange(Consumer<RunId> wake) {
        below.onChange(wake);
    }
}
