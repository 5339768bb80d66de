package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Actor;
import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.ServerState;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.scheduling.WhyWaiting;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two servers on one database: whoever asks the one is told of the agents of both. */
class ClusterAgentsTest {
    private final VirtualTime time = new VirtualTime(EngineStory.NOON);
    private final MemoryDatabase database = MemoryDatabase.emptyShared();
    private final EngineStory east = server("east", 100);
    private final EngineStory west = server("west", 200);

    private EngineStory server(String name, long firstSession) {
        return new EngineStory(name, database.reopened(), time, EngineSettings.DEFAULT, firstSession);
    }

    private void pass(Duration howLong) {
        pass(howLong, east, west);
    }

    private void pass(Duration howLong, EngineStory... alive) {
        long end = time.nanos() + howLong.toNanos();
        while (time.nanos() < end) {
            time.advance(Duration.ofMillis(100));
            for (var each : alive) each.beat();
        }
    }

    private static List<AgentView> seenBy(EngineStory server) {
        return server.answer(server.engine.agents());
    }

    @Test
    void anAgentIsSeenByBothServersWithTheOneThatHearsIt() {
        east.agent("tug", "tow", Amounts.parse("cpu=4,gpu=1", Amounts.UNLIMITED), 2, 2);
        pass(Duration.ofSeconds(2));
        for (var server : List.of(east, west)) {
            assertThat(seenBy(server)).singleElement().satisfies(agent -> {
                assertThat(agent.name()).isEqualTo("tug");
                assertThat(agent.server()).isEqualTo("east");
                assertThat(agent.state()).isEqualTo(AgentState.IDLE);
                assertThat(agent.has().gpus()).isEqualTo(1);
            });
        }
    }

    @Test
    void whatAnAgentHoldsIsSeenByTheOtherServerSoon() {
        var tug = east.agent("tug", "", 1);
        west.submit(LaneSpec.PLAIN, 1);
        pass(Duration.ofSeconds(4));
        assertThat(tug.work).hasSize(1);
        assertThat(seenBy(west)).singleElement().satisfies(agent -> {
            assertThat(agent.state()).isEqualTo(AgentState.BUSY);
            assertThat(agent.holds()).isEqualTo(1);
            assertThat(agent.firstHeld()).contains(tug.first().chain());
        });
    }

    @Test
    void strictTakesWhatAnAgentOfTheOtherServerOffers() {
        assertThatThrownBy(() -> submitStrictly(west, "tow")).isInstanceOf(Refusal.class);
        east.agent("tug", "tow", 1);
        pass(Duration.ofSeconds(2));
        submitStrictly(west, "tow");
        assertThatThrownBy(() -> submitStrictly(west, "fly")).isInstanceOf(Refusal.class);
        assertThat(west.engine.offers()).hasSize(1);
    }

    private static void submitStrictly(EngineStory server, String requires) {
        var chains = List.of(new NewChain("", Payload.NONE));
        var spec = RunSpec.tasks(EngineStory.ADA, "strict");
        server.answer(server.engine.submit(
                new NewRun(spec, EngineStory.lane(requires), Optional.empty(), chains, true, false, true, "test")));
    }

    @Test
    void explainCountsTheAgentsOfTheOtherServer() {
        var tug = east.agent("tug", "tow", 1);
        east.submit(EngineStory.lane("tow"), 1);
        pass(Duration.ofSeconds(4));
        assertThat(tug.work).hasSize(1);
        var busy = west.submit(EngineStory.lane("tow"), 1);
        var lacking = west.submit(EngineStory.lane("fly"), 1);
        assertThat(west.answer(west.engine.explain(new LaneId(busy, 0))))
                .get()
                .isInstanceOfSatisfying(
                        WhyWaiting.SuitableAgentsBusy.class,
                        why -> assertThat(why.agents()).isEqualTo(1));
        assertThat(west.answer(west.engine.explain(new LaneId(lacking, 0))))
                .get()
                .isInstanceOfSatisfying(
                        WhyWaiting.NoAgentOffers.class,
                        why -> assertThat(why.agents()).isEqualTo(1));
    }

    @Test
    void anAgentThatMovesIsSeenOnceAndNothingOfItIsStartedAgain() {
        var tug = east.agent("tug", "", 1);
        var run = west.submit(LaneSpec.PLAIN, 1);
        pass(Duration.ofSeconds(3));
        east.engine.leave(tug.session);
        tug.connected = false;
        var moved = west.moveHere(tug);
        pass(Duration.ofSeconds(4));
        for (var server : List.of(east, west)) {
            assertThat(seenBy(server)).singleElement().satisfies(agent -> {
                assertThat(agent.server()).isEqualTo("west");
                assertThat(agent.state()).isEqualTo(AgentState.BUSY);
            });
        }
        assertThat(moved.stops).isEmpty();
        moved.succeed(moved.first());
        pass(Duration.ofSeconds(2));
        assertThat(west.chain(run, 0).attempt()).isEqualTo(1);
    }

    @Test
    void agentsOfAServerThatDiesAreExpectedBackForAWhile() {
        east.agent("tug", "tow", 1);
        pass(Duration.ofSeconds(2));
        pass(Duration.ofSeconds(7), west);
        assertThat(seenBy(west)).singleElement().extracting(AgentView::state).isEqualTo(AgentState.DISCONNECTED);
        submitStrictly(west, "tow");
        pass(Duration.ofSeconds(10), west);
        assertThat(seenBy(west)).isEmpty();
        assertThatThrownBy(() -> submitStrictly(west, "tow")).isInstanceOf(Refusal.class);
        pass(Duration.ofMinutes(1), west);
        var silent = west.answer(west.engine.servers()).getFirst();
        assertThat(silent.name()).isEqualTo("east");
        assertThat(silent.agents()).as("nobody comes back any more").isZero();
    }

    @Test
    void whatAServerHadThatHasEndedIsTakenOverWithinASecondAndOfOneThatIsFrozenWhenItHasBeenSilent() {
        var lost = east.agent("lost", "", 1);
        var run = west.submit(LaneSpec.PLAIN, 1);
        pass(Duration.ofSeconds(2));
        assertThat(lost.work).hasSize(1);
        pass(Duration.ofSeconds(4), west);
        assertThat(stateOfEast()).as("it is frozen").isEqualTo(ServerState.UP);
        pass(Duration.ofSeconds(1));
        east.database.close();
        pass(Duration.ofMillis(1_100), west);
        assertThat(stateOfEast()).as("it has ended").isEqualTo(ServerState.SILENT);
        var other = west.agent("other", "", 1);
        pass(EngineSettings.DEFAULT.restartGrace().plusMillis(200), west);
        assertThat(other.work).singleElement().satisfies(again -> {
            assertThat(again.chain().run()).isEqualTo(run);
            assertThat(again.attempt()).isEqualTo(2);
        });
    }

    private ServerState stateOfEast() {
        return west.answer(west.engine.servers()).getFirst().state(Engine.serverSilence());
    }

    @Test
    void agentsOfAServerThatIsStartedAgainAreExpectedBack() {
        var alone = new EngineStory();
        alone.agent("tug", "tow", 1);
        alone.pass(Duration.ofSeconds(2));
        alone.restartServer();
        submitStrictly(alone, "tow");
        assertThat(seenBy(alone)).singleElement().extracting(AgentView::state).isEqualTo(AgentState.DISCONNECTED);
        alone.pass(Duration.ofSeconds(6));
        assertThat(seenBy(alone)).isEmpty();
        assertThatThrownBy(() -> submitStrictly(alone, "tow")).isInstanceOf(Refusal.class);
        alone.restartServer();
        assertThat(seenBy(alone)).as("it is not expected for ever").isEmpty();
    }

    @Test
    void anAgentOfTheOtherServerIsDrained() {
        var tug = east.agent("tug", "", 1);
        pass(Duration.ofSeconds(2));
        west.answer(west.engine.drain(tug.session, Actor.anyone("test")));
        pass(Duration.ofSeconds(4));
        assertThat(seenBy(west)).singleElement().extracting(AgentView::state).isEqualTo(AgentState.DRAINING);
        west.submit(LaneSpec.PLAIN, 1);
        pass(Duration.ofSeconds(2));
        assertThat(tug.work).isEmpty();
    }

    @Test
    void theServersTellHowManyAgentsTheyHear() {
        east.agent("one", "", 1);
        east.agent("two", "", 1);
        pass(Duration.ofSeconds(3));
        assertThat(west.answer(west.engine.servers()))
                .extracting(ServerRecord::name, ServerRecord::agents)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("east", 2), org.assertj.core.groups.Tuple.tuple("west", 0));
    }

    @Test
    void aServerThatWasFrozenDoesNotClaimAnAgentThatHasGoneToAnother() {
        var tug = east.agent("tug", "", 1);
        var run = west.submit(LaneSpec.PLAIN, 1);
        pass(Duration.ofSeconds(3));
        tug.silent = true;
        pass(Duration.ofSeconds(1), west);
        var moved = west.moveHere(tug);
        pass(Duration.ofSeconds(3), west);
        // What the agent had sent to it before comes to be read only now.
        east.engine.report(tug.session, AgentReport.heartbeat());
        east.settle();
        tug.showHoldings();
        tug.hangUp();
        pass(Duration.ofSeconds(8));
        assertThat(moved.stops).isEmpty();
        moved.succeed(moved.first());
        pass(Duration.ofSeconds(2));
        assertThat(west.chain(run, 0).attempt()).isEqualTo(1);
    }

    private void listen() {
        east.engine.describe(new ServerDescription("east", "http://east", "1"));
        west.engine.describe(new ServerDescription("west", "http://west", "1"));
    }

    @Test
    void agentsLearnOfAllServersAndGoWhereThereAreFewer() {
        listen();
        var tugs = IntStream.range(0, 4)
                .mapToObj(i -> east.agent("tug " + i, "", 1))
                .toList();
        pass(Duration.ofSeconds(10));
        assertThat(tugs).allMatch(tug -> tug.servers.containsAll(List.of("http://east", "http://west")));
        var moved =
                tugs.stream().filter(tug -> tug.movedTo.equals("http://west")).toList();
        assertThat(moved).hasSize(2);
        for (var tug : moved) {
            east.engine.leave(tug.session);
            tug.connected = false;
            west.moveHere(tug);
        }
        tugs.forEach(tug -> tug.movedTo = "");
        pass(Duration.ofSeconds(20));
        assertThat(tugs).allMatch(tug -> tug.movedTo.isEmpty());
        assertThat(seenBy(east))
                .extracting(AgentView::server)
                .containsExactlyInAnyOrder("east", "east", "west", "west");
    }

    @Test
    void whoHadReachedTheOtherServerAndCameBackIsSentThereAgain() {
        listen();
        east.submit(LaneSpec.PLAIN, 1);
        var tugs = List.of(east.agent("one", "", 1), east.agent("two", "", 1));
        pass(Duration.ofSeconds(10));
        var there = go(sent(tugs).getFirst(), east, west);
        pass(Duration.ofSeconds(10));
        var back = go(there, west, east);
        pass(Duration.ofSeconds(10));
        assertThat(sent(List.of(back, staying(tugs))))
                .as("the other one has something to do")
                .containsExactly(back);
    }

    @Test
    void whoDidNotReachTheOtherServerIsLeftAlone() {
        listen();
        var tugs = List.of(east.agent("one", "", 1), east.agent("two", "", 1));
        pass(Duration.ofSeconds(10));
        var back = go(sent(tugs).getFirst(), east, east);
        pass(Duration.ofSeconds(10));
        assertThat(sent(List.of(back, staying(tugs)))).containsExactly(staying(tugs));
    }

    private static List<EngineStory.Puppet> sent(List<EngineStory.Puppet> tugs) {
        return tugs.stream().filter(tug -> !tug.movedTo.isEmpty()).toList();
    }

    /** The one that has never left. */
    private static EngineStory.Puppet staying(List<EngineStory.Puppet> tugs) {
        return tugs.stream().filter(tug -> tug.connected).findFirst().orElseThrow();
    }

    private static EngineStory.Puppet go(EngineStory.Puppet tug, EngineStory from, EngineStory to) {
        from.engine.leave(tug.session);
        tug.connected = false;
        return to.moveHere(tug);
    }

    @Test
    void aServerThatDrainsGivesAwayItsAgentsWithWhatTheyHoldAndTakesNothing() {
        listen();
        var tug = east.agent("tug", "", 1);
        var run = east.submit(LaneSpec.PLAIN, 1);
        pass(Duration.ofSeconds(2));
        west.answer(west.engine.drainServer("east", Actor.anyone("test")));
        pass(Duration.ofSeconds(6));
        assertThat(tug.movedTo).isEqualTo("http://west");
        assertThat(east.engine.isDraining()).isTrue();
        assertThatThrownBy(() -> east.submit(LaneSpec.PLAIN, 1)).hasMessageContaining("http://west");
        assertThatThrownBy(() -> east.agent("late", "", 1)).isInstanceOf(Refusal.class);
        east.engine.leave(tug.session);
        tug.connected = false;
        pass(Duration.ofSeconds(2));
        var moved = west.moveHere(tug);
        pass(Duration.ofSeconds(4));
        assertThat(moved.stops).isEmpty();
        moved.succeed(moved.first());
        pass(Duration.ofSeconds(4));
        assertThat(west.chain(run, 0).attempt()).isEqualTo(1);
        var drained = west.answer(west.engine.servers()).getFirst();
        assertThat(drained.state(Engine.serverSilence())).isEqualTo(ServerState.DRAINED);
    }

    @Test
    void aServerThatDrainsGivesAwayFiveHundredAgentsASecond() {
        listen();
        var tugs = IntStream.range(0, 1_200)
                .mapToObj(i -> east.agent("tug " + i, "", 1))
                .toList();
        pass(Duration.ofSeconds(2));
        west.answer(west.engine.drainServer("east", Actor.anyone("test")));
        while (!east.engine.isDraining()) pass(Duration.ofMillis(100));
        pass(Duration.ofMillis(2_100));
        assertThat(tugs).allMatch(tug -> tug.movedTo.equals("http://west"));
    }

    @Test
    void theAgentsOfAllServersAreCountedOnce() {
        var tug = east.agent("tug", "", 1);
        west.agent("other", "", 1);
        west.agent("gone", "", 1).hangUp();
        pass(Duration.ofSeconds(3));
        for (var server : List.of(east, west))
            assertThat(server.answer(server.engine.tally()).agents()).isEqualTo(2);
        go(tug, east, west);
        pass(Duration.ofSeconds(3));
        for (var server : List.of(east, west))
            assertThat(server.answer(server.engine.tally()).agents()).isEqualTo(2);
    }

    @Test
    void whatALostServerHadPutOffIsDoneByTheOtherWhenItsBackOffIsOver() {
        var run = putOff();
        pass(Duration.ofSeconds(30), west);
        doneInWest(run);
    }

    @Test
    void whatADrainedServerHadPutOffIsDoneByTheOtherWhenItsBackOffIsOver() {
        listen();
        var run = putOff();
        west.answer(west.engine.drainServer("east", Actor.anyone("test")));
        pass(Duration.ofSeconds(6));
        assertThat(east.engine.isDraining()).isTrue();
        pass(Duration.ofSeconds(24), west);
        doneInWest(run);
    }

    /** A task that failed on an agent of the one server, and is tried again after 20 seconds. */
    private RunId putOff() {
        var retry = new RetryPolicy(2, Duration.ofSeconds(20), 1, Duration.ofSeconds(20));
        var run = east.submit(EngineStory.lane(retry, ChainTimeLimits.NONE), 1);
        var tug = east.agent("tug", "", 1);
        pass(Duration.ofSeconds(1));
        tug.fail(tug.first());
        tug.hangUp();
        assertThat(west.chain(run, 0).state()).isEqualTo(ChainState.DELAYED);
        return run;
    }

    private void doneInWest(RunId run) {
        var other = west.agent("other", "", 1);
        pass(Duration.ofSeconds(1), west);
        other.succeed(other.first());
        assertThat(west.chain(run, 0).state()).isEqualTo(ChainState.SUCCEEDED);
    }

    @Test
    void theOnlyServerIsNotDrained() {
        assertThatThrownBy(() -> west.answer(west.engine.drainServer("nobody", Actor.anyone("test"))))
                .hasMessageContaining("there is no server 'nobody'");
        pass(Duration.ofSeconds(10), west);
        assertThatThrownBy(() -> west.answer(west.engine.drainServer("west", Actor.anyone("test"))))
                .hasMessageContaining("start another server");
    }

    @Test
    void nothingIsWrittenOfAgentsThatOnlySayThatTheyLive() {
        var tug = east.agent("tug", "", 1);
        east.answer(east.engine.report(tug.session, measured(0)));
        pass(Duration.ofSeconds(3));
        var before = told("east");
        for (int i = 0; i < 50; i++) {
            east.answer(east.engine.report(tug.session, measured(0.01 * (i % 5))));
            tug.showHoldings();
            pass(Duration.ofMillis(500));
        }
        assertThat(told("east")).isEqualTo(before);
        east.answer(east.engine.report(tug.session, measured(3)));
        pass(Duration.ofSeconds(3));
        assertThat(told("east")).isEqualTo(before + 1);
        assertThat(seenBy(west))
                .singleElement()
                .satisfies(agent ->
                        assertThat(agent.load().orElseThrow().loadAverage()).isEqualTo(3));
    }

    private static AgentReport measured(double loadAverage) {
        return new AgentReport(
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                OptionalInt.empty(),
                Optional.empty(),
                false,
                Optional.of(new AgentLoad(0, 0, loadAverage, 1L << 30)));
    }

    private long told(String server) {
        return west.answer(west.engine.servers()).stream()
                .filter(each -> each.name().equals(server))
                .mapToLong(ServerRecord::told)
                .sum();
    }
}
