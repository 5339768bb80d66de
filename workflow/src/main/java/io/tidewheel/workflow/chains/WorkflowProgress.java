package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.CompiledWorkflow.Yield;
import io.tidewheel.workflow.chains.LoopRounds.Item;
import io.tidewheel.workflow.chains.NodeState.Ended;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import io.tidewheel.workflow.chains.SlotValue.Gone;
import io.tidewheel.workflow.chains.SlotValue.Nothing;
import io.tidewheel.workflow.chains.SlotValue.Plain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * How far a workflow has come: what is known in its frames, which actions are ready, and which loops can begin another round. It is told what
 * has become known or has ended, and {@link #settle} lets everything happen that follows from it.
 */
final class WorkflowProgress {
    private final ScopeFrame root;
    private final ExecutableBuilder executables;
    private final boolean hasShortRounds;
    private final OpenChains chains;
    private final OutcomeCounts counts;

    /** Nodes that have all they need, or can never have it. */
    private final Queue<Instance> awake = new ArrayDeque<>();
    /** Loops whose last items have come, and which may therefore be over. */
    private final Queue<LoopRounds> nearlyOver = new ArrayDeque<>();
    /** Actions that have all they need; some may be in a chain by now. */
    private final Deque<Instance> ready = new ArrayDeque<>();

    private final Deque<LoopRounds> unrollable = new ArrayDeque<>();
    private final List<StoredResult> results = new ArrayList<>();
    private final List<WorkflowOutcome.LeftOver> losses = new ArrayList<>();
    private int openRounds;

    WorkflowProgress(
            CompiledWorkflow compiled,
            ExecutableBuilder executables,
            boolean hasShortRounds,
            OpenChains chains,
            OutcomeCounts counts) {
        this.root = new ScopeFrame(compiled.root, null, null, null, "");
        this.executables = executables;
        this.hasShortRounds = hasShortRounds;
        this.chains = chains;
        this.counts = counts;
        compiled.root.initial.forEach((slot, value) -> root.values[slot] = new Plain(value));
        begin(root);
        settle();
    }

    /** The frame of the whole workflow. */
    ScopeFrame root() {
        return root;
    }

    /** How many rounds of loops are in memory. */
    int openRounds() {
        return openRounds;
    }

    /** The next action that may have all it needs and be in no chain; null if there is none for now. */
    @Nullable
    Instance nextReady() {
        return ready.poll();
    }

    /** True if no action is ready and no loop can begin a round. */
    boolean hasNothingToBegin() {
        while (!ready.isEmpty() && !ready.getFirst().isWaiting()) ready.removeFirst();
        return ready.isEmpty() && unrollable.isEmpty();
    }

    /** The results that became known since the last call, in no particular order. */
    List<StoredResult> takeResults() {
        var taken = List.copyOf(results);
        results.clear();
        return taken;
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
            if (node instanceof Exec) chains.found(instance);
            if (missing == 0 || gone) awake.add(instance);
        }
        if (frame.scope.nodes.isEmpty()) ended(frame);
    }

    private void provide(ScopeFrame frame, int slot, SlotValue value) {
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
    void settle() {
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
            var chain = chains.nextResolved();
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
                return new Gone("%s never came: %s".formatted(instance.frame().describe(need), gone.because()));
            }
        }
        return null;
    }

    /** A node can never be done, and neither can those that need it. The reason that is handed on is the first one. */
    private void die(Instance instance, Gone why) {
        if (!(instance.node() instanceof Yield)) {
            counts.leftOver(instance.id(), why.because());
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
        frame.states[instance.node().index] = Ended.GONE;
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

    private void finish(Instance instance, Ended end) {
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
        if (when.isPresent() && !frame.holds(when.get(), loop.conditionRefs)) {
            leaveOut(new Instance(frame, loop));
            return;
        }
        frame.states[loop.index] = rounds;
        rounds.begun = true;
        if (loop.source != null) read(rounds, frame.up(loop.input.up()).rounds(loop.source));
        else rounds.take(frame.known(loop.input));
        offer(rounds);
        complete(rounds);
    }

    /** The items of another loop's output: those there are, and those to come. */
    private void read(LoopRounds reader, LoopRounds source) {
        switch (source.frame.values[source.loop.output]) {
            case null -> {
                source.collectedSoFar().forEach(reader::take);
                source.readers.add(reader);
            }
            case Gone gone -> {
                // What came is done, as it is by those who read along: else it would be chance, and after a crash
                // chains would be known to nobody.
                source.collectedSoFar().forEach(reader::take);
                starve(reader, gone);
            }
            case SlotValue value -> reader.take(value);
        }
    }

    private void offer(LoopRounds rounds) {
        if (!rounds.begun || rounds.queued || !rounds.hasItems()) return;
        rounds.queued = true;
        // The latest first: what stands behind another loop, or inside of one, is done before more of that is begun.
        unrollable.addFirst(rounds);
    }

    /** Begins one more round of a loop; false if none can begin one for now. */
    boolean unrollOne() {
        var rounds = unrollable.poll();
        if (rounds == null) return false;
        rounds.queued = false;
        if (rounds.hasItems()) unroll(rounds);
        return true;
    }

    /** Begins the next round of a loop that has more items. */
    ScopeFrame unroll(LoopRounds rounds) {
        var item = rounds.nextItem();
        offer(rounds);
        var name = item.position().name(hasShortRounds);
        var frame = new ScopeFrame(rounds.loop.body, rounds.frame, rounds, item.position(), name);
        rounds.open.put(name, frame);
        openRounds++;
        if (rounds.loop.yieldsToOutput) rounds.openOutputs++;
        if (rounds.loop.yieldsToInput) rounds.openInputs++;
        frame.values[rounds.loop.enumerator] = new Plain(item.value());
        begin(frame);
        return frame;
    }

    private void handOut(ScopeFrame frame, Yield yields) {
        var rounds = frame.ownRounds();
        var value = frame.known(yields.needs[0]);
        var items = LoopRounds.items(frame.ownPosition(), value, !yields.toOutput);
        if (yields.toOutput) {
            rounds.openOutputs--;
            rounds.collect(items);
            for (var reader : rounds.readers) hand(reader, items);
        } else {
            rounds.openInputs--;
            hand(rounds, items);
        }
        finish(new Instance(frame, yields), Ended.DONE);
        complete(rounds);
    }

    private void hand(LoopRounds reader, List<Item> items) {
        items.forEach(reader::take);
        offer(reader);
    }

    private void loseYield(ScopeFrame frame, Yield yields, Gone why) {
        var rounds = frame.ownRounds();
        if (yields.toOutput) rounds.openOutputs--;
        else rounds.openInputs--;
        if (rounds.outputFailure == null) rounds.outputFailure = why;
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
        if (failure == null) finish(instance, Ended.DONE);
        else lose(instance, failure);
    }

    private void completeOutput(LoopRounds rounds, SlotValue value) {
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
        counts.leftOver(
                reader.loop.id + reader.frame.suffix,
                "its input '%s' is not complete: %s".formatted(reader.loop.action.input(), why.because()));
    }

    // ---- actions that are not done

    /** An action that is never tried counts as done: its outputs have names, though nobody makes the files. */
    void skip(Instance instance) {
        counts.leftOut();
        var exec = instance.exec();
        for (int i = 0; i < exec.outputs.length; i++) {
            provide(instance.frame(), exec.outputs[i], skipped(instance, i));
        }
        finish(instance, Ended.LEFT_OUT);
    }

    private SlotValue skipped(Instance instance, int output) {
        var type = instance.exec().outputParameters[output].dataType();
        if (type.equals(DataType.COUNT)) return new Plain(0L);
        boolean list = DataType.needsResult(type) || instance.exec().effort.isPresent();
        return new Plain(list ? List.of() : executables.path(instance, output));
    }

    /** Leaves a node out: its condition does not hold, or something that it needs was left out. */
    void leaveOut(Instance instance) {
        counts.leftOut();
        switch (instance.node()) {
            case Exec exec -> {
                for (int slot : exec.outputs) provide(instance.frame(), slot, Nothing.NOTHING);
            }
            case Loop loop -> completeOutput(instance.frame().rounds(loop), Nothing.NOTHING);
            case Yield _ -> throw new IllegalStateException("a yield has no condition");
        }
        finish(instance, Ended.LEFT_OUT);
    }

    /** No command can be made for it. */
    void unfit(Instance instance, String why) {
        counts.unfit(instance.id(), why);
        lose(instance, new Gone("%s could not be started, because %s".formatted(instance.id(), why)));
    }

    /** Gives a node up, because somebody outside said so, or could not say what to do. */
    void giveUp(Instance instance, String why) {
        losses.add(new WorkflowOutcome.LeftOver(instance.id(), why));
        forgo(instance, why);
    }

    private void forgo(Instance instance, String why) {
        counts.leftOver(instance.id(), why);
        lose(instance, new Gone("%s was given up: %s".formatted(instance.id(), why)));
    }

    /** What was given up since the last call. */
    List<WorkflowOutcome.LeftOver> takeLosses() {
        var taken = List.copyOf(losses);
        losses.clear();
        return taken;
    }

    /** Looks at a node once more, which may be ready again. */
    void again(Instance instance) {
        if (instance.isWaiting()) ready.add(instance);
    }

    // ---- the end of chains

    /** A chain has ended, and all its actions have been found. */
    void finish(OpenChain chain) {
        chains.remove(chain);
        switch (chain.ending) {
            case OpenChain.Ending.Success(var found) -> succeed(chain, found);
            case OpenChain.Ending.Failure(var wasCancelled) -> fail(chain, wasCancelled);
            case OpenChain.Ending.Loss(var why) -> chain.instances.forEach(instance -> forgo(instance, why));
            case null -> throw new IllegalStateException("the chain '%s' has not ended".formatted(chain.key));
        }
    }

    private void succeed(OpenChain chain, Map<String, ? extends List<?>> found) {
        counts.succeeded();
        for (var instance : chain.instances) {
            var exec = instance.exec();
            for (int i = 0; i < exec.outputs.length; i++) {
                var value = value(instance, i, found);
                if (exec.action.outputs().get(i).store()) store(instance, i, value);
                provide(instance.frame(), exec.outputs[i], new Plain(value));
            }
            finish(instance, Ended.DONE);
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
        if (wasCancelled) counts.cancelled();
        else counts.failed();
        var why = new Gone("the chain '%s' %s".formatted(chain.key, wasCancelled ? "was cancelled" : "failed"));
        for (var instance : chain.instances) lose(instance, why);
    }
}
