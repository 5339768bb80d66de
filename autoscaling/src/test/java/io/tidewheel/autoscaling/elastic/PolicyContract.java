package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Billing;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every policy must promise, whatever it sees: random fleets, budgets and workflows. There are machine types t0, t1 and so on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class PolicyContract {
    /** Each of them is held to all of this. */
    protected abstract Stream<Named<OwnerPolicy>> policies();

    @ParameterizedTest
    @MethodSource("policies")
    void noPlanCostsMoreThanTheBudgetOrWantsWhatIsNotThere(OwnerPolicy policy) {
        for (long seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            var stage = randomStage(random);
            for (int step = 0; step < 3; step++) {
                var plan = stage.decide(policy);
                assertThat(stage.costAfter(plan)).as("seed %d", seed).isLessThanOrEqualTo(stage.budget);
                assertSound(stage, plan, seed);
                stage.now = stage.now.plus(OwnerStage.MINUTE);
            }
        }
    }

    private static void assertSound(OwnerStage stage, OwnerPlan plan, long seed) {
        var bought = new int[stage.types.size()];
        for (var purchase : plan.purchases()) {
            bought[purchase.type()]++;
            assertThat(purchase.why()).isNotBlank();
        }
        var released = new HashSet<String>();
        for (var release : plan.releases()) {
            assertThat(released.add(release.machine())).as("seed %d", seed).isTrue();
            var machine = stage.machines.stream()
                    .filter(each -> each.id().equals(release.machine()))
                    .findFirst()
                    .orElseThrow();
            assertThat(machine.isIdle()).as("seed %d", seed).isTrue();
            bought[machine.type()]--;
        }
        for (int type = 0; type < bought.length; type++)
            assertThat(bought[type]).as("seed %d", seed).isLessThanOrEqualTo(stage.free.get(type));
        assertThat(plan.targets()).hasSize(stage.types.size());
        assertThat(plan.why()).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void theSameSightGivesTheSamePlan(OwnerPolicy policy) {
        for (long seed = 0; seed < 20; seed++)
            assertThat(randomStage(new Random(seed)).decide(policy))
                    .isEqualTo(randomStage(new Random(seed)).decide(policy));
    }

    private static OwnerStage randomStage(Random random) {
        int types = 2 + random.nextInt(3);
        var prices = random.doubles(types, 0.05, 9)
                .map(each -> Math.round(each * 100) / 100.0)
                .toArray();
        var stage = OwnerStage.withPrices(prices);
        stage.types.clear();
        for (int type = 0; type < types; type++) {
            stage.types.add(
                    MachineType.of("t" + type, new Billing(OwnerStage.money(prices[type]), OwnerStage.MINUTE), 100));
            stage.free.set(type, random.nextInt(40));
            stage.completed(type, random.nextInt(50), random.nextInt(8));
        }
        double committed = 0;
        for (int number = 0; number < random.nextInt(10); number++) {
            int type = random.nextInt(types);
            committed += prices[type];
            var paid = stage.now.plusSeconds(random.nextInt(3) * 20L);
            if (random.nextBoolean()) stage.idle("m" + number, type, paid, stage.now.minusSeconds(random.nextInt(99)));
            else stage.busy("m" + number, type);
        }
        stage.budget(Math.round((committed + random.nextInt(40)) * 100) / 100.0);
        for (int number = 0; number < random.nextInt(5); number++) stage.workflow(randomWorkflow("w" + number, random));
        return stage;
    }

    private static SeenWorkflow randomWorkflow(String id, Random random) {
        var parents = new ArrayList<List<Integer>>();
        var kinds = new ArrayList<String>();
        var finished = new BitSet();
        for (int task = 0; task < 1 + random.nextInt(40); task++) {
            var mine = new ArrayList<Integer>();
            for (int parent = 0; parent < task; parent++) if (random.nextInt(8) == 0) mine.add(parent);
            parents.add(mine);
            kinds.add("k" + random.nextInt(4));
            if (mine.stream().allMatch(finished::get) && random.nextInt(3) == 0) finished.set(task);
        }
        long salt = random.nextInt(1_000);
        return new SeenWorkflow(
                id,
                random.nextInt(10),
                OwnerStage.NOON.minusSeconds(random.nextInt(300)),
                WorkGraph.of(parents, kinds),
                finished,
                new BitSet(),
                (task, type) -> 1 + (salt * 31 + task * 17L + type * 7L) % 60);
    }
}
