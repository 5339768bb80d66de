package io.tidewheel.workflow.plan;

import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Setup;
import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.ChainPlanner;
import io.tidewheel.workflow.chains.CutRules;
import io.tidewheel.workflow.chains.FileNaming;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.plan.WorkflowForecast.Edge;
import io.tidewheel.workflow.plan.WorkflowForecast.Level;
import io.tidewheel.workflow.plan.WorkflowForecast.Need;
import io.tidewheel.workflow.plan.WorkflowForecast.PlannedAction;
import io.tidewheel.workflow.plan.WorkflowForecast.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes plans: it unfolds the workflow with the code that will unfold it, and lets every chain succeed. */
public final class WorkflowForecaster {
    private static final int MOST_LEVELS = 10_000;
    private static final int EXAMPLES = 20;

    private final Map<String, Service> services;
    private final List<OfferedResources> agents;
    private final List<Setup> setups;
    private final CutRules rules;

    private final List<PlannedAction> actions = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    /** One that cuts chains as usual. */
    public WorkflowForecaster(Map<String, Service> services, List<OfferedResources> agents, List<Setup> setups) {
        this(services, agents, setups, CutRules.USUAL);
    }

    /**
     * @param agents what the agents there are have
     * @param setups the machines that can be made; if there is neither an agent nor a setup, nobody knows who offers what
     * @param rules how chains will be cut
     */
    public WorkflowForecaster(
            Map<String, Service> services, List<OfferedResources> agents, List<Setup> setups, CutRules rules) {
        this.rules = rules;
        this.services = services;
        this.agents = List.copyOf(agents);
        this.setups = List.copyOf(setups);
    }

    /**
     * @param workflow checked, and without includes; the one that {@code supposed} is about
     * @param supposed what is supposed of what nobody can know
     * @param mostChains no more chains are made than this
     */
    public WorkflowForecast plan(Workflow workflow, WorkflowSuppositions supposed, long mostChains) {
        actions.clear();
        edges.clear();
        draw(workflow.actions(), "", supposed.makers());
        var planner = unfolding(supposed);
        var levels = new ArrayList<Level>();
        var needs = new TreeMap<RequiredResources, Long>();
        long count = 0;
        while (levels.size() < MOST_LEVELS && count < mostChains) {
            int most = (int) Math.min(mostChains - count, 10_000_000);
            var chains = planner.next(most);
            if (chains.isEmpty()) break;
            long made = chains.stream().mapToLong(WorkflowForecaster::parts).sum();
            count += made;
            chains.forEach(chain -> needs.merge(need(chain), parts(chain), Long::sum));
            levels.add(level(made, chains));
            chains.forEach(chain -> planner.succeeded(chain.key(), supposed.found(chain)));
        }
        return new WorkflowForecast(
                actions,
                edges,
                levels,
                list(needs),
                count,
                supposed.openLoops(),
                supposed.openConditions(),
                planner.isFinished());
    }

    private static Level level(long made, List<PlannedChain> chains) {
        return new Level(
                made, chains.stream().limit(EXAMPLES).map(PlannedChain::actions).toList());
    }

    private List<Need> list(Map<RequiredResources, Long> needs) {
        var list = new ArrayList<Need>();
        needs.forEach((need, count) -> list.add(new Need(need.requires(), need.amounts(), count, source(need))));
        return list;
    }

    /** The workflow as it will unfold, from its beginning. */
    public ChainPlanner unfolding(WorkflowSuppositions supposed) {
        return new ChainPlanner(
                supposed.workflow(), services, new FileNaming("/tmp", "/out", "plan"), this::isOffered, rules);
    }

    /** A job is as many chains as it begins with partitions. */
    private static long parts(PlannedChain chain) {
        return chain.job().map(job -> (long) job.effort().partitions()).orElse(1L);
    }

    // ---- who offers what

    private static RequiredResources need(PlannedChain chain) {
        return new RequiredResources(chain.requires(), chain.amounts());
    }

    private boolean isOffered(RequiredResources wanted) {
        return !(source(wanted) instanceof Source.NotOffered);
    }

    private Source source(RequiredResources wanted) {
        if (agents.isEmpty() && setups.isEmpty()) return new Source.Unknown();
        if (agents.stream().anyMatch(agent -> agent.covers(wanted))) return new Source.Agents();
        return setups.stream()
                .filter(setup -> setup.maxVMs() > 0 && setup.holds(wanted))
                .findFirst()
                .<Source>map(setup -> new Source.NewMachines(setup.id()))
                .orElse(new Source.NotOffered());
    }

    // ---- the graph

    private void draw(List<Action> body, String loop, Map<String, String> makers) {
        for (var action : body) {
            for (var before : action.dependsOn()) edges.add(new Edge(before, action.id(), ""));
            action.when()
                    .ifPresent(condition ->
                            condition.variables().forEach(name -> edge(makers.get(name), name, action.id(), loop)));
            switch (action) {
                case ExecuteAction execute -> draw(execute, loop, makers);
                case JobAction job -> draw(job.call(), loop, makers);
                case ForEachAction inner -> {
                    actions.add(new PlannedAction(inner.id(), "", loop));
                    edge(makers.get(inner.input()), inner.input(), inner.id(), loop);
                    draw(inner.actions(), inner.id(), makers);
                }
                case IncludeAction _ -> {}
            }
        }
    }

    private void draw(ExecuteAction action, String loop, Map<String, String> makers) {
        actions.add(new PlannedAction(action.id(), action.service(), loop));
        for (var input : action.inputs()) {
            if (input.source() instanceof ActionInput.Source.FromVariable(var name))
                edge(makers.get(name), name, action.id(), loop);
        }
    }

    private void edge(@Nullable String from, String variable, String to, String loop) {
        if (from != null && !from.equals(loop)) edges.add(new Edge(from, to, variable));
    }
}
