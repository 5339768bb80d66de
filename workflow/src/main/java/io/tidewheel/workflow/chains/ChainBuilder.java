package io.tidewheel.workflow.chains;

import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.ChainChecks.CheckAnswer;
import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import io.tidewheel.workflow.chains.SlotValue.Plain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes the chain that begins with a given action: it goes on over everything that must follow and is known. */
final class ChainBuilder {
    private final ExecutableBuilder executables;
    private final Predicate<RequiredResources> offered;
    private final int priority;
    private final RetryPolicy chainRetries;
    private final WorkflowProgress progress;
    private final OpenChains chains;
    private final OutcomeCounts counts;
    private final ChainSuccessors successors;
    private final ChainChecks checks;
    /** Chains that go on when it is known whether an action may be added. */
    private final Deque<ChainDraft> waiting = new ArrayDeque<>();
    /** Actions with which no chain may begin for now. */
    private final List<Instance> refused = new ArrayList<>();

    ChainBuilder(
            Workflow workflow,
            ExecutableBuilder executables,
            Predicate<RequiredResources> offered,
            CutRules rules,
            WorkflowProgress progress,
            OpenChains chains,
            OutcomeCounts counts) {
        this.executables = executables;
        this.offered = offered;
        this.priority = workflow.priority();
        this.chainRetries = workflow.chainRetries().orElse(RetryPolicy.NEVER);
        this.progress = progress;
        this.chains = chains;
        this.counts = counts;
        this.successors = new ChainSuccessors(progress, rules.cut());
        this.checks = rules.checks();
    }

    /** How many chains wait until it is known whether an action may be added. */
    int waiting() {
        return waiting.size();
    }

    /** Goes on with the chains that wait, and answers those that are made now. */
    List<PlannedChain> goOn() {
        var made = new ArrayList<PlannedChain>();
        for (int left = waiting.size(); left > 0; left--) goOn(waiting.remove()).ifPresent(made::add);
        return made;
    }

    /** Actions with which no chain could begin; from now on they can be tried again. */
    List<Instance> takeRefused() {
        var taken = List.copyOf(refused);
        refused.clear();
        return taken;
    }

    boolean hasRefused() {
        return !refused.isEmpty();
    }

    /** The chain that begins with an action that has all it needs; empty if the action is skipped, left out or cannot be started. */
    Optional<PlannedChain> start(Instance first) {
        var exec = first.exec();
        if (exec.isSkipped()) {
            progress.skip(first);
            return Optional.empty();
        }
        var when = exec.action.when();
        if (when.isPresent() && !first.frame().holds(when.get(), exec.conditionRefs)) {
            progress.leaveOut(first);
            return Optional.empty();
        }
        return exec.effort.isPresent() ? startJob(first, exec.effort.get()) : goOn(new ChainDraft(first));
    }

    /** A job is a chain of its own: nobody knows beforehand when it ends, nor what it makes. */
    private Optional<PlannedChain> startJob(Instance instance, JobAction.Effort effort) {
        switch (executables.make(instance, this::value, 0)) {
            case ExecutableBuilder.Made.LeftOut _ -> progress.leaveOut(instance);
            case ExecutableBuilder.Made.Unfit(var why) -> progress.unfit(instance, why);
            case ExecutableBuilder.Made.Ready(var command) -> {
                var chain = new OpenChain(instance.id());
                OpenChains.take(instance, chain);
                open(chain);
                return Optional.of(planned(instance, effort, command));
            }
        }
        return Optional.empty();
    }

    /** A job that was begun before a crash, as it was planned then. */
    PlannedChain again(Instance instance) {
        var effort = instance.exec()
                .effort
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a job".formatted(instance.id())));
        return planned(instance, effort, partition(instance, 0));
    }

    private PlannedChain planned(Instance instance, JobAction.Effort effort, PlannedExecutable first) {
        var service = instance.exec().service;
        return planned(
                instance.id(),
                List.of(instance.id()),
                new RequiredResources(service.requires(), service.amounts()),
                List.of(first),
                Optional.of(new PlannedJob(effort, count(instance), number -> partition(instance, number))));
    }

    private static Optional<String> count(Instance instance) {
        var parameters = instance.exec().outputParameters;
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].dataType().equals(DataType.COUNT))
                return Optional.of(ExecutableBuilder.variable(instance, i));
        }
        return Optional.empty();
    }

    private PlannedExecutable partition(Instance instance, int number) {
        if (executables.make(instance, this::value, number) instanceof ExecutableBuilder.Made.Ready(var command))
            return command;
        throw new IllegalStateException("the inputs of '%s' are others than they were".formatted(instance.id()));
    }

    private Optional<PlannedChain> goOn(ChainDraft draft) {
        for (var at = draft.at; at != null; at = draft.at) {
            var answer = check(draft, at);
            if (answer.isEmpty()) {
                waiting.add(draft);
                return Optional.empty();
            }
            if (answer.get() instanceof CheckAnswer.CheckFailed(var why)) {
                giveUp(draft, at, why);
                return Optional.empty();
            }
            boolean mayAdd = answer.get() instanceof CheckAnswer.MayAdd;
            if (!mayAdd && draft.isEmpty()) refused.add(at);
            draft.at = mayAdd ? add(draft, at) : null;
        }
        if (draft.isEmpty()) return Optional.empty();
        open(draft.chain);
        return Optional.of(planned(draft.chain.key, draft.actions, draft.need, draft.commands, Optional.empty()));
    }

    private Optional<CheckAnswer> check(ChainDraft draft, Instance at) {
        return checks.equals(ChainChecks.NONE)
                ? Optional.of(new CheckAnswer.MayAdd())
                : checks.mayAdd(List.copyOf(draft.commands), RoundAction.of(at));
    }

    /** Nobody can say how the chain is to be made: what it has so far is not done. */
    private void giveUp(ChainDraft draft, Instance at, String why) {
        var lost = draft.isEmpty() ? List.of(at) : List.copyOf(draft.chain.instances);
        OpenChains.release(draft.chain);
        for (var instance : lost) progress.giveUp(instance, why);
    }

    /** Adds an action, if the chain can go on with it, and answers the next one; null if the chain ends. */
    private @Nullable Instance add(ChainDraft draft, Instance at) {
        var service = at.exec().service;
        var own = new RequiredResources(service.requires(), service.amounts());
        var both = together(draft.need, own);
        if (!draft.isEmpty() && isCut(draft.need, own, both)) return null;
        var command = command(at, draft.isEmpty());
        // What cannot be made is dealt with when its turn comes; here the chain ends before it.
        if (command.isEmpty()) return null;
        draft.commands.add(command.get());
        draft.actions.add(at.id());
        OpenChains.take(at, draft.chain);
        draft.need = both;
        boolean isLast = at.exec().isAdapted() || draft.actions.size() == ChainPlanner.LONGEST_CHAIN;
        return isLast ? null : successors.after(at, draft.chain);
    }

    /** The command for an action; empty if none can be made, in which case it is said why if the chain would begin with it. */
    private Optional<PlannedExecutable> command(Instance instance, boolean isFirst) {
        switch (executables.make(instance, this::value)) {
            case ExecutableBuilder.Made.Ready(var command) -> {
                return Optional.of(command);
            }
            case ExecutableBuilder.Made.LeftOut _ -> {
                if (isFirst) progress.leaveOut(instance);
            }
            case ExecutableBuilder.Made.Unfit(var why) -> {
                if (isFirst) progress.unfit(instance, why);
            }
        }
        return Optional.empty();
    }

    private void open(OpenChain chain) {
        chains.add(chain);
        counts.made();
    }

    private PlannedChain planned(
            String key,
            List<String> actions,
            RequiredResources need,
            List<PlannedExecutable> commands,
            Optional<PlannedJob> job) {
        return new PlannedChain(key, actions, need.requires(), need.amounts(), priority, chainRetries, commands, job);
    }

    /** What a chain of both needs. Of amounts it is the larger one, since commands of a chain run one after the other. */
    private static RequiredResources together(RequiredResources one, RequiredResources other) {
        return new RequiredResources(
                one.requires().and(other.requires()), one.amounts().max(other.amounts()));
    }

    private boolean isCut(RequiredResources one, RequiredResources other, RequiredResources both) {
        if (both.equals(one) || both.equals(other)) return false;
        return !offered.test(both) && offered.test(one) && offered.test(other);
    }

    /** Known, or made by an earlier command of the same chain, which has a name for it. */
    private SlotValue value(Instance instance, int input) {
        var ref = instance.exec().inputs[input];
        if (ref == null) throw new IllegalStateException("the input %d stands in the text".formatted(input));
        var owner = instance.frame().up(ref.up());
        var value = owner.values[ref.slot()];
        if (value != null) return value;
        if (owner.scope.makers.get(ref.slot()) instanceof Exec maker) {
            for (int i = 0; i < maker.outputs.length; i++) {
                if (maker.outputs[i] == ref.slot()) return new Plain(executables.path(new Instance(owner, maker), i));
            }
        }
        throw new IllegalStateException(
                "%s is not known yet".formatted(instance.frame().describe(ref)));
    }
}
