package io.tidewheel.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What whoever makes machines must promise. There must be room for two machines of the {@link #setup()} at a time; each case begins where
 * none of ours is, and ends so.
 */
public abstract class MachinesContract {
    protected static final String TAG = "contract";
    protected static final MachineId FIRST = new MachineId("contract-1");
    protected static final MachineId SECOND = new MachineId("contract-2");

    private final List<Machines> opened = new ArrayList<>();

    /** Opens the port to the same place each time, as another life of the server would. */
    protected abstract Machines open() throws Exception;

    /** The agents that run on all machines, by name, each with something that changes when it is started anew. */
    protected abstract Map<String, String> runningAgents() throws Exception;

    /** Ends the agents of a machine behind its maker's back, as if it had broken down. */
    protected abstract void breakDown(MachineId machine) throws Exception;

    /** What the place can make, with one agent and no scripts. */
    protected Setup setup() {
        return Setup.of("contract", Capabilities.of("contract"), 3);
    }

    /** What must be nowhere to be read. */
    protected String token() {
        return "tw_a-token-for-agents";
    }

    @AfterEach
    final void takeAllAway() throws Exception {
        var machines = next();
        for (var tag : List.of(TAG, "other"))
            for (var found : machines.list(tag).join())
                machines.destroy(found.id()).join();
        opened.forEach(Machines::close);
    }

    /** The port as the next life of the server sees it. */
    protected final Machines next() throws Exception {
        var machines = open();
        opened.add(machines);
        return machines;
    }

    @Test
    void whereNothingWasMadeNothingIsListed() throws Exception {
        assertThat(next().list(TAG).join()).isEmpty();
    }

    @Test
    void aMachineIsListedAsSoonAsItIsMade() throws Exception {
        var machines = next();
        var made = machines.create(FIRST, setup(), TAG).join();
        assertThat(made.externalId()).isNotBlank();
        assertThat(machines.list(TAG).join())
                .as("it is only half made, but it is there, and it is not dead")
                .containsExactly(new Machines.Found(FIRST, made.externalId(), true));
    }

    @Test
    void aMachineIsListedUnderItsOwnTagAlone() throws Exception {
        var machines = next();
        machines.create(FIRST, setup(), "other").join();
        assertThat(machines.list(TAG).join()).isEmpty();
        assertThat(machines.list("other").join()).extracting(Machines.Found::id).containsExactly(FIRST);
    }

    @Test
    void makingAMachineAgainFindsIt() throws Exception {
        var machines = next();
        var made = machines.create(FIRST, setup(), TAG).join();
        assertThat(machines.create(FIRST, setup(), TAG).join()).isEqualTo(made);
        assertThat(machines.list(TAG).join()).hasSize(1);
    }

    @Test
    void makingAMachineManyTimesAtOnceMakesOne() throws Exception {
        var machines = next();
        var answers = new ArrayList<CompletableFuture<Machines.Made>>();
        for (int i = 0; i < 5; i++) answers.add(machines.create(FIRST, setup(), TAG));
        assertThat(answers)
                .extracting(CompletableFuture::join)
                .containsOnly(answers.getFirst().join());
        assertThat(machines.list(TAG).join()).hasSize(1);
    }

    @Test
    void theNextLifeOfTheServerFindsAMachineThatTheLastOneMade() throws Exception {
        var made = next().create(FIRST, setup(), TAG).join();
        var next = next();
        assertThat(next.create(FIRST, setup(), TAG).join()).isEqualTo(made);
        assertThat(next.list(TAG).join()).hasSize(1);
    }

    @Test
    void twoMachinesAreTwo() throws Exception {
        var machines = next();
        var first = machines.create(FIRST, setup(), TAG).join();
        var second = machines.create(SECOND, setup(), TAG).join();
        assertThat(first.externalId()).isNotEqualTo(second.externalId());
        assertThat(machines.list(TAG).join())
                .extracting(Machines.Found::id, Machines.Found::externalId)
                .containsExactlyInAnyOrder(tuple(FIRST, first.externalId()), tuple(SECOND, second.externalId()));
    }

    @Test
    void aPreparedMachineRunsTheAgentsOfItsSetup() throws Exception {
        var twice = setup().withAgents(2, Setup.Size.ofSlots(1));
        makeReady(next(), FIRST, twice);
        awaitAgents(FIRST.agentName(1), FIRST.agentName(2));
        assertThat(next().list(TAG).join()).extracting(Machines.Found::alive).containsExactly(true);
    }

    @Test
    void aMachineThatIsReadyIsLeftAsItIs() throws Exception {
        var machines = next();
        var made = makeReady(machines, FIRST, setup());
        awaitAgents(FIRST.agentName(1));
        var before = runningAgents();
        machines.provision(FIRST, setup(), made).join();
        assertThat(runningAgents()).isEqualTo(before);
    }

    @Test
    void theNextLifeOfTheServerLeavesAReadyMachineAsItIs() throws Exception {
        var made = makeReady(next(), FIRST, setup());
        awaitAgents(FIRST.agentName(1));
        var before = runningAgents();
        next().provision(FIRST, setup(), made).join();
        assertThat(runningAgents()).isEqualTo(before);
    }

    @Test
    void theNextLifeOfTheServerPreparesWhatTheLastOneOnlyMade() throws Exception {
        var made = next().create(FIRST, setup(), TAG).join();
        next().provision(FIRST, setup(), made).join();
        awaitAgents(FIRST.agentName(1));
    }

    @Test
    void aMachineIsTakenAwayWithItsAgents() throws Exception {
        var machines = next();
        makeReady(machines, FIRST, setup());
        awaitAgents(FIRST.agentName(1));
        machines.destroy(FIRST).join();
        assertThat(runningAgents()).isEmpty();
        assertThat(machines.list(TAG).join()).isEmpty();
    }

    @Test
    void theNextLifeOfTheServerCanTakeAMachineAway() throws Exception {
        makeReady(next(), FIRST, setup());
        awaitAgents(FIRST.agentName(1));
        var next = next();
        next.destroy(FIRST).join();
        assertThat(runningAgents()).isEmpty();
        assertThat(next.list(TAG).join()).isEmpty();
    }

    @Test
    void aMachineThatIsOnlyMadeCanBeTakenAway() throws Exception {
        var machines = next();
        machines.create(FIRST, setup(), TAG).join();
        machines.destroy(FIRST).join();
        assertThat(machines.list(TAG).join()).isEmpty();
    }

    @Test
    void takingAwayWhatIsNotThereIsNoFailure() throws Exception {
        var machines = next();
        machines.destroy(FIRST).join();
        machines.create(FIRST, setup(), TAG).join();
        machines.destroy(FIRST).join();
        machines.destroy(FIRST).join();
        assertThat(machines.list(TAG).join()).isEmpty();
    }

    @Test
    void takingOneMachineAwayLeavesTheOther() throws Exception {
        var machines = next();
        makeReady(machines, FIRST, setup());
        makeReady(machines, SECOND, setup());
        awaitAgents(FIRST.agentName(1), SECOND.agentName(1));
        machines.destroy(FIRST).join();
        assertThat(runningAgents()).containsOnlyKeys(SECOND.agentName(1));
        assertThat(machines.list(TAG).join()).extracting(Machines.Found::id).containsExactly(SECOND);
    }

    @Test
    void whereAMachineWasTakenAwayAnotherCanBeMade() throws Exception {
        var machines = next();
        makeReady(machines, FIRST, setup());
        machines.destroy(FIRST).join();
        makeReady(machines, SECOND, setup());
        awaitAgents(SECOND.agentName(1));
    }

    @Test
    void aMachineThatBrokeDownIsListedAsDeadAndCanBeTakenAway() throws Exception {
        var machines = next();
        makeReady(machines, FIRST, setup());
        awaitAgents(FIRST.agentName(1));
        breakDown(FIRST);
        await().until(() -> machines.list(TAG).join().stream().noneMatch(Machines.Found::alive));
        machines.destroy(FIRST).join();
        assertThat(machines.list(TAG).join()).isEmpty();
    }

    @Test
    void aMachineThatIsGoneCannotBePrepared() throws Exception {
        var machines = next();
        var made = machines.create(FIRST, setup(), TAG).join();
        machines.destroy(FIRST).join();
        assertThatThrownBy(() -> machines.provision(FIRST, setup(), made).join())
                .hasCauseInstanceOf(MachineFailure.class)
                .hasMessageContaining(FIRST.name());
        assertThat(runningAgents()).isEmpty();
    }

    @Test
    void whoeverLosesPatienceWhileAMachineIsPreparedCanTakeItAway() throws Exception {
        var machines = next();
        var made = machines.create(FIRST, setup(), TAG).join();
        machines.provision(FIRST, setup(), made).cancel(true);
        machines.destroy(FIRST).join();
        assertThat(runningAgents()).isEmpty();
        assertThat(machines.list(TAG).join()).isEmpty();
    }

    @Test
    void machinesStayWhenThePortIsClosed() throws Exception {
        var machines = open();
        makeReady(machines, FIRST, setup());
        awaitAgents(FIRST.agentName(1));
        var before = runningAgents();
        machines.close();
        assertThat(next().list(TAG).join()).extracting(Machines.Found::alive).containsExactly(true);
        assertThat(runningAgents()).isEqualTo(before);
    }

    @Test
    void itSaysInOneLineWhatItIsAndKeepsItsSecrets() throws Exception {
        assertThat(next().description()).isNotBlank().doesNotContain("\n").doesNotContain(token());
    }

    private Machines.Made makeReady(Machines machines, MachineId id, Setup setup) {
        var made = machines.create(id, setup, TAG).join();
        machines.provision(id, setup, made).join();
        return made;
    }

    private void awaitAgents(String... names) {
        await().untilAsserted(() -> assertThat(runningAgents()).containsOnlyKeys(names));
    }
}
