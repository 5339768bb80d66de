package io.tidewheel.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AgentStanding;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.Database;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Lease;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.Setup;
import io.tidewheel.model.Store;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.Share;
import io.tidewheel.testing.PatientWaiting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a database promises that several servers use at the same time. */
public abstract class SharedDatabaseContract {
    protected static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final SessionId OF_FIRST = new SessionId(11);
    private static final SessionId OF_SECOND = new SessionId(22);

    protected Peer first;
    protected Peer second;

    /** A server and what it sees. */
    protected record Peer(Database database, ServerNumber number) implements AutoCloseable {
        Store store() {
            return database.store();
        }

        TurnChanges changes() {
            return new TurnChanges(number);
        }

        @Override
        public void close() {
            database.close();
        }
    }

    /** Opens a database with nothing in it. */
    protected abstract Database openEmpty() throws Exception;

    /** Opens the same one for another server. */
    protected abstract Database openAnother(Database known) throws Exception;

    @BeforeEach
    void open() throws Exception {
        first = begin(openEmpty(), "first");
        second = begin(openAnother(first.database), "second");
    }

    @AfterEach
    void close() {
        first.close();
        second.close();
    }

    private static Peer begin(Database database, String name) {
        return new Peer(database, database.store().begin(name, NOON));
    }

    @Test
    void whatWasLeftForAServerThatIsGoneIsForgotten() throws Exception {
        var chain = new ChainId(new RunId(7), 0);
        var gone = second.number.value();
        first.database
                .archive()
                .leave(List.of(
                        new ServerNote(gone, chain, Payload.NONE),
                        new ServerNote(first.number.value(), chain, Payload.NONE),
                        new ServerNote(ServerNote.KEEPER, chain, Payload.NONE)));
        second.close();
        second = begin(openAnother(first.database), "second");
        assertThat(first.database.archive().take(gone, 10)).isEmpty();
        assertThat(first.database.archive().take(first.number.value(), 10)).hasSize(1);
        assertThat(first.database.archive().take(ServerNote.KEEPER, 10)).hasSize(1);
    }

    // --- machines ---

    @Test
    void oneServerLooksAfterTheMachinesUntilItFallsSilent() {
        var machine = MachineRecord.intended(
                new MachineId("a-1"), Setup.of("gpu", Capabilities.of("gpu"), 1), NOON, "work waits");
        assertThat(first.database.machines().lead(first.number, HOUR)).isTrue();
        assertThat(second.database.machines().lead(second.number, HOUR)).isFalse();
        assertThat(second.database.machines().save(second.number, List.of(machine), List.of()))
                .isFalse();
        assertThat(first.database.machines().save(first.number, List.of(machine), List.of()))
                .isTrue();
        assertThat(second.database.machines().present()).containsExactly(machine);

        second.store().beat(second.number, NOON.plusSeconds(10));
        assertThat(second.database.machines().lead(second.number, Duration.ZERO))
                .isTrue();
        assertThat(first.database.machines().save(first.number, List.of(machine.joined(NOON)), List.of()))
                .isFalse();
        assertThat(first.database.machines().lead(first.number, HOUR)).isFalse();
    }

    // --- chains ---

    @Test
    void ofTwoServersOneKeepsARunUntilItIsSilent() {
        var run = newLane(first).run();
        assertThat(first.store().keep(run, first.number(), HOUR)).isEqualTo(RunClaim.TAKEN);
        assertThat(first.store().keep(run, first.number(), HOUR)).isEqualTo(RunClaim.OURS);
        assertThat(second.store().keep(run, second.number(), HOUR)).isEqualTo(RunClaim.THEIRS);
        assertThat(second.store().keep(run, second.number(), Duration.ofMillis(-1)))
                .isEqualTo(RunClaim.TAKEN);
        assertThat(first.store().keep(run, first.number(), HOUR)).isEqualTo(RunClaim.THEIRS);
    }

    @Test
    void askingForARunThatIsNotThereYetDoesNoHarm() {
        var run = first.store().reserveRuns(1).getFirst();
        var _ = first.store().keep(run, first.number(), HOUR);
        var changes = newRun(first, run, Optional.empty());
        changes.documents().add(new TurnChanges.Document(run, Payload.of(new byte[] {1})));
        assertThat(first.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
        assertThat(first.store().keep(run, first.number(), HOUR)).isEqualTo(RunClaim.OURS);
    }

    @Test
    void onlyTheKeeperOfARunMakesItsChains() {
        var lane = new LaneId(first.store().reserveRuns(1).getFirst(), 0);
        var changes = newRun(first, lane.run(), Optional.empty());
        changes.lanes().add(new NewLane(lane, LaneSpec.PLAIN));
        changes.documents().add(new TurnChanges.Document(lane.run(), Payload.of(new byte[] {1})));
        assertThat(first.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
        assertThat(second.store().keep(lane.run(), second.number(), HOUR)).isEqualTo(RunClaim.THEIRS);
        assertThat(first.store().commit(growing(first, lane, 0))).isInstanceOf(CommitResult.Done.class);
        assertThat(second.store().commit(growing(second, lane, 1)))
                .isEqualTo(CommitResult.Refused.overtaken(Set.of(lane.run())));
        assertThat(first.store().commit(growing(first, lane, 1))).isInstanceOf(CommitResult.Done.class);
    }

    private static TurnChanges growing(Peer peer, LaneId lane, int index) {
        var changes = peer.changes();
        changes.kept().add(lane.run());
        changes.chains().add(new NewChains(lane, index, List.of(new NewChain("", Payload.NONE)), NOON));
        return changes;
    }

    @Test
    void ofTwoServersThatBecomeTheKeeperOfARunAtOnceOneDoes() throws Exception {
        for (int i = 0; i < 20; i++) {
            var run = newLane(first).run();
            var claims = new ConcurrentLinkedQueue<RunClaim>();
            bothAtOnce(() -> keep(first, run, claims), () -> keep(second, run, claims));
            assertThat(claims).containsExactlyInAnyOrder(RunClaim.TAKEN, RunClaim.THEIRS);
        }
    }

    private static int keep(Peer peer, RunId run, ConcurrentLinkedQueue<RunClaim> claims) {
        claims.add(peer.store().keep(run, peer.number, HOUR));
        return 1;
    }

    @Test
    void chainsThatTwoServersAddAtOnceAreAddedByOne() throws Exception {
        var lane = newLane(first);
        var refused = new AtomicInteger();
        bothAtOnce(() -> addAll(first, lane, refused), () -> addAll(second, lane, refused));
        assertThat(first.store().openRun(lane.run()).orElseThrow().run().made()).isEqualTo(3_000);
        assertThat(first.database.archive().chains(lane.run(), Set.of(), 0, 10_000, true))
                .hasSize(3_000);
    }

    /** As the engine does it: who was overtaken looks again. */
    private static int addAll(Peer peer, LaneId lane, AtomicInteger refused) {
        while (true) {
            int made = peer.store().openRun(lane.run()).orElseThrow().run().made();
            if (made >= 3_000) return made;
            var changes = peer.changes();
            changes.expect(lane.run(), made);
            changes.chains().add(new NewChains(lane, made, chains(Math.min(100, 3_000 - made)), NOON));
            switch (peer.store().commit(changes)) {
                case CommitResult.Done _ -> {}
                case CommitResult.Refused why -> {
                    assertThat(why).isEqualTo(CommitResult.Refused.overtaken(Set.of(lane.run())));
                    refused.incrementAndGet();
                }
            }
        }
    }

    @Test
    void aRunIsNotEndedByAServerThatDoesNotKnowAllOfItsChains() {
        var lane = newLane(first);
        add(first, lane, 0, 3);
        var end = ending(second, lane.run(), 2);
        assertThat(second.store().commit(end)).isEqualTo(CommitResult.Refused.overtaken(Set.of(lane.run())));
        assertThat(second.store().commit(ending(second, lane.run(), 3))).isInstanceOf(CommitResult.Done.class);
        var late = first.changes();
        late.expect(lane.run(), 3);
        late.chains().add(new NewChains(lane, 3, chains(1), NOON));
        assertThat(first.store().commit(late)).isEqualTo(CommitResult.Refused.overtaken(Set.of(lane.run())));
        assertThat(first.database.archive().run(lane.run()).orElseThrow().made())
                .isEqualTo(3);
    }

    private static TurnChanges ending(Peer peer, RunId run, int made) {
        var changes = peer.changes();
        changes.expect(run, made);
        changes.runUpdates()
                .add(TurnChanges.RunUpdate.of(run).withFinished(NOON).withState(RunState.SUCCEEDED));
        return changes;
    }

    @Test
    void whatIsSaidOfARunThatWasRemovedChangesNothing() {
        var lane = newLane(first);
        first.store().commit(ending(first, lane.run(), 0));
        assertThat(first.database
                        .cleaner()
                        .clean(NOON.plusSeconds(2), Duration.ofSeconds(1))
                        .runs())
                .isEqualTo(1);
        var late = second.changes();
        late.runUpdates().add(TurnChanges.RunUpdate.of(lane.run()).withLogBytes(5));
        assertThat(second.store().commit(late)).isEqualTo(CommitResult.Refused.gone(Set.of(lane.run())));
        var add = second.changes();
        add.expect(lane.run(), 0);
        add.chains().add(new NewChains(lane, 0, chains(1), NOON));
        assertThat(second.store().commit(add)).isEqualTo(CommitResult.Refused.gone(Set.of(lane.run())));
    }

    @Test
    void ofTwoLanesWithOneNumberOneIsMade() {
        var lane = newLane(first);
        add(first, lane, 0, 1);
        assertThat(first.store().reprioritise(new ChainId(lane.run(), 0), 7)).isPresent();
        var same = second.changes();
        same.lanes().add(new NewLane(new LaneId(lane.run(), 1), LaneSpec.PLAIN.withPriority(3)));
        assertThat(second.store().commit(same)).isEqualTo(CommitResult.Refused.overtaken(Set.of(lane.run())));
    }

    @Test
    void ofManyConcurrentClaimsEachChainIsLeasedOnce() throws Exception {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        meet(second, OF_SECOND);
        int chains = 3_000;
        add(first, lane, 0, chains);
        var claimed = new ConcurrentLinkedQueue<Integer>();
        bothAtOnce(() -> claimAll(first, lane, OF_FIRST, claimed), () -> claimAll(second, lane, OF_SECOND, claimed));
        assertThat(claimed).hasSize(chains).doesNotHaveDuplicates();
        assertThat(first.store().leasesOf(OF_FIRST).size()
                        + first.store().leasesOf(OF_SECOND).size())
                .isEqualTo(chains);
    }

    private static int claimAll(Peer peer, LaneId lane, SessionId session, ConcurrentLinkedQueue<Integer> claimed) {
        int rounds = 0;
        while (true) {
            var got = claim(peer, lane, session, 1 + rounds++ % 70);
            // As the engine does it: what was not there for us may still be there for nobody.
            if (got.isEmpty()
                    && peer.store().openRun(lane.run()).orElseThrow().ready().getOrDefault(lane, 0L) == 0)
                return rounds;
            got.forEach(chain -> claimed.add(chain.index()));
        }
    }

    @Test
    void serversThatAddClaimEndAndTakeBackTogetherLoseNothing() throws Exception {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        meet(second, OF_SECOND);
        var next = new AtomicInteger();
        var ended = new ConcurrentLinkedQueue<ChainId>();
        bothAtOnce(
                () -> work(first, lane, OF_FIRST, next, ended, 1), () -> work(second, lane, OF_SECOND, next, ended, 2));
        assertThat(ended).hasSize(next.get()).doesNotHaveDuplicates();
        var run = first.database.archive().run(lane.run()).orElseThrow();
        assertThat(run.totals()).isEqualTo(new LaneTotals(next.get(), next.get(), 0, 0));
        assertThat(first.database.archive().chains(lane.run(), Set.of(), 0, 10_000, true))
                .hasSize(next.get())
                .allMatch(chain -> chain.state() == ChainState.SUCCEEDED);
        assertThat(second.store().openRun(lane.run()).orElseThrow().ready()).containsEntry(lane, 0L);
    }

    /** Fifty turns with new chains, then as many as it takes until nothing is left. */
    private static int work(
            Peer peer,
            LaneId lane,
            SessionId session,
            AtomicInteger next,
            ConcurrentLinkedQueue<ChainId> ended,
            long seed) {
        var random = new Random(seed);
        var held = new ArrayList<Lease>();
        for (int turn = 0; ; turn++) {
            peer.store().promoteDue(NOON.plusSeconds(turn), 10);
            var changes = peer.changes();
            if (turn < 50) {
                int count = random.nextInt(40);
                int index = next.getAndAdd(count);
                changes.chains().add(new NewChains(lane, index, chains(count), NOON));
            }
            var rest = new ArrayList<Lease>();
            for (var lease : held) {
                switch (random.nextInt(4)) {
                    case 0 -> rest.add(lease);
                    case 1 -> changes.requeues().add(requeue(lease, random.nextBoolean(), turn));
                    default -> changes.finishes().add(finish(lease));
                }
            }
            changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(session, random.nextInt(60))), NOON));
            var done = (CommitResult.Done) peer.store().commit(changes);
            changes.finishes().forEach(finish -> ended.add(finish.lease().chain()));
            held = rest;
            for (var chain : done.claimed()) held.add(lease(chain));
            boolean idle =
                    turn >= 50 && held.isEmpty() && peer.store().nextDue().isEmpty();
            if (idle && peer.store().openRun(lane.run()).orElseThrow().ready().getOrDefault(lane, 0L) == 0) return turn;
        }
    }

    @Test
    void eachDueChainIsMadeReadyByOneServer() throws Exception {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        add(first, lane, 0, 500);
        var changes = first.changes();
        claim(first, lane, OF_FIRST, 500).forEach(chain -> changes.requeues().add(requeue(lease(chain), true, 1)));
        first.store().commit(changes);
        var moved = new ConcurrentLinkedQueue<MovedChain>();
        bothAtOnce(() -> promoteAll(first, moved), () -> promoteAll(second, moved));
        assertThat(moved).hasSize(500).doesNotHaveDuplicates();
        assertThat(first.store().openRun(lane.run()).orElseThrow().ready()).containsEntry(lane, 500L);
    }

    private static int promoteAll(Peer peer, ConcurrentLinkedQueue<MovedChain> moved) {
        int calls = 0;
        while (peer.store().nextDue().isPresent()) {
            moved.addAll(peer.store().promoteDue(NOON.plus(HOUR), 7));
            calls++;
        }
        return calls;
    }

    @Test
    void eachQueuedChainIsEndedByOneServer() throws Exception {
        var lane = newLane(first);
        add(first, lane, 0, 1_000);
        var moved = new ConcurrentLinkedQueue<MovedChain>();
        bothAtOnce(() -> endAll(first, lane, moved), () -> endAll(second, lane, moved));
        assertThat(moved).hasSize(1_000).doesNotHaveDuplicates();
        assertThat(first.database.archive().run(lane.run()).orElseThrow().totals())
                .isEqualTo(new LaneTotals(1_000, 0, 0, 1_000));
    }

    private static int endAll(Peer peer, LaneId lane, ConcurrentLinkedQueue<MovedChain> moved) {
        int calls = 0;
        while (true) {
            var ended = peer.store().endQueued(lane.run(), ChainState.CANCELLED, Reason.CANCELLED, NOON, 37);
            if (ended.isEmpty()) return calls;
            moved.addAll(ended);
            calls++;
        }
    }

    @Test
    void aChainThatTwoServersEndAtOnceIsEndedByOne() throws Exception {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        add(first, lane, 0, 100);
        claim(first, lane, OF_FIRST, 50);
        var ended = new ConcurrentLinkedQueue<MovedChain>();
        bothAtOnce(() -> endEach(first, lane, ended), () -> endEach(second, lane, ended));
        assertThat(ended).hasSize(100).doesNotHaveDuplicates();
        assertThat(first.store().leasesOf(OF_FIRST)).isEmpty();
        assertThat(first.database.archive().run(lane.run()).orElseThrow().totals())
                .isEqualTo(new LaneTotals(100, 0, 0, 100));
    }

    private static int endEach(Peer peer, LaneId lane, ConcurrentLinkedQueue<MovedChain> ended) {
        for (int i = 0; i < 100; i++) {
            peer.store()
                    .endChain(new ChainId(lane.run(), i), ChainState.CANCELLED, Reason.CANCELLED, NOON)
                    .ifPresent(early -> ended.add(early.chain()));
        }
        return 100;
    }

    // --- runs ---

    @Test
    void runNumbersAreGivenOutOnce() {
        var numbers = new ArrayList<RunId>();
        for (int i = 0; i < 20; i++) {
            numbers.addAll(first.store().reserveRuns(1 + i % 3));
            numbers.addAll(second.store().reserveRuns(1 + i % 2));
        }
        assertThat(numbers).doesNotHaveDuplicates();
    }

    @Test
    void ofTwoRunsWithOneKeyOneIsMade() {
        var numbers = first.store().reserveRuns(2);
        first.store().commit(newRun(first, numbers.get(0), Optional.of("key")));
        assertThat(second.store().commit(newRun(second, numbers.get(1), Optional.of("key"))))
                .isEqualTo(CommitResult.Refused.gone(Set.of(numbers.get(1))));
        assertThat(second.store().runByKey(new Owner("alice"), "key")).contains(numbers.get(0));
    }

    // --- sessions ---

    @Test
    void leasesAreOrphanedWhenTheirServerFallsSilent() {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        add(first, lane, 0, 1);
        claim(first, lane, OF_FIRST, 1);
        second.store().beat(second.number, NOON.plusSeconds(10));
        assertThat(second.store().orphanedLeases(second.number, HOUR)).isEmpty();
        assertThat(second.store().orphanedLeases(second.number, Duration.ZERO)).hasSize(1);
        assertThat(first.store().orphanedLeases(first.number, Duration.ZERO)).isEmpty();
    }

    @Test
    void leasesOfAnEarlierLifeAreOrphanedAtOnce() throws Exception {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        add(first, lane, 0, 1);
        claim(first, lane, OF_FIRST, 1);
        first.close();
        first = begin(openAnother(first.database), "first");
        assertThat(second.store().orphanedLeases(second.number, HOUR)).hasSize(1);
        assertThat(first.store().orphanedLeases(first.number, HOUR)).hasSize(1);
    }

    @Test
    void ofTwoServersThatAdoptOneSessionTheFirstHasIt() throws Exception {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        add(first, lane, 0, 1);
        var lease = lease(claim(first, lane, OF_FIRST, 1).getFirst());
        first.close();
        first = begin(openAnother(first.database), "first");
        var third = begin(openAnother(first.database), "third");
        try {
            assertThat(second.store().orphanedLeases(second.number, HOUR)).hasSize(1);
            assertThat(third.store().orphanedLeases(third.number, HOUR)).hasSize(1);
            adopt(second, OF_FIRST);
            adopt(third, OF_FIRST);
            assertThat(third.database.archive().session(OF_FIRST).orElseThrow().server())
                    .isEqualTo(second.number);
            var late = third.changes();
            late.requeues().add(requeue(lease, false, 1));
            assertThat(third.store().commit(late)).isEqualTo(new CommitResult.Refused(Set.of(lease.chain())));
            var right = second.changes();
            right.requeues().add(requeue(lease, false, 1));
            assertThat(second.store().commit(right)).isInstanceOf(CommitResult.Done.class);
        } finally {
            third.close();
        }
    }

    @Test
    void aSessionThatHasMovedIsNoLongerTheBusinessOfItsFirstServer() {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        add(first, lane, 0, 10);
        var leases = claim(first, lane, OF_FIRST, 2).stream()
                .map(SharedDatabaseContract::lease)
                .toList();
        meet(second, OF_FIRST);
        var back = first.changes();
        back.requeues().add(requeue(leases.get(0), false, 1));
        assertThat(first.store().commit(back))
                .isEqualTo(new CommitResult.Refused(Set.of(leases.get(0).chain())));
        assertThat(claim(first, lane, OF_FIRST, 3)).isEmpty();
        assertThat(claim(second, lane, OF_FIRST, 3)).hasSize(3);
        // A result counts whoever brings it.
        var finish = first.changes();
        finish.finishes().add(finish(leases.get(1)));
        assertThat(first.store().commit(finish)).isInstanceOf(CommitResult.Done.class);
    }

    // --- agents ---

    @Test
    void theAgentsOfAServerAreReadFromAWritingOn() {
        write(first, 1, agent(OF_FIRST, first, AgentState.IDLE));
        write(first, 2, agent(OF_SECOND, first, AgentState.BUSY));
        assertThat(second.store().agentsOf(first.number, 0))
                .containsExactly(agent(OF_FIRST, first, AgentState.IDLE), agent(OF_SECOND, first, AgentState.BUSY));
        assertThat(second.store().agentsOf(first.number, 1)).containsExactly(agent(OF_SECOND, first, AgentState.BUSY));
        assertThat(second.store().agentsOf(second.number, 0)).isEmpty();
        assertThat(server(second, "first").agents()).isEqualTo(2);
        assertThat(server(second, "first").told()).isEqualTo(2);
    }

    @Test
    void anAgentBelongsToTheServerThatHasWrittenItDownLast() {
        write(first, 1, agent(OF_FIRST, first, AgentState.IDLE));
        write(second, 1, agent(OF_FIRST, second, AgentState.IDLE));
        assertThat(first.store().agentsOf(first.number, -1)).isEmpty();
        var gone = first.changes();
        gone.agents().gone().add(OF_FIRST);
        first.store().commit(gone);
        assertThat(first.store().agentsOf(second.number, -1)).hasSize(1);
        var left = second.changes();
        left.agents().gone().add(OF_FIRST);
        second.store().commit(left);
        assertThat(first.store().agentsOf(second.number, -1)).isEmpty();
    }

    @Test
    void theNextLifeOfAServerInheritsItsAgents() {
        write(first, 1, agent(OF_FIRST, first, AgentState.BUSY));
        write(second, 1, agent(OF_SECOND, second, AgentState.IDLE));
        first = begin(first.database, "first");
        assertThat(first.store().agentsOf(first.number, -1)).containsExactly(agent(OF_FIRST, first, AgentState.BUSY));
        assertThat(first.store().agentsOf(second.number, -1)).hasSize(1);
        assertThat(server(second, "first").agents()).isEqualTo(1);
        assertThat(server(second, "first").told()).isZero();
    }

    @Test
    void serversAreToldApartFromThoseThatAreSilent() {
        first.store().beat(first.number, NOON);
        second.store().beat(second.number, NOON.plusSeconds(10));
        assertThat(server(first, "second").lives(HOUR)).isTrue();
        assertThat(server(first, "second").lives(Duration.ofMillis(-1))).isFalse();
        assertThat(server(first, "first").since()).isEqualTo(NOON);
        assertThat(first.store().cluster(first.number).servers())
                .extracting(ServerRecord::name)
                .containsExactly("first", "second");
    }

    @Test
    void anAgentAndAServerAreAskedToDrainThroughAnother() {
        write(first, 1, agent(OF_FIRST, first, AgentState.BUSY), agent(OF_SECOND, first, AgentState.IDLE));
        var asked = second.changes();
        asked.agents().drained().add(OF_FIRST);
        asked.agents().drainedServers().add(first.number);
        second.store().commit(asked);
        assertThat(first.store().cluster(first.number).toDrain()).containsExactly(OF_FIRST);
        assertThat(second.store().cluster(second.number).toDrain()).isEmpty();
        assertThat(server(first, "first").draining()).isTrue();
        assertThat(server(first, "second").draining()).isFalse();
        write(first, 2, agent(OF_FIRST, first, AgentState.DRAINING));
        assertThat(first.store().cluster(first.number).toDrain()).isEmpty();
    }

    @Test
    void theAgentsOfAServerThatIsGoneAreForgotten() {
        write(first, 1, agent(OF_FIRST, first, AgentState.IDLE));
        var changes = second.changes();
        changes.agents().forgotten().add(first.number);
        second.store().commit(changes);
        assertThat(second.store().agentsOf(first.number, -1)).isEmpty();
        assertThat(server(second, "first").agents()).isZero();
    }

    private static ServerRecord server(Peer asked, String name) {
        return asked.store().cluster(asked.number).servers().stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void write(Peer peer, long told, AgentRecord... agents) {
        var changes = peer.changes();
        changes.agents().present().addAll(List.of(agents));
        var known = peer.store().cluster(peer.number).servers().stream()
                .filter(server -> server.number().equals(peer.number))
                .findFirst()
                .orElseThrow();
        changes.agents().self(known.standing(known.agents() + agents.length, told, 0));
        assertThat(peer.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
    }

    private static AgentRecord agent(SessionId session, Peer heardBy, AgentState state) {
        var has = new Amounts(2_500, 1L << 33, 0, CustomAmounts.of(Map.of("license", 2L)));
        return new AgentRecord(
                session,
                heardBy.number,
                "tug",
                "quay",
                Capabilities.of("tow", "push"),
                Capabilities.of("container"),
                has,
                4,
                Optional.of(new Owner("ada")),
                NOON,
                Optional.of(LossLimits.SPOT.withSilence(Duration.ofSeconds(9))),
                new AgentStanding(
                        state,
                        3,
                        8,
                        has.minus(new Amounts(500, 0, 0)),
                        17,
                        Optional.of(new ChainId(new RunId(5), 6)),
                        Optional.of(new AgentLoad(3, 0.5, 1.25, 1L << 31))));
    }

    // --- telling others ---

    @Test
    void aServerIsToldWhatOthersChangeAndNotWhatItDoesItself() throws Exception {
        var toldFirst = new LinkedBlockingQueue<RunId>();
        var toldSecond = new LinkedBlockingQueue<RunId>();
        first.store().onChange(toldFirst::add);
        second.store().onChange(toldSecond::add);
        first.store().beat(first.number, NOON);
        second.store().beat(second.number, NOON);
        var lane = newLane(first);
        assertThat(toldSecond.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(lane.run());
        var other = newLane(second);
        assertThat(toldFirst.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(other.run());
        assertThat(toldFirst).doesNotContain(lane.run());
    }

    @Test
    void everyKindOfChangeIsTold() throws Exception {
        var lane = newLane(first);
        meet(first, OF_FIRST);
        first.store().beat(first.number, NOON);
        var told = new LinkedBlockingQueue<RunId>();
        second.store().onChange(told::add);
        told.clear();
        add(first, lane, 0, 5);
        assertThat(told.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(lane.run());
        var claimed = claim(first, lane, OF_FIRST, 2);
        var finish = first.changes();
        finish.finishes().add(finish(lease(claimed.get(0))));
        first.store().commit(finish);
        assertThat(told.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(lane.run());
        var requeue = first.changes();
        requeue.requeues().add(requeue(lease(claimed.get(1)), true, 0));
        first.store().commit(requeue);
        assertThat(told.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(lane.run());
        first.store().promoteDue(NOON.plus(HOUR), 10);
        assertThat(told.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(lane.run());
        first.store().endQueued(lane.run(), ChainState.CANCELLED, Reason.CANCELLED, NOON, 10);
        assertThat(told.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                .isEqualTo(lane.run());
    }

    // --- words of the stories ---

    private static void bothAtOnce(Callable<Integer> one, Callable<Integer> two) throws Exception {
        try (var threads = Executors.newFixedThreadPool(2)) {
            for (Future<Integer> each : threads.invokeAll(List.of(one, two))) each.get();
        }
    }

    protected static LaneId newLane(Peer peer) {
        var lane = new LaneId(peer.store().reserveRuns(1).getFirst(), 0);
        var changes = newRun(peer, lane.run(), Optional.empty());
        changes.lanes().add(new NewLane(lane, LaneSpec.PLAIN));
        assertThat(peer.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
        return lane;
    }

    private static TurnChanges newRun(Peer peer, RunId run, Optional<String> key) {
        var changes = peer.changes();
        changes.runs().add(new NewRun(run, RunSpec.tasks(new Owner("alice"), "run"), key, NOON, false, false));
        return changes;
    }

    protected static void meet(Peer peer, SessionId session) {
        var changes = peer.changes();
        changes.sessions().add(new SessionRecord(session, "agent", "host", Capabilities.NONE, 4, NOON, peer.number));
        assertThat(peer.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
    }

    private static void adopt(Peer peer, SessionId session) {
        var changes = peer.changes();
        changes.adopted().add(session);
        assertThat(peer.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
    }

    protected static void add(Peer peer, LaneId lane, int first, int count) {
        var changes = peer.changes();
        changes.chains().add(new NewChains(lane, first, chains(count), NOON));
        assertThat(peer.store().commit(changes)).isInstanceOf(CommitResult.Done.class);
    }

    private static List<NewChain> chains(int count) {
        return Collections.nCopies(count, new NewChain("", Payload.NONE));
    }

    protected static List<ClaimedChain> claim(Peer peer, LaneId lane, SessionId session, int count) {
        var changes = peer.changes();
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(session, count)), NOON));
        return ((CommitResult.Done) peer.store().commit(changes)).claimed();
    }

    protected static Lease lease(ClaimedChain chain) {
        return new Lease(
                chain.chain(),
                chain.lane(),
                chain.attempt(),
                chain.failures(),
                chain.losses(),
                chain.session(),
                chain.firstClaimed(),
                true);
    }

    protected static TurnChanges.Finish finish(Lease lease) {
        return new TurnChanges.Finish(lease, ChainState.SUCCEEDED, Reason.NONE, 0, NOON, Payload.NONE);
    }

    private static TurnChanges.Requeue requeue(Lease lease, boolean later, int turn) {
        Optional<Instant> due = later ? Optional.of(NOON.plusSeconds(turn)) : Optional.empty();
        return new TurnChanges.Requeue(lease, lease.failures() + 1, lease.losses(), due, Reason.EXIT_CODE);
    }
}
