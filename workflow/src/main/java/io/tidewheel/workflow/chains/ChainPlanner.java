package io.tidewheel.workflow.chains;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.ActionRetries;
import io.tidewheel.workflow.Condition;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.CompiledWorkflow.Node;
import io.tidewheel.workflow.chains.CompiledWorkflow.Ref;
import io.tidewheel.workflow.chains.CompiledWorkflow.Yield;
import io.tidewheel.workflow.chains.LoopRounds.Collected;
import io.tidewheel.workflow.chains.LoopRounds.Item;
import io.tidewheel.workflow.chains.ScopeFrame.End;
import io.tidewheel.workflow.chains.ScopeFrame.Gone;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import io.tidewheel.workflow.chains.ScopeFrame.Nothing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
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

    private static final int EXAMPLES = 100;
    /** How far one looks for an action that comes before all others behind a fork. */
    private static final int LOOK_AHEAD = 256;

    private final CompiledWorkflow compiled;
    private final WorkflowStages prospect;
    private final ExecutableBuilder executables;
    private final Predicate<RequiredResources> offered;
    private final int priority;
    private final RetryPolicy chainRetries;

    private final boolean hasShortRounds;

    private final ScopeFrame root;
    private final Map<String, OpenChain> chains = new HashMap<>();
    /** Actions of adopted chains whose rounds have not begun, by their ids. */
    private final Map<String, OpenChain> expected = new HashMap<>();

    private final Queue<Instance> awake = new ArrayDeque<>();
    private final Queue<OpenChain> resolved = new ArrayDeque<>();
    private final Queue<LoopRounds> nearlyOver = new ArrayDeque<>();
    private final Deque<Instance> ready = new ArrayDeque<>();
    private final Deque<LoopRounds> unrollable = new ArrayDeque<>();
    private final List<StoredResult> results = new ArrayList<>();
    private final List<WorkflowOutcome.LeftOver> examples = new ArrayList<>();

    private long made;
    private long succeeded;
    private long failed;
    private long cancelled;
    private long leftOut;
    private long leftOver;
    private int openRounds;

    /**
     * @param workflow checked, and without includes: see {@link MacroExpansion}
     * @param offered whether somebody offers what is needed: a chain is cut where it would need what nobody offers together, if its parts
     *     are offered
     */
    public ChainPlanner(
            Workflow workflow, Map<String, Service> services, FileNaming naming, Predicate<RequiredResources> offered) {
        this.compiled = CompiledWorkflow.of(workflow, services);
        this.prospect = WorkflowStages.of(compiled);
        this.executables = new ExecutableBuilder(naming);
        this.offered = offered;
        this.priority = workflow.priority();
        this.chainRetries = workflow.chainRetries().orElse(RetryPolicy.NEVER);
        this.hasShortRounds = naming.hasShortRounds();
        this.root = new ScopeFrame(compiled.root, null, null, null, "");
        compiled.root.initial.forEach((slot, value) -> root.values[slot] = value);
        begin(root);
        settle();
    }

    // ---- what whoever runs the chains asks and tells

    /** At most {@code limit} chains that can be made now. None if all that could be made have been, until one of them ends. */
    public List<PlannedChain> next(int limit) {
        var planned = new ArrayList<PlannedChain>();
        while (planned.size() < limit) {
            var instance = ready.poll();
            if (instance != null) {
                if (instance.isWaiting()) start(instance).ifPresent(planned::add);
            } else if (!unrollOne()) {
                break;
            }
            settle();
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
        if (chains.containsKey(chain.key)) {
            throw new IllegalArgumentException("the chain '%s' is there already".formatted(chain.key));
        }
        for (var id : actions) {
            var place = Place.of(id, compiled);
            var instance = locate(place);
            if (instance == null) {
                expected.put(id, chain);
                chain.unresolved++;
            } else {
                take(instance, chain);
            }
        }
        chains.put(chain.key, chain);
        made++;
        return chain.key;
    }

    /** True if no chain is open and none can be made any more. */
    public boolean isFinished() {
        while (!ready.isEmpty() && !ready.getFirst().isWaiting()) ready.removeFirst();
        return chains.isEmpty() && ready.isEmpty() && unrollable.isEmpty();
    }

    /** What is left to do, as far as it can be told now; nothing for a workflow of very many actions. */
    public RemainingWork outlook() {
        return prospect.outlook(root);
    }

    /** How many chains have been made and have not ended. */
    public int openChains() {
        return chains.size();
    }

    /** How many rounds of loops are in memory. */
    int openRounds() {
        return openRounds;
    }

    /** The results that became known since the last call, in no particular order. */
    public List<StoredResult> takeResults() {
        var taken = List.copyOf(results);
        results.clear();
        return taken;
    }

    /** How the workflow ended; as long as it is not finished, how it would end if nothing more happened. */
    public WorkflowOutcome outcome() {
        var all = new ArrayList<>(examples);
        long stuck = countStuck(root, all);
        return new WorkflowOutcome(
                WorkflowOutcome.status(succeeded, failed, cancelled, leftOver + stuck),
                made,
                succeeded,
                failed,
                cancelled,
                leftOut,
                leftOver + stuck,
                all);
    }

    private static long countStuck(ScopeFrame frame, List<WorkflowOutcome.LeftOver> all) {
        long count = 0;
        for (var node : frame.scope.nodes) {
            var state = frame.states[node.index];
            if (state == null && node instanceof Exec) {
                count++;
                if (all.size() < EXAMPLES) {
                    all.add(new WorkflowOutcome.LeftOver(
                            node.id + frame.suffix, "waits for " + firstMissing(frame, node)));
                }
            } else if (state instanceof LoopRounds rounds) {
                for (var round : rounds.open.values()) count += countStuck(round, all);
            } else if (state == null && node instanceof Loop) {
                count++;
                if (all.size() < EXAMPLES) {
                    all.add(new WorkflowOutcome.LeftOver(
                            node.id + frame.suffix, "waits for " + firstMissing(frame, node)));
                }
            }
        }
        return count;
    }

    private static String firstMissing(ScopeFrame frame, Node node) {
        for (var need : node.needs) {
            if (frame.value(need) == null) return describe(frame, need);
        }
        return "nothing";
    }

    private static String describe(ScopeFrame frame, Ref ref) {
        var owner = frame.up(ref.up());
        var name = owner.scope.slotNames.get(ref.slot());
        if (!name.isEmpty()) return "the variable '%s'".formatted(name + owner.suffix);
        var maker = owner.scope.makers.get(ref.slot());
        return "the action '%s'".formatted((maker == null ? "" : maker.id) + owner.suffix);
    }

    // ---- frames and what becomes known in them

    private void begin(ScopeFrame frame) {
        for (var node : frame.scope.nodes) {
            int missing = 0;
            boolean gone = false;
            var instance = new Instance(frame, node);
            for (var need : node.needs) {
                var value = frame.value(need);
                if (value instanceof Gone) gone = true;
                if (value != null) continue;
                missing++;
                if (need.up() > 0) frame.up(need.up()).await(need.slot(), instance);
            }
            frame.missing[node.index] = missing;
            if (!expected.isEmpty() && node instanceof Exec) adoptExpected(instance);
            if (missing == 0 || gone) awake.add(instance);
        }
        if (frame.scope.nodes.isEmpty()) ended(frame);
    }

    private void adoptExpected(Instance instance) {
        var chain = expected.remove(instance.id());
        if (chain == null) return;
        take(instance, chain);
        if (--chain.unresolved == 0 && chain.ending != null) resolved.add(chain);
    }

    private void provide(ScopeFrame frame, int slot, Object value) {
        if (frame.values[slot] != null) return;
        frame.values[slot] = value;
        boolean gone = value instanceof Gone;
        for (int consumer : frame.scope.consumers[slot]) {
            wake(new Instance(frame, frame.scope.nodes.get(consumer)), gone);
        }
        for (var instance : frame.release(slot)) wake(instance, gone);
    }

    private void wake(Instance instance, boolean gone) {
        if (gone || --instance.frame().missing[instance.node().index] == 0) awake.add(instance);
    }

    /** Lets everything happen that follows from what has become known. Without recursion: one thing may lead to very many. */
    private void settle() {
        while (true) {
            var instance = awake.poll();
            if (instance != null) {
                if (instance.isWaiting()) awaken(instance);
                continue;
            }
            var rounds = nearlyOver.poll();
            if (rounds != null) {
                complete(rounds);
                continue;
            }
            var chain = resolved.poll();
            if (chain == null) return;
            finish(chain);
        }
    }

    private void awaken(Instance instance) {
        var gone = gone(instance);
        if (gone != null) {
            die(instance, gone);
            return;
        }
        switch (instance.node()) {
            case Exec _ -> ready.add(instance);
            case Loop loop -> begin(instance.frame(), loop);
            case Yield yields -> handOut(instance.frame(), yields);
        }
    }

    private static @Nullable Gone gone(Instance instance) {
        for (var need : instance.node().needs) {
            if (instance.frame().value(need) instanceof Gone gone) {
                return new Gone("%s never came: %s".formatted(describe(instance.frame(), need), gone.because()));
            }
        }
        return null;
    }

    /** It can never be done, and whoever needs it cannot either. The reason that is handed on is the first one. */
    private void die(Instance instance, Gone why) {
        if (!(instance.node() instanceof Yield)) {
            leftOver++;
            if (examples.size() < EXAMPLES) examples.add(new WorkflowOutcome.LeftOver(instance.id(), why.because()));
        }
        lose(instance, first(instance, why));
    }

    private static Gone first(Instance instance, Gone why) {
        for (var need : instance.node().needs) {
            if (instance.frame().value(need) instanceof Gone gone) return gone;
        }
        return why;
    }

    private void lose(Instance instance, Gone why) {
        var frame = instance.frame();
        frame.states[instance.node().index] = End.GONE;
        if (frame.failure == null) frame.failure = why;
        switch (instance.node()) {
            case Exec exec -> {
                for (int slot : exec.outputs) provide(frame, slot, why);
            }
            case Loop loop -> loseOutput(frame.rounds(loop), why);
            case Yield yields -> loseYield(frame, yields, why);
        }
        provide(frame, instance.node().done, why);
        ended(frame);
    }

    private void finish(Instance instance, End end) {
        instance.frame().states[instance.node().index] = end;
        provide(instance.frame(), instance.node().done, end);
        ended(instance.frame());
    }

    /** One more of its nodes has ended. */
    private void ended(ScopeFrame frame) {
        if (frame.unfinished > 0) frame.unfinished--;
        var rounds = frame.rounds;
        if (frame.unfinished > 0 || rounds == null) return;
        rounds.open.remove(frame.name);
        openRounds--;
        if (rounds.failure == null) rounds.failure = frame.failure;
        complete(rounds);
    }

    // ---- loops

    private void begin(ScopeFrame frame, Loop loop) {
        var rounds = frame.rounds(loop);
        var when = loop.action.when();
        if (when.isPresent() && !holds(when.get(), frame, loop.conditionRefs)) {
            leaveOut(new Instance(frame, loop));
            return;
        }
        frame.states[loop.index] = rounds;
        rounds.begun = true;
        if (loop.source != null) read(rounds, frame.up(loop.input.up()).rounds(loop.source));
        else rounds.take(known(frame, loop.input));
        offer(rounds);
        complete(rounds);
    }

    private static Object known(ScopeFrame frame, Ref ref) {
        var value = frame.value(ref);
        if (value == null) throw new IllegalStateException("%s is not known yet".formatted(describe(frame, ref)));
        return value;
    }

    /** The items of another loop's output: those there are, and those to come. */
    private void read(LoopRounds reader, LoopRounds source) {
        switch (source.frame.values[source.loop.output]) {
            case null -> {
                source.collectedSoFar().forEach(reader::take);
                source.readers.add(reader);
            }
            case Gone gone -> starve(reader, gone);
            case Object value -> reader.take(value);
        }
    }

    private void offer(LoopRounds rounds) {
        if (!rounds.begun || rounds.queued || !rounds.hasItems()) return;
        rounds.queued = true;
        // The latest first: what stands behind another loop, or inside of one, is done before more of that is begun.
        unrollable.addFirst(rounds);
    }

    private boolean unrollOne() {
        var rounds = unrollable.poll();
        if (rounds == null) return false;
        rounds.queued = false;
        if (rounds.hasItems()) unroll(rounds);
        return true;
    }

    private ScopeFrame unroll(LoopRounds rounds) {
        var item = rounds.nextItem();
        offer(rounds);
        var name = item.position().name(hasShortRounds);
        var frame = new ScopeFrame(rounds.loop.body, rounds.frame, rounds, item.position(), name);
        rounds.open.put(name, frame);
        openRounds++;
        if (rounds.loop.yieldsToOutput) rounds.openOutputs++;
        if (rounds.loop.yieldsToInput) rounds.openInputs++;
        frame.values[rounds.loop.enumerator] = item.value();
        begin(frame);
        return frame;
    }

    private void handOut(ScopeFrame frame, Yield yields) {
        var rounds = rounds(frame);
        var value = known(frame, yields.needs[0]);
        var items = LoopRounds.items(position(frame), value, !yields.toOutput);
        if (yields.toOutput) {
            rounds.openOutputs--;
            rounds.collect(items);
            for (var reader : rounds.readers) hand(reader, items);
        } else {
            rounds.openInputs--;
            hand(rounds, items);
        }
        finish(new Instance(frame, yields), End.DONE);
        complete(rounds);
    }

    private void hand(LoopRounds reader, List<Item> items) {
        items.forEach(reader::take);
        offer(reader);
    }

    private void loseYield(ScopeFrame frame, Yield yields, Gone why) {
        var rounds = rounds(frame);
        if (yields.toOutput) rounds.openOutputs--;
        else rounds.openInputs--;
        if (rounds.outputFailure == null) rounds.outputFailure = why;
    }

    private static LoopRounds rounds(ScopeFrame frame) {
        var rounds = frame.rounds;
        if (rounds == null) throw new IllegalStateException("the whole workflow is not a round");
        return rounds;
    }

    private static RoundPosition position(ScopeFrame frame) {
        var position = frame.position;
        if (position == null) throw new IllegalStateException("the whole workflow is not a round");
        return position;
    }

    /** Sees whether a loop can yield nothing more, and whether all its rounds have ended. */
    private void complete(LoopRounds rounds) {
        if (rounds.yieldsNoMore() && !rounds.outputComplete) {
            var failure = rounds.outputFailure;
            if (failure != null) loseOutput(rounds, failure);
            else completeOutput(rounds, rounds.result());
        }
        boolean running = rounds.frame.states[rounds.loop.index] == rounds;
        if (!running || !rounds.isOver()) return;
        var instance = new Instance(rounds.frame, rounds.loop);
        var failure = rounds.failure;
        if (failure == null) finish(instance, End.DONE);
        else lose(instance, failure);
    }

    private void completeOutput(LoopRounds rounds, Object value) {
        rounds.outputComplete = true;
        if (rounds.loop.output != CompiledWorkflow.NO_SLOT) provide(rounds.frame, rounds.loop.output, value);
        var readers = List.copyOf(rounds.readers);
        rounds.readers.clear();
        for (var reader : readers) {
            reader.inputComplete = true;
            nearlyOver.add(reader);
        }
    }

    private void loseOutput(LoopRounds rounds, Gone why) {
        if (rounds.outputComplete) return;
        rounds.outputComplete = true;
        if (rounds.loop.output != CompiledWorkflow.NO_SLOT) provide(rounds.frame, rounds.loop.output, why);
        var readers = List.copyOf(rounds.readers);
        rounds.readers.clear();
        for (var reader : readers) {
            starve(reader, why);
            nearlyOver.add(reader);
        }
    }

    /** No more items will come, though there should be more. */
    private void starve(LoopRounds reader, Gone why) {
        reader.inputComplete = true;
        if (reader.failure == null) reader.failure = why;
        if (reader.outputFailure == null) reader.outputFailure = why;
        leftOver++;
        var id = reader.loop.id + reader.frame.suffix;
        if (examples.size() < EXAMPLES) {
            examples.add(new WorkflowOutcome.LeftOver(
                    id, "its input '%s' is not complete: %s".formatted(reader.loop.action.input(), why.because())));
        }
    }

    // ---- making chains

    private Optional<PlannedChain> start(Instance first) {
        var exec = first.exec();
        if (isSkipped(exec)) {
            skip(first);
            return Optional.empty();
        }
        var when = exec.action.when();
        if (when.isPresent() && !holds(when.get(), first.frame(), exec.conditionRefs)) {
            leaveOut(first);
            return Optional.empty();
        }
        return exec.effort.isPresent() ? startJob(first, exec.effort.get()) : startChain(first);
    }

    /** A job is a chain of its own: nobody knows beforehand when it ends, nor what it makes. */
    private Optional<PlannedChain> startJob(Instance instance, JobAction.Effort effort) {
        switch (executables.make(instance, this::value, 0)) {
            case ExecutableBuilder.Made.LeftOut _ -> leaveOut(instance);
            case ExecutableBuilder.Made.Unfit(var why) -> unfit(instance, why);
            case ExecutableBuilder.Made.Ready(var command) -> {
                var chain = new OpenChain(instance.id());
                take(instance, chain);
                chains.put(chain.key, chain);
                made++;
                return Optional.of(planned(instance, effort, command));
            }
        }
        return Optional.empty();
    }

    private PlannedChain planned(Instance instance, JobAction.Effort effort, PlannedExecutable first) {
        var service = instance.exec().service;
        return new PlannedChain(
                instance.id(),
                List.of(instance.id()),
                service.requires(),
                service.amounts(),
                priority,
                chainRetries,
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

    /** Whether this, an action with its rounds, is a job of the workflow. */
    public boolean isJob(String action) {
        try {
            return Place.of(action, compiled).node() instanceof Exec exec && exec.effort.isPresent();
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }

    /** A job that was begun before a crash, as it was planned then; empty as long as something that it needs is not known again. */
    public Optional<PlannedChain> adoptedJob(String key) {
        var chain = chains.get(key);
        if (chain == null || chain.unresolved > 0) return Optional.empty();
        var instance = chain.instances.getFirst();
        for (var need : instance.node().needs) {
            var value = instance.frame().value(need);
            if (value == null || value instanceof Gone) return Optional.empty();
        }
        var effort = instance.exec()
                .effort
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not a job".formatted(key)));
        return Optional.of(planned(instance, effort, partition(instance, 0)));
    }

    private Optional<PlannedChain> startChain(Instance first) {
        var chain = new OpenChain(first.id());
        var commands = new ArrayList<PlannedExecutable>();
        var actions = new ArrayList<String>();
        var need = RequiredResources.of(Capabilities.NONE);
        @Nullable Instance at = first;
        while (at != null) {
            boolean isFirst = actions.isEmpty();
            var service = at.exec().service;
            var own = new RequiredResources(service.requires(), service.amounts());
            var both = union(need, own);
            if (!isFirst && isCut(need, own, both)) break;
            switch (executables.make(at, this::value)) {
                case ExecutableBuilder.Made.Ready(var command) -> commands.add(command);
                case ExecutableBuilder.Made.LeftOut _ -> {
                    if (isFirst) leaveOut(first);
                }
                case ExecutableBuilder.Made.Unfit(var why) -> {
                    if (isFirst) unfit(first, why);
                }
            }
            // What cannot be made is dealt with when its turn comes; here the chain ends before it.
            if (commands.size() == actions.size()) break;
            actions.add(at.id());
            take(at, chain);
            need = both;
            at = isAdapted(at.exec()) || actions.size() == LONGEST_CHAIN ? null : successor(at, chain);
        }
        if (commands.isEmpty()) return Optional.empty();
        chains.put(chain.key, chain);
        made++;
        return Optional.of(new PlannedChain(
                chain.key,
                actions,
                need.requires(),
                need.amounts(),
                priority,
                chainRetries,
                commands,
                Optional.empty()));
    }

    private static boolean isSkipped(Exec exec) {
        return exec.retries().orElse(null) instanceof ActionRetries.Skip;
    }

    private static boolean isAdapted(Exec exec) {
        for (var parameter : exec.outputParameters) {
            if (DataType.isAdapted(parameter.dataType())) return true;
        }
        return false;
    }

    static Capabilities union(Capabilities one, Capabilities other) {
        if (one.covers(other)) return one;
        if (other.covers(one)) return other;
        var names = new ArrayList<>(one.names());
        names.addAll(other.names());
        return Capabilities.of(names);
    }

    /** Commands of a chain run one after the other. */
    private static RequiredResources union(RequiredResources one, RequiredResources other) {
        return new RequiredResources(
                union(one.requires(), other.requires()), one.amounts().max(other.amounts()));
    }

    private boolean isCut(RequiredResources one, RequiredResources other, RequiredResources both) {
        if (both.equals(one) || both.equals(other)) return false;
        return !offered.test(both) && offered.test(one) && offered.test(other);
    }

    /** Known, or made by an earlier command of the same chain, which has a name for it. */
    private Object value(Instance instance, int input) {
        var ref = instance.exec().inputs[input];
        if (ref == null) throw new IllegalStateException("the input %d stands in the text".formatted(input));
        var owner = instance.frame().up(ref.up());
        var value = owner.values[ref.slot()];
        if (value != null) return value;
        if (owner.scope.makers.get(ref.slot()) instanceof Exec maker) {
            for (int i = 0; i < maker.outputs.length; i++) {
                if (maker.outputs[i] == ref.slot()) return executables.path(new Instance(owner, maker), i);
            }
        }
        throw new IllegalStateException("%s is not known yet".formatted(describe(instance.frame(), ref)));
    }

    private void take(Instance instance, OpenChain chain) {
        if (!instance.isWaiting()) {
            throw new IllegalArgumentException("the action '%s' is in a chain already".formatted(instance.id()));
        }
        instance.frame().states[instance.node().index] = chain;
        chain.instances.add(instance);
    }

    /** Whoever must follow: the only one, or the one that all others come after. */
    private @Nullable Instance successor(Instance last, OpenChain chain) {
        lookInside(last);
        var followers = followers(last);
        if (followers.isEmpty()) return null;
        var next = followers.size() == 1 ? followers.iterator().next() : forerunner(followers);
        return next != null && canFollow(next, chain) ? next : null;
    }

    private static Collection<Instance> followers(Instance instance) {
        var followers = new LinkedHashSet<Instance>();
        for (int slot : instance.exec().outputs) collectFollowers(instance.frame(), slot, followers);
        collectFollowers(instance.frame(), instance.node().done, followers);
        return followers;
    }

    private static void collectFollowers(ScopeFrame frame, int slot, Collection<Instance> followers) {
        for (int consumer : frame.scope.consumers[slot]) {
            var node = frame.scope.nodes.get(consumer);
            if (node instanceof Exec && frame.states[consumer] == null) followers.add(new Instance(frame, node));
        }
        for (var instance : frame.waitingFor(slot)) {
            if (instance.node() instanceof Exec && instance.isWaiting()) followers.add(instance);
        }
    }

    /** Loops with somebody inside who waits for the instance are begun so far that one sees whether it has one follower there or several. */
    private void lookInside(Instance instance) {
        var frame = instance.frame();
        if (!frame.scope.hasLoops) return;
        for (int slot : instance.exec().outputs) lookInside(frame, slot);
        lookInside(frame, instance.node().done);
    }

    private void lookInside(ScopeFrame frame, int slot) {
        for (int index : frame.scope.loopsInside[slot]) lookInside(frame.rounds((Loop) frame.scope.nodes.get(index)));
    }

    private void lookInside(LoopRounds rounds) {
        while (rounds.begun && rounds.open.size() < 2 && rounds.hasItems()) {
            var round = unroll(rounds);
            settle();
            if (!round.scope.hasLoops) continue;
            for (var node : round.scope.nodes) {
                if (node instanceof Loop inner) lookInside(round.rounds(inner));
            }
        }
    }

    /** The one from which all others can be reached, if it is found without looking far. */
    private static @Nullable Instance forerunner(Collection<Instance> followers) {
        Instance earliest = null;
        for (var each : followers) {
            if (earliest == null || isBefore(each, earliest)) earliest = each;
        }
        if (earliest == null) return null;
        var wanted = new HashSet<>(followers);
        wanted.remove(earliest);
        var seen = new HashSet<Instance>();
        var queue = new ArrayDeque<Instance>();
        queue.add(earliest);
        int budget = LOOK_AHEAD + 2 * followers.size();
        while (!queue.isEmpty() && !wanted.isEmpty()) {
            for (var follower : followers(queue.remove())) {
                if (budget-- == 0) return null;
                if (!seen.add(follower)) continue;
                wanted.remove(follower);
                queue.add(follower);
            }
        }
        return wanted.isEmpty() ? earliest : null;
    }

    private static boolean isBefore(Instance one, Instance other) {
        int depth = one.frame().scope.depth;
        int otherDepth = other.frame().scope.depth;
        if (depth != otherDepth) return depth < otherDepth;
        return one.frame() == other.frame()
                && one.frame().scope.rank[one.node().index] < other.frame().scope.rank[other.node().index];
    }

    private boolean canFollow(Instance instance, OpenChain chain) {
        var exec = instance.exec();
        var frame = instance.frame();
        if (isSkipped(exec) || exec.effort.isPresent()) return false;
        for (var need : exec.needs) {
            if (frame.value(need) == null && !isMadeBy(frame.up(need.up()), need.slot(), chain)) return false;
        }
        for (var need : exec.conditionRefs.values()) {
            if (frame.value(need) == null) return false;
        }
        return exec.action.when().isEmpty() || holds(exec.action.when().get(), frame, exec.conditionRefs);
    }

    private static boolean isMadeBy(ScopeFrame frame, int slot, OpenChain chain) {
        var maker = frame.scope.makers.get(slot);
        return maker instanceof Exec && frame.states[maker.index] == chain;
    }

    private static boolean holds(Condition condition, ScopeFrame frame, Map<String, Ref> refs) {
        return condition.holds(variable -> {
            var ref = refs.get(variable);
            return ref == null ? Optional.empty() : plain(known(frame, ref));
        });
    }

    private static Optional<Object> plain(Object value) {
        return switch (value) {
            case Nothing _ -> Optional.empty();
            case Collected whole -> Optional.of(single(whole.values()));
            case List<?> list -> Optional.of(single(list));
            default -> Optional.of(value);
        };
    }

    private static Object single(List<?> list) {
        return list.size() == 1 ? list.getFirst() : list;
    }

    /** An action that is never tried counts as done: its outputs have names, though nobody makes the files. */
    private void skip(Instance instance) {
        leftOut++;
        var exec = instance.exec();
        for (int i = 0; i < exec.outputs.length; i++) {
            provide(instance.frame(), exec.outputs[i], skipped(instance, i));
        }
        finish(instance, End.LEFT_OUT);
    }

    private Object skipped(Instance instance, int output) {
        var type = instance.exec().outputParameters[output].dataType();
        if (type.equals(DataType.COUNT)) return 0L;
        boolean list = DataType.needsResult(type) || instance.exec().effort.isPresent();
        return list ? List.of() : executables.path(instance, output);
    }

    private void leaveOut(Instance instance) {
        leftOut++;
        switch (instance.node()) {
            case Exec exec -> {
                for (int slot : exec.outputs) provide(instance.frame(), slot, Nothing.NOTHING);
            }
            case Loop loop -> completeOutput(instance.frame().rounds(loop), Nothing.NOTHING);
            case Yield _ -> throw new IllegalStateException("a yield has no condition");
        }
        finish(instance, End.LEFT_OUT);
    }

    private void unfit(Instance instance, String why) {
        failed++;
        if (examples.size() < EXAMPLES) examples.add(new WorkflowOutcome.LeftOver(instance.id(), why));
        lose(instance, new Gone("%s could not be started, because %s".formatted(instance.id(), why)));
    }

    // ---- the end of chains

    private void end(String key, OpenChain.Ending ending) {
        var chain = chains.get(key);
        if (chain == null || chain.ending != null) {
            throw new IllegalArgumentException("no chain '%s' is open".formatted(key));
        }
        if (ending instanceof OpenChain.Ending.Success(var found)) {
            for (var instance : chain.instances) requireResults(instance, found);
        }
        chain.ending = ending;
        if (chain.unresolved > 0) return;
        finish(chain);
        settle();
    }

    private void finish(OpenChain chain) {
        chains.remove(chain.key);
        switch (chain.ending) {
            case OpenChain.Ending.Success(var found) -> succeed(chain, found);
            case OpenChain.Ending.Failure(var wasCancelled) -> fail(chain, wasCancelled);
            case null -> throw new IllegalStateException("the chain '%s' has not ended".formatted(chain.key));
        }
    }

    private void succeed(OpenChain chain, Map<String, ? extends List<?>> found) {
        succeeded++;
        for (var instance : chain.instances) {
            var exec = instance.exec();
            for (int i = 0; i < exec.outputs.length; i++) {
                var value = value(instance, i, found);
                if (exec.action.outputs().get(i).store()) store(instance, i, value);
                provide(instance.frame(), exec.outputs[i], value);
            }
            finish(instance, End.DONE);
        }
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

    /** A list of one is that one; but of a folder it stays a list, since whoever wants the folder must know. */
    private Object value(Instance instance, int output, Map<String, ? extends List<?>> found) {
        var files = found.get(ExecutableBuilder.variable(instance, output));
        if (files == null) return executables.path(instance, output);
        var type = instance.exec().outputParameters[output].dataType();
        boolean folder = type.equals(DataType.DIRECTORY);
        // How many partitions a job has is chance: whoever takes their files finds a list, whatever its size.
        boolean parts = instance.exec().effort.isPresent() && !type.equals(DataType.COUNT);
        return files.size() == 1 && !folder && !parts ? files.getFirst() : List.copyOf(files);
    }

    private void store(Instance instance, int output, Object value) {
        var paths = new ArrayList<String>();
        if (value instanceof List<?> list) list.forEach(path -> paths.add(path.toString()));
        else paths.add(value.toString());
        var variable = instance.exec().action.outputs().get(output).variable();
        results.add(new StoredResult(variable, ExecutableBuilder.variable(instance, output), paths));
    }

    private void fail(OpenChain chain, boolean wasCancelled) {
        if (wasCancelled) cancelled++;
        else failed++;
        var why = new Gone("the chain '%s' %s".formatted(chain.key, wasCancelled ? "was cancelled" : "failed"));
        for (var instance : chain.instances) lose(instance, why);
    }

    // ---- finding actions again

    /** Where an action with its rounds is. */
    private record Place(Node node, List<String> rounds) {
        static Place of(String id, CompiledWorkflow compiled) {
            var whole = compiled.nodes.get(id);
            if (whole != null && whole.scope.depth == 0) return new Place(whole, List.of());
            int end = id.length();
            var rounds = new ArrayList<String>();
            while (true) {
                int dollar = id.lastIndexOf('$', end - 1);
                if (dollar <= 0) break;
                var name = id.substring(dollar + 1, end);
                if (!RoundPosition.isName(name)) break;
                rounds.addFirst(name);
                end = dollar;
                var node = compiled.nodes.get(id.substring(0, end));
                if (node != null && node.scope.depth == rounds.size()) return new Place(node, rounds);
            }
            throw new IllegalArgumentException("the workflow has no action '%s'".formatted(id));
        }
    }

    /** Unrolls loops as far as needed; null if the round cannot begin yet. */
    private @Nullable Instance locate(Place place) {
        if (!(place.node() instanceof Exec)) {
            throw new IllegalArgumentException("'%s' is a loop, not part of a chain".formatted(place.node().id));
        }
        var loops = new ArrayDeque<Loop>();
        for (var loop = place.node().scope.owner; loop != null; loop = loop.scope.owner) loops.push(loop);
        var frame = root;
        for (var name : place.rounds()) {
            var rounds = frame.rounds(loops.pop());
            var round = rounds.open.get(name);
            while (round == null && rounds.begun && rounds.hasItems()) {
                unroll(rounds);
                settle();
                round = rounds.open.get(name);
            }
            if (round == null) return null;
            frame = round;
        }
        return new Instance(frame, place.node());
    }
}
