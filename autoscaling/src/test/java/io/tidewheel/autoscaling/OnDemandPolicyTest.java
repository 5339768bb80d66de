package io.tidewheel.autoscaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.autoscaling.Observation.SeenAgent;
import io.tidewheel.autoscaling.Observation.SeenMachine;
import io.tidewheel.autoscaling.Plan.Limit;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.Machines;
import io.tidewheel.model.PoolLimit;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OnDemandPolicyTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Setup GPU = Setup.of("gpu", Capabilities.of("gpu"), 4).withMaxCreateConcurrent(4);
    private static final Setup BOTH =
            Setup.of("both", Capabilities.of("docker", "gpu"), 2).withMaxCreateConcurrent(4);
    private static final OnDemandPolicy POLICY = new OnDemandPolicy(Duration.ofMinutes(5));

    private final List<Setup> setups = new ArrayList<>();
    private final List<PoolLimit> pool = new ArrayList<>();
    private final List<SeenMachine> machines = new ArrayList<>();
    private final List<SeenAgent> agents = new ArrayList<>();
    private final Map<RequiredResources, Long> waiting = new TreeMap<>();
    private final Map<String, Breaker> breakers = new TreeMap<>();

    @Test
    void nothingWaitsAndNothingIsMade() {
        setups.add(GPU);
        assertThat(decide()).isEqualTo(Plan.NOTHING);
    }

    @Test
    void aMachineIsMadeForEveryChainThatNobodyHasRoomFor() {
        setups.add(GPU);
        waiting.put(RequiredResources.of("gpu"), 3L);
        var plan = decide();
        assertThat(bought(plan)).containsExactly("gpu", "gpu", "gpu");
        assertThat(plan.purchases().getFirst().why()).contains("3 chains wait").contains("[gpu]");
        assertThat(plan.shortages()).isEmpty();
    }

    @Test
    void slotsAndAgentsPerMachineAreCounted() {
        setups.add(GPU.withAgents(2, Setup.Size.ofSlots(3)));
        waiting.put(RequiredResources.of("gpu"), 13L);
        assertThat(bought(decide())).hasSize(3);
    }

    @Test
    void freeSlotsAndMachinesOnTheirWayCount() {
        setups.add(GPU);
        waiting.put(RequiredResources.of("gpu"), 3L);
        agents.add(new SeenAgent("somebody", Optional.empty(), Capabilities.of("gpu"), 4, 1));
        machines.add(starting("gpu-1", GPU));
        assertThat(bought(decide())).containsExactly("gpu");
    }

    @Test
    void theFirstSetupThatOffersItIsTakenAndTheNextOneWhenItIsFull() {
        setups.addAll(List.of(BOTH, GPU));
        waiting.put(RequiredResources.of("gpu"), 3L);
        assertThat(bought(decide())).containsExactly("both", "both", "gpu");
    }

    @Test
    void rareRoomIsKeptForWorkThatNeedsIt() {
        setups.addAll(List.of(GPU, BOTH));
        agents.add(new SeenAgent("rare", Optional.empty(), Capabilities.of("docker", "gpu"), 1, 1));
        waiting.put(RequiredResources.of("gpu"), 1L);
        waiting.put(RequiredResources.of("docker", "gpu"), 1L);
        assertThat(bought(decide())).containsExactly("gpu");
    }

    @Test
    void roomOnANewMachineServesOtherSetsToo() {
        setups.add(BOTH.withAgents(1, Setup.Size.ofSlots(4)));
        waiting.put(RequiredResources.of("docker"), 2L);
        waiting.put(RequiredResources.of("gpu"), 2L);
        assertThat(bought(decide())).containsExactly("both");
    }

    private static Setup sized(Setup setup, int slots, double cpus) {
        return setup.withAgents(1, new Setup.Size(slots, Optional.of(cpus), Optional.empty(), Optional.empty()));
    }

    private static RequiredResources cpus(int cpus, String... capabilities) {
        return new RequiredResources(Capabilities.of(capabilities), new Amounts(cpus * 1_000L, 0, 0));
    }

    @Test
    void aSetupWhoseAgentsAreTooSmallIsPassedOver() {
        setups.addAll(List.of(sized(GPU, 8, 2), sized(BOTH, 8, 16)));
        waiting.put(cpus(4, "gpu"), 2L);
        assertThat(bought(decide())).containsExactly("both");
        waiting.put(cpus(2, "gpu"), 1L);
        assertThat(bought(decide()))
                .as("there is room for it beside the others")
                .containsExactly("both");
    }

    @Test
    void amountsLimitWhatAMachineTakesAndNotItsSlotsAlone() {
        setups.add(sized(GPU, 8, 8));
        waiting.put(cpus(3, "gpu"), 5L);
        assertThat(bought(decide())).as("two at a time on each").hasSize(3);
        agents.add(new SeenAgent(
                "busy",
                Optional.empty(),
                Capabilities.of("gpu"),
                8,
                7,
                new Amounts(8_000, 0, 0),
                new Amounts(5_000, 0, 0)));
        assertThat(bought(decide())).as("one fits beside what the agent runs").hasSize(2);
        machines.add(starting("gpu-1", setups.getFirst()));
        assertThat(bought(decide())).as("two on the machine that is coming").hasSize(1);
    }

    @Test
    void whatIsLeftOfAMachineServesSmallerWork() {
        setups.add(sized(GPU, 4, 8));
        waiting.put(cpus(6, "gpu"), 2L);
        waiting.put(cpus(2, "gpu"), 2L);
        waiting.put(RequiredResources.of("gpu"), 4L);
        assertThat(bought(decide())).hasSize(2);
    }

    @Test
    void whatNobodyCanEverHoldIsSaidAndNothingIsMadeForIt() {
        setups.add(sized(GPU, 8, 2));
        waiting.put(cpus(4, "gpu"), 3L);
        var plan = decide();
        assertThat(plan.purchases()).isEmpty();
        assertThat(limits(plan)).containsExactly(Limit.TOO_SMALL);
        assertThat(plan.shortages().getFirst().limits().getFirst().text())
                .isEqualTo("a chain needs cpu 4, and no agent of a setup that offers [gpu] has as much: gpu has cpu 2");
        agents.add(new SeenAgent(
                "large",
                Optional.empty(),
                Capabilities.of("gpu"),
                1,
                0,
                new Amounts(4_000, 0, 0),
                new Amounts(0, 0, 0)));
        assertThat(decide().shortages()).as("somebody will").isEmpty();
    }

    @Test
    void anIdleMachineDoesNotStayForWorkThatItCannotHold() {
        setups.add(sized(GPU, 8, 2));
        machines.add(running("gpu-1", Optional.of(NOON.minusSeconds(600))));
        waiting.put(cpus(4, "gpu"), 3L);
        assertThat(decide().releases()).hasSize(1);
        waiting.put(cpus(1, "gpu"), 1L);
        assertThat(decide().releases()).isEmpty();
    }

    @Test
    void thereAreNeverMoreThanAllowed() {
        setups.add(GPU);
        waiting.put(RequiredResources.of("gpu"), 100L);
        machines.add(running("gpu-1", Optional.empty()));
        var plan = decide();
        assertThat(bought(plan)).hasSize(3);
        assertThat(limits(plan)).containsExactly(Limit.MAX_MACHINES);
        assertThat(plan.shortages().getFirst().chains()).isEqualTo(97);
    }

    @Test
    void aMachineThatIsBeingTakenAwayStillCounts() {
        setups.add(Setup.of("gpu", Capabilities.of("gpu"), 1));
        waiting.put(RequiredResources.of("gpu"), 1L);
        machines.add(new SeenMachine(record("gpu-1", GPU).destroying(NOON, "", false), 0, Optional.empty()));
        assertThat(limits(decide())).containsExactly(Limit.MAX_MACHINES);
    }

    @Test
    void onlySoManyAreMadeAtTheSameTime() {
        setups.add(GPU.withMaxCreateConcurrent(2));
        waiting.put(RequiredResources.of("gpu"), 4L);
        machines.add(starting("gpu-1", GPU));
        var plan = decide();
        assertThat(bought(plan)).hasSize(1);
        assertThat(limits(plan)).containsExactly(Limit.CREATE_CONCURRENT);
    }

    @Test
    void aPoolLimitsAgentsOverAllSetups() {
        setups.addAll(List.of(BOTH, GPU.withAgents(2, Setup.Size.ONE_SLOT)));
        pool.add(new PoolLimit(Capabilities.of("gpu"), 0, 5));
        waiting.put(RequiredResources.of("gpu"), 100L);
        var plan = decide();
        assertThat(bought(plan)).containsExactly("both", "both", "gpu");
        assertThat(limits(plan)).containsExactly(Limit.MAX_MACHINES, Limit.POOL_MAX);
    }

    @Test
    void leastNumbersAreKeptUpWithoutWork() {
        setups.addAll(List.of(GPU.withMin(2), BOTH));
        pool.add(new PoolLimit(Capabilities.of("docker"), 1, 9));
        assertThat(bought(decide())).containsExactly("gpu", "gpu", "both");
        machines.add(running("gpu-1", Optional.of(NOON.minusSeconds(9_999))));
        machines.add(starting("gpu-2", GPU));
        machines.add(new SeenMachine(
                record("both-1", BOTH)
                        .made(new Machines.Made("x", Optional.empty()), NOON)
                        .joined(NOON),
                0,
                Optional.of(NOON.minusSeconds(9_999))));
        assertThat(decide().isEmpty()).isTrue();
    }

    @Test
    void aSetupWhoseMachinesFailIsLeftAloneAndTheNextOneIsUsed() {
        setups.addAll(List.of(GPU, BOTH));
        breakers.put("gpu", Breaker.CLOSED.failed(Setup.Creation.DEFAULT, NOON, "quota exceeded"));
        waiting.put(RequiredResources.of("gpu"), 3L);
        var plan = decide();
        assertThat(bought(plan)).containsExactly("both", "both");
        assertThat(limits(plan)).containsExactly(Limit.BREAKER, Limit.MAX_MACHINES);
        assertThat(plan.shortages().getFirst().limits().getFirst().text()).contains("quota exceeded");
    }

    @Test
    void whatNoSetupOffersIsSaid() {
        setups.add(GPU);
        waiting.put(RequiredResources.of("fpga"), 1L);
        assertThat(limits(decide())).containsExactly(Limit.NO_SETUP);
    }

    @Test
    void whatOtherAgentsWillDoIsNotTheFleetsBusiness() {
        setups.add(GPU);
        agents.add(new SeenAgent("plain", Optional.empty(), Capabilities.of("fpga"), 1, 0));
        waiting.put(RequiredResources.of("fpga"), 1L);
        assertThat(decide()).isEqualTo(Plan.NOTHING);
    }

    @Test
    void machinesIdleForLongAreLetGoTheLongestIdleFirstButNotBelowTheLeastNumber() {
        setups.add(GPU.withMin(1));
        machines.add(running("gpu-1", Optional.of(NOON.minusSeconds(300))));
        machines.add(running("gpu-2", Optional.of(NOON.minusSeconds(400))));
        machines.add(running("gpu-3", Optional.of(NOON.minusSeconds(299))));
        var plan = decide();
        assertThat(plan.releases())
                .extracting(release -> release.machine().name())
                .containsExactly("gpu-2", "gpu-1");
        assertThat(plan.releases().getFirst().why()).isEqualTo("it has been idle for 6m40s");
        machines.removeLast();
        assertThat(decide().releases()).hasSize(1);
    }

    @Test
    void anIdleMachineStaysWhileWorkWaitsThatItCouldDo() {
        setups.add(GPU);
        machines.add(running("gpu-1", Optional.of(NOON.minusSeconds(3_000))));
        agents.add(new SeenAgent("gpu-1", Optional.of(new MachineId("gpu-1")), Capabilities.of("gpu"), 1, 1));
        waiting.put(RequiredResources.of("gpu"), 1L);
        assertThat(decide().isEmpty()).isTrue();
    }

    @Test
    void machinesOfASetupThatIsNoLongerThereGo() {
        machines.add(running("gpu-1", Optional.empty()));
        assertThat(decide().releases()).hasSize(1);
    }

    static IntStream seeds() {
        return IntStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noPlanEverBreaksALimit(int seed) {
        var random = new Random(seed);
        var names = List.of("a", "b", "c");
        for (int i = 0; i < 3; i++) {
            var set = Capabilities.of(
                    names.stream().filter(_ -> random.nextBoolean()).toList());
            int max = random.nextInt(6);
            setups.add(Setup.of("s" + i, set, max)
                    .withMin(random.nextInt(max + 1))
                    .withMaxCreateConcurrent(1 + random.nextInt(4))
                    .withAgents(1 + random.nextInt(2), Setup.Size.ofSlots(1 + random.nextInt(3))));
            waiting.put(
                    RequiredResources.of(Capabilities.of(
                            names.stream().filter(_ -> random.nextBoolean()).toList())),
                    random.nextLong(20));
            for (int m = 0; m < random.nextInt(max + 1); m++) {
                machines.add(
                        random.nextBoolean()
                                ? starting("s%d-%d".formatted(i, m), setups.getLast())
                                : new SeenMachine(
                                        record("s%d-%d".formatted(i, m), setups.getLast())
                                                .joined(NOON),
                                        0,
                                        Optional.of(NOON.minusSeconds(random.nextInt(600)))));
            }
        }
        pool.add(new PoolLimit(Capabilities.of("a"), 0, 1 + random.nextInt(5)));
        var plan = decide();
        for (var setup : setups) {
            var own = machines.stream()
                    .filter(each -> each.setup().equals(setup.id()))
                    .toList();
            long more = plan.purchases().stream()
                    .filter(each -> each.setup().equals(setup.id()))
                    .count();
            long starting =
                    own.stream().filter(each -> each.state().isStarting()).count();
            long released = plan.releases().stream()
                    .filter(each ->
                            own.stream().anyMatch(machine -> machine.id().equals(each.machine())))
                    .count();
            assertThat(own.size() + more).isLessThanOrEqualTo(Math.max(own.size(), setup.maxVMs()));
            if (more > 0) assertThat(starting + more).isLessThanOrEqualTo(setup.maxCreateConcurrent());
            if (released > 0) assertThat(own.size() + more - released).isGreaterThanOrEqualTo(setup.minVMs());
        }
        long inPool = setups.stream()
                .filter(setup -> setup.providedCapabilities().covers(Capabilities.of("a")))
                .mapToLong(setup -> setup.agents()
                        * machines.stream()
                                .filter(each -> each.setup().equals(setup.id()))
                                .count())
                .sum();
        long added = plan.purchases().stream()
                .map(each -> setups.stream()
                        .filter(setup -> setup.id().equals(each.setup()))
                        .findFirst()
                        .orElseThrow())
                .filter(setup -> setup.providedCapabilities().covers(Capabilities.of("a")))
                .mapToLong(Setup::agents)
                .sum();
        if (added > 0)
            assertThat(inPool + added).isLessThanOrEqualTo(pool.getFirst().max());
    }

    private Plan decide() {
        return POLICY.decide(
                new Observation(NOON, setups, pool, machines, agents, waiting, breakers, PolicyMemory.NONE));
    }

    private static List<String> bought(Plan plan) {
        return plan.purchases().stream().map(Plan.Purchase::setup).toList();
    }

    private static List<Limit> limits(Plan plan) {
        return plan.shortages().stream()
                .flatMap(shortage -> shortage.limits().stream())
                .map(Plan.Obstacle::limit)
                .toList();
    }

    private static MachineRecord record(String id, Setup setup) {
        return MachineRecord.intended(new MachineId(id), setup, NOON.minusSeconds(600), "test");
    }

    private static SeenMachine starting(String id, Setup setup) {
        return new SeenMachine(record(id, setup), 0, Optional.empty());
    }

    private static SeenMachine running(String id, Optional<Instant> idleSince) {
        return new SeenMachine(record(id, GPU).joined(NOON.minusSeconds(500)), idleSince.isEmpty() ? 1 : 0, idleSince);
    }
}
