package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.model.Capabilities;
import io.tidewheel.protocol.ProtocolRange;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Heartbeat;
import io.tidewheel.protocol.wire.Problem;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an agent deals with its server. */
class AgentTest {
    private static final Work AN_HOUR = TestCommands.sleep(Duration.ofHours(1));

    @TempDir
    Path scratch;

    private final FakeServer server = FakeServer.inMemory();
    private final List<Agent> agents = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        agents.forEach(Agent::close);
        server.close();
        assertThat(server.complaints()).isEmpty();
        try (var left = Files.list(scratch)) {
            assertThat(left).isEmpty();
        }
    }

    private Agent start(int slots) {
        var agent = TestAgent.start(server, scratch, slots);
        agents.add(agent);
        return agent;
    }

    /** One with a slot that fetches one chain ahead, whatever it takes. */
    private Agent startFetchingAhead() {
        var agent = TestAgent.start(server, scratch, 1, settings -> settings.withBatch(1));
        agents.add(agent);
        return agent;
    }

    @Test
    void itIntroducesItself() {
        agents.add(TestAgent.start(
                server,
                scratch,
                3,
                settings -> settings.withCapabilities(Capabilities.of("gpu")).withSoftwareVersion("1.2")));
        await().until(() -> server.hellos().size() == 1);

        var hello = server.hellos().getFirst();
        assertThat(hello.getProtocolVersion()).isEqualTo(1);
        assertThat(hello.getSession()).isPositive();
        assertThat(hello.getAgent()).isEqualTo("tester");
        assertThat(hello.getHost()).isEqualTo("here");
        assertThat(hello.getCapabilitiesList()).contains("gpu");
        assertThat(hello.getSlots()).isEqualTo(3);
        assertThat(hello.getSoftwareVersion()).isEqualTo("1.2");
        assertThat(hello.getHoldingList()).isEmpty();
        assertThat(hello.getCredit().getChains()).isEqualTo(3);
        assertThat(hello.getDraining()).isFalse();
    }

    @Test
    void manyTasksAreDoneInTheOrderOfTheirAssignment() {
        var ids = IntStream.range(0, 20_000)
                .mapToObj(_ -> server.add(TestCommands.NOOP))
                .toList();
        start(1);
        await().until(() -> server.reported().size() == ids.size());
        assertThat(server.reported()).isEqualTo(ids);
        assertThat(ids).allMatch(id -> endingOf(id) == Ending.SUCCEEDED);
        await().until(() -> agents.getFirst().status().equals(new Agent.Status(true, 0, 0, 20_000, currentCredit())));
    }

    private int currentCredit() {
        return agents.getFirst().status().credit();
    }

    @Test
    void anOutcomeTellsWhoDidItAndWhen() {
        start(1);
        var id = server.add(TestCommands.sleep(Duration.ofMillis(20)));
        await().until(() -> server.report(id).isPresent());
        var outcome = server.outcome(id);
        assertThat(outcome.getAgent()).isEqualTo("tester");
        assertThat(outcome.getReceivedMicros()).isPositive().isLessThanOrEqualTo(outcome.getStartedMicros());
        assertThat(outcome.getFinishedMicros() - outcome.getStartedMicros()).isGreaterThanOrEqualTo(20_000);
    }

    @Test
    void aChainThatMakesNoSenseFailsAloneAndSaysWhy() {
        start(1);
        var garbage = server.add(ChainAssignment.newBuilder().setLane(1).setBody(ByteString.copyFromUtf8("garbage")));
        var strange = server.add(ChainAssignment.newBuilder().setLane(99));
        var empty = server.add(Work.getDefaultInstance());
        var fine = server.add(TestCommands.NOOP);
        await().until(() -> server.report(fine).isPresent());
        assertThat(endingOf(garbage)).isEqualTo(Ending.NOT_STARTED);
        assertThat(endingOf(strange)).isEqualTo(Ending.NOT_STARTED);
        assertThat(server.outcome(strange).getMessage()).contains("lane 99 of run 7");
        assertThat(endingOf(empty)).isEqualTo(Ending.NOT_STARTED);
        assertThat(server.outcome(empty).getMessage()).contains("no command");
        assertThat(endingOf(fine)).isEqualTo(Ending.SUCCEEDED);
    }

    @Test
    void itTellsOfChainsThatRunForMoreThanAMoment() {
        start(2);
        var longOne = server.add(AN_HOUR);
        var shortOne = server.add(TestCommands.sleep(Duration.ofMillis(1)));
        await().until(() ->
                server.started().contains(longOne) && server.report(shortOne).isPresent());
        assertThat(server.started()).containsExactly(longOne);
    }

    @Test
    void heartbeatsTellHowBusyItIs() {
        agents.add(TestAgent.start(server, scratch, 2, settings -> settings.withMonitoring(Duration.ofMillis(100))));
        server.add(AN_HOUR);
        await().until(() -> server.heartbeats().stream().anyMatch(beat -> beat.getUtilisation() > 0.4));
        var beat = server.heartbeats().getLast();
        assertThat(beat.getBusySlots()).isEqualTo(1);
        assertThat(beat.getUtilisation()).isLessThan(0.6f);
        assertThat(beat.getFreeMemoryBytes()).isPositive();
    }

    @Test
    void withoutMonitoringHeartbeatsAreEmpty() {
        agents.add(TestAgent.start(server, scratch, 2, settings -> settings.withMonitoring(Duration.ZERO)));
        server.add(AN_HOUR);
        await().until(() -> server.heartbeats().size() > 3);
        assertThat(server.heartbeats()).containsOnly(Heartbeat.getDefaultInstance());
    }

    @Test
    void itAsksForMoreWhenTheWorkIsQuickAndForLessWhenItIsNot() {
        start(2);
        for (int i = 0; i < 50_000; i++) server.add(TestCommands.NOOP);
        await().until(() -> server.reported().size() == 50_000);
        assertThat(server.credits()).anyMatch(credit -> credit > 1_000);
        await().until(() -> server.credits().getLast() <= 6);
        assertThat(server.credits().size()).isLessThan(60);
    }

    @Test
    void aFixedBatchSizeIsKept() {
        agents.add(TestAgent.start(server, scratch, 2, settings -> settings.withBatch(10)));
        for (int i = 0; i < 5_000; i++) server.add(TestCommands.NOOP);
        await().until(() -> server.reported().size() == 5_000);
        assertThat(server.credits()).containsOnly(12);
    }

    @Test
    void aStoppedChainIsReportedAsCancelled() {
        startFetchingAhead();
        var running = server.add(AN_HOUR);
        var waiting = server.add(AN_HOUR);
        await().until(() -> server.started().contains(running));
        server.stop(waiting, false, false);
        server.stop(running, false, false);
        await().until(() -> server.reported().size() == 2);
        assertThat(endingOf(running)).isEqualTo(Ending.CANCELLED);
        assertThat(endingOf(waiting)).isEqualTo(Ending.CANCELLED);
        assertThat(server.outcome(waiting).getMessage()).contains("before it was started");
    }

    @Test
    void ofAForgottenChainNothingIsHeard() {
        startFetchingAhead();
        var running = server.add(AN_HOUR);
        var waiting = server.add(AN_HOUR);
        await().until(() -> server.started().contains(running));
        server.stop(waiting, false, true);
        server.stop(running, false, true);
        var next = server.add(TestCommands.NOOP);
        await().until(() -> server.report(next).isPresent());
        assertThat(server.reported()).containsExactly(next);
    }

    @Test
    void stoppingWhatItDoesNotHoldChangesNothing() {
        start(1);
        server.stop(new AttemptId(9, 9, 9), true, false);
        var next = server.add(TestCommands.NOOP);
        await().until(() -> server.report(next).isPresent());
        assertThat(server.reported()).containsExactly(next);
    }

    @Test
    void aRecallTakesTheNewestThatWereNotStarted() {
        agents.add(TestAgent.start(server, scratch, 1, settings -> settings.withBatch(4)));
        var ids = IntStream.range(0, 5).mapToObj(_ -> server.add(AN_HOUR)).toList();
        await().until(() -> server.started().contains(ids.getFirst()));
        server.recall(2);
        await().until(() -> server.returned().size() == 2);
        assertThat(server.returned()).containsExactly(ids.get(4), ids.get(3));
        server.recall(100);
        await().until(() -> server.returned().size() == 4);
        assertThat(server.reported()).isEmpty();
    }

    @Test
    void drainedItFinishesWhatRunsAndGivesBackTheRest() throws Exception {
        var agent = startFetchingAhead();
        var running = server.add(TestCommands.sleep(Duration.ofMillis(300)));
        var waiting = server.add(TestCommands.NOOP);
        await().until(() -> server.started().contains(running));
        server.drain();
        assertThat(agent.awaitEnd()).isEqualTo(new AgentEnd.Drained());
        assertThat(endingOf(running)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.returned()).containsExactly(waiting);
        assertThat(server.credits().getLast()).isZero();
        await("its goodbye, which may be on its way").until(server::saidGoodbye);
    }

    @Test
    void stoppedItEndsWhatRunsAndReportsNothingOfIt() throws Exception {
        var agent = startFetchingAhead();
        var running = server.add(AN_HOUR);
        var waiting = server.add(AN_HOUR);
        await().until(() -> server.started().contains(running));
        agent.stop();
        assertThat(agent.awaitEnd()).isEqualTo(new AgentEnd.Stopped());
        assertThat(server.reported()).isEmpty();
        assertThat(server.returned()).containsExactly(waiting);
        await("its goodbye, which may be on its way").until(server::saidGoodbye);
    }

    @Test
    void anAgentThatWasNeverStartedCanBeStopped() throws Exception {
        var agent = start(1);
        agent.stop();
        agent.stop();
        agent.drain();
        assertThat(agent.awaitEnd()).isEqualTo(new AgentEnd.Stopped());
    }

    @Test
    void aLastingProblemEndsIt() throws Exception {
        var agent = start(1);
        server.add(AN_HOUR);
        await().until(() -> agent.status().running() == 1);
        server.complain(problem(false));
        assertThat(agent.awaitEnd()).isEqualTo(new AgentEnd.Refused("old", "this agent is too old"));
    }

    @Test
    void aPassingProblemDoesNot() {
        server.complain(problem(true));
        start(1);
        await().until(() -> server.hellos().size() >= 2);
        server.calmDown();
        var id = server.add(TestCommands.NOOP);
        await().until(() -> server.report(id).isPresent());
    }

    /** The server of the release before answers with what it speaks itself. */
    @Test
    void anAgentOfALaterReleaseWorksForAServerThatSpeaksTheOlderProtocol() {
        server.setWelcome(welcome -> welcome.setProtocolVersion(1));
        agents.add(TestAgent.start(server, scratch, 1, settings -> settings.speaking(new ProtocolRange(1, 2))));
        var id = server.add(TestCommands.NOOP);
        await().until(() -> server.report(id).isPresent());
        assertThat(server.hellos().getFirst().getProtocolVersion()).isEqualTo(2);
    }

    @Test
    void aServerThatSpeaksAnOlderProtocolThanTheAgentUnderstandsEndsIt() throws Exception {
        server.setWelcome(welcome -> welcome.setProtocolVersion(1));
        agents.add(TestAgent.start(server, scratch, 1, settings -> settings.speaking(new ProtocolRange(2, 3))));
        assertThat(agents.getFirst().awaitEnd())
                .isInstanceOfSatisfying(
                        AgentEnd.Refused.class,
                        refused -> assertThat(refused.text()).contains("version 1 ", "versions 2 to 3"));
    }

    @Test
    void aServerOfAnotherProtocolEndsIt() throws Exception {
        server.setWelcome(welcome -> welcome.setProtocolVersion(2));
        assertThat(start(1).awaitEnd())
                .isInstanceOfSatisfying(
                        AgentEnd.Refused.class,
                        refused -> assertThat(refused.text()).contains("version 2", "version 1"));
    }

    private static Problem problem(boolean passing) {
        return Problem.newBuilder()
                .setCode("old")
                .setText("this agent is too old")
                .setTransient(passing)
                .build();
    }

    private Ending endingOf(AttemptId id) {
        return server.report(id).map(Report::getEnding).orElseThrow();
    }
}
