package io.tidewheel.server.notices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.autoscaling.Breaker;
import io.tidewheel.autoscaling.Plan;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Money;
import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.NotifierFailure;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.Setup;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The service under virtual time, with notifiers that note what they are told. */
class NoticeServiceTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Owner ALICE = new Owner("alice");
    private static final Owner BOB = new Owner("bob");
    private static final Set<NoticeKind> ALL = EnumSet.allOf(NoticeKind.class);

    private static final Setup SETUP = Setup.of("gpu", Capabilities.NONE, 3);

    private final VirtualTime time = new VirtualTime(NOON);
    private MemoryDatabase database = MemoryDatabase.empty();
    private DiskNotices.Room room = new DiskNotices.Room(1L << 40, 1L << 39);
    private final FakeNotifier ops = new FakeNotifier();
    private final FakeNotifier alices = new FakeNotifier();

    /** Keeps what it is told, or fails as it is told to. */
    private static final class FakeNotifier implements Notifier {
        final List<Notice> heard = new ArrayList<>();
        int attempts;

        @Nullable
        NotifierFailure failing;

        @Nullable
        RuntimeException mistaken;

        @Override
        public void tell(Notice notice) throws NotifierFailure {
            attempts++;
            if (mistaken != null) throw mistaken;
            if (failing != null) throw failing;
            heard.add(notice);
        }

        List<String> ids() {
            return heard.stream().map(Notice::id).toList();
        }

        @Override
        public String description() {
            return "memory";
        }
    }

    private static NoticeTarget everything(String name, Notifier notifier) {
        return new NoticeTarget(name, "fake", ALL, Optional.empty(), Map.of(), notifier);
    }

    private NoticeService service(NoticeTarget... targets) {
        return new NoticeService(List.of(targets), database, "one", () -> room, Optional::empty, time, new Random(1));
    }

    private RunId ended(Owner owner, RunState state, Reason reason, Map<String, String> labels) {
        var store = database.store();
        var asked = Submission.named("render").with(SubmissionField.LABELS, new TreeMap<>(labels));
        var server = store.begin("one", time.instant());
        var id = store.reserveRuns(1).getFirst();
        var made = new TurnChanges(server);
        made.runs()
                .add(new TurnChanges.NewRun(
                        id,
                        new RunSpec(RunKind.TASKS, owner, asked, ""),
                        Optional.empty(),
                        time.instant(),
                        true,
                        false));
        store.commit(made);
        var over = new TurnChanges(server);
        over.runUpdates()
                .add(TurnChanges.RunUpdate.of(id)
                        .withState(state)
                        .withEnding(EndRequest.CANCEL, reason)
                        .withFinished(time.instant()));
        store.commit(over);
        return id;
    }

    private RunId failed(Owner owner) {
        return ended(owner, RunState.FAILED, Reason.EXIT_CODE, Map.of());
    }

    private static void turn(NoticeService service) {
        service.look();
        service.send();
    }

    @Test
    void whatEndsIsToldOnceWithWhatItWas() {
        var service = service(everything("ops", ops));
        turn(service);
        var run = ended(ALICE, RunState.FAILED, Reason.EXIT_CODE, Map.of("project", "apollo"));
        turn(service);
        turn(service);
        time.advance(Duration.ofMinutes(30));
        turn(service);
        assertThat(ops.heard).hasSize(1);
        var told = ops.heard.getFirst();
        assertThat(told.id()).isEqualTo("run-" + run.number());
        assertThat(told.kind()).isEqualTo(NoticeKind.RUN_FAILED);
        assertThat(told.owner()).contains(ALICE);
        assertThat(told.labels()).containsEntry("project", "apollo");
        assertThat(told.text()).contains("render").contains("has failed");
    }

    @Test
    void whatEndedJustBeforeTheServerWasKilledIsToldByItsNextLife() {
        var before = service(everything("ops", ops));
        turn(before);
        var told = failed(ALICE);
        turn(before);
        time.advance(Duration.ofMinutes(3));
        var untold = failed(ALICE);
        time.advance(Duration.ofDays(3));
        database = database.reopened();
        turn(service(everything("ops", ops)));
        assertThat(ops.ids()).containsExactly("run-" + told.number(), "run-" + untold.number());
    }

    @Test
    void whatWasKeptAndNotToldIsToldByTheNextLife() {
        ops.failing = NotifierFailure.forNow("away");
        var before = service(everything("ops", ops));
        before.happened(Notice.ofServer("agent-1", NoticeKind.AGENT_LOST, NOON, "agent x", Map.of()));
        turn(before);
        ops.failing = null;
        time.advance(Duration.ofMinutes(1));
        database = database.reopened();
        turn(service(everything("ops", ops)));
        assertThat(ops.ids()).containsExactly("agent-1");
    }

    @Test
    void aMissedDeadlineIsSaidToBeOne() {
        var service = service(everything("ops", ops));
        ended(ALICE, RunState.CANCELLED, Reason.DEADLINE, Map.of());
        ended(ALICE, RunState.CANCELLED, Reason.CANCELLED, Map.of());
        ended(ALICE, RunState.SUCCEEDED, Reason.NONE, Map.of());
        turn(service);
        assertThat(ops.heard.stream().map(Notice::kind))
                .containsExactly(NoticeKind.RUN_LATE, NoticeKind.RUN_CANCELLED, NoticeKind.RUN_SUCCEEDED);
    }

    @Test
    void nobodyHearsWhatIsAnothers() {
        var service = service(
                new NoticeTarget("alice", "fake", ALL, Optional.of(ALICE), Map.of(), alices), everything("ops", ops));
        var hers = failed(ALICE);
        var his = failed(BOB);
        service.happened(Notice.ofServer("agent-1", NoticeKind.AGENT_LOST, NOON, "agent x of bob", Map.of()));
        service.happened(Notice.ofOwner("budget-bob-1-80", NoticeKind.BUDGET_USED, NOON, BOB, "80 %", Map.of()));
        turn(service);
        assertThat(alices.ids()).containsExactly("run-" + hers.number());
        assertThat(ops.ids())
                .containsExactlyInAnyOrder("run-" + hers.number(), "run-" + his.number(), "agent-1", "budget-bob-1-80");
    }

    @Test
    void aTargetHearsOfItsKindsAndLabelsOnly() {
        var service = service(new NoticeTarget(
                "ops", "fake", Set.of(NoticeKind.RUN_FAILED), Optional.empty(), Map.of("project", "apollo"), ops));
        ended(ALICE, RunState.FAILED, Reason.EXIT_CODE, Map.of("project", "gemini"));
        ended(ALICE, RunState.SUCCEEDED, Reason.NONE, Map.of("project", "apollo"));
        var wanted = ended(ALICE, RunState.FAILED, Reason.EXIT_CODE, Map.of("project", "apollo", "x", "y"));
        turn(service);
        assertThat(ops.ids()).containsExactly("run-" + wanted.number());
    }

    @Test
    void whoeverCannotBeToldIsToldLaterAndInTheEndGivenUp() {
        ops.failing = NotifierFailure.forNow("no answer");
        var service = service(everything("ops", ops), everything("others", alices));
        failed(ALICE);
        turn(service);
        assertThat(alices.heard).hasSize(1);
        assertThat(service.targets().getFirst().lastFailure()).isEqualTo("no answer");
        assertThat(service.targets().getFirst().waiting()).isEqualTo(1);
        for (var pause : NoticeSender.PAUSES) {
            int before = ops.attempts;
            time.advance(pause.minusMillis(1));
            service.send();
            assertThat(ops.attempts).isEqualTo(before);
            time.advance(pause.dividedBy(10).plusMillis(1));
            service.send();
            assertThat(ops.attempts).isEqualTo(before + 1);
        }
        time.advance(Duration.ofDays(1));
        service.send();
        assertThat(ops.attempts).isEqualTo(NoticeSender.PAUSES.size() + 1);
        assertThat(service.counters().givenUp.sum()).isEqualTo(1);
        assertThat(service.targets().getFirst().waiting()).isZero();
    }

    @Test
    void whatFailsForGoodIsGivenUpAtOnceAndMistakesAreTriedAgain() {
        ops.failing = NotifierFailure.forGood("gone");
        alices.mistaken = new IllegalStateException("a bug");
        var service = service(everything("ops", ops), everything("buggy", alices));
        failed(ALICE);
        turn(service);
        alices.mistaken = null;
        time.advance(Duration.ofMinutes(1));
        service.send();
        assertThat(ops.attempts).isEqualTo(1);
        assertThat(alices.heard).hasSize(1);
        assertThat(service.counters().failed.sum()).isEqualTo(2);
    }

    @Test
    void whenTooMuchWaitsTheRestIsCountedAndLeftOut() {
        ops.failing = NotifierFailure.forNow("away");
        var service = service(everything("ops", ops));
        int most = NoticeService.MOST_WAITING + 2_000;
        for (int i = 0; i < most; i++) {
            service.happened(Notice.ofServer("agent-" + i, NoticeKind.AGENT_LOST, NOON, "agent", Map.of()));
            if (i % 500 == 499) service.look();
        }
        assertThat(service.targets().getFirst().waiting()).isEqualTo(NoticeService.MOST_WAITING);
        assertThat(service.counters().dropped.sum()).isEqualTo(2_000);
        for (int i = 0; i < 1_500; i++)
            service.happened(Notice.ofServer("more-" + i, NoticeKind.AGENT_LOST, NOON, "agent", Map.of()));
        assertThat(service.counters().dropped.sum()).isEqualTo(2_500);
    }

    @Test
    void aFullDiskIsToldOnceADay() {
        var service = service(everything("ops", ops));
        turn(service);
        room = new DiskNotices.Room(1L << 40, 1L << 34);
        for (int hour = 0; hour < 30; hour++) {
            turn(service);
            time.advance(Duration.ofHours(1));
        }
        assertThat(ops.ids()).containsExactly("disk-one-2026-03-01", "disk-one-2026-03-02");
        assertThat(ops.heard.getFirst().kind()).isEqualTo(NoticeKind.DISK_FULL);
    }

    private static FleetStatus spent(String left) {
        var spending = new Plan.Spending(ALICE, Money.parse("10"), Duration.ofHours(1), Money.parse(left));
        return new FleetStatus(true, List.of(), Map.of(), List.of(), List.of(spending), List.of(), "", Map.of());
    }

    private List<String> budgets(FleetNotices notices, FleetStatus status, Instant now) {
        var found = new ArrayList<String>();
        notices.look(FleetSettings.of("tag", List.of()), status, now, notice -> found.add(notice.id()));
        return found;
    }

    @Test
    void aBudgetIsToldAtEachStepOnceInAnInterval() {
        var notices = new FleetNotices(database.archive());
        long hour = NOON.getEpochSecond() / 3600;
        assertThat(budgets(notices, spent("5.01"), NOON)).isEmpty();
        assertThat(budgets(notices, spent("5"), NOON)).containsExactly("budget-alice-" + hour + "-50");
        assertThat(budgets(notices, spent("4"), NOON)).isEmpty();
        assertThat(budgets(notices, spent("6"), NOON)).isEmpty();
        assertThat(budgets(notices, spent("0"), NOON)).containsExactly("budget-alice-" + hour + "-100");
        assertThat(budgets(notices, spent("2"), NOON)).isEmpty();
        assertThat(budgets(notices, spent("2"), NOON.plusSeconds(3600)))
                .containsExactly("budget-alice-" + (hour + 1) + "-80");
    }

    @Test
    void aRunsOwnBudgetIsItsOwners() {
        var run = failed(BOB);
        var spending = new FleetStatus.RunSpending(Money.parse("3"), Money.parse("2.5"), Optional.empty());
        var status =
                new FleetStatus(true, List.of(), Map.of(), List.of(), List.of(), List.of(), "", Map.of(run, spending));
        var found = new ArrayList<Notice>();
        new FleetNotices(database.archive()).look(FleetSettings.of("tag", List.of()), status, NOON, found::add);
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().id()).isEqualTo("budget-run-" + run.number() + "-80");
        assertThat(found.getFirst().owner()).contains(BOB);
        assertThat(found.getFirst().run()).contains(run);
    }

    @Test
    void whoeverIsTestedHearsOfItAtOnceOrTheCallerHearsWhyNot() throws Exception {
        var service = service(new NoticeTarget("ops", "fake", Set.of(), Optional.of(ALICE), Map.of(), ops));
        assertThat(service.test("ops")).isPresent();
        assertThat(ops.heard.getFirst().kind()).isEqualTo(NoticeKind.TEST);
        assertThat(service.test("nobody")).isEmpty();
        ops.failing = NotifierFailure.forNow("away");
        assertThatThrownBy(() -> service.test("ops")).hasMessage("away");
    }

    @Test
    void partsOfIdsStayDifferent() {
        assertThat(NoticeService.idPart("alice")).isEqualTo("alice");
        assertThat(NoticeService.idPart("a b")).isNotEqualTo(NoticeService.idPart("a-b"));
        assertThat(NoticeService.idPart("ä".repeat(300))).hasSizeLessThan(100);
    }

    @Test
    void aSetupWithoutLuckIsToldOnceUntilItWorksAgain() {
        var notices = new FleetNotices(database.archive());
        var setup = SETUP;
        var breaker = Breaker.CLOSED;
        assertThat(setups(notices, breaker)).isEmpty();
        while (!breaker.isLocked(setup.creation())) breaker = breaker.failed(setup.creation(), NOON, "no quota");
        assertThat(setups(notices, breaker)).hasSize(1).first().asString().contains("no quota");
        assertThat(setups(notices, breaker)).isEmpty();
        assertThat(setups(notices, breaker.succeeded())).isEmpty();
        assertThat(setups(notices, breaker)).hasSize(1);
    }

    private static List<String> setups(FleetNotices notices, Breaker breaker) {
        var status = new FleetStatus(
                true, List.of(), Map.of(SETUP.id(), breaker), List.of(), List.of(), List.of(), "", Map.of());
        var found = new ArrayList<String>();
        notices.look(FleetSettings.of("tag", List.of(SETUP)), status, NOON, notice -> found.add(notice.text()));
        return found;
    }
}
