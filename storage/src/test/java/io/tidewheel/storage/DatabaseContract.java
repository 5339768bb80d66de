package io.tidewheel.storage;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AgentStanding;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Archive;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.CutOutput;
import io.tidewheel.model.Database;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.EndedEarly;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Lease;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Machines;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.QueuedNotice;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionIdentity;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.Setup;
import io.tidewheel.model.ShownAttempt;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.RunUpdate;
import io.tidewheel.model.TurnChanges.Share;
import io.tidewheel.model.WorkTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database promises, told as stories about one server. */
public abstract class DatabaseContract {
    protected static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456Z");
    protected static final Instant LATER = NOON.plusSeconds(3600);
    protected static final Owner ALICE = new Owner("alice");
    protected static final Owner BOB = new Owner("bob");
    protected static final SessionId FIRST = new SessionId(0x7fff_0000_1111_2222L);
    protected static final SessionId SECOND = new SessionId(2);

    protected Database database;
    protected Store store;
    protected Archive archive;
    protected ServerNumber server;

    /** Opens a database with nothing in it, another one each time. */
    protected abstract Database openEmpty() throws Exception;

    /** Opens once more what {@code closed} held. */
    protected abstract Database reopen(Database closed) throws Exception;

    @BeforeEach
    void open() throws Exception {
        use(openEmpty());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void use(Database opened) {
        database = opened;
        store = opened.store();
        archive = opened.archive();
        server = store.begin("one", NOON);
    }

    private void restart() throws Exception {
        database.close();
        use(reopen(database));
    }

    // --- notices ---

    private static QueuedNotice notice(String target, String id, Instant due) {
        return new QueuedNotice(target, id, Payload.of(id.getBytes(StandardCharsets.UTF_8)), 0, due);
    }

    private List<String> dueFor(String target, Instant now) {
        return database.notices().claim(target, now, now.plusSeconds(60), 100).stream()
                .map(QueuedNotice::id)
                .toList();
    }

    @Test
    void aNoticeIsKeptOnceForEachTargetUntilItIsSettled() throws Exception {
        var first = notice("ops", "a", NOON);
        database.notices().add(List.of(first, notice("ops", "b", NOON.plusSeconds(1)), notice("alice", "a", NOON)), 10);
        database.notices().add(List.of(first), 10);
        restart();
        assertThat(database.notices().claim("ops", NOON, LATER, 10)).containsExactly(first);
        assertThat(dueFor("alice", NOON)).containsExactly("a");
        assertThat(database.notices().waiting()).containsOnly(Map.entry("ops", 2), Map.entry("alice", 1));
        database.notices().settle(first, NOON);
        restart();
        database.notices().add(List.of(first), 10);
        assertThat(dueFor("ops", LATER)).containsExactly("b");
        assertThat(database.notices().waiting()).containsOnly(Map.entry("ops", 1), Map.entry("alice", 1));
        assertThat(database.notices().forget(NOON, 10)).isZero();
        assertThat(database.notices().forget(LATER, 10)).isEqualTo(1);
    }

    @Test
    void aNoticeIsGivenToOneAndComesBackIfNobodySettlesIt() {
        database.notices().add(List.of(notice("ops", "a", NOON)), 10);
        assertThat(dueFor("ops", NOON.minusSeconds(1))).isEmpty();
        assertThat(dueFor("ops", NOON)).containsExactly("a");
        assertThat(dueFor("ops", NOON.plusSeconds(59))).isEmpty();
        assertThat(dueFor("ops", NOON.plusSeconds(60))).containsExactly("a");
    }

    @Test
    void aNoticeThatWasTriedInVainIsTriedLater() {
        database.notices().add(List.of(notice("ops", "a", NOON)), 10);
        var claimed = database.notices().claim("ops", NOON, LATER, 1).getFirst();
        database.notices().postpone(claimed, NOON.plusSeconds(5));
        assertThat(dueFor("ops", NOON.plusSeconds(4))).isEmpty();
        var again = database.notices().claim("ops", NOON.plusSeconds(5), LATER, 1);
        assertThat(again).extracting(QueuedNotice::attempts).containsExactly(1);
    }

    @Test
    void noMoreNoticesWaitForATargetThanMay() {
        assertThat(database.notices().add(List.of(notice("ops", "a", NOON), notice("ops", "b", NOON)), 2))
                .isZero();
        assertThat(database.notices().add(List.of(notice("ops", "c", NOON), notice("alice", "c", NOON)), 2))
                .isEqualTo(1);
        assertThat(database.notices().add(List.of(notice("ops", "a", NOON)), 2)).isZero();
        assertThat(dueFor("ops", NOON)).containsExactly("a", "b");
    }

    @Test
    void runsThatHaveEndedAreFoundInTheOrderOfTheirEnd() {
        var first = newRun(ALICE, "first");
        var second = newRun(ALICE, "second");
        var third = newRun(BOB, "third");
        newRun(BOB, "unfinished");
        assertThat(database.notices().lastEnd()).isEmpty();
        update(RunUpdate.of(first).withState(RunState.FAILED).withFinished(NOON.plusSeconds(2)));
        update(RunUpdate.of(second).withState(RunState.SUCCEEDED).withFinished(NOON.plusSeconds(1)));
        update(RunUpdate.of(third).withState(RunState.CANCELLED).withFinished(NOON.plusSeconds(1)));
        assertThat(database.notices().lastEnd()).contains(NOON.plusSeconds(2));
        assertThat(database.notices().ended(NOON, new RunId(0x7fff), 10))
                .containsExactly(
                        new NoticeStore.EndedRun(second, NOON.plusSeconds(1)),
                        new NoticeStore.EndedRun(third, NOON.plusSeconds(1)),
                        new NoticeStore.EndedRun(first, NOON.plusSeconds(2)));
        assertThat(database.notices().ended(NOON.plusSeconds(1), second, 1))
                .containsExactly(new NoticeStore.EndedRun(third, NOON.plusSeconds(1)));
    }

    // --- runs ---

    @Test
    void aServersNumberIsHigherThanAllBeforeIt() throws Exception {
        var before = server;
        restart();
        assertThat(server.value()).isGreaterThan(before.value());
    }

    @Test
    void aRunsNumberIsGivenOutOnce() throws Exception {
        assertThat(store.reserveRuns(3)).doesNotHaveDuplicates().isSorted();
        var used = new ArrayList<RunId>();
        for (int i = 0; i < 3; i++) used.add(newRun(ALICE, "run"));
        restart();
        used.add(newRun(ALICE, "run"));
        update(RunUpdate.of(used.getLast()).withState(RunState.SUCCEEDED).withFinished(NOON));
        forgetAll(LATER);
        restart();
        used.add(newRun(ALICE, "run"));
        assertThat(used).doesNotHaveDuplicates().isSorted();
    }

    private static Submission exampleOfEveryField() {
        var all = new Submission.Draft();
        for (var field : SubmissionField.all()) Submission.putText(all, field.name(), field.example());
        return all.done();
    }

    @Test
    void aRunIsKeptWithEverythingItWasSubmittedWith() throws Exception {
        var spec = new RunSpec(
                RunKind.WORKFLOW,
                ALICE,
                exampleOfEveryField()
                        .with(SubmissionField.NAME, "Überprüfung \uD83D\uDE80 50% a_b")
                        .with(SubmissionField.LABELS, new TreeMap<>(Map.of("team", "a=b, c", "tier/x", ""))),
                Optional.of(new IndexRange(1, 99, 2)),
                Optional.of(new RunId(1)),
                "anything\nat all '\"");
        var id = store.reserveRuns(1).getFirst();
        var changes = changes();
        changes.runs().add(new NewRun(id, spec, Optional.of("k"), NOON, true, true));
        commit(changes);
        restart();
        assertThat(archive.run(id))
                .contains(new RunRecord(
                        id,
                        spec,
                        RunState.HELD,
                        NOON,
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        true,
                        true,
                        EndRequest.NOT_ASKED,
                        Reason.NONE,
                        0,
                        List.of()));
    }

    @Test
    void aLaneIsKeptWithItsRules() throws Exception {
        var run = newRun(ALICE, "rules");
        var spec = new LaneSpec(
                Capabilities.of("gpu", "docker"),
                new Amounts(1_500, 1L << 40, 2, CustomAmounts.parse("license=3,seat=1")),
                42,
                new RetryPolicy(-1, ofSeconds(3), 2, ofMinutes(10)),
                new ChainTimeLimits(ofSeconds(30), ChainTimeLimits.NO_LIMIT, ofMinutes(90)),
                Delivery.AT_MOST_ONCE,
                payload("template"),
                "render+upload");
        var changes = changes();
        changes.lanes().add(new NewLane(lane(run, 0), LaneSpec.PLAIN));
        changes.lanes().add(new NewLane(lane(run, 1), spec));
        commit(changes);
        restart();
        var lanes = archive.run(run).orElseThrow().lanes();
        assertThat(lanes).extracting(lane -> lane.id()).containsExactly(lane(run, 0), lane(run, 1));
        assertThat(lanes).extracting(lane -> lane.spec()).containsExactly(LaneSpec.PLAIN, spec);
    }

    @Test
    void aRunKeepsWhatItWasMadeOf() throws Exception {
        var id = store.reserveRuns(1).getFirst();
        var text = payload("name: x\n".repeat(100_000));
        var changes = changes();
        changes.runs().add(new NewRun(id, RunSpec.tasks(ALICE, "flow"), Optional.empty(), NOON, true, false));
        changes.documents().add(new TurnChanges.Document(id, text));
        commit(changes);
        restart();
        assertThat(store.document(id)).isEqualTo(text);
        assertThat(archive.document(id)).isEqualTo(text);
        assertThat(store.document(newRun(ALICE, "plain"))).isEqualTo(Payload.NONE);
        assertThat(archive.document(new RunId(999_999))).isEqualTo(Payload.NONE);
    }

    @Test
    void theCourseOfARunIsKeptInPiecesUntilTheRunIsForgotten() throws Exception {
        var run = newRun(ALICE, "job");
        archive.keepCourse(
                run, new TreeMap<>(Map.of(0, payload("decided"), 1, payload("first"), 7, payload("eighth"))));
        archive.keepCourse(run, new TreeMap<>(Map.of(1, payload("first, later"))));
        restart();
        assertThat(archive.course(run, 0, 10))
                .isEqualTo(Map.of(0, payload("decided"), 1, payload("first, later"), 7, payload("eighth")));
        assertThat(archive.course(run, 1, 1)).isEqualTo(Map.of(1, payload("first, later")));
        archive.keepCourse(run, new TreeMap<>(Map.of(-1, payload("how the first stands"), -8, payload("the eighth"))));
        assertThat(archive.course(run, Integer.MIN_VALUE, 2))
                .isEqualTo(Map.of(-8, payload("the eighth"), -1, payload("how the first stands")));
        assertThat(archive.course(run, 0, 10)).hasSize(3);
        var nobody = new RunId(999_999);
        archive.keepCourse(nobody, new TreeMap<>(Map.of(0, payload("of nobody"))));
        assertThat(archive.course(nobody, 0, 10)).isEmpty();
        update(RunUpdate.of(run).withState(RunState.SUCCEEDED).withFinished(NOON));
        forgetAll(LATER);
        assertThat(archive.course(run, 0, 10)).isEmpty();
    }

    @Test
    void aTurnKeepsPiecesOfCoursesTogetherWithWhatElseItChanges() throws Exception {
        var one = newRun(ALICE, "one");
        var other = newRun(ALICE, "other");
        var changes = changes();
        changes.remember(one, new TreeMap<>(Map.of(-1, payload("runs"), 3, payload("third"))));
        changes.remember(other, new TreeMap<>(Map.of(-1, payload("waits"))));
        changes.remember(one, new TreeMap<>(Map.of(-1, payload("has ended"))));
        assertThat(changes.isEmpty()).isFalse();
        commit(changes);
        var later = changes();
        later.remember(one, new TreeMap<>(Map.of(3, payload("third, later"))));
        later.runUpdates().add(RunUpdate.of(one).withState(RunState.SUCCEEDED).withFinished(NOON));
        commit(later);
        restart();
        assertThat(archive.course(one, Integer.MIN_VALUE, 10))
                .isEqualTo(Map.of(-1, payload("has ended"), 3, payload("third, later")));
        assertThat(archive.course(other, Integer.MIN_VALUE, 10)).isEqualTo(Map.of(-1, payload("waits")));
    }

    @Test
    void aNoteIsTakenOnceAndReplacedByANewerOne() {
        var run = newRun(ALICE, "job");
        var other = newRun(ALICE, "other");
        var first = new ChainId(run, 0);
        archive.leave(List.of(
                new ServerNote(ServerNote.KEEPER, first, payload("old")),
                new ServerNote(ServerNote.KEEPER, new ChainId(run, 1), payload("second")),
                new ServerNote(ServerNote.KEEPER, new ChainId(other, 0), payload("other")),
                new ServerNote(7, first, payload("answer"))));
        archive.leave(List.of(new ServerNote(ServerNote.KEEPER, first, payload("new"))));
        assertThat(archive.take(ServerNote.KEEPER, List.of(), 10)).isEmpty();
        assertThat(archive.take(ServerNote.KEEPER, List.of(run), 1))
                .containsExactly(new ServerNote(0, first, payload("new")));
        assertThat(archive.take(ServerNote.KEEPER, List.of(run), 10))
                .containsExactly(new ServerNote(0, new ChainId(run, 1), payload("second")));
        assertThat(archive.take(ServerNote.KEEPER, List.of(run), 10)).isEmpty();
        assertThat(archive.take(7, 10)).containsExactly(new ServerNote(7, first, payload("answer")));
        assertThat(archive.take(7, 10)).isEmpty();
        assertThat(archive.take(ServerNote.KEEPER, 10)).hasSize(1);
    }

    @Test
    void theStoryOfARunIsReadInOrderWithHowItsChainsEnded() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d");
        var claimed = claim(lane, FIRST, 2);
        var changes = changes();
        changes.finishes()
                .add(new TurnChanges.Finish(
                        lease(claimed.getLast()), ChainState.FAILED, Reason.EXIT_CODE, 3, NOON, payload("why")));
        commit(changes);
        assertThat(store.chains(lane.run(), 0, 3))
                .extracting(ChainRecord::parameter, ChainRecord::state, ChainRecord::body, ChainRecord::report)
                .containsExactly(
                        tuple("a", ChainState.RUNNING, Payload.NONE, Payload.NONE),
                        tuple("b", ChainState.FAILED, Payload.NONE, payload("why")),
                        tuple("c", ChainState.READY, Payload.NONE, Payload.NONE));
        assertThat(store.chains(lane.run(), 3, 10))
                .extracting(ChainRecord::parameter)
                .containsExactly("d");
        assertThat(store.chains(lane.run(), 4, 10)).isEmpty();
        assertThat(store.ended(lane.run(), List.of(3, 1, 0)))
                .extracting(ChainRecord::parameter)
                .containsExactly("b");
        assertThat(store.ended(lane.run(), List.of())).isEmpty();
    }

    @Test
    void theServerThatKeepsARunGoesOnKeepingIt() {
        var run = newRun(ALICE, "flow");
        assertThat(store.keep(run, server, ofSeconds(5))).isNotEqualTo(RunClaim.THEIRS);
        assertThat(store.keep(run, server, ofSeconds(5))).isEqualTo(RunClaim.OURS);
    }

    @Test
    void aRunIsFoundByTheKeyOfItsOwner() {
        var run = newRun(ALICE, "mine", "key");
        var other = newRun(BOB, "his", "key");
        assertThat(store.runByKey(ALICE, "key")).contains(run);
        assertThat(store.runByKey(BOB, "key")).contains(other);
        assertThat(store.runByKey(ALICE, "other")).isEmpty();
    }

    @Test
    void aKeyThatIsTakenRefusesTheWholeCommit() {
        newRun(ALICE, "first", "key");
        var numbers = store.reserveRuns(2);
        var changes = changes();
        changes.runs()
                .add(new NewRun(numbers.get(0), RunSpec.tasks(ALICE, "free"), Optional.of("free"), NOON, true, false));
        changes.runs()
                .add(new NewRun(numbers.get(1), RunSpec.tasks(ALICE, "second"), Optional.of("key"), NOON, true, false));
        assertThat(store.commit(changes)).isEqualTo(CommitResult.Refused.gone(Set.of(numbers.get(1))));
        assertThat(archive.runs(RunFilter.ALL, Long.MAX_VALUE, 10)).hasSize(1);
        assertThat(store.runByKey(ALICE, "free")).isEmpty();
        commit(changes());
    }

    @Test
    void anUpdateChangesOnlyWhatItNames() {
        var run = newRun(ALICE, "run");
        var before = archive.run(run).orElseThrow();
        update(RunUpdate.of(run)
                .withState(RunState.RUNNING)
                .withStarted(NOON.plusSeconds(1))
                .withLogBytes(100));
        update(RunUpdate.of(run).withHeld(true).withLogBytes(23));
        var after = archive.run(run).orElseThrow();
        assertThat(after.state()).isEqualTo(RunState.RUNNING);
        assertThat(after.started()).contains(NOON.plusSeconds(1));
        assertThat(after.held()).isTrue();
        assertThat(after.logBytes()).isEqualTo(123);
        assertThat(after.closed()).isEqualTo(before.closed()).isFalse();
        assertThat(after.ending()).isEqualTo(EndRequest.NOT_ASKED);
        assertThat(after.finished()).isEmpty();
        assertThat(after.spec()).isEqualTo(before.spec());
        update(RunUpdate.of(run).withClosed());
        assertThat(archive.run(run).orElseThrow().closed()).isTrue();
    }

    @Test
    void aRunAndItsLanesChangePriorityTogether() {
        var run = newRun(ALICE, "run");
        var other = newRun(ALICE, "other");
        newLane(lane(run, 0));
        newLane(lane(run, 1));
        newLane(lane(other, 0));
        update(RunUpdate.of(run).withPriority(9));
        assertThat(archive.run(run).orElseThrow().spec().priority()).isEqualTo(9);
        assertThat(archive.run(run).orElseThrow().lanes())
                .allMatch(lane -> lane.spec().priority() == 9);
        assertThat(archive.run(other).orElseThrow().lanes())
                .allMatch(lane -> lane.spec().priority() == 0);
    }

    @Test
    void aRunThatHasFinishedStaysAsItFinished() {
        var run = newRun(ALICE, "run");
        update(RunUpdate.of(run).withState(RunState.FAILED).withFinished(NOON));
        update(RunUpdate.of(run).withState(RunState.SUCCEEDED).withFinished(NOON.plusSeconds(5)));
        assertThat(archive.run(run).orElseThrow().state()).isEqualTo(RunState.FAILED);
        assertThat(archive.run(run).orElseThrow().finished()).contains(NOON);
    }

    @Test
    void endingNeverGoesBack() {
        var run = newRun(ALICE, "run");
        update(RunUpdate.of(run).withEnding(EndRequest.KILL, Reason.CANCELLED));
        update(RunUpdate.of(run).withEnding(EndRequest.CANCEL, Reason.DEADLINE));
        assertThat(archive.run(run).orElseThrow().ending()).isEqualTo(EndRequest.KILL);
    }

    @Test
    void whatBelongsToNoRunIsRefusedAndChangesNothing() {
        var run = newRun(ALICE, "run");
        var missing = new RunId(987_654);
        var update = changes();
        update.runUpdates().add(RunUpdate.of(run).withHeld(true));
        update.runUpdates().add(RunUpdate.of(missing).withHeld(true));
        assertThat(store.commit(update)).isEqualTo(CommitResult.Refused.gone(Set.of(missing)));
        var chains = changes();
        chains.runUpdates().add(RunUpdate.of(run).withHeld(true));
        chains.chains().add(new NewChains(lane(run, 3), 0, chains("x"), NOON));
        assertThatThrownBy(() -> store.commit(chains))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining(run + "#3");
        assertThat(archive.run(run).orElseThrow().held()).isFalse();
        assertThat(archive.chain(new ChainId(run, 0))).isEmpty();
    }

    @Test
    void runsAreListedNewestFirstAndByFilter() {
        var red = newRun(ALICE, "Red things", Map.of("colour", "red", "size", "1"));
        var blue = newRun(ALICE, "blue 100%", Map.of("colour", "blue"));
        var bobs = newRun(BOB, "more RED", Map.of("colour", "red"));
        update(RunUpdate.of(blue).withState(RunState.SUCCEEDED).withFinished(NOON));
        assertThat(runs(RunFilter.ALL)).containsExactly(bobs, blue, red);
        assertThat(archive.runs(RunFilter.ALL, bobs.number(), 1))
                .extracting(RunRecord::id)
                .containsExactly(blue);
        assertThat(runs(filter(Optional.of(ALICE), Set.of(), Map.of(), ""))).containsExactly(blue, red);
        assertThat(runs(filter(Optional.empty(), Set.of(RunState.QUEUED), Map.of(), "")))
                .containsExactly(bobs, red);
        assertThat(runs(filter(Optional.empty(), Set.of(), Map.of("colour", "red"), "")))
                .containsExactly(bobs, red);
        assertThat(runs(filter(Optional.empty(), Set.of(), Map.of("colour", "red", "size", "1"), "")))
                .containsExactly(red);
        assertThat(runs(filter(Optional.empty(), Set.of(), Map.of(), "ReD"))).containsExactly(bobs, red);
        assertThat(runs(filter(Optional.empty(), Set.of(), Map.of(), "0%"))).containsExactly(blue);
        assertThat(runs(filter(Optional.empty(), Set.of(), Map.of(), "_"))).isEmpty();
        assertThat(runs(filter(Optional.of(ALICE), Set.of(RunState.QUEUED), Map.of("colour", "red"), "thing")))
                .containsExactly(red);
    }

    // --- chains ---

    @Test
    void addedChainsAreReadyAndCounted() throws Exception {
        var lane = newLane();
        var done = add(lane, 0, "a", "b", "c");
        assertThat(done.totals()).containsExactly(Map.entry(lane, new LaneTotals(3, 0, 0, 0)));
        assertThat(add(lane, 3, "d").totals()).containsExactly(Map.entry(lane, new LaneTotals(4, 0, 0, 0)));
        restart();
        assertThat(archive.run(lane.run()).orElseThrow().made()).isEqualTo(4);
        assertThat(chain(lane, 3))
                .isEqualTo(new ChainRecord(
                        new ChainId(lane.run(), 3),
                        0,
                        ChainState.READY,
                        Reason.NONE,
                        0,
                        0,
                        0,
                        Optional.empty(),
                        "d",
                        payload("body of d"),
                        NOON,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        Payload.NONE));
    }

    @Test
    void chainsNeedNeitherParameterNorBodyAndMayHaveLargeOnes() {
        var lane = newLane();
        var large = new byte[1_500_000];
        new Random(7).nextBytes(large);
        var changes = changes();
        changes.chains()
                .add(new NewChains(
                        lane,
                        0,
                        List.of(
                                new NewChain("", Payload.NONE),
                                new NewChain("äöü\t\0\n\uD83D\uDE80{},\"\\", Payload.of(large))),
                        NOON));
        commit(changes);
        var claimed = claim(lane, FIRST, 2);
        assertThat(claimed).extracting(ClaimedChain::parameter).containsExactly("", "äöü\t\0\n\uD83D\uDE80{},\"\\");
        assertThat(claimed).extracting(ClaimedChain::body).containsExactly(Payload.NONE, Payload.of(large));
        assertThat(chain(lane, 1).body()).isEqualTo(Payload.of(large));
    }

    @Test
    void anIndexThatIsTakenFailsTheWholeCommit() {
        var lane = newLane();
        add(lane, 0, "a", "b");
        assertThatThrownBy(() -> add(lane, 1, "c", "d")).isInstanceOf(StoreFailure.class);
        assertThat(archive.chains(lane.run(), Set.of(), 0, 10, false))
                .extracting(ChainRecord::parameter)
                .containsExactly("a", "b");
        assertThat(archive.run(lane.run()).orElseThrow().totals().added()).isEqualTo(2);
    }

    // --- claims ---

    @Test
    void aClaimLeasesTheLowestIndexesAndFillsTheSharesInOrder() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d", "e");
        var changes = changes();
        changes.claims()
                .add(new TurnChanges.Claim(
                        lane, List.of(new Share(FIRST, 2), new Share(SECOND, 1)), NOON.plusSeconds(1)));
        var claimed = commit(changes).claimed();
        assertThat(claimed)
                .containsExactly(
                        new ClaimedChain(lane, 0, 1, 0, 0, FIRST, "a", payload("body of a"), NOON, NOON.plusSeconds(1)),
                        new ClaimedChain(lane, 1, 1, 0, 0, FIRST, "b", payload("body of b"), NOON, NOON.plusSeconds(1)),
                        new ClaimedChain(
                                lane, 2, 1, 0, 0, SECOND, "c", payload("body of c"), NOON, NOON.plusSeconds(1)));
        var chain = chain(lane, 2);
        assertThat(chain.state()).isEqualTo(ChainState.RUNNING);
        assertThat(chain.attempt()).isEqualTo(1);
        assertThat(chain.session()).contains(SECOND);
        assertThat(chain.claimed()).contains(NOON.plusSeconds(1));
        assertThat(chain.firstClaimed()).contains(NOON.plusSeconds(1));
        assertThat(chain(lane, 3).state()).isEqualTo(ChainState.READY);
    }

    @Test
    void aClaimGetsNoMoreThanThereIs() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        var changes = changes();
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(FIRST, 2), new Share(SECOND, 10)), NOON));
        changes.claims().add(new TurnChanges.Claim(new LaneId(lane.run(), 5), List.of(new Share(FIRST, 2)), NOON));
        assertThat(commit(changes).claimed()).extracting(ClaimedChain::session).containsExactly(FIRST, FIRST, SECOND);
        assertThat(claim(lane, FIRST, 5)).isEmpty();
    }

    @Test
    void whatIsAddedCanBeClaimedInTheSameCommit() throws Exception {
        var run = store.reserveRuns(1).getFirst();
        var lane = lane(run, 0);
        var changes = changes();
        changes.runs().add(new NewRun(run, RunSpec.tasks(ALICE, "quick"), Optional.empty(), NOON, false, false));
        changes.lanes().add(new NewLane(lane, LaneSpec.PLAIN));
        changes.chains().add(new NewChains(lane, 0, chains("a", "b", "c"), NOON));
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(FIRST, 1), new Share(SECOND, 1)), NOON));
        var claimed = commit(changes).claimed();
        assertThat(claimed).extracting(ClaimedChain::parameter).containsExactly("a", "b");
        assertThat(claimed).extracting(ClaimedChain::body).containsExactly(payload("body of a"), payload("body of b"));
        restart();
        assertThat(states(run)).containsExactly(ChainState.RUNNING, ChainState.RUNNING, ChainState.READY);
        assertThat(succeed(claimed).totals()).containsExactly(Map.entry(lane, new LaneTotals(3, 2, 0, 0)));
    }

    @Test
    void olderChainsAreClaimedBeforeThoseOfTheSameCommit() {
        var lane = newLane();
        add(lane, 0, "a", "b");
        var changes = changes();
        changes.chains().add(new NewChains(lane, 2, chains("c", "d"), NOON));
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(FIRST, 3)), NOON));
        assertThat(commit(changes).claimed())
                .extracting(ClaimedChain::parameter)
                .containsExactly("a", "b", "c");
    }

    @Test
    void lanesOfARunAreClaimedApart() {
        var run = newRun(ALICE, "two lanes");
        var even = newLane(lane(run, 0));
        var odd = newLane(lane(run, 1));
        for (int i = 0; i < 10; i++) add(i % 2 == 0 ? even : odd, i, "chain " + i);
        assertThat(claim(odd, FIRST, 3)).extracting(ClaimedChain::index).containsExactly(1, 3, 5);
        assertThat(claim(even, FIRST, 4)).extracting(ClaimedChain::index).containsExactly(0, 2, 4, 6);
        assertThat(claim(odd, FIRST, 3)).extracting(ClaimedChain::index).containsExactly(7, 9);
        assertThat(archive.run(run).orElseThrow().lanes())
                .allMatch(lane -> lane.totals().added() == 5);
    }

    @Test
    void severalClaimsOfOneLaneInOneCommitGoOnWhereTheLastStopped() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        var changes = changes();
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(FIRST, 1)), NOON));
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(SECOND, 1)), NOON));
        assertThat(commit(changes).claimed()).extracting(ClaimedChain::index).containsExactly(0, 1);
    }

    @Test
    void theStoreDoesNotAskWhetherARunIsHeld() {
        var lane = newLane();
        add(lane, 0, "a");
        update(RunUpdate.of(lane.run())
                .withHeld(true)
                .withState(RunState.HELD)
                .withEnding(EndRequest.CANCEL, Reason.CANCELLED));
        assertThat(claim(lane, FIRST, 1)).hasSize(1);
    }

    @Test
    void manyThousandChainsAreClaimedInOrder() {
        var lane = newLane();
        for (int first = 0; first < 6_000; first += 2_000) {
            var changes = changes();
            var many = IntStream.range(first, first + 2_000)
                    .mapToObj(i -> new NewChain("p" + i, Payload.NONE))
                    .toList();
            changes.chains().add(new NewChains(lane, first, many, NOON));
            commit(changes);
        }
        var claimed = new ArrayList<ClaimedChain>();
        for (int size : new int[] {1, 999, 1_500, 2_500, 10_000}) claimed.addAll(claim(lane, FIRST, size));
        assertThat(claimed)
                .extracting(ClaimedChain::index)
                .containsExactlyElementsOf(IntStream.range(0, 6_000).boxed().toList());
        assertThat(claimed).allMatch(chain -> chain.parameter().equals("p" + chain.index()));
    }

    // --- finishes ---

    @Test
    void aFinishedChainIsKeptWithItsOutcome() throws Exception {
        var lane = newLane();
        add(lane, 0, "a", "b");
        var lease = lease(claim(lane, FIRST, 2).get(1));
        var changes = changes();
        changes.finishes()
                .add(new TurnChanges.Finish(
                        lease, ChainState.FAILED, Reason.EXIT_CODE, 3, NOON.plusSeconds(9), payload("report")));
        assertThat(commit(changes).totals()).containsExactly(Map.entry(lane, new LaneTotals(2, 0, 1, 0)));
        restart();
        var chain = chain(lane, 1);
        assertThat(chain.state()).isEqualTo(ChainState.FAILED);
        assertThat(chain.reason()).isEqualTo(Reason.EXIT_CODE);
        assertThat(chain.exitCode()).isEqualTo(3);
        assertThat(chain.finished()).contains(NOON.plusSeconds(9));
        assertThat(chain.report()).isEqualTo(payload("report"));
        assertThat(chain.session()).contains(FIRST);
        assertThat(chain.attempt()).isEqualTo(1);
        assertThat(chain.claimed()).contains(NOON);
        assertThat(chain.firstClaimed()).contains(NOON);
        assertThat(chain.body()).isEqualTo(payload("body of b"));
        assertThat(chain(lane, 0).state()).isEqualTo(ChainState.RUNNING);
    }

    @Test
    void theThreeEndsAreCountedApart() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d");
        var claimed = claim(lane, FIRST, 4);
        var changes = changes();
        changes.finishes().add(finish(lease(claimed.get(0)), ChainState.SUCCEEDED));
        changes.finishes().add(finish(lease(claimed.get(1)), ChainState.FAILED));
        changes.finishes().add(finish(lease(claimed.get(2)), ChainState.CANCELLED));
        assertThat(commit(changes).totals()).containsExactly(Map.entry(lane, new LaneTotals(4, 1, 1, 1)));
    }

    @Test
    void aLeaseThatIsNotCurrentRefusesTheCommitAndNamesExactlyTheChains() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d", "e", "f");
        var leases = claim(lane, FIRST, 5).stream().map(DatabaseContract::lease).toList();
        commit(finishing(leases.get(1), ChainState.SUCCEEDED));
        requeue(leases.get(3), Optional.empty());

        var changes = changes();
        changes.sessions().add(session(FIRST));
        changes.audit().add(new AuditEntry(NOON, "alice", "did", "what", "never happened"));
        changes.runUpdates().add(RunUpdate.of(lane.run()).withHeld(true));
        changes.chains().add(new NewChains(lane, 6, chains("g"), NOON));
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(SECOND, 5)), NOON));
        changes.finishes().add(finish(leases.get(0), ChainState.SUCCEEDED));
        changes.finishes().add(finish(leases.get(1), ChainState.SUCCEEDED)); // finished before
        changes.finishes().add(finish(withAttempt(leases.get(2), 2), ChainState.SUCCEEDED));
        changes.finishes().add(finish(leases.get(3), ChainState.SUCCEEDED)); // taken back
        changes.requeues().add(requeueOf(withSession(leases.get(4), SECOND), Optional.empty()));
        changes.finishes().add(finish(leaseOf(lane, 5, 1), ChainState.SUCCEEDED)); // never leased
        changes.finishes().add(finish(leaseOf(lane, 77, 1), ChainState.SUCCEEDED)); // never existed

        assertThat(store.commit(changes))
                .isEqualTo(new CommitResult.Refused(Set.of(
                        new ChainId(lane.run(), 1),
                        new ChainId(lane.run(), 2),
                        new ChainId(lane.run(), 3),
                        new ChainId(lane.run(), 4),
                        new ChainId(lane.run(), 5),
                        new ChainId(lane.run(), 77))));
        assertThat(states(lane.run()))
                .containsExactly(
                        ChainState.RUNNING,
                        ChainState.SUCCEEDED,
                        ChainState.RUNNING,
                        ChainState.READY,
                        ChainState.RUNNING,
                        ChainState.READY);
        assertThat(archive.run(lane.run()).orElseThrow().held()).isFalse();
        assertThat(archive.run(lane.run()).orElseThrow().totals()).isEqualTo(new LaneTotals(6, 1, 0, 0));
        assertThat(archive.session(FIRST)).isEmpty();
        assertThat(archive.audit(Instant.MAX, 10)).isEmpty();
        commit(finishing(leases.get(0), ChainState.SUCCEEDED));
    }

    @Test
    void ofTwoEndsOfOneChainInACommitNoneCounts() {
        var lane = newLane();
        add(lane, 0, "a", "b");
        var leases = claim(lane, FIRST, 2).stream().map(DatabaseContract::lease).toList();
        var changes = changes();
        changes.finishes().add(finish(leases.get(0), ChainState.SUCCEEDED));
        changes.finishes().add(finish(leases.get(1), ChainState.SUCCEEDED));
        changes.finishes().add(finish(leases.get(1), ChainState.FAILED));
        changes.requeues().add(requeueOf(leases.get(0), Optional.empty()));
        assertThat(store.commit(changes))
                .isEqualTo(new CommitResult.Refused(Set.of(new ChainId(lane.run(), 0), new ChainId(lane.run(), 1))));
        assertThat(states(lane.run())).containsOnly(ChainState.RUNNING);
    }

    @Test
    void chainsOfABatchMayEndInAnyOrderAndAnyGroups() {
        var lane = newLane();
        var changes = changes();
        changes.chains().add(new NewChains(lane, 0, Collections.nCopies(300, new NewChain("", Payload.NONE)), NOON));
        commit(changes);
        var claimed = new ArrayList<>(claim(lane, FIRST, 300));
        Collections.shuffle(claimed, new Random(5));
        for (int i = 0; i < 300; i += 7) {
            succeed(claimed.subList(i, Math.min(300, i + 7)));
            assertThat(store.leasesOf(FIRST)).hasSize(Math.max(0, 300 - i - 7));
        }
        assertThat(archive.run(lane.run()).orElseThrow().totals()).isEqualTo(new LaneTotals(300, 300, 0, 0));
    }

    // --- requeues ---

    @Test
    void aChainThatIsTakenBackIsNextAndRemembersItsPast() throws Exception {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d");
        var claimed = claim(lane, FIRST, 3);
        var changes = changes();
        changes.requeues()
                .add(new TurnChanges.Requeue(lease(claimed.get(1)), 0, 1, Optional.empty(), Reason.AGENT_LOST));
        commit(changes);
        restart();
        var waiting = chain(lane, 1);
        assertThat(waiting.state()).isEqualTo(ChainState.READY);
        assertThat(waiting.reason()).isEqualTo(Reason.AGENT_LOST);
        assertThat(waiting.attempt()).isEqualTo(1);
        assertThat(waiting.losses()).isEqualTo(1);
        assertThat(waiting.session()).isEmpty();
        assertThat(waiting.firstClaimed()).contains(NOON);

        assertThat(claim(lane, SECOND, 1, NOON.plusSeconds(60)))
                .containsExactly(new ClaimedChain(lane, 1, 2, 0, 1, SECOND, "b", payload("body of b"), NOON, NOON));
        assertThat(chain(lane, 1).claimed()).contains(NOON.plusSeconds(60));
        assertThat(chain(lane, 1).firstClaimed()).contains(NOON);
        assertThat(store.leasesOf(FIRST))
                .extracting(lease -> lease.chain().index())
                .containsExactly(0, 2);
        assertThat(store.leasesOf(SECOND))
                .containsExactly(new Lease(new ChainId(lane.run(), 1), lane, 2, 0, 1, SECOND, NOON, true));
        assertThat(store.commit(finishing(lease(claimed.get(1)), ChainState.SUCCEEDED)))
                .isInstanceOf(CommitResult.Refused.class);
        commit(finishing(store.leasesOf(SECOND).getFirst(), ChainState.SUCCEEDED));
        assertThat(chain(lane, 1).attempt()).isEqualTo(2);
        assertThat(chain(lane, 1).losses()).isEqualTo(1);
        assertThat(chain(lane, 1).firstClaimed()).contains(NOON);
    }

    // --- agents that return ---

    @Test
    void anAgentThatReturnsHasWhatNobodyElseWasGivenAndItsLossIsForgotten() throws Exception {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d");
        var claimed = claim(lane, FIRST, 3);
        lose(lease(claimed.get(1)), 1, Reason.AGENT_DIED);
        lose(lease(claimed.get(2)), 0, Reason.AGENT_LOST);
        restart();
        assertThat(reclaim(FIRST, lane, 1, 1, false))
                .containsExactly(new Lease(new ChainId(lane.run(), 1), lane, 1, 0, 0, FIRST, NOON, true));
        assertThat(reclaim(FIRST, lane, 2, 1, false)).hasSize(1);
        restart();
        assertThat(store.leasesOf(FIRST))
                .extracting(lease -> lease.chain().index() + ":" + lease.attempt() + ":" + lease.losses())
                .containsExactly("0:1:0", "1:1:0", "2:1:0");
        assertThat(chain(lane, 1).state()).isEqualTo(ChainState.RUNNING);
        assertThat(archive.attempts(new ChainId(lane.run(), 1), 10)).isEmpty();
        assertThat(store.openRun(lane.run()).orElseThrow().ready()).containsEntry(lane, 1L);
        for (var lease : store.leasesOf(FIRST)) commit(finishing(lease, ChainState.SUCCEEDED));
        assertThat(chain(lane, 1).attempt()).isEqualTo(1);
        assertThat(claim(lane, SECOND, 5)).extracting(ClaimedChain::index).containsExactly(3);
    }

    @Test
    void whatAnotherAgentWasGivenMeanwhileItLosesOnlyToAnAttemptThatGoesOn() throws Exception {
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        lose(lease(claim(lane, FIRST, 1).getFirst()), 1, Reason.AGENT_DIED);
        var second = lease(claim(lane, SECOND, 1).getFirst());
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(reclaim(FIRST, lane, 0, 1, false)).isEmpty();
        assertThat(reclaim(FIRST, lane, 0, 1, true)).hasSize(1);
        assertThat(store.leasesOf(SECOND)).isEmpty();
        restart();
        assertThat(store.commit(finishing(second, ChainState.SUCCEEDED))).isInstanceOf(CommitResult.Refused.class);

        var first = store.leasesOf(FIRST).getFirst();
        assertThat(first.attempt()).isEqualTo(1);
        requeue(first, Optional.empty());
        assertThat(claim(lane, SECOND, 1).getFirst().attempt())
                .as("no number is given out twice")
                .isEqualTo(3);
    }

    @Test
    void whatHasEndedOrWasNeverGivenOutIsNotGivenBack() throws Exception {
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        var claimed = claim(lane, FIRST, 2);
        lose(lease(claimed.get(0)), 0, Reason.AGENT_LOST);
        commit(finishing(lease(claim(lane, SECOND, 1).getFirst()), ChainState.SUCCEEDED));
        assertThat(reclaim(FIRST, lane, 0, 1, true)).isEmpty();
        assertThat(reclaim(SECOND, lane, 1, 1, true)).as("another agent has it").isEmpty();
        assertThat(reclaim(SECOND, lane, 2, 1, true)).as("nobody ever had it").isEmpty();
        assertThat(reclaim(SECOND, lane, 9, 1, true)).as("it is not there").isEmpty();
        lose(lease(claimed.get(1)), 0, Reason.AGENT_LOST);
        assertThat(reclaim(SECOND, lane, 1, 1, true))
                .as("it was another agent's")
                .isEmpty();
        assertThat(reclaim(FIRST, lane, 1, 1, true)).hasSize(1);
    }

    private void lose(Lease lease, int losses, Reason reason) {
        var changes = changes();
        changes.requeues().add(new TurnChanges.Requeue(lease, 0, losses, Optional.empty(), reason));
        changes.attempts()
                .add(new TurnChanges.Attempt(
                        lease.chain(), lease.attempt(), lease.session(), NOON, reason, 0, Payload.NONE));
        commit(changes);
    }

    private List<Lease> reclaim(SessionId session, LaneId lane, int index, int attempt, boolean goesOn) {
        return store.reclaim(
                session, List.of(new ShownAttempt(new ChainId(lane.run(), index), attempt, false, goesOn)));
    }

    @Test
    void aChainThatIsTakenBackForLaterWaitsUntilItIsDue() throws Exception {
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        var claimed = claim(lane, FIRST, 3);
        requeue(lease(claimed.get(0)), Optional.of(NOON.plusSeconds(20)));
        requeue(lease(claimed.get(2)), Optional.of(NOON.plusSeconds(10)));
        restart();
        assertThat(chain(lane, 0).state()).isEqualTo(ChainState.DELAYED);
        assertThat(chain(lane, 0).due()).contains(NOON.plusSeconds(20));
        assertThat(claim(lane, SECOND, 3)).isEmpty();
        assertThat(store.nextDue()).contains(NOON.plusSeconds(10));
        assertThat(archive.nextAttempt(lane.run())).contains(NOON.plusSeconds(10));
        assertThat(archive.nextAttempt(newRun(ALICE, "another"))).isEmpty();
        assertThat(store.promoteDue(NOON.plusSeconds(9), 10)).isEmpty();
        assertThat(store.promoteDue(NOON.plusSeconds(30), 1)).containsExactly(new MovedChain(lane, 2));
        assertThat(store.promoteDue(NOON.plusSeconds(30), 10)).containsExactly(new MovedChain(lane, 0));
        assertThat(store.nextDue()).isEmpty();
        assertThat(chain(lane, 0).due()).isEmpty();
        assertThat(claim(lane, SECOND, 3)).extracting(ClaimedChain::index).containsExactly(0, 2);
    }

    @Test
    void aLostAgentGivesBackAllItHeld() {
        var lane = newLane();
        var changes = changes();
        changes.chains().add(new NewChains(lane, 0, Collections.nCopies(500, new NewChain("", Payload.NONE)), NOON));
        commit(changes);
        var claimed = claim(lane, FIRST, 400);
        succeed(IntStream.range(0, 400)
                .filter(i -> i % 3 == 0)
                .mapToObj(claimed::get)
                .toList());
        var lost = changes();
        store.leasesOf(FIRST).forEach(lease -> lost.requeues().add(requeueOf(lease, Optional.empty())));
        commit(lost);
        assertThat(store.leasesOf(FIRST)).isEmpty();
        var again = claim(lane, SECOND, 500);
        assertThat(again).hasSize(500 - 134);
        assertThat(again).isSortedAccordingTo((one, two) -> Integer.compare(one.index(), two.index()));
        assertThat(again).allMatch(chain -> chain.attempt() == (chain.index() < 400 ? 2 : 1));
    }

    // --- at least once: leases that the store does not know ---

    @Test
    void peekShowsReadyChainsInOrderAndLeasesNothing() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d");
        claim(lane, SECOND, 1);
        var expected = List.of(
                new ClaimedChain(lane, 2, 1, 0, 0, FIRST, "c", payload("body of c"), NOON, LATER),
                new ClaimedChain(lane, 3, 1, 0, 0, FIRST, "d", payload("body of d"), NOON, LATER));
        assertThat(store.peek(lane, 2, 10, FIRST, LATER)).isEqualTo(expected);
        assertThat(store.peek(lane, 2, 10, FIRST, LATER)).isEqualTo(expected);
        assertThat(store.peek(lane, 0, 2, FIRST, LATER))
                .extracting(ClaimedChain::index)
                .containsExactly(1, 2);
        assertThat(store.peek(lane, 4, 2, FIRST, LATER)).isEmpty();
        assertThat(chain(lane, 2).state()).isEqualTo(ChainState.READY);
    }

    @Test
    void aLeaseInMemoryOnlyEndsAChainOnce() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        var lease = inMemory(store.peek(lane, 1, 1, FIRST, LATER).getFirst());
        assertThat(commit(finishing(lease, ChainState.SUCCEEDED)).totals())
                .containsExactly(Map.entry(lane, new LaneTotals(3, 1, 0, 0)));
        assertThat(chain(lane, 1).state()).isEqualTo(ChainState.SUCCEEDED);
        assertThat(chain(lane, 1).attempt()).isEqualTo(1);
        assertThat(chain(lane, 1).session()).contains(FIRST);
        assertThat(store.commit(finishing(withSession(lease, SECOND), ChainState.SUCCEEDED)))
                .isEqualTo(new CommitResult.Refused(Set.of(lease.chain())));
        assertThat(store.commit(finishing(inMemory(lane, 99), ChainState.SUCCEEDED)))
                .isInstanceOf(CommitResult.Refused.class);
        assertThat(store.peek(lane, 0, 10, FIRST, LATER))
                .extracting(ClaimedChain::index)
                .containsExactly(0, 2);
    }

    @Test
    void aLeaseInMemoryOnlyCanBeTakenBack() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        var changes = changes();
        changes.requeues()
                .add(new TurnChanges.Requeue(
                        inMemory(lane, 0), 1, 0, Optional.of(NOON.plusSeconds(5)), Reason.EXIT_CODE));
        changes.requeues().add(new TurnChanges.Requeue(inMemory(lane, 1), 1, 0, Optional.empty(), Reason.EXIT_CODE));
        commit(changes);
        assertThat(store.peek(lane, 0, 10, FIRST, LATER))
                .extracting(ClaimedChain::index, ClaimedChain::attempt, ClaimedChain::failures)
                .containsExactly(tuple(1, 2, 1), tuple(2, 1, 0));
        // The chain waits for its back-off, but a result that comes all the same is accepted: nobody else has one.
        commit(finishing(inMemory(lane, 0), ChainState.SUCCEEDED));
        assertThat(store.nextDue()).isEmpty();
        assertThat(store.promoteDue(NOON.plusSeconds(60), 10)).isEmpty();
        assertThat(archive.run(lane.run()).orElseThrow().totals()).isEqualTo(new LaneTotals(3, 1, 0, 0));
        assertThat(store.openRun(lane.run()).orElseThrow().ready()).containsEntry(lane, 2L);
    }

    @Test
    void chainsThatEndedWithoutALeaseAreNotClaimedAgain() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d", "e");
        commit(finishing(inMemory(lane, 0), ChainState.SUCCEEDED));
        commit(finishing(inMemory(lane, 2), ChainState.SUCCEEDED));
        assertThat(claim(lane, FIRST, 2)).extracting(ClaimedChain::index).containsExactly(1, 3);
        assertThat(store.leasesOf(FIRST))
                .extracting(lease -> lease.chain().index())
                .containsExactly(1, 3);
        assertThat(claim(lane, FIRST, 2)).extracting(ClaimedChain::index).containsExactly(4);
    }

    // --- ending what is queued ---

    @Test
    void queuedChainsAreEndedLowestFirstAndLeasedOnesAreNot() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d", "e", "f");
        var claimed = claim(lane, FIRST, 3);
        requeue(lease(claimed.get(0)), Optional.of(NOON.plusSeconds(60)));
        requeue(lease(claimed.get(1)), Optional.empty());
        var at = NOON.plusSeconds(7);
        assertThat(store.endQueued(lane.run(), ChainState.CANCELLED, Reason.CANCELLED, at, 3))
                .containsExactly(new MovedChain(lane, 0), new MovedChain(lane, 1), new MovedChain(lane, 3));
        assertThat(chain(lane, 0).state()).isEqualTo(ChainState.CANCELLED);
        assertThat(chain(lane, 0).reason()).isEqualTo(Reason.CANCELLED);
        assertThat(chain(lane, 0).finished()).contains(at);
        assertThat(chain(lane, 0).attempt()).isEqualTo(1);
        assertThat(chain(lane, 0).due()).isEmpty();
        assertThat(store.nextDue()).isEmpty();
        assertThat(store.endQueued(lane.run(), ChainState.FAILED, Reason.DEADLINE, at, 10))
                .containsExactly(new MovedChain(lane, 4), new MovedChain(lane, 5));
        assertThat(store.endQueued(lane.run(), ChainState.FAILED, Reason.DEADLINE, at, 10))
                .isEmpty();
        assertThat(archive.run(lane.run()).orElseThrow().totals()).isEqualTo(new LaneTotals(6, 0, 2, 3));
        assertThat(chain(lane, 2).state()).isEqualTo(ChainState.RUNNING);
    }

    @Test
    void oneChainIsEndedWhereverItStands() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d", "e", "f");
        var claimed = claim(lane, FIRST, 3);
        requeue(lease(claimed.get(0)), Optional.of(NOON.plusSeconds(60)));
        requeue(lease(claimed.get(1)), Optional.empty());
        var at = NOON.plusSeconds(7);
        for (int index : List.of(0, 1, 2, 4)) {
            int attempt = index < 3 ? 1 : 0;
            assertThat(store.endChain(chainId(lane, index), ChainState.CANCELLED, Reason.CANCELLED, at))
                    .contains(new EndedEarly(new MovedChain(lane, index), attempt));
            assertThat(store.endChain(chainId(lane, index), ChainState.CANCELLED, Reason.CANCELLED, at))
                    .isEmpty();
            assertThat(chain(lane, index).state()).isEqualTo(ChainState.CANCELLED);
            assertThat(chain(lane, index).reason()).isEqualTo(Reason.CANCELLED);
            assertThat(chain(lane, index).finished()).contains(at);
            assertThat(chain(lane, index).attempt()).isEqualTo(attempt);
        }
        assertThat(chain(lane, 2).session()).contains(FIRST);
        assertThat(store.nextDue()).isEmpty();
        assertThat(store.leasesOf(FIRST)).isEmpty();
        assertThat(store.endChain(chainId(lane, 6), ChainState.CANCELLED, Reason.CANCELLED, at))
                .isEmpty();
        assertThat(archive.run(lane.run()).orElseThrow().totals()).isEqualTo(new LaneTotals(6, 0, 0, 4));
        assertThat(store.openRun(lane.run()).orElseThrow().ready()).containsEntry(lane, 2L);
        var late = changes();
        late.finishes().add(finish(lease(claimed.get(2)), ChainState.SUCCEEDED));
        assertThat(store.commit(late)).isEqualTo(new CommitResult.Refused(Set.of(chainId(lane, 2))));
        assertThat(claim(lane, FIRST, 9)).extracting(ClaimedChain::index).containsExactly(3, 5);
    }

    @Test
    void aChainThatWaitsGoesToTheLaneOfItsPriority() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d", "e", "f");
        var claimed = claim(lane, FIRST, 3);
        requeue(lease(claimed.get(0)), Optional.of(NOON.plusSeconds(60)));
        requeue(lease(claimed.get(1)), Optional.empty());
        var raised = new LaneId(lane.run(), 1);
        for (int index : List.of(0, 1, 4)) {
            assertThat(store.reprioritise(chainId(lane, index), 5)).contains(new MovedChain(raised, index));
            assertThat(chain(lane, index).lane()).isEqualTo(1);
        }
        assertThat(store.reprioritise(chainId(lane, 4), 5)).as("again").contains(new MovedChain(raised, 4));
        assertThat(store.reprioritise(chainId(lane, 2), 5)).as("leased").isEmpty();
        assertThat(store.reprioritise(chainId(lane, 6), 5)).as("not there").isEmpty();
        assertThat(store.endChain(chainId(lane, 5), ChainState.CANCELLED, Reason.CANCELLED, NOON))
                .isPresent();
        assertThat(store.reprioritise(chainId(lane, 5), 5)).as("ended").isEmpty();
        var record = archive.run(lane.run()).orElseThrow();
        assertThat(record.made()).isEqualTo(6);
        assertThat(record.lanes()).hasSize(2);
        assertThat(record.lanes().getFirst().totals()).isEqualTo(new LaneTotals(3, 0, 0, 1));
        assertThat(record.lanes().getLast().totals()).isEqualTo(new LaneTotals(3, 0, 0, 0));
        assertThat(record.lanes().getLast().spec())
                .isEqualTo(record.lanes().getFirst().spec().withPriority(5));
        assertThat(store.openRun(lane.run()).orElseThrow().ready())
                .containsEntry(lane, 1L)
                .containsEntry(raised, 2L);
        assertThat(claim(raised, FIRST, 9))
                .extracting(ClaimedChain::index, ClaimedChain::attempt)
                .containsExactly(tuple(1, 2), tuple(4, 1));
        assertThat(store.promoteDue(NOON.plusSeconds(61), 9)).containsExactly(new MovedChain(raised, 0));
        assertThat(store.reprioritise(
                        chainId(lane, 0), record.lanes().getFirst().spec().priority()))
                .as("back")
                .contains(new MovedChain(lane, 0));
        assertThat(claim(lane, FIRST, 9)).extracting(ClaimedChain::index).containsExactly(0, 3);
        assertThat(archive.run(lane.run()).orElseThrow().lanes()).hasSize(2);
    }

    private static ChainId chainId(LaneId lane, int index) {
        return new ChainId(lane.run(), index);
    }

    @Test
    void manyQueuedChainsOfSeveralLanesAreEndedInSteps() {
        var run = newRun(ALICE, "two lanes");
        var lanes = List.of(newLane(lane(run, 0)), newLane(lane(run, 1)));
        for (int i = 0; i < 10; i++) {
            var changes = changes();
            var many = Collections.nCopies(200, new NewChain("", Payload.NONE));
            changes.chains().add(new NewChains(lanes.get(i % 2), 200 * i, many, NOON));
            commit(changes);
        }
        var ended = new ArrayList<MovedChain>();
        for (int i = 0; i < 5; i++)
            ended.addAll(store.endQueued(run, ChainState.CANCELLED, Reason.CANCELLED, NOON, 450));
        assertThat(ended)
                .extracting(MovedChain::index)
                .containsExactlyElementsOf(IntStream.range(0, 2_000).boxed().toList());
        assertThat(archive.run(run).orElseThrow().totals()).isEqualTo(new LaneTotals(2_000, 0, 0, 2_000));
    }

    // --- what is open ---

    @Test
    void openRunsTellHowManyChainsAreReady() throws Exception {
        var lane = newLane();
        var other = newLane(lane(lane.run(), 1));
        add(lane, 0, "a", "b", "c", "d", "e", "f");
        add(other, 6, "g");
        var claimed = claim(lane, FIRST, 5);
        succeed(claimed.subList(0, 1));
        requeue(lease(claimed.get(1)), Optional.of(NOON.plusSeconds(60)));
        requeue(lease(claimed.get(2)), Optional.empty());
        var finished = newRun(ALICE, "finished");
        update(RunUpdate.of(finished).withState(RunState.SUCCEEDED).withFinished(NOON));
        restart();
        assertThat(store.openRuns()).hasSize(1);
        var open = store.openRuns().getFirst();
        assertThat(open.ready()).isEqualTo(Map.of(lane, 2L, other, 1L));
        assertThat(open.run()).isEqualTo(archive.run(lane.run()).orElseThrow());
        assertThat(store.openRun(lane.run())).contains(open);
        assertThat(store.openRun(finished)).isEmpty();
        assertThat(store.openRun(new RunId(1_000_000))).isEmpty();
    }

    // --- agents ---

    @Test
    void agentsThatWerePresentAreInheritedByTheNextLifeOfTheirServer() throws Exception {
        var standing =
                new AgentStanding(AgentState.IDLE, 0, 1, Amounts.UNLIMITED, 0, Optional.empty(), Optional.empty());
        var agent = new AgentRecord(
                FIRST,
                server,
                "agent é",
                "host",
                Capabilities.of("gpu"),
                Capabilities.NONE,
                Amounts.UNLIMITED,
                1,
                Optional.empty(),
                NOON,
                Optional.empty(),
                standing);
        var changes = changes();
        changes.agents().present().add(agent);
        commit(changes);
        assertThat(store.agentsOf(server, -1)).containsExactly(agent);
        restart();
        assertThat(store.agentsOf(server, 0)).isEmpty();
        assertThat(store.agentsOf(server, -1))
                .singleElement()
                .satisfies(inherited -> assertThat(inherited.server()).isEqualTo(server));
        var gone = changes();
        gone.agents().gone().add(FIRST);
        commit(gone);
        assertThat(store.agentsOf(server, -1)).isEmpty();
    }

    // --- sessions and leases ---

    @Test
    void aSessionIsKeptAndTakenOver() {
        var first = new SessionRecord(FIRST, "agent é", "host", Capabilities.of("gpu"), 8, NOON, server);
        var later = new SessionRecord(
                FIRST,
                "agent é",
                "host2",
                Capabilities.NONE,
                4,
                NOON.plusSeconds(1),
                new ServerNumber(99),
                new SessionIdentity("token", "hash", "key"));
        assertThat(archive.session(FIRST)).isEmpty();
        meet(first);
        assertThat(archive.session(FIRST)).contains(first);
        meet(later);
        assertThat(archive.session(FIRST)).contains(later);
    }

    @Test
    void leasesOfAnEarlierLifeAreOrphanedUntilTheirSessionReturns() throws Exception {
        meet(session(FIRST));
        meet(session(SECOND));
        var lane = newLane();
        add(lane, 0, "a", "b", "c");
        claim(lane, FIRST, 1);
        claim(lane, SECOND, 1);
        assertThat(store.orphanedLeases(server, ofSeconds(5))).isEmpty();
        restart();
        assertThat(store.orphanedLeases(server, ofSeconds(5)))
                .containsExactly(
                        new Lease(new ChainId(lane.run(), 0), lane, 1, 0, 0, FIRST, NOON, true),
                        new Lease(new ChainId(lane.run(), 1), lane, 1, 0, 0, SECOND, NOON, true));
        meet(session(FIRST));
        var orphaned = store.orphanedLeases(server, ofSeconds(5));
        assertThat(orphaned).extracting(Lease::session).containsExactly(SECOND);
        var changes = changes();
        changes.requeues().add(requeueOf(orphaned.getFirst(), Optional.empty()));
        assertThat(store.commit(changes))
                .isEqualTo(new CommitResult.Refused(Set.of(orphaned.getFirst().chain())));
        changes.adopted().add(SECOND);
        commit(changes);
        assertThat(archive.session(SECOND).orElseThrow().server()).isEqualTo(server);
        assertThat(store.orphanedLeases(server, ofSeconds(5))).isEmpty();
        assertThat(claim(lane, FIRST, 1))
                .extracting(ClaimedChain::index, ClaimedChain::attempt)
                .containsExactly(tuple(1, 2));
        commit(finishing(store.leasesOf(FIRST).getFirst(), ChainState.SUCCEEDED));
    }

    @Test
    void anAdoptedSessionIsNoOrphan() throws Exception {
        meet(session(FIRST));
        var lane = newLane();
        add(lane, 0, "a");
        claim(lane, FIRST, 1);
        restart();
        var changes = changes();
        changes.adopted().add(FIRST);
        changes.adopted().add(new SessionId(12345)); // known to nobody: no harm
        commit(changes);
        assertThat(archive.session(FIRST).orElseThrow().server())
                .as("nobody has found it orphaned")
                .isNotEqualTo(server);
        assertThat(store.orphanedLeases(server, ofSeconds(5))).hasSize(1);
        commit(changes);
        assertThat(archive.session(FIRST).orElseThrow().server()).isEqualTo(server);
        assertThat(store.orphanedLeases(server, ofSeconds(5))).isEmpty();
        assertThat(archive.session(FIRST).orElseThrow().agent()).isEqualTo("agent");
        assertThat(archive.session(new SessionId(12345))).isEmpty();
        requeue(store.leasesOf(FIRST).getFirst(), Optional.empty());
    }

    @Test
    void leasesOfASessionNobodyHasRecordedAreOrphaned() {
        var lane = newLane();
        add(lane, 0, "a");
        claim(lane, FIRST, 1);
        assertThat(store.orphanedLeases(server, ofSeconds(5))).isEqualTo(store.leasesOf(FIRST));
        requeue(store.leasesOf(FIRST).getFirst(), Optional.empty());
    }

    // --- what is kept beside ---

    @Test
    void attemptsThatFailedAreKeptLatestFirst() {
        var lane = newLane();
        add(lane, 0, "a");
        var chain = new ChainId(lane.run(), 0);
        var changes = changes();
        for (int number = 1; number <= 3; number++) {
            changes.attempts()
                    .add(new TurnChanges.Attempt(
                            chain, number, FIRST, NOON.plusSeconds(number), Reason.SIGNAL, -9, payload("r" + number)));
        }
        commit(changes);
        commit(changes); // told again after a doubtful commit
        assertThat(store.attempts(chain, 2)).isEqualTo(archive.attempts(chain, 2));
        assertThat(archive.attempts(chain, 2))
                .containsExactly(
                        new AttemptRecord(chain, 3, FIRST, NOON.plusSeconds(3), Reason.SIGNAL, -9, payload("r3")),
                        new AttemptRecord(chain, 2, FIRST, NOON.plusSeconds(2), Reason.SIGNAL, -9, payload("r2")));
        assertThat(archive.attempts(new ChainId(lane.run(), 1), 2)).isEmpty();
    }

    @Test
    void outputIsKeptOnceAndReadFromAnyOffset() {
        var lane = newLane();
        add(lane, 0, "a");
        var chain = new ChainId(lane.run(), 0);
        var chunks = List.of(
                new LogChunk(chain, 1, LogStream.STDOUT, 0, payload("hello "), 0),
                new LogChunk(chain, 1, LogStream.STDOUT, 6, payload("world\n"), 100),
                new LogChunk(chain, 1, LogStream.STDOUT, 112, payload("end"), 0),
                new LogChunk(chain, 1, LogStream.STDERR, 0, payload("warning"), 0),
                new LogChunk(chain, 2, LogStream.STDOUT, 0, payload("again"), 0));
        keep(chunks);
        keep(List.of(chunks.get(1), new LogChunk(chain, 1, LogStream.STDOUT, 6, payload("other"), 0)));
        assertThat(log(chain, 0, 1_000)).containsExactly(chunks.get(0), chunks.get(1), chunks.get(2));
        assertThat(log(chain, 0, 6)).containsExactly(chunks.get(0));
        assertThat(log(chain, 0, 7)).containsExactly(chunks.get(0), chunks.get(1));
        assertThat(log(chain, 3, 1)).containsExactly(chunks.get(0));
        assertThat(log(chain, 6, 1)).containsExactly(chunks.get(1));
        assertThat(log(chain, 50, 1)).containsExactly(chunks.get(1));
        assertThat(log(chain, 112, 1_000)).containsExactly(chunks.get(2));
        assertThat(log(chain, 115, 1_000)).isEmpty();
        assertThat(archive.log(chain, 1, LogStream.STDERR, 0, 100)).containsExactly(chunks.get(3));
        assertThat(archive.log(chain, 2, LogStream.STDOUT, 0, 100)).containsExactly(chunks.get(4));
        assertThat(archive.log(chain, 3, LogStream.STDOUT, 0, 100)).isEmpty();
    }

    @Test
    void outputThatWasReadIsForgottenAndCountedAsLeftOut() {
        var lane = newLane();
        add(lane, 0, "a");
        var chain = new ChainId(lane.run(), 0);
        var kept = new LogChunk(chain, 1, LogStream.STDOUT, 0, payload("kept"), 0);
        var unread = new LogChunk(chain, 1, LogStream.STDOUT, 10, payload("ghi"), 0);
        var warning = new LogChunk(chain, 1, LogStream.STDERR, 4, payload("warning"), 0);
        keep(List.of(
                kept,
                new LogChunk(chain, 1, LogStream.STDOUT, 4, payload("abc"), 0),
                new LogChunk(chain, 1, LogStream.STDOUT, 7, payload("def"), 0),
                unread,
                warning));
        archive.trimLog(chain, 1, LogStream.STDOUT, 4, 12);
        var telling = new LogChunk(chain, 1, LogStream.STDOUT, 0, payload("kept"), 6);
        assertThat(log(chain, 0, 1_000)).containsExactly(telling, unread);
        archive.trimLog(chain, 1, LogStream.STDOUT, 4, 12); // again: there is nothing to forget
        assertThat(log(chain, 0, 1_000)).containsExactly(telling, unread);
        assertThat(archive.log(chain, 1, LogStream.STDERR, 0, 100)).containsExactly(warning);
    }

    @Test
    void whatIsNotKeptOfTheOutputOfARunIsTold() {
        var lane = newLane();
        var run = lane.run();
        for (int index = 0; index < 3; index++) add(lane, index, "a");
        keep(List.of(
                new LogChunk(new ChainId(run, 0), 1, LogStream.STDOUT, 0, payload("whole"), 0),
                new LogChunk(new ChainId(run, 1), 1, LogStream.STDOUT, 0, payload("kept"), 0),
                new LogChunk(new ChainId(run, 1), 1, LogStream.STDOUT, 4, payload("more"), 92),
                new LogChunk(new ChainId(run, 1), 2, LogStream.STDERR, 0, Payload.NONE, 7),
                new LogChunk(new ChainId(run, 2), 1, LogStream.STDOUT, 0, payload("a"), 1)));
        var first = new CutOutput(new ChainId(run, 1), 1, LogStream.STDOUT, 100, 8);
        var second = new CutOutput(new ChainId(run, 1), 2, LogStream.STDERR, 7, 0);
        var third = new CutOutput(new ChainId(run, 2), 1, LogStream.STDOUT, 2, 1);
        assertThat(archive.cutOutput(run, 0, Integer.MAX_VALUE, 10)).containsExactly(first, second, third);
        assertThat(archive.cutOutput(run, 0, Integer.MAX_VALUE, 2)).containsExactly(first, second);
        assertThat(archive.cutOutput(run, 2, 2, 10)).containsExactly(third);
        assertThat(archive.cutOutput(new RunId(4711), 0, Integer.MAX_VALUE, 10)).isEmpty();
        assertThat(archive.outputEnd(new ChainId(run, 1), 1, LogStream.STDOUT)).isEqualTo(100);
        assertThat(archive.outputEnd(new ChainId(run, 0), 1, LogStream.STDERR)).isZero();
    }

    @Test
    void auditIsReadNewestFirst() {
        var changes = changes();
        for (int i = 0; i < 4; i++)
            changes.audit().add(new AuditEntry(NOON.plusSeconds(i), "alice", "cancel", "run " + i, "é"));
        commit(changes);
        assertThat(archive.audit(NOON.plusSeconds(3), 2))
                .containsExactly(
                        new AuditEntry(NOON.plusSeconds(2), "alice", "cancel", "run 2", "é"),
                        new AuditEntry(NOON.plusSeconds(1), "alice", "cancel", "run 1", "é"));
    }

    @Test
    void tokensAreFoundByHashAndRevoked() throws Exception {
        var admin =
                new TokenRecord("a1", "hash1", Role.ADMIN, ALICE, "first", NOON, Optional.empty(), Optional.empty());
        var agent = new TokenRecord(
                "b2",
                "hash2",
                Role.AGENT,
                BOB,
                "",
                NOON.plusSeconds(1),
                Optional.of(NOON.plusSeconds(60)),
                Optional.empty());
        archive.addToken(admin);
        archive.addToken(agent);
        assertThatThrownBy(() -> archive.addToken(admin))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining("a1");
        restart();
        assertThat(archive.tokens()).containsExactly(admin, agent);
        assertThat(archive.tokenByHash("hash2")).contains(agent);
        assertThat(archive.tokenByHash("hash3")).isEmpty();
        assertThat(archive.revokeToken("b2", NOON.plusSeconds(2))).isTrue();
        assertThat(archive.revokeToken("b2", NOON.plusSeconds(9))).isTrue();
        assertThat(archive.revokeToken("zz", NOON)).isFalse();
        assertThat(archive.tokenByHash("hash2").orElseThrow().revoked()).contains(NOON.plusSeconds(2));
    }

    // --- lists ---

    @Test
    void chainsAreListedByIndexAndState() {
        var lane = newLane();
        add(lane, 0, "a", "b", "c", "d", "e", "f", "g", "h");
        var claimed = claim(lane, FIRST, 6);
        succeed(List.of(claimed.get(1), claimed.get(4)));
        commit(finishing(lease(claimed.get(2)), ChainState.FAILED));
        requeue(lease(claimed.get(3)), Optional.of(NOON.plusSeconds(5)));
        store.endQueued(lane.run(), ChainState.CANCELLED, Reason.CANCELLED, NOON, 0);
        // now: 0 running, 1 succeeded, 2 failed, 3 delayed, 4 succeeded, 5 running, 6 ready, 7 ready
        assertThat(indexes(lane, Set.of(), 0, 100)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(indexes(lane, Set.of(), 3, 2)).containsExactly(3, 4);
        assertThat(indexes(lane, Set.of(ChainState.RUNNING), 0, 100)).containsExactly(0, 5);
        assertThat(indexes(lane, Set.of(ChainState.RUNNING), 1, 100)).containsExactly(5);
        assertThat(indexes(lane, Set.of(ChainState.READY), 0, 100)).containsExactly(6, 7);
        assertThat(indexes(lane, Set.of(ChainState.READY, ChainState.DELAYED), 0, 2))
                .containsExactly(3, 6);
        assertThat(indexes(lane, Set.of(ChainState.SUCCEEDED), 2, 100)).containsExactly(4);
        assertThat(indexes(lane, Set.of(ChainState.FAILED), 0, 100)).containsExactly(2);
        assertThat(indexes(lane, Set.of(ChainState.FAILED, ChainState.RUNNING, ChainState.SUCCEEDED), 0, 4))
                .containsExactly(0, 1, 2, 4);
        assertThat(indexes(lane, Set.of(ChainState.CANCELLED, ChainState.HELD), 0, 4))
                .isEmpty();
        for (var chain : archive.chains(lane.run(), Set.of(), 0, 100, false)) {
            assertThat(archive.chain(chain.id())).contains(chain);
        }
        assertThat(archive.chains(lane.run(), Set.of(), 0, 100, true))
                .allMatch(chain -> chain.body().isEmpty());
        assertThat(archive.chains(new RunId(77), Set.of(), 0, 100, true)).isEmpty();
    }

    // --- forgetting ---

    @Test
    void finishedRunsAreForgottenOldestFirstWithAllThatBelongsToThem() throws Exception {
        var runs = new ArrayList<RunId>();
        for (int i = 0; i < 3; i++) {
            var run = newRun(ALICE, "run " + i, "key " + i);
            runs.add(run);
            var lane = newLane(lane(run, 0));
            add(lane, 0, "a", "b");
            var claimed = claim(lane, FIRST, 2);
            succeed(claimed);
            var chain = new ChainId(run, 0);
            keep(List.of(new LogChunk(chain, 1, LogStream.STDOUT, 0, payload("out"), 0)));
            var changes = changes();
            changes.attempts().add(new TurnChanges.Attempt(chain, 1, FIRST, NOON, Reason.SIGNAL, 1, Payload.NONE));
            commit(changes);
            // The newest is the first to finish.
            update(RunUpdate.of(run).withState(RunState.SUCCEEDED).withFinished(NOON.minusSeconds(i)));
        }
        var open = newRun(ALICE, "open");
        var cleaner = database.cleaner();
        assertThat(cleaner.clean(NOON, Duration.ofSeconds(5)).runs()).isZero();
        assertThat(runs(RunFilter.ALL)).hasSize(4);
        forgetAll(NOON);
        assertThat(runs(RunFilter.ALL)).containsExactly(open, runs.get(0));
        var gone = new ChainId(runs.get(2), 0);
        assertThat(archive.run(gone.run())).isEmpty();
        assertThat(archive.chain(gone)).isEmpty();
        assertThat(archive.chains(gone.run(), Set.of(), 0, 10, false)).isEmpty();
        assertThat(archive.log(gone, 1, LogStream.STDOUT, 0, 10)).isEmpty();
        assertThat(archive.attempts(gone, 10)).isEmpty();
        assertThat(store.runByKey(ALICE, "key 2")).isEmpty();
        assertThat(archive.chain(new ChainId(runs.get(0), 0))).isPresent();
        assertThat(archive.attempts(new ChainId(runs.get(0), 0), 10)).hasSize(1);
        newRun(ALICE, "new", "key 2");
    }

    @Test
    void aLargeRunIsForgottenInSteps() {
        var lane = newLane();
        for (int first = 0; first < 12_000; first += 4_000) {
            var changes = changes();
            changes.chains()
                    .add(new NewChains(lane, first, Collections.nCopies(4_000, new NewChain("", Payload.NONE)), NOON));
            commit(changes);
        }
        while (!store.endQueued(lane.run(), ChainState.CANCELLED, Reason.CANCELLED, NOON, 5_000)
                .isEmpty()) {}
        update(RunUpdate.of(lane.run()).withState(RunState.CANCELLED).withFinished(NOON));
        forgetAll(NOON.plusSeconds(1));
        assertThat(runs(RunFilter.ALL)).isEmpty();
        assertThat(archive.chains(lane.run(), Set.of(), 0, 10, false)).isEmpty();
    }

    private void forgetAll(Instant finishedBefore) {
        var cleaner = database.cleaner();
        int steps = 0;
        while (cleaner.clean(finishedBefore.plusSeconds(1), Duration.ofSeconds(1))
                .more()) assertThat(++steps).isLessThan(1_000);
    }

    // --- many threads ---

    @Test
    void theArchiveAnswersWhileCommitsGoOnAndNeverSeesHalfOfOne() throws Exception {
        var lane = newLane();
        int rounds = 60;
        var stop = new AtomicBoolean();
        var ready = new CountDownLatch(3);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Integer> reader = () -> {
                int reads = 0;
                do {
                    var run = archive.run(lane.run()).orElseThrow();
                    assertThat(run.made()).isEqualTo((int) run.totals().added());
                    var chains = archive.chains(lane.run(), Set.of(), 0, 1_000, false);
                    // Every commit adds ten and ends the ten before it.
                    assertThat(chains.size() % 10).isZero();
                    for (int i = 0; i < chains.size(); i++)
                        assertThat(chains.get(i).id().index()).isEqualTo(i);
                    long ended = chains.stream()
                            .filter(chain -> chain.state().isFinal())
                            .count();
                    assertThat(ended).isEqualTo(Math.max(0, chains.size() - 10));
                    var running = archive.chains(lane.run(), Set.of(ChainState.RUNNING), 0, 1_000, true);
                    assertThat(running).hasSize(chains.isEmpty() && running.isEmpty() ? 0 : 10);
                    reads++;
                    ready.countDown();
                } while (!stop.get());
                return reads;
            };
            var readers = List.of(threads.submit(reader), threads.submit(reader), threads.submit(reader));
            ready.await();
            List<ClaimedChain> held = List.of();
            for (int i = 0; i < rounds; i++) {
                var changes = changes();
                changes.chains()
                        .add(new NewChains(
                                lane, 10 * i, Collections.nCopies(10, new NewChain("", payload("x"))), NOON));
                held.forEach(chain -> changes.finishes().add(finish(lease(chain), ChainState.SUCCEEDED)));
                changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(FIRST, 10)), NOON));
                held = commit(changes).claimed();
            }
            stop.set(true);
            for (Future<Integer> each : readers) assertThat(each.get()).isPositive();
        }
    }

    // --- chance ---

    @Test
    void randomStepsGiveWhatTheDatabaseInMemoryGives() throws Exception {
        long firstSeed = Long.getLong("tidewheel.storage.seed", 1);
        int seeds = Integer.getInteger("tidewheel.storage.seeds", 10);
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            new RandomSteps(seed, this::reopen).run(openEmpty(), 100);
        }
    }

    // --- words of the stories ---

    protected TurnChanges changes() {
        return new TurnChanges(server);
    }

    protected CommitResult.Done commit(TurnChanges changes) {
        var outcome = store.commit(changes);
        assertThat(outcome).isInstanceOf(CommitResult.Done.class);
        return (CommitResult.Done) outcome;
    }

    protected RunId newRun(Owner owner, String name) {
        return newRun(RunSpec.tasks(owner, name), Optional.empty());
    }

    protected RunId newRun(Owner owner, String name, String key) {
        return newRun(RunSpec.tasks(owner, name), Optional.of(key));
    }

    protected RunId newRun(Owner owner, String name, Map<String, String> labels) {
        return newRun(RunSpec.tasks(owner, name).with(SubmissionField.LABELS, new TreeMap<>(labels)), Optional.empty());
    }

    private RunId newRun(RunSpec spec, Optional<String> key) {
        var id = store.reserveRuns(1).getFirst();
        var changes = changes();
        changes.runs().add(new NewRun(id, spec, key, NOON, false, false));
        commit(changes);
        return id;
    }

    protected LaneId newLane() {
        return newLane(lane(newRun(ALICE, "run"), 0));
    }

    protected LaneId newLane(LaneId id) {
        var changes = changes();
        changes.lanes().add(new NewLane(id, LaneSpec.PLAIN));
        commit(changes);
        return id;
    }

    protected CommitResult.Done add(LaneId lane, int firstIndex, String... parameters) {
        var changes = changes();
        changes.chains().add(new NewChains(lane, firstIndex, chains(parameters), NOON));
        return commit(changes);
    }

    protected List<ClaimedChain> claim(LaneId lane, SessionId session, int count) {
        return claim(lane, session, count, NOON);
    }

    protected List<ClaimedChain> claim(LaneId lane, SessionId session, int count, Instant at) {
        var changes = changes();
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(session, count)), at));
        return commit(changes).claimed();
    }

    protected CommitResult.Done succeed(List<ClaimedChain> claimed) {
        var changes = changes();
        claimed.forEach(chain -> changes.finishes().add(finish(lease(chain), ChainState.SUCCEEDED)));
        return commit(changes);
    }

    protected void requeue(Lease lease, Optional<Instant> due) {
        var changes = changes();
        changes.requeues().add(requeueOf(lease, due));
        commit(changes);
    }

    protected void update(RunUpdate update) {
        var changes = changes();
        changes.runUpdates().add(update);
        commit(changes);
    }

    protected void meet(SessionRecord session) {
        var changes = changes();
        changes.sessions().add(session);
        commit(changes);
    }

    private void keep(List<LogChunk> chunks) {
        var changes = changes();
        changes.logs().addAll(chunks);
        commit(changes);
    }

    private List<LogChunk> log(ChainId chain, long offset, int maxBytes) {
        return archive.log(chain, 1, LogStream.STDOUT, offset, maxBytes);
    }

    protected ChainRecord chain(LaneId lane, int index) {
        return archive.chain(new ChainId(lane.run(), index)).orElseThrow();
    }

    protected List<ChainState> states(RunId run) {
        return archive.chains(run, Set.of(), 0, 10_000, true).stream()
                .map(ChainRecord::state)
                .toList();
    }

    private List<Integer> indexes(LaneId lane, Set<ChainState> states, int from, int limit) {
        return archive.chains(lane.run(), states, from, limit, false).stream()
                .map(chain -> chain.id().index())
                .toList();
    }

    private List<RunId> runs(RunFilter filter) {
        return archive.runs(filter, Long.MAX_VALUE, 100).stream()
                .map(RunRecord::id)
                .toList();
    }

    protected SessionRecord session(SessionId id) {
        return new SessionRecord(id, "agent", "host", Capabilities.NONE, 4, NOON, server);
    }

    protected TurnChanges finishing(Lease lease, ChainState state) {
        var changes = changes();
        changes.finishes().add(finish(lease, state));
        return changes;
    }

    protected static TurnChanges.Finish finish(Lease lease, ChainState state) {
        return new TurnChanges.Finish(lease, state, Reason.NONE, 0, NOON, Payload.NONE);
    }

    protected static TurnChanges.Requeue requeueOf(Lease lease, Optional<Instant> due) {
        return new TurnChanges.Requeue(lease, lease.failures() + 1, lease.losses(), due, Reason.EXIT_CODE);
    }

    protected static Lease lease(ClaimedChain claimed) {
        return new Lease(
                claimed.chain(),
                claimed.lane(),
                claimed.attempt(),
                claimed.failures(),
                claimed.losses(),
                claimed.session(),
                claimed.firstClaimed(),
                true);
    }

    private static Lease inMemory(ClaimedChain claimed) {
        return inMemory(claimed.lane(), claimed.index());
    }

    private static Lease inMemory(LaneId lane, int index) {
        return new Lease(new ChainId(lane.run(), index), lane, 1, 0, 0, FIRST, NOON, false);
    }

    private static Lease leaseOf(LaneId lane, int index, int attempt) {
        return new Lease(new ChainId(lane.run(), index), lane, attempt, 0, 0, FIRST, NOON, true);
    }

    protected static Lease withAttempt(Lease lease, int attempt) {
        return new Lease(
                lease.chain(),
                lease.lane(),
                attempt,
                lease.failures(),
                lease.losses(),
                lease.session(),
                lease.firstClaimed(),
                true);
    }

    protected static Lease withSession(Lease lease, SessionId session) {
        return new Lease(
                lease.chain(),
                lease.lane(),
                lease.attempt(),
                lease.failures(),
                lease.losses(),
                session,
                lease.firstClaimed(),
                lease.durable());
    }

    // --- machines ---

    @Test
    void aMachineIsRememberedFromTheIntentToItsEnd() throws Exception {
        assertThat(database.machines().lead(server, ofSeconds(5))).isTrue();
        var wanted = machine("a-1", NOON);
        save(wanted);
        assertThat(database.machines().present()).containsExactly(wanted);

        var made = wanted.made(new Machines.Made("i-77", Optional.of("10.0.0.7")), NOON.plusSeconds(1));
        var ready = made.joined(NOON.plusSeconds(2));
        save(made);
        save(ready);
        restart();
        assertThat(database.machines().present()).containsExactly(ready);
        assertThat(database.machines().machine(ready.id())).contains(ready);

        assertThat(database.machines().lead(server, ofSeconds(5))).isTrue();
        var gone =
                ready.draining(LATER, "idle").destroying(LATER, "idle", false).gone(LATER.plusSeconds(1));
        save(gone);
        assertThat(database.machines().present()).isEmpty();
        assertThat(database.machines().machine(ready.id())).contains(gone);
        assertThat(gone.state()).isEqualTo(MachineState.DESTROYED);
    }

    @Test
    void theEndOfAMachineIsFinal() {
        database.machines().lead(server, ofSeconds(5));
        var gone = machine("a-1", NOON).destroying(NOON, "no power", true).gone(LATER);
        save(gone);
        assertThat(gone.state()).isEqualTo(MachineState.ERROR);
        var revived = gone.joined(LATER);
        var other = machine("a-2", NOON);
        assertThat(database.machines().save(server, List.of(other, revived), List.of()))
                .isFalse();
        assertThat(database.machines().machine(gone.id())).contains(gone);
        assertThat(database.machines().machine(other.id())).isEmpty();
    }

    @Test
    void machinesAreListedNewestFirstInPages() {
        database.machines().lead(server, ofSeconds(5));
        save(machine("a-1", NOON));
        save(machine("a-2", NOON));
        save(machine("b-1", LATER));
        save(machine("c-1", LATER.plusSeconds(1)).destroying(LATER, "x", true).gone(LATER.plusSeconds(2)));
        assertThat(names(Set.of(), Optional.empty(), 10)).containsExactly("c-1", "b-1", "a-2", "a-1");
        assertThat(names(Set.of(), Optional.empty(), 2)).containsExactly("c-1", "b-1");
        assertThat(names(Set.of(), Optional.of(new MachineId("b-1")), 2)).containsExactly("a-2", "a-1");
        assertThat(names(Set.of(MachineState.CREATING), Optional.empty(), 2)).containsExactly("b-1", "a-2");
        assertThat(names(Set.of(MachineState.ERROR, MachineState.RUNNING), Optional.empty(), 9))
                .containsExactly("c-1");
        assertThat(database.machines().lastOf("gpu", 3))
                .extracting(each -> each.id().name())
                .containsExactly("c-1", "b-1", "a-2");
        assertThat(database.machines().lastOf("none", 3)).isEmpty();
    }

    @Test
    void theUseOfAMachineAddsUpByPeriodAndRun() {
        database.machines().lead(server, ofSeconds(5));
        var first = machine("a-1", NOON);
        var second = machine("b-1", LATER).destroying(LATER, "", false).gone(LATER.plusSeconds(9));
        save(first);
        save(second);
        assertThat(database.machines()
                        .use(
                                server,
                                List.of(
                                        new MachineUse(first.id(), 0, new RunId(7), ofSeconds(2)),
                                        new MachineUse(first.id(), 1, new RunId(7), ofSeconds(3)),
                                        new MachineUse(first.id(), 0, new RunId(8), ofSeconds(4)),
                                        new MachineUse(second.id(), 0, new RunId(8), ofSeconds(1))),
                                List.of()))
                .isTrue();
        database.machines().use(server, List.of(new MachineUse(first.id(), 0, new RunId(7), ofSeconds(5))), List.of());
        assertThat(database.machines().usesOf(first.id()))
                .containsExactly(
                        new MachineUse(first.id(), 0, new RunId(7), ofSeconds(7)),
                        new MachineUse(first.id(), 0, new RunId(8), ofSeconds(4)),
                        new MachineUse(first.id(), 1, new RunId(7), ofSeconds(3)));
        assertThat(database.machines().usedBy(new RunId(8), 9)).containsExactly(first.id(), second.id());
        assertThat(database.machines().usedBy(new RunId(8), 1)).containsExactly(first.id());
        assertThat(database.machines().use(new ServerNumber(server.value() + 1), List.of(), List.of()))
                .isFalse();
        assertThat(database.machines().forget(LATER.plusSeconds(10), 10)).isEqualTo(1);
        assertThat(database.machines().usesOf(second.id())).isEmpty();
        assertThat(database.machines().usesOf(first.id())).hasSize(3);
    }

    @Test
    void howLongWorkTakesAddsUpByOwnerSetupAndKind() {
        var machines = database.machines();
        machines.lead(server, ofSeconds(5));
        var ada = new Owner("ada");
        var render = new WorkTime(ada, "gpu", "render", 2, ofSeconds(6), LATER);
        var other = new WorkTime(ada, "cpu", "render", 1, ofSeconds(9), NOON.plusSeconds(1));
        var old = new WorkTime(new Owner("bob"), "gpu", "render", 5, ofSeconds(1), NOON);
        assertThat(machines.use(server, List.of(), List.of(render, other, old))).isTrue();
        assertThat(machines.workTimes(9)).containsExactly(render, other, old);
        var more = new WorkTime(ada, "gpu", "render", 1, ofSeconds(2), NOON);
        machines.use(server, List.of(), List.of(more));
        var sum = new WorkTime(ada, "gpu", "render", 3, ofSeconds(8), LATER);
        assertThat(machines.workTimes(9)).containsExactly(sum, other, old);
        assertThat(machines.workTimes(1)).containsExactly(sum);
        assertThat(machines.use(new ServerNumber(server.value() + 1), List.of(), List.of(more)))
                .isFalse();
        assertThat(machines.workTimes(1)).containsExactly(sum);
        machines.forget(NOON.plusSeconds(1), 10);
        assertThat(machines.workTimes(9)).containsExactly(sum, other);
    }

    @Test
    void machinesOfATimeAreFoundAlsoIfTheyHaveEnded() {
        database.machines().lead(server, ofSeconds(5));
        save(machine("gone-1", NOON).destroying(NOON, "", false).gone(NOON.plusSeconds(5)));
        save(machine("here-1", NOON.plusSeconds(3)));
        save(machine("late-1", LATER));
        assertThat(between(NOON, NOON.plusSeconds(1))).containsExactly("gone-1");
        assertThat(between(NOON.plusSeconds(5), LATER)).containsExactly("gone-1", "here-1");
        assertThat(between(NOON.plusSeconds(6), LATER.plusSeconds(1))).containsExactly("here-1", "late-1");
    }

    private List<String> between(Instant from, Instant to) {
        return database.machines().between(from, to, 9).stream()
                .map(machine -> machine.id().name())
                .toList();
    }

    @Test
    void machinesThatEndedLongAgoAreForgotten() {
        database.machines().lead(server, ofSeconds(5));
        for (int i = 0; i < 3; i++) {
            save(machine("old-" + i, NOON).destroying(NOON, "", false).gone(NOON.plusSeconds(i)));
        }
        save(machine("young-1", NOON).destroying(NOON, "", false).gone(LATER));
        save(machine("here-1", NOON));
        assertThat(database.machines().forget(LATER, 2)).isEqualTo(2);
        assertThat(names(Set.of(), Optional.empty(), 9)).containsExactly("young-1", "old-2", "here-1");
        assertThat(database.machines().forget(LATER, 2)).isEqualTo(1);
        assertThat(database.machines().forget(LATER, 2)).isZero();
    }

    @Test
    void whatIsDoneToMachinesStandsInTheAuditLog() {
        database.machines().lead(server, ofSeconds(5));
        var entry = new AuditEntry(NOON, "fleet", "machine-create", "machine a-1", "2 chains wait");
        assertThat(database.machines().save(server, List.of(machine("a-1", NOON)), List.of(entry)))
                .isTrue();
        assertThat(archive.audit(LATER, 10)).contains(entry);
    }

    private void save(MachineRecord machine) {
        assertThat(database.machines().save(server, List.of(machine), List.of()))
                .isTrue();
    }

    private List<String> names(Set<MachineState> states, Optional<MachineId> after, int limit) {
        return database.machines().machines(states, after, limit).stream()
                .map(each -> each.id().name())
                .toList();
    }

    private static MachineRecord machine(String name, Instant created) {
        var setup = Setup.of("gpu", Capabilities.of("gpu"), 3);
        return MachineRecord.intended(new MachineId(name), setup, created, "work waits");
    }

    private static RunFilter filter(
            Optional<Owner> owner, Set<RunState> states, Map<String, String> labels, String name) {
        return new RunFilter(owner, states, labels, name.isEmpty() ? Optional.empty() : Optional.of(name));
    }

    protected static LaneId lane(RunId run, int number) {
        return new LaneId(run, number);
    }

    protected static List<NewChain> chains(String... parameters) {
        return java.util.Arrays.stream(parameters)
                .map(name -> new NewChain(name, payload("body of " + name)))
                .toList();
    }

    protected static Payload payload(String text) {
        return Payload.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static org.assertj.core.groups.Tuple tuple(Object... values) {
        return org.assertj.core.groups.Tuple.tuple(values);
    }

    // --- what a backup has ---

    /** Whoever has no backup has nothing to promise here. */
    @Test
    void aSnapshotHasOneStateThoughWorkGoesOnBetweenItsTables() throws Exception {
        var lane = newLane();
        add(lane, 0, "before", "before");
        var content = new SnapshotRows() {
            @Override
            public void table(String name, List<String> columns) throws IOException {
                super.table(name, columns);
                add(newLane(), 0, "later", "later", "later");
                archive.addToken(new TokenRecord(
                        "t" + name, "h" + name, Role.ADMIN, ALICE, "", NOON, Optional.empty(), Optional.empty()));
            }
        };
        var snapshot = database.snapshot();
        if (snapshot.isEmpty()) return;
        snapshot.get().read(content);
        assertThat(content.rows("run")).hasSize(1);
        assertThat(content.rows("lane")).hasSize(1);
        assertThat(content.rows("chain")).hasSize(2);
        assertThat(content.rows("tally")).hasSize(1).first().asString().contains("added=2");
        assertThat(content.rows("token")).isEmpty();
    }

    // --- what servers have in common ---

    @Test
    void theFirstNoteOfANameCountsUntilItIsReplaced() throws Exception {
        var notes = database.notes();
        assertThat(notes.find("key")).isEmpty();
        assertThat(notes.keepFirst("key", payload("one"))).isEqualTo(payload("one"));
        assertThat(notes.keepFirst("key", payload("two"))).isEqualTo(payload("one"));
        assertThat(notes.replace("key", payload("two"), payload("three"))).isFalse();
        assertThat(notes.replace("key", payload("one"), payload("three"))).isTrue();
        assertThat(notes.replace("nobody", payload("one"), payload("three"))).isFalse();
        restart();
        assertThat(database.notes().find("key")).contains(payload("three"));
    }

    @Test
    void ofManyWhoBeginTogetherOneDecides() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = IntStream.range(0, 20)
                    .<Callable<Payload>>mapToObj(i -> () -> database.notes().keepFirst("key", payload("of " + i)))
                    .toList();
            assertThat(threads.invokeAll(calls))
                    .extracting(Future::resultNow)
                    .containsOnly(database.notes().find("key").orElseThrow());
        }
    }
}
