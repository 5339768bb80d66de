package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.RequiredResources;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.check.CheckContext;
import io.tidewheel.workflow.check.WorkflowCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A chain planner on the bench: chains are made, looked at, and end as the test wants. */
final class PlannerBench {
    static final FileNaming NAMING = new FileNaming("/tmp/tw", "/out", "run7");

    final ChainPlanner unfolding;
    /** The chains that were made, by their keys. */
    final Map<String, PlannedChain> made = new LinkedHashMap<>();

    final Map<String, List<String>> stored = new TreeMap<>();
    private final Set<String> open = new LinkedHashSet<>();

    private PlannerBench(ChainPlanner planner) {
        this.unfolding = planner;
    }

    static PlannerBench of(String body) {
        return of(SampleServices.workflow(body), _ -> true);
    }

    static PlannerBench of(String body, Predicate<RequiredResources> offered) {
        return of(SampleServices.workflow(body), offered);
    }

    static PlannerBench of(Workflow workflow, Predicate<RequiredResources> offered) {
        var complaints = WorkflowCheck.check(workflow, CheckContext.of(SampleServices.services()));
        assertThat(complaints).extracting(Complaint::toString).isEmpty();
        return new PlannerBench(new ChainPlanner(workflow, SampleServices.services(), NAMING, offered));
    }

    /** One with plug-ins that see its chains. */
    static PlannerBench of(String body, CutRules rules) {
        var workflow = SampleServices.workflow(body);
        var complaints = WorkflowCheck.check(workflow, CheckContext.of(SampleServices.services()));
        assertThat(complaints).extracting(Complaint::toString).isEmpty();
        return new PlannerBench(new ChainPlanner(workflow, SampleServices.services(), NAMING, _ -> true, rules));
    }

    static PlannerBench of(String body, Map<String, Macro> macros) {
        var workflow = SampleServices.workflow(body);
        var complaints = WorkflowCheck.check(
                workflow, CheckContext.of(SampleServices.services()).with(macros));
        assertThat(complaints).extracting(Complaint::toString).isEmpty();
        return new PlannerBench(new ChainPlanner(
                MacroExpansion.expand(workflow, macros), SampleServices.services(), NAMING, _ -> true));
    }

    /** The actions of the chains that can be made now, each chain as one text. */
    List<String> next() {
        return next(Integer.MAX_VALUE);
    }

    List<String> next(int limit) {
        var chains = unfolding.next(limit);
        for (var chain : chains) {
            assertThat(made.put(chain.key(), chain)).as("a chain made twice").isNull();
            open.add(chain.key());
        }
        return chains.stream().map(chain -> String.join(" ", chain.actions())).toList();
    }

    PlannerBench succeed(String key) {
        return succeed(key, Map.of());
    }

    PlannerBench succeed(String key, Map<String, List<String>> results) {
        open.remove(key);
        unfolding.succeeded(key, results);
        collect();
        return this;
    }

    PlannerBench fail(String key) {
        open.remove(key);
        unfolding.failed(key);
        return this;
    }

    PlannerBench cancel(String key) {
        open.remove(key);
        unfolding.cancelled(key);
        return this;
    }

    private void collect() {
        for (var result : unfolding.takeResults()) {
            stored.computeIfAbsent(result.variable(), _ -> new ArrayList<>()).addAll(result.paths());
        }
    }

    /** Lets every open chain succeed. */
    PlannerBench succeedAll() {
        for (var key : List.copyOf(open)) succeed(key);
        return this;
    }

    /** Makes and finishes chains until none is left; answers them in the order they were made. */
    List<String> run() {
        var all = new ArrayList<String>();
        for (var chains = next(); !chains.isEmpty(); chains = next()) {
            all.addAll(chains);
            succeedAll();
        }
        return all;
    }

    WorkflowOutcome outcome() {
        assertThat(unfolding.isFinished()).isTrue();
        return unfolding.outcome();
    }

    PlannedExecutable command(String action) {
        return made.values().stream()
                .flatMap(chain -> chain.executables().stream())
                .filter(command -> command.id().equals(action))
                .findFirst()
                .orElseThrow();
    }

    String path(String action) {
        return command(action).outputs().getFirst().path();
    }
}
