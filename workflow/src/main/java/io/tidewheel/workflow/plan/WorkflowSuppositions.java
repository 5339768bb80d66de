package io.tidewheel.workflow.plan;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.Condition;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.RoundNames;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is supposed of a workflow where only its run will tell: how many rounds a loop has whose list an action makes, and whether a condition
 * holds that depends on what is made. For one play: it remembers how often loops were fed.
 */
public final class WorkflowSuppositions {
    /** How many rounds a loop has, at least and at most; of one that feeds itself, how many more than its list has items. */
    public record Range(int least, int most) {
        public Range {
            if (least < 0 || most < least)
                throw new IllegalArgumentException("%d..%d is not a range".formatted(least, most));
        }
    }

    /** Which end of what is possible is supposed. */
    public enum End {
        LEAST,
        MOST
    }

    private final Workflow workflow;
    private final Map<String, Service> services;
    private final Map<String, Range> said;
    private final End end;

    private final Map<String, String> makers = new HashMap<>();
    private final Map<String, ForEachAction> loopOfOutput = new HashMap<>();
    private final Map<String, ForEachAction> loops = new LinkedHashMap<>();
    private final Set<String> unknown = new HashSet<>();
    private final Set<String> fedBack = new HashSet<>();
    private final Map<String, Integer> widths = new HashMap<>();
    private final List<String> openLoops = new ArrayList<>();
    private final List<String> unsaid = new ArrayList<>();
    private final List<String> openConditions = new ArrayList<>();
    private final Map<String, Integer> fed = new HashMap<>();

    /**
     * @param workflow checked, and without includes
     * @param said how many rounds loops have, by their ids or by the variables they go through
     * @throws IllegalArgumentException with a text for users, if a name in {@code said} is not that of a loop whose rounds are unknown
     */
    public WorkflowSuppositions(Workflow workflow, Map<String, Service> services, Map<String, Range> said, End end) {
        this.services = services;
        this.said = said;
        this.end = end;
        // A loop may stand before the one whose output it reads.
        int known = -1;
        while (known < unknown.size()) {
            known = unknown.size();
            learn(workflow.actions());
        }
        var names = new HashSet<String>();
        loops.values().forEach(loop -> suppose(loop, names));
        // Whoever goes through what another loop collected has as many rounds as that one.
        unsaid.removeIf(loop ->
                !feedsItself(loop) && source(loop).filter(widths::containsKey).isPresent());
        for (var name : said.keySet()) if (!names.contains(name)) throw notOpen(name);
        this.workflow = workflow.with(workflow.variables(), decided(workflow.actions()));
    }

    private IllegalArgumentException notOpen(String name) {
        return new IllegalArgumentException(
                openLoops.isEmpty()
                        ? "there is no loop whose rounds are known only when it runs, and so none of '%s'"
                                .formatted(name)
                        : "'%s' is not a loop whose rounds are known only when it runs: these are %s"
                                .formatted(name, String.join(", ", openLoops)));
    }

    /** The workflow, with conditions decided of which nobody knows whether they will hold. */
    public Workflow workflow() {
        return workflow;
    }

    /** Loops of which nobody knows beforehand how many rounds they will have. */
    public List<String> openLoops() {
        return openLoops;
    }

    /** The open loops of which nothing was said: they are counted with one round. */
    public List<String> unsaid() {
        return unsaid;
    }

    /** Whether a loop makes further items for itself. */
    public boolean feedsItself(String loop) {
        var found = loops.get(loop);
        return found != null && found.yieldToInput().isPresent();
    }

    /** Actions of which nobody knows beforehand whether they will be done. */
    public List<String> openConditions() {
        return openConditions;
    }

    /** Whether the least and the most that is possible differ. */
    public boolean isRange() {
        return !openConditions.isEmpty() || said.values().stream().anyMatch(range -> range.least() < range.most());
    }

    /** The actions that make variables, by the variable. */
    Map<String, String> makers() {
        return makers;
    }

    /** What a chain has made that was not known before. */
    public Map<String, List<?>> found(PlannedChain chain) {
        var results = new HashMap<String, List<?>>();
        int parts = chain.job().map(job -> job.effort().partitions()).orElse(1);
        for (var command : chain.executables()) {
            for (var output : command.outputs()) {
                if (output.needsResult())
                    results.put(
                            output.variable(),
                            files(
                                    output.variable(),
                                    output.path(),
                                    parts,
                                    chain.job().isPresent()));
            }
        }
        chain.job()
                .flatMap(job -> job.count()
                        .map(variable -> Map.entry(variable, job.effort().iterations())))
                .ifPresent(count -> results.put(count.getKey(), List.of(count.getValue())));
        return results;
    }

    private List<String> files(String variable, String path, int parts, boolean isJob) {
        var name = RoundNames.without(variable);
        int count = isJob ? parts : widths.getOrDefault(name, 1);
        if (fedBack.contains(name)) count = feed(name, variable) ? 1 : 0;
        var files = new ArrayList<String>();
        for (int i = 0; i < count; i++) files.add(path + "/" + i);
        return files;
    }

    /** Whether a loop gets one more item from itself: for each round of the loops around it as many as were said. */
    private boolean feed(String name, String variable) {
        int last = variable.lastIndexOf('$');
        var around = last < 0 ? variable : variable.substring(0, last);
        return fed.merge(around, 1, Integer::sum) <= widths.getOrDefault(name, 0);
    }

    // ---- what is unknown

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
                case ForEachAction loop -> learn(loop);
                case IncludeAction _ -> {}
            }
        }
    }

    private void learn(ForEachAction loop) {
        loops.put(loop.id(), loop);
        loop.output().ifPresent(name -> {
            makers.put(name, loop.id());
            loopOfOutput.put(name, loop);
        });
        makers.put(loop.enumerator(), loop.id());
        loop.yieldToInput().ifPresent(fedBack::add);
        learn(loop.actions());
        boolean many = loop.yieldToOutput().filter(unknown::contains).isPresent();
        loop.output().filter(_ -> isOpen(loop) || many).ifPresent(unknown::add);
    }

    boolean isOpen(ForEachAction loop) {
        return unknown.contains(loop.input()) || loop.yieldToInput().isPresent();
    }

    private boolean isUnknown(String service, String output) {
        var found = services.get(service);
        return found != null
                && found.parameter(output, Direction.OUTPUT)
                        .filter(parameter -> DataType.needsResult(parameter.dataType()))
                        .isPresent();
    }

    // ---- what is supposed

    private void suppose(ForEachAction loop, Set<String> names) {
        if (!isOpen(loop)) return;
        openLoops.add(loop.id());
        names.add(loop.id());
        names.add(loop.input());
        var range = said.containsKey(loop.id()) ? said.get(loop.id()) : said.get(loop.input());
        if (range == null) {
            unsaid.add(loop.id());
            return;
        }
        int count = end == End.LEAST ? range.least() : range.most();
        loop.yieldToInput().or(() -> source(loop.id())).ifPresent(variable -> widths.put(variable, count));
    }

    /** The variable of an action that decides how many items there are: a loop hands on what its rounds yield. */
    private Optional<String> source(String ofLoop) {
        var first = loops.get(ofLoop);
        if (first == null) return Optional.empty();
        var seen = new HashSet<String>();
        var at = first.input();
        while (seen.add(at)) {
            var loop = loopOfOutput.get(at);
            if (loop == null) return Optional.of(at);
            var yielded = loop.yieldToOutput();
            at = yielded.isPresent() && unknown.contains(yielded.get()) ? yielded.get() : loop.input();
        }
        return Optional.empty();
    }

    private List<Action> decided(List<Action> body) {
        var decided = new ArrayList<Action>();
        for (var action : body) decided.add(decided(action));
        return Collections.unmodifiableList(decided);
    }

    private Action decided(Action action) {
        var when = action.when().map(condition -> decided(action.id(), condition));
        return switch (action) {
            case ExecuteAction each -> each.after(each.dependsOn(), when);
            case JobAction each -> each.after(each.dependsOn(), when);
            case ForEachAction each -> each.around(decided(each.actions())).after(each.dependsOn(), when);
            case IncludeAction each -> each;
        };
    }

    /** A condition that is decided beforehand: it still waits for what it depends on; only its answer is given. */
    private Condition decided(String action, Condition condition) {
        if (condition.variables().stream().noneMatch(this::isMade)) return condition;
        openConditions.add(action);
        var isAsked = new Condition.Or(condition, new Condition.Not(condition));
        return end == End.MOST ? isAsked : new Condition.Not(isAsked);
    }

    /** What is made while it runs. An item of a list that is known is known too. */
    private boolean isMade(String variable) {
        return unknown.contains(variable);
    }
}
