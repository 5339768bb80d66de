package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.RequiredResources;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.check.CheckContext;
import io.tidewheel.workflow.check.WorkflowCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workflows and orders by chance: whatever ends when, and wherever it is interrupted, the same is done and nothing twice. */
class RecoveryTest {
    private static final int MOST_CHAINS = 400;

    /** What a run leaves behind. */
    private record Trace(
            List<PlannedChain> made, List<String> ended, WorkflowOutcome outcome, Map<String, List<String>> results) {
        Set<String> actions() {
            var actions = new HashSet<String>();
            made.forEach(chain -> assertThat(chain.actions()).allMatch(actions::add));
            return actions;
        }
    }

    private final long seed = System.getProperty("tidewheel.seed") == null ? 20 : Long.getLong("tidewheel.seed", 20);

    private static boolean offered(RequiredResources wanted) {
        return wanted.requires().size() < 2;
    }

    private static ChainPlanner unfold(Workflow workflow) {
        return new ChainPlanner(workflow, SampleServices.services(), PlannerBench.NAMING, RecoveryTest::offered);
    }

    /** Depends on the chain alone; what is deep inside of a loop that feeds itself finds nothing more. */
    private static Map<String, List<String>> found(PlannedChain chain) {
        var results = new HashMap<String, List<String>>();
        for (var command : chain.executables()) {
            for (var output : command.outputs()) {
                if (!output.needsResult()) continue;
                int hash = Math.floorMod(output.variable().hashCode() * 31 + 7, 1_000);
                boolean deep = output.variable().chars().filter(c -> c == '+').count() >= 2;
                int size = deep ? 0 : hash % 3;
                var files = new ArrayList<String>();
                for (int i = 0; i < size; i++) files.add(output.path() + "/" + i);
                results.put(output.variable(), files);
            }
        }
        return results;
    }

    private static boolean fails(PlannedChain chain, boolean withFailures) {
        return withFailures && Math.floorMod(chain.key().hashCode(), 17) == 3;
    }

    private static void end(ChainPlanner planner, PlannedChain chain, boolean withFailures) {
        if (fails(chain, withFailures)) planner.failed(chain.key());
        else planner.succeeded(chain.key(), found(chain));
    }

    private static Trace run(Workflow workflow, RandomGenerator random, int limit, boolean withFailures) {
        var planner = unfold(workflow);
        var made = new ArrayList<PlannedChain>();
        var ended = new ArrayList<String>();
        var open = new ArrayList<PlannedChain>();
        while (true) {
            var chains = planner.next(limit);
            made.addAll(chains);
            open.addAll(chains);
            if (open.isEmpty()) break;
            var chain = open.remove(random.nextInt(open.size()));
            ended.add(chain.key());
            end(planner, chain, withFailures);
        }
        assertThat(planner.isFinished()).isTrue();
        return new Trace(made, ended, planner.outcome(), results(planner));
    }

    private static Map<String, List<String>> results(ChainPlanner planner) {
        var results = new TreeMap<String, List<String>>();
        planner.takeResults().forEach(result -> results.put(result.instance(), result.paths()));
        return results;
    }

    @Test
    void theOrderOfEndingsChangesOnlyTheCuts() {
        for (int i = 0; i < 300; i++) {
            long here = seed * 1_000 + i;
            var workflow = workflow(here);
            var one = run(workflow, new Random(here), Integer.MAX_VALUE, false);
            var other = run(workflow, new Random(here + 1), 1 + (int) (here % 3), false);
            assertThat(other.actions()).as("seed %d", here).isEqualTo(one.actions());
            assertThat(commandsOf(other)).as("seed %d", here).isEqualTo(commandsOf(one));
            assertThat(other.results()).as("seed %d", here).isEqualTo(one.results());
            assertThat(other.outcome().status())
                    .as("seed %d", here)
                    .isEqualTo(one.outcome().status());
        }
    }

    /** Where a folder is handed on inside of a chain, its name is what is handed on; so only the names of commands and outputs are compared. */
    private static Map<String, List<String>> commandsOf(Trace trace) {
        var commands = new TreeMap<String, List<String>>();
        for (var chain : trace.made()) {
            for (var command : chain.executables()) {
                commands.put(
                        command.id(),
                        command.outputs().stream()
                                .map(PlannedExecutable.PlannedOutput::path)
                                .toList());
            }
        }
        return commands;
    }

    private static Workflow workflow(long seed) {
        var workflow = RandomWorkflow.of(new Random(seed));
        var complaints = WorkflowCheck.check(workflow, CheckContext.of(SampleServices.services()));
        assertThat(complaints)
                .extracting(Complaint::toString)
                .as("seed %d", seed)
                .isEmpty();
        return workflow;
    }

    @ParameterizedTest
    @ValueSource(strings = {"told after each", "told after all", "told in another order"})
    void afterACrashAtAnyPointItGoesOnAsIfNothingHadHappened(String manner) {
        int interrupted = 0;
        for (int i = 0; i < 120; i++) {
            long here = seed * 1_000 + i;
            var workflow = workflow(here);
            boolean withFailures = i % 3 == 0;
            var whole = run(workflow, new Random(here), Integer.MAX_VALUE, withFailures);
            if (whole.made().size() > MOST_CHAINS) continue;
            int step = Math.max(1, whole.ended().size() / 12);
            for (int crash = 0; crash <= whole.ended().size(); crash += step) {
                var resumed = resume(workflow, whole, crash, manner, new Random(here), withFailures);
                assertThat(compositions(resumed))
                        .as("seed %d, crash %d", here, crash)
                        .isEqualTo(compositions(whole));
                assertThat(resumed.outcome())
                        .as("seed %d, crash %d", here, crash)
                        .usingRecursiveComparison()
                        .ignoringFields("examples")
                        .isEqualTo(whole.outcome());
                assertThat(resumed.results())
                        .as("seed %d, crash %d", here, crash)
                        .isEqualTo(whole.results());
                interrupted++;
            }
        }
        assertThat(interrupted).isGreaterThan(500);
    }

    private static Map<String, PlannedChain> compositions(Trace trace) {
        var chains = new TreeMap<String, PlannedChain>();
        trace.made().forEach(chain -> assertThat(chains.put(chain.key(), chain)).isNull());
        return chains;
    }

    /** The first endings of a run have been told, all chains that could be made were made; then only what a store knows is left. */
    private static Trace resume(
            Workflow workflow, Trace whole, int crash, String manner, Random random, boolean withFailures) {
        var before = replay(workflow, whole, crash, withFailures);
        var ended = new LinkedHashSet<>(whole.ended().subList(0, crash));
        var planner = unfold(workflow);
        var told = new ArrayList<PlannedChain>();
        for (var chain : before) {
            assertThat(planner.adopt(chain.actions())).isEqualTo(chain.key());
            if (!ended.contains(chain.key())) continue;
            if (manner.equals("told after each")) end(planner, chain, withFailures);
            else told.add(chain);
        }
        if (manner.equals("told in another order")) java.util.Collections.shuffle(told, random);
        told.forEach(chain -> end(planner, chain, withFailures));

        var made = new LinkedHashMap<String, PlannedChain>();
        before.forEach(chain -> made.put(chain.key(), chain));
        int next = crash;
        while (true) {
            for (var chain : planner.next(Integer.MAX_VALUE))
                assertThat(made.put(chain.key(), chain)).isNull();
            if (next == whole.ended().size()) break;
            end(planner, known(made, whole.ended().get(next++)), withFailures);
        }
        assertThat(planner.isFinished()).isTrue();
        return new Trace(List.copyOf(made.values()), whole.ended(), planner.outcome(), results(planner));
    }

    private static PlannedChain known(Map<String, PlannedChain> made, String key) {
        var chain = made.get(key);
        if (chain == null) throw new AssertionError("the chain %s was not made".formatted(key));
        return chain;
    }

    /** The chains made up to a point. */
    private static List<PlannedChain> replay(Workflow workflow, Trace whole, int crash, boolean withFailures) {
        var planner = unfold(workflow);
        var made = new LinkedHashMap<String, PlannedChain>();
        planner.next(Integer.MAX_VALUE).forEach(chain -> made.put(chain.key(), chain));
        for (var key : whole.ended().subList(0, crash)) {
            end(planner, known(made, key), withFailures);
            planner.next(Integer.MAX_VALUE).forEach(chain -> made.put(chain.key(), chain));
        }
        return List.copyOf(made.values());
    }

    @Test
    void aCrashBetweenMakingAndMakingMoreLosesNothing() {
        for (int i = 0; i < 60; i++) {
            long here = seed * 1_000 + i;
            var workflow = workflow(here);
            var whole = run(workflow, new Random(here), Integer.MAX_VALUE, false);
            for (int kept = 0; kept < Math.min(whole.made().size(), 40); kept++) {
                var planner = unfold(workflow);
                // Of the first chains some were made and stored, and none has ended.
                var first = unfold(workflow).next(kept);
                first.forEach(chain -> planner.adopt(chain.actions()));
                var made = new ArrayList<>(first);
                var open = new ArrayList<>(first);
                while (true) {
                    var chains = planner.next(2);
                    made.addAll(chains);
                    open.addAll(chains);
                    if (open.isEmpty()) break;
                    end(planner, open.removeFirst(), false);
                }
                var trace = new Trace(made, List.of(), planner.outcome(), results(planner));
                assertThat(trace.actions()).as("seed %d, kept %d", here, kept).isEqualTo(whole.actions());
                assertThat(trace.results()).as("seed %d, kept %d", here, kept).isEqualTo(whole.results());
            }
        }
    }
}
