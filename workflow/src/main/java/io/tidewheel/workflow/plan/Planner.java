package io.tidewheel.workflow.plan;

import io.tidewheel.model.Offer;
import io.tidewheel.model.Setup;
import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.Input;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.Naming;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.Unfolding;
import io.tidewheel.workflow.plan.Plan.Edge;
import io.tidewheel.workflow.plan.Plan.Level;
import io.tidewheel.workflow.plan.Plan.Need;
import io.tidewheel.workflow.plan.Plan.PlannedAction;
import io.tidewheel.workflow.plan.Plan.Source;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Makes plans: it unfolds the workflow with the code that will unfold it, and lets every chain succeed. */
public final class Planner {
    private static final int MOST_LEVELS = 10_000;
    private static final int EXAMPLES = 20;

    private final Map<String, Service> services;
    private final List<Offer> agents;
    private final List<Setup> setups;

    private final List<PlannedAction> actions = new ArrayList<>();
    private final List<Edge> edges = new ArrayList<>();
    private final List<String> openLoops = new ArrayList<>();
    private final Map<String, String> makers = new HashMap<>();
    private final Set<String> unknown = new HashSet<>();
    private final Set<String> fedBack = new HashSet<>();

    /**
     * @param agents what the agents there are have
     * @param setups the machines that can be made; if there is neither an agent nor a setup, nobody knows who offers what
     */
    public Planner(Map<String, Service> services, List<Offer> agents, List<Setup> setups) {
        this.services = services;
        this.agents = List.copyOf(agents);
        this.setups = List.copyOf(setups);
    }

    /**
     * @param workflow checked, and without includes
     * @param mostChains no more chains are made than this
     */
    public Plan plan(Workflow workflow, long mostChains) {
        // A loop may stand before the one whose output it reads.
        int known = -1;
        while (known < unknown.size()) {
            known = unknown.size();
            learn(workflow.actions());
        }
        draw(workflow.actions(), "");
        var unfolding = new Unfolding(workflow, services, new Naming("/tmp", "/out", "plan"), this::isOffered);
        var levels = new ArrayList<Level>();
        var needs = new TreeMap<io.tidewheel.model.Need, Long>();
        long count = 0;
        while (levels.size() < MOST_LEVELS && count < mostChains) {
            int most = (int) Math.min(mostChains - count, 10_000_000);
            var chains = unfolding.next(most);
            if (chains.isEmpty()) break;
            count += chains.size();
            chains.forEach(chain -> needs.merge(need(chain), 1L, Long::sum));
            levels.add(new Level(
                    chains.size(),
                    chains.stream().limit(EXAMPLES).map(PlannedChain::actions).toList()));
            chains.forEach(chain -> unfolding.succeeded(chain.key(), found(chain)));
        }
        return new Plan(
                actions,
                edges,
                levels,
                needs.entrySet().stream()
                        .map(need -> new Need(
                                need.getKey().requires(),
                                need.getKey().amounts(),
                                need.getValue(),
                                source(need.getKey())))
                        .toList(),
                count,
                openLoops,
                unfolding.isFinished());
    }

    /**
     * How the workflow will be cut into chains: the actions of each that does several. That depends on when chains end, for what can start then is cut anew.
     *
     * @param seconds how long an action takes, by its id with its rounds
     * @param slots how many chains run at the same time; others wait for them in the order in which they were made
     */
    public List<List<String>> cut(Workflow workflow, long mostChains, ToDoubleFunction<String> seconds, int slots) {
        record Running(double end, long number, PlannedChain chain) {}
        var unfolding = new Unfolding(workflow, services, new Naming("/tmp", "/out", "plan"), this::isOffered);
        var joined = new ArrayList<List<String>>();
        var waiting = new ArrayDeque<PlannedChain>();
        var running = new PriorityQueue<Running>(
                Comparator.comparingDouble(Running::end).thenComparingLong(Running::number));
        double now = 0;
        long count = 0;
        while (true) {
            var made = unfolding.next((int) Math.min(mostChains - count, 10_000_000));
            count += made.size();
            for (var chain : made) if (chain.actions().size() > 1) joined.add(chain.actions());
            waiting.addAll(made);
            while (running.size() < slots && !waiting.isEmpty()) {
                var chain = waiting.removeFirst();
                double takes = chain.actions().stream().mapToDouble(seconds).sum();
                running.add(new Running(now + takes, count + running.size(), chain));
            }
            var first = running.poll();
            if (first == null) return joined;
            now = first.end;
            unfolding.succeeded(first.chain.key(), found(first.chain));
        }
    }

    /** Of what nobody can know it is supposed that there is one; but a loop is not fed again. */
    private Map<String, List<?>> found(PlannedChain chain) {
        var results = new HashMap<String, List<?>>();
        chain.job()
                .ifPresent(job -> job.count()
                        .ifPresent(variable ->
                                results.put(variable, List.of(job.effort().iterations()))));
        for (var command : chain.executables()) {
            for (var output : command.outputs()) {
                if (!output.needsResult()) continue;
                var variable = output.variable();
                boolean feeds =
                        fedBack.stream().anyMatch(name -> variable.equals(name) || variable.startsWith(name + "$"));
                results.put(variable, feeds ? List.of() : List.of(output.path() + "/0"));
            }
        }
        return results;
    }

    // ---- who offers what

    private static io.tidewheel.model.Need need(PlannedChain chain) {
        return new io.tidewheel.model.Need(chain.requires(), chain.amounts());
    }

    private boolean isOffered(io.tidewheel.model.Need wanted) {
        return !(source(wanted) instanceof Source.Nobody);
    }

    private Source source(io.tidewheel.model.Need wanted) {
        if (agents.isEmpty() && setups.isEmpty()) return new Source.Unknown();
        if (agents.stream().anyMatch(agent -> agent.covers(wanted))) return new Source.Agents();
        return setups.stream()
                .filter(setup -> setup.maxVMs() > 0 && setup.holds(wanted))
                .findFirst()
                .<Source>map(setup -> new Source.NewMachines(setup.id()))
                .orElse(new Source.Nobody());
    }

    // ---- the graph

    private void learn(List<Action> body) {
        for (var action : body) {
            switch (action) {
                case ExecuteAction execute -> {
                    for (var output : execute.outputs()) {
                        makers.put(output.variable(), execute.id());
                        if (isUnknown(execute.service(), output.id())) unknown.add(output.variable());
                    }
                }
                case JobAction job -> {
                    for (var output : job.outputs()) {
                        makers.put(output.variable(), job.id());
                        unknown.add(output.variable());
                    }
                }
                case ForEachAction loop -> {
                    loop.output().ifPresent(name -> makers.put(name, loop.id()));
                    makers.put(loop.enumerator(), loop.id());
                    loop.yieldToInput().ifPresent(fedBack::add);
                    learn(loop.actions());
                    boolean open = unknown.contains(loop.input())
                            || loop.yieldToInput().isPresent();
                    boolean many =
                            loop.yieldToOutput().filter(unknown::contains).isPresent();
                    loop.output().filter(_ -> open || many).ifPresent(unknown::add);
                }
                case IncludeAction _ -> {}
            }
        }
    }

    private boolean isUnknown(String service, String output) {
        var found = services.get(service);
        return found != null
                && found.parameter(output, Direction.OUTPUT)
                        .filter(parameter -> DataType.needsResult(parameter.dataType()))
                        .isPresent();
    }

    private void draw(List<Action> body, String loop) {
        for (var action : body) {
            for (var before : action.dependsOn()) edges.add(new Edge(before, action.id(), ""));
            action.when().ifPresent(condition -> condition.variables().forEach(name -> edge(name, action.id(), loop)));
            switch (action) {
                case ExecuteAction execute -> draw(execute, loop);
                case JobAction job -> draw(job.call(), loop);
                case ForEachAction inner -> {
                    actions.add(new PlannedAction(inner.id(), "", loop));
                    edge(inner.input(), inner.id(), loop);
                    if (unknown.contains(inner.input()) || inner.yieldToInput().isPresent()) openLoops.add(inner.id());
                    draw(inner.actions(), inner.id());
                }
                case IncludeAction _ -> {}
            }
        }
    }

    private void draw(ExecuteAction action, String loop) {
        actions.add(new PlannedAction(action.id(), action.service(), loop));
        for (var input : action.inputs()) {
            if (input.source() instanceof Input.Source.FromVariable(var name)) edge(name, action.id(), loop);
        }
    }

    private void edge(String variable, String to, String loop) {
        var from = makers.get(variable);
        if (from != null && !from.equals(loop)) edges.add(new Edge(from, to, variable));
    }
}
