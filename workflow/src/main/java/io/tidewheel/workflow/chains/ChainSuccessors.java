package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.CompiledWorkflow.Loop;
import io.tidewheel.workflow.chains.CutRules.ChainCut;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import org.jspecify.annotations.Nullable;

/** Finds the action with which a chain goes on. */
final class ChainSuccessors {
    /** How far one looks for an action that comes before all others behind a fork. */
    private static final int LOOK_AHEAD = 256;

    /** How many rounds of a loop are begun to see what follows: enough to see a fork, or to count what is behind it. */
    private static final int ROUNDS_SEEN = 2;

    private static final int ROUNDS_COUNTED = 1_000;

    private final WorkflowProgress progress;
    private final ChainCut cut;
    private final int roundsBegun;

    ChainSuccessors(WorkflowProgress progress, ChainCut cut) {
        this.progress = progress;
        this.cut = cut;
        this.roundsBegun = cut == ChainCut.COUNTED ? ROUNDS_COUNTED : ROUNDS_SEEN;
    }

    /** The action that must come next in the chain: the only one that follows, or the one that all others come after; null if there is none. */
    @Nullable
    Instance after(Instance last, OpenChain chain) {
        lookInside(last);
        var followers = followers(last);
        if (followers.isEmpty()) return null;
        var next = followers.size() == 1 ? followers.iterator().next() : behindFork(followers);
        return next != null && canFollow(next, chain) ? next : null;
    }

    private @Nullable Instance behindFork(Collection<Instance> followers) {
        return switch (cut) {
            case ANCESTOR -> forerunner(followers);
            case COUNTED -> new TreeCount(this::seenFollowers).root(followers);
        };
    }

    private Collection<Instance> seenFollowers(Instance instance) {
        lookInside(instance);
        return followers(instance);
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
            if (node instanceof Exec && frame.isWaiting(consumer)) followers.add(new Instance(frame, node));
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
        while (rounds.begun && rounds.open.size() < roundsBegun && rounds.hasItems()) {
            var round = progress.unroll(rounds);
            progress.settle();
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
        if (exec.isSkipped() || exec.effort.isPresent()) return false;
        for (var need : exec.needs) {
            if (frame.value(need) == null && !isMadeBy(frame.up(need.up()), need.slot(), chain)) return false;
        }
        for (var need : exec.conditionRefs.values()) {
            if (frame.value(need) == null) return false;
        }
        return exec.action.when().isEmpty() || frame.holds(exec.action.when().get(), exec.conditionRefs);
    }

    private static boolean isMadeBy(ScopeFrame frame, int slot, OpenChain chain) {
        var maker = frame.scope.makers.get(slot);
        return maker instanceof Exec && frame.states[maker.index] == chain;
    }
}
