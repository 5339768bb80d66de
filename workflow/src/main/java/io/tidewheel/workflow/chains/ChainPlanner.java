package io.tidewheel.workflow.chains;

import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import io.tidewheel.workflow.chains.SlotValue.Gone;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns a workflow into process chains, as its inputs become known. Whoever runs the chains asks for the {@link #next} ones, tells how each
 * ended, and asks again, until {@link #isFinished}.
 *
 * <p>Loops are unrolled no further than somebody wants chains, and rounds that have ended are forgotten: what is in memory is what is open.
 * The work per chain does not grow with the workflow.
 *
 * <p>Nothing depends on the order in which chains end but the places where chains are cut, because a chain goes on over everything that is
 * known when it is made. After a crash the chains made so far are therefore not computed again but {@link #adopt adopted}.
 *
 * <p>For one thread.
 */
public final class ChainPlanner {
    /** A chain has no more commands than this; what follows becomes the next chain. */
    public static final int LONGEST_CHAIN = 1_000;

    private final CompiledWorkflow compiled;
    private final WorkflowStages stages;
    private final OpenChains chains = new OpenChains();
    private final OutcomeCounts counts = new OutcomeCounts();
    private final WorkflowProgress progress;
    private final ChainBuilder builder;
    /** Whether something has changed since actions were refused. */
    private boolean mayBeginOthers;

    /** One that cuts chains as usual. */
    public ChainPlanner(
            Workflow workflow, Map<String, Service> services, FileNaming naming, Predicate<RequiredResources> offered) {
        this(workflow, services, naming, offered, CutRules.USUAL);
    }

    /**
     * @param workflow checked, and without includes: see {@link MacroExpansion}
     * @param offered whether somebody offers what is needed: a chain is cut where it would need what nobody offers together, if its parts
     *     are offered
     */
    public ChainPlanner(
            Workflow workflow,
            Map<String, Service> services,
            FileNaming naming,
            Predicate<RequiredResources> offered,
            CutRules rules) {
        this.compiled = CompiledWorkflow.of(workflow, services);
        this.stages = WorkflowStages.of(compiled);
        var executables = new ExecutableBuilder(naming);
        this.progress = new WorkflowProgress(compiled, executables, naming.hasShortRounds(), chains, counts);
        this.builder = new ChainBuilder(workflow, executables, offered, rules, progress, chains, counts);
    }

    /**
     * At most {@code limit} chains that can be made now. None if all that could be made have been, until one of them ends, or something that was asked
     * about chains is {@link #isAsking known}.
     */
    public List<PlannedChain> next(int limit) {
        if (mayBeginOthers) builder.takeRefused().forEach(progress::again);
        mayBeginOthers = false;
        var planned = new ArrayList<>(builder.goOn());
        progress.settle();
        while (planned.size() + builder.waiting() < limit) {
            var instance = progress.nextReady();
            if (instance != null) {
                if (instance.isWaiting()) builder.start(instance).ifPresent(planned::add);
            } else if (!progress.unrollOne()) {
                break;
            }
            progress.settle();
        }
        return planned;
    }

    /**
     * A chain has succeeded.
     *
     * @param found for outputs that need a result, the files that were found, by the name of the variable with its rounds. Others are known
     *     by their names. A file is a text, or a {@link MadeFile} if there is more to know of it.
     */
    public void succeeded(String key, Map<String, ? extends List<?>> found) {
        end(key, new OpenChain.Ending.Success(found));
    }

    public void failed(String key) {
        end(key, new OpenChain.Ending.Failure(false));
    }

    public void cancelled(String key) {
        end(key, new OpenChain.Ending.Failure(true));
    }

    /**
     * Takes over a chain that was made before a crash. To be called for all of them in the order in which they were made, before anything is
     * asked for; how a chain ended can be told after each or after all of them. It is easier on memory to tell it after each.
     *
     * @return the key of the chain
     */
    public String adopt(List<String> actions) {
        var chain = new OpenChain(actions.getFirst());
        if (chains.find(chain.key) != null) {
            throw new IllegalArgumentException("the chain '%s' is there already".formatted(chain.key));
        }
        for (var id : actions) {
            var instance = locate(ActionPlace.of(id, compiled));
            if (instance == null) chains.expect(id, chain);
            else OpenChains.take(instance, chain);
        }
        chains.add(chain);
        counts.made();
        return chain.key;
    }

    /** Whether chains wait until it is known what may be added to them. */
    public boolean isAsking() {
        return builder.waiting() > 0;
    }

    /** True if no chain is open and none can be made any more. */
    public boolean isFinished() {
        return progress.hasNothingToBegin()
                && chains.isEmpty()
                && !isAsking()
                && !(mayBeginOthers && builder.hasRefused());
    }

    /**
     * Puts other chains in the place of some that were planned and have not begun.
     *
     * @param planned their keys
     * @param why what is said of actions that are in none of the others
     */
    public void replace(List<String> planned, List<AdaptedChain> others, String why) {
        var instances = new LinkedHashMap<String, Instance>();
        for (var key : planned) {
            var chain = chains.find(key);
            if (chain == null) throw new IllegalArgumentException("no chain '%s' is open".formatted(key));
            chain.instances.forEach(instance -> instances.put(instance.id(), instance));
            OpenChains.release(chain);
            chains.remove(chain);
            counts.replaced();
        }
        for (var other : others) {
            var chain = new OpenChain(other.key());
            for (var action : other.actions()) {
                var instance = instances.remove(action);
                if (instance == null)
                    throw new IllegalArgumentException("'%s' is in none of the planned chains".formatted(action));
                OpenChains.take(instance, chain);
            }
            chains.add(chain);
            counts.made();
        }
        instances.values().forEach(instance -> progress.giveUp(instance, why));
        progress.settle();
    }

    /** Actions that were given up since the last call, and why. Whoever stores them can give them to {@link #giveUp}. */
    public List<WorkflowOutcome.LeftOver> takeLosses() {
        return progress.takeLosses();
    }

    /** Takes over actions that were given up before a crash. To be called before anything else. */
    public void giveUp(List<WorkflowOutcome.LeftOver> lost) {
        var found = new ArrayList<OpenChain>();
        for (var loss : lost) {
            var chain = new OpenChain(loss.action());
            chain.ending = new OpenChain.Ending.Loss(loss.reason());
            var instance = locate(ActionPlace.of(loss.action(), compiled));
            if (instance == null) {
                chains.expect(loss.action(), chain);
            } else if (instance.isWaiting()) {
                OpenChains.take(instance, chain);
                found.add(chain);
            }
        }
        found.forEach(progress::finish);
        progress.settle();
    }

    /** Takes over a chain without actions that was made before a crash. */
    public void adoptExtra(String key) {
        chains.add(new OpenChain(key));
        counts.made();
    }

    /** What is left to do, as far as it can be told now; nothing for a workflow of very many actions. */
    public RemainingWork outlook() {
        return stages.outlook(progress.root());
    }

    /** Whether a chain of this name has been made and has not ended. */
    public boolean isOpen(String key) {
        return chains.find(key) != null;
    }

    /** How many chains have been made and have not ended. */
    public int openChains() {
        return chains.size();
    }

    /** How many rounds of loops are in memory. */
    int openRounds() {
        return progress.openRounds();
    }

    /** The results that became known since the last call, in no particular order. */
    public List<StoredResult> takeResults() {
        return progress.takeResults();
    }

    /** How the workflow ended; as long as it is not finished, how it would end if nothing more happened. */
    public WorkflowOutcome outcome() {
        return counts.outcome(progress.root());
    }

    /** Whether this, an action with its rounds, is a job of the workflow. */
    public boolean isJob(String action) {
        try {
            return ActionPlace.of(action, compiled).node() instanceof Exec exec && exec.effort.isPresent();
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }

    /** A job that was begun before a crash, as it was planned then; empty as long as something that it needs is not known again. */
    public Optional<PlannedChain> adoptedJob(String key) {
        var chain = chains.find(key);
        if (chain == null || chain.unresolved > 0) return Optional.empty();
        var instance = chain.instances.getFirst();
        for (var need : instance.node().needs) {
            var value = instance.frame().value(need);
            if (value == null || value instanceof Gone) return Optional.empty();
        }
        return Optional.of(builder.again(instance));
    }

    private void end(String key, OpenChain.Ending ending) {
        var chain = chains.find(key);
        if (chain == null || chain.ending != null) {
            throw new IllegalArgumentException("no chain '%s' is open".formatted(key));
        }
        if (ending instanceof OpenChain.Ending.Success(var found)) {
            for (var instance : chain.instances) requireResults(instance, found);
        }
        chain.ending = ending;
        mayBeginOthers = true;
        if (chain.unresolved > 0) return;
        progress.finish(chain);
        progress.settle();
    }

    private static void requireResults(Instance instance, Map<String, ? extends List<?>> found) {
        var parameters = instance.exec().outputParameters;
        for (int i = 0; i < parameters.length; i++) {
            var variable = ExecutableBuilder.variable(instance, i);
            boolean isJob = instance.exec().effort.isPresent();
            if ((isJob || DataType.needsResult(parameters[i].dataType())) && !found.containsKey(variable)) {
                throw new IllegalArgumentException(
                        "the result for '%s' of '%s' is missing".formatted(variable, instance.id()));
            }
        }
    }

    /** Finds an action, and unrolls loops as far as needed for that; null if the round cannot begin yet. */
    private @Nullable Instance locate(ActionPlace place) {
        if (!(place.node() instanceof Exec)) {
            throw new IllegalArgumentException("'%s' is a loop, not part of a chain".formatted(place.node().id));
        }
        var loops = place.loops();
        var frame = progress.root();
        for (var name : place.rounds()) {
            var rounds = frame.rounds(loops.pop());
            var round = rounds.open.get(name);
            while (round == null && rounds.begun && rounds.hasItems()) {
                progress.unroll(rounds);
                progress.settle();
                round = rounds.open.get(name);
            }
            if (round == null) return null;
            frame = round;
        }
        return new Instance(frame, place.node());
    }
}
