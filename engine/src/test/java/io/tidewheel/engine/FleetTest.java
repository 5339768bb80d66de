package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.autoscaling.Plan;
import io.tidewheel.autoscaling.Plan.Limit;
import io.tidewheel.autoscaling.PolicyMemory;
import io.tidewheel.engine.FakeMachines.Mood;
import io.tidewheel.model.Actor;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Told with a cloud that does everything wrong that clouds do wrong. */
class FleetTest {
    private static final RequiredResources NEEDS_GPU = RequiredResources.of("gpu");
    private static final Setup GPU = Setup.of("gpu", Capabilities.of("gpu"), 2);
    private static final Actor ADMIN = Actor.anyone("admin");

    private final FleetStory story = new FleetStory(GPU);

    @Test
    void aMachineIsMadeForWorkDrainedWhenItIsIdleAndTakenAway() {
        story.waiting.put(NEEDS_GPU, 1L);
        story.seconds(1);
        assertThat(story.only().state()).isEqualTo(MachineState.CREATING);
        assertThat(story.only().wanted()).contains("1 chain waits for [gpu]");
        story.seconds(4);
        assertThat(story.only().state()).isEqualTo(MachineState.PROVISIONING);
        assertThat(story.only().address()).contains("192.0.2.1");
        story.seconds(4);
        var id = story.only().id();
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);

        story.waiting.clear();
        story.works(id, 1);
        story.minutes(20);
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        story.finishes(id);
        story.pass(FleetStory.IDLE.minusSeconds(2));
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        story.seconds(20);
        assertThat(story.only().state()).isEqualTo(MachineState.DESTROYED);
        assertThat(story.only().reason()).contains("idle for 5m");
        assertThat(story.cloud.real).isEmpty();
        assertThat(story.audit())
                .containsExactly("machine-create", "machine-ready", "machine-drain", "machine-destroy");
    }

    @Test
    void afterItsServerBeganToStopNothingIsMadeWhateverIsMissing() {
        var kept = new FleetStory(GPU.withMin(1));
        kept.seconds(20);
        var id = kept.only().id();
        assertThat(kept.only().state()).isEqualTo(MachineState.RUNNING);
        kept.waiting.put(NEEDS_GPU, 5L);
        kept.fleet().windDown();
        var _ = kept.fleet().stop(id, ADMIN);
        kept.minutes(1);
        assertThat(kept.only().state()).isEqualTo(MachineState.DESTROYED);
        assertThat(kept.cloud.real).isEmpty();
    }

    @Test
    void workThatCameAndWentBetweenTwoLooksIsNotIdleness() {
        var id = running();
        for (int i = 0; i < 20; i++) {
            story.minutes(4);
            story.finishes(id);
        }
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
    }

    @Test
    void aMachineThatGotWorkWhileItWasLetGoFinishesItFirst() {
        var id = running();
        story.works(id, 1);
        var _ = story.fleet().drain(id, ADMIN);
        story.minutes(30);
        assertThat(story.only().state()).isEqualTo(MachineState.DRAINING);
        assertThat(story.cloud.real).containsKey(id);
        story.agents.put(id.name(), drainedOf(story.agents.get(id.name())));
        story.seconds(10);
        assertThat(story.only().state()).isEqualTo(MachineState.DESTROYED);
    }

    private static AgentView drainedOf(AgentView agent) {
        return new AgentView(
                agent.session(),
                agent.name(),
                agent.host(),
                agent.offers(),
                agent.slots(),
                0,
                0,
                AgentState.DRAINING,
                agent.since(),
                Duration.ZERO,
                agent.finished() + 1);
    }

    @Test
    void aMachineIsMadeOfASetupWhoseAgentsHaveEnoughAndOfNoneIfNobodyEverHas() {
        var small = GPU.withAgents(1, new Setup.Size(4, Optional.of(2.0), Optional.of(4L << 30), Optional.empty()));
        var large = Setup.of("large", Capabilities.of("gpu"), 2)
                .withAgents(1, new Setup.Size(4, Optional.of(8.0), Optional.of(64L << 30), Optional.empty()));
        var other = new FleetStory(small, large);
        var much = new RequiredResources(Capabilities.of("gpu"), Amounts.parse("cpu=4,memory=16GiB", Amounts.NONE));
        var tooMuch = new RequiredResources(Capabilities.of("gpu"), Amounts.parse("cpu=16", Amounts.NONE));
        other.waiting.put(much, 2L);
        other.waiting.put(tooMuch, 5L);
        other.minutes(2);
        assertThat(other.only().setup()).isEqualTo("large");
        assertThat(other.only().wanted()).contains("[gpu] with cpu 4, memory 16 GiB");
        assertThat(other.fleet().status().shortages()).singleElement().satisfies(shortage -> {
            assertThat(shortage.need()).isEqualTo(tooMuch);
            assertThat(shortage.limits().getFirst().limit()).isEqualTo(Limit.TOO_SMALL);
            assertThat(shortage.limits().getFirst().text()).contains("needs cpu 16", "large has cpu 8, memory 64 GiB");
        });
    }

    @Test
    void aMachineIsMadeOfASetupThatHasWhatOnlyUsersCount() {
        var plain = GPU.withAgents(1, new Setup.Size(4, Optional.of(8.0), Optional.empty(), Optional.empty()));
        var licensed = Setup.of("licensed", Capabilities.of("gpu"), 5)
                .withAgents(
                        1,
                        new Setup.Size(
                                4,
                                Optional.of(8.0),
                                Optional.empty(),
                                Optional.empty(),
                                CustomAmounts.parse("license=1")));
        var other = new FleetStory(plain, licensed);
        other.waiting.put(new RequiredResources(Capabilities.of("gpu"), Amounts.parse("license=1", Amounts.NONE)), 1L);
        var tooMany = new RequiredResources(Capabilities.of("gpu"), Amounts.parse("license=2", Amounts.NONE));
        other.waiting.put(tooMany, 1L);
        other.minutes(2);
        assertThat(other.only().setup()).isEqualTo("licensed");
        assertThat(other.fleet().status().shortages()).singleElement().satisfies(shortage -> {
            assertThat(shortage.need()).isEqualTo(tooMany);
            assertThat(shortage.limits().getFirst().text())
                    .contains("needs license 2", "licensed has cpu 8, license 1");
        });
    }

    @Test
    void aStoppedMachineGoesAtOnce() {
        var id = running();
        story.works(id, 1);
        var answer = story.fleet().stop(id, ADMIN);
        story.seconds(10);
        assertThat(answer.join().state()).isEqualTo(MachineState.DESTROYING);
        assertThat(story.only().state()).isEqualTo(MachineState.DESTROYED);
        assertThat(story.only().reason()).contains("asked for by admin");
    }

    @Test
    void whatIsNotThereCannotBeDrained() {
        var answer = story.fleet().drain(new MachineId("gpu-nobody"), ADMIN);
        story.seconds(1);
        assertThatThrownBy(answer::join).isInstanceOf(CompletionException.class).hasMessageContaining("gpu-nobody");
    }

    @Test
    void nothingIsAskedOfTheCloudBeforeItIsRecorded() {
        story.storeFails = true;
        story.waiting.put(NEEDS_GPU, 1L);
        story.minutes(5);
        assertThat(story.cloud.calls).isEmpty();
        assertThat(story.fleet().status().trouble()).contains("the disk is full");
        story.storeFails = false;
        story.seconds(10);
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        assertThat(story.fleet().status().trouble()).isEmpty();
    }

    @Test
    void theBreakerPausesLocksAndTriesAgain() {
        story.cloud.creating = Mood.FAILS;
        story.waiting.put(NEEDS_GPU, 1L);
        story.minutes(14);
        assertThat(story.cloud.count("create")).isEqualTo(5);
        assertThat(story.states()).containsOnly(MachineState.ERROR);
        var status = story.fleet().status();
        assertThat(status.shortages().getFirst().limits().getFirst().limit()).isEqualTo(Limit.BREAKER);
        assertThat(status.shortages().getFirst().limits().getFirst().text())
                .contains("quota exceeded")
                .contains("trial");
        story.minutes(19);
        assertThat(story.cloud.count("create")).isEqualTo(6);
        story.cloud.creating = Mood.FINE;
        story.minutes(21);
        assertThat(story.states().getLast()).isEqualTo(MachineState.RUNNING);
        assertThat(story.fleet().status().breakers().get("gpu").failures()).isZero();
    }

    @Test
    void aRestartDoesNotForgetThatMachinesFail() {
        story.cloud.creating = Mood.FAILS;
        story.waiting.put(NEEDS_GPU, 1L);
        story.minutes(14);
        for (int i = 0; i < 10; i++) {
            story.restart();
            story.minutes(1);
        }
        assertThat(story.cloud.count("create")).isEqualTo(5);
    }

    @Test
    void whenOneSetupFailsAnotherIsUsed() {
        var other = new FleetStory(GPU, Setup.of("other", Capabilities.of("gpu", "slow"), 1));
        other.cloud.creating = Mood.FAILS;
        other.waiting.put(NEEDS_GPU, 1L);
        other.seconds(2);
        other.cloud.creating = Mood.FINE;
        other.seconds(15);
        assertThat(other.records()).extracting(MachineRecord::setup).containsExactly("gpu", "other");
        assertThat(other.states()).containsExactly(MachineState.ERROR, MachineState.RUNNING);
    }

    @Test
    void aCloudThatHangsIsGivenUp() {
        story.cloud.creating = Mood.HANGS;
        story.waiting.put(NEEDS_GPU, 1L);
        story.minutes(4);
        assertThat(story.only().state()).isEqualTo(MachineState.CREATING);
        story.seconds(70);
        assertThat(story.records().getFirst().state()).isEqualTo(MachineState.ERROR);
        assertThat(story.records().getFirst().reason()).isEqualTo("it was not made within 5m");
    }

    @Test
    void aScriptThatHangsIsGivenUp() {
        story.cloud.provisioning = Mood.HANGS;
        story.waiting.put(NEEDS_GPU, 1L);
        story.minutes(11);
        assertThat(story.records().getFirst().reason()).isEqualTo("it was not prepared within 10m");
        story.waiting.clear();
        story.minutes(30);
        assertThat(story.cloud.real).isEmpty();
    }

    @Test
    void aMachineWhoseAgentNeverJoinsIsTakenAway() {
        story.cloud.ready = _ -> {};
        story.waiting.put(NEEDS_GPU, 1L);
        story.minutes(6);
        assertThat(story.records().getFirst().state()).isEqualTo(MachineState.ERROR);
        assertThat(story.records().getFirst().reason()).contains("no agent of it joined within 5m");
        assertThat(story.counters.machinesFailed.sum()).isEqualTo(1);
    }

    @Test
    void aMachineWasReadyWhenItsAgentJoinedAndNotWhenThatWasSeen() {
        story.cloud.ready = id -> story.time.after(Duration.ofMillis(400), () -> story.join(id));
        story.waiting.put(NEEDS_GPU, 1L);
        story.seconds(20);
        var joined = story.only().agentJoined().orElseThrow();
        assertThat(joined.toEpochMilli() % 1_000).isEqualTo(400);
        assertThat(story.only().since()).isEqualTo(joined);
    }

    @Test
    void aMachineThatEndsBeforeItsAgentJoinsIsNoticedSoon() {
        story.cloud.ready = id -> story.cloud.real.put(id, false);
        story.waiting.put(NEEDS_GPU, 1L);
        story.seconds(20);
        assertThat(story.records().getFirst().state()).isEqualTo(MachineState.ERROR);
        assertThat(story.records().getFirst().reason()).isEqualTo("it ended before an agent of it joined");
    }

    @Test
    void aMachineThatWasMadeAfterWeLostPatienceIsFoundAndTakenAway() {
        story.cloud.creating = Mood.LATE;
        story.waiting.put(NEEDS_GPU, 1L);
        story.minutes(5);
        story.waiting.clear();
        story.minutes(9);
        assertThat(story.cloud.real).isEmpty();
        assertThat(story.states()).containsOnly(MachineState.ERROR);
    }

    @Test
    void anAnswerThatIsLostCostsTimeButLeaksNothing() {
        story.cloud.creating = Mood.LOSES_ANSWER;
        story.waiting.put(NEEDS_GPU, 1L);
        story.seconds(10);
        assertThat(story.cloud.real).hasSize(1);
        story.waiting.clear();
        story.minutes(6);
        assertThat(story.cloud.real).isEmpty();
        assertThat(story.only().state()).isEqualTo(MachineState.ERROR);
    }

    @Test
    void takingAwayIsTriedUntilItWorks() {
        var id = running();
        story.cloud.destroying = Mood.FAILS;
        var _ = story.fleet().stop(id, ADMIN);
        story.minutes(30);
        assertThat(story.only().state()).isEqualTo(MachineState.DESTROYING);
        story.cloud.destroying = Mood.HANGS;
        story.minutes(30);
        story.cloud.destroying = Mood.FINE;
        story.minutes(8);
        assertThat(story.only().state()).isEqualTo(MachineState.DESTROYED);
        assertThat(story.cloud.real).isEmpty();
    }

    @Test
    void strangersWithOurTagAreTakenAway() {
        story.cloud.real.put(new MachineId("gpu-stray"), true);
        story.minutes(3);
        assertThat(story.cloud.real).isEmpty();
        assertThat(story.counters.straysFound.sum()).isEqualTo(1);
        assertThat(story.audit()).containsExactly("machine-stray");
    }

    @Test
    void aMachineThatVanishedIsClosedAndReplaced() {
        var id = running();
        story.works(id, 1);
        story.cloud.real.remove(id);
        story.leave(id);
        story.waiting.put(NEEDS_GPU, 1L);
        story.seconds(30);
        assertThat(story.states()).containsExactly(MachineState.ERROR, MachineState.RUNNING);
        assertThat(story.records().getFirst().reason()).isEqualTo("it has vanished");
        assertThat(story.counters.machinesLost.sum()).isEqualTo(1);
        assertThat(story.fleet().status().breakers().get("gpu").failures()).isZero();
    }

    @Test
    void aMachineOnWhichNothingRunsAnyMoreIsTakenAway() {
        var id = running();
        story.cloud.real.put(id, false);
        story.leave(id);
        story.seconds(20);
        assertThat(story.only().state()).isEqualTo(MachineState.ERROR);
        assertThat(story.cloud.real).isEmpty();
    }

    @Test
    void aMachineWithoutAgentsIsGivenUpAfterAWhileEvenIfItSeemsToRun() {
        var id = running();
        story.leave(id);
        story.seconds(25);
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        story.seconds(15);
        assertThat(story.only().state()).isEqualTo(MachineState.ERROR);
        assertThat(story.only().reason()).isEqualTo("its agents are gone");
    }

    @Test
    void aRestartGoesOnWithEveryStep() {
        story.waiting.put(NEEDS_GPU, 1L);
        story.seconds(2);
        story.restart();
        story.seconds(4);
        story.restart();
        story.seconds(10);
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        assertThat(story.cloud.real).hasSize(1);
        var _ = story.fleet().stop(story.only().id(), ADMIN);
        story.waiting.clear();
        story.seconds(1);
        story.restart();
        story.seconds(10);
        assertThat(story.only().state()).isEqualTo(MachineState.DESTROYED);
    }

    @Test
    void aDrainingMachineIsNotTakenAwayBecauseItsAgentIsNotBackAfterARestart() {
        var id = running();
        story.works(id, 1);
        var _ = story.fleet().drain(id, ADMIN);
        story.seconds(2);
        var agent = story.agents.remove(id.name());
        story.restart();
        story.seconds(10);
        story.agents.put(id.name(), agent);
        story.minutes(5);
        assertThat(story.only().state()).isEqualTo(MachineState.DRAINING);
    }

    @Test
    void whileTheEngineIsAwayNothingIsDecided() {
        var id = running();
        story.engineIsGone = true;
        story.minutes(60);
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        story.engineIsGone = false;
        story.minutes(1);
        assertThat(story.only().id()).isEqualTo(id);
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
    }

    @Test
    void aPolicyThatThrowsOrTalksNonsenseBuysAndLetsGoNothing() {
        running();
        story.use(_ -> {
            throw new IllegalStateException("division by zero");
        });
        story.minutes(60);
        assertThat(story.fleet().status().trouble()).contains("division by zero");
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        story.use(_ -> new Plan(
                List.of(new Plan.Purchase("gpu", "x"), new Plan.Purchase("gold", "x")),
                List.of(),
                List.of(),
                PolicyMemory.NONE));
        story.minutes(60);
        assertThat(story.records()).hasSize(1);
        assertThat(story.fleet().status().trouble()).contains("unknown setup 'gold'");
        story.use(seen -> new Plan(
                List.of(new Plan.Purchase("gpu", "x"), new Plan.Purchase("gpu", "x")),
                List.of(),
                List.of(),
                PolicyMemory.NONE));
        story.minutes(60);
        assertThat(story.records()).hasSize(1);
    }

    @Test
    void anotherServerThatTookOverIsLeftInPeace() {
        running();
        var other = story.database.store().begin("other", story.time.instant());
        assertThat(story.database.machines().lead(other, Duration.ZERO)).isTrue();
        var _ = story.fleet().stop(story.only().id(), ADMIN);
        story.seconds(1);
        assertThat(story.cloud.real).hasSize(1);
        assertThat(story.fleet().status().leading()).isFalse();
    }

    @Test
    void theLeastNumberOfMachinesIsKeptUp() {
        var kept = new FleetStory(GPU.withMin(1));
        kept.minutes(60);
        assertThat(kept.states()).containsExactly(MachineState.RUNNING);
        var id = kept.only().id();
        kept.cloud.real.remove(id);
        kept.leave(id);
        kept.minutes(1);
        assertThat(kept.states()).containsExactly(MachineState.ERROR, MachineState.RUNNING);
    }

    @Test
    void machinesWithSeveralAgentsAreNotBoughtTwice() {
        var wide = new FleetStory(GPU.withAgents(4, Setup.Size.ONE_SLOT));
        wide.cloud.ready = machine -> {
            wide.join(machine);
            for (int i = 2; i <= 4; i++) wide.agents.remove(machine.agentName(i));
        };
        wide.waiting.put(NEEDS_GPU, 4L);
        wide.seconds(8);
        assertThat(wide.records()).hasSize(1);
        wide.seconds(5);
        wide.join(wide.only().id());
        wide.waiting.clear();
        wide.seconds(5);
        assertThat(wide.records()).hasSize(1);
    }

    static IntStream seeds() {
        return IntStream.range(0, 60);
    }

    /** Whatever goes wrong for a while: in the end there is nothing that nobody knows of, and nothing stuck. */
    @ParameterizedTest
    @MethodSource("seeds")
    void nothingIsLeakedAndNothingIsStuck(int seed) {
        var random = new Random(seed);
        var moods = Mood.values();
        var wild = new FleetStory(
                GPU, Setup.of("other", Capabilities.of("gpu", "slow"), 3).withMaxCreateConcurrent(2));
        for (int i = 0; i < 40; i++) {
            wild.cloud.creating = moods[random.nextInt(moods.length)];
            wild.cloud.provisioning = moods[random.nextInt(moods.length)];
            wild.cloud.destroying = moods[random.nextInt(moods.length)];
            wild.cloud.listFails = random.nextInt(4) == 0;
            wild.storeFails = random.nextInt(6) == 0;
            wild.engineIsGone = random.nextInt(6) == 0;
            if (random.nextInt(5) == 0) wild.restart();
            if (random.nextBoolean()) wild.waiting.put(NEEDS_GPU, 1L + random.nextInt(6));
            else wild.waiting.clear();
            var present = List.copyOf(wild.cloud.real.keySet());
            if (!present.isEmpty() && random.nextInt(4) == 0) {
                var victim = present.get(random.nextInt(present.size()));
                wild.leave(victim);
                if (random.nextBoolean()) wild.cloud.real.remove(victim);
                else wild.cloud.real.put(victim, false);
            }
            wild.seconds(random.nextInt(400));
            var count = wild.records().stream().filter(each -> !each.state().isFinal());
            assertThat(count.filter(each -> each.setup().equals("gpu")).count()).isLessThanOrEqualTo(2);
        }
        wild.cloud.creating = Mood.FINE;
        wild.cloud.provisioning = Mood.FINE;
        wild.cloud.destroying = Mood.FINE;
        wild.cloud.listFails = false;
        wild.storeFails = false;
        wild.engineIsGone = false;
        wild.waiting.clear();
        wild.minutes(60);
        assertThat(wild.cloud.real).as("seed %d", seed).isEmpty();
        assertThat(wild.states()).as("seed %d", seed).allMatch(MachineState::isFinal);
    }

    private MachineId running() {
        story.waiting.put(NEEDS_GPU, 1L);
        story.seconds(10);
        story.waiting.clear();
        assertThat(story.only().state()).isEqualTo(MachineState.RUNNING);
        return story.only().id();
    }
}
