package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.chains.CompiledWorkflow.Node;
import io.tidewheel.workflow.chains.CompiledWorkflow.Yield;
import io.tidewheel.workflow.chains.NodeState.Waiting;
import java.util.ArrayList;
import java.util.List;

/** Counts what becomes of the actions and chains of a workflow. */
final class OutcomeCounts {
    /** How many actions that were left over are named; the others are only counted. */
    private static final int EXAMPLES = 100;

    private final List<WorkflowOutcome.LeftOver> examples = new ArrayList<>();
    private long made;
    private long succeeded;
    private long failed;
    private long cancelled;
    private long leftOut;
    private long leftOver;

    void made() {
        made++;
    }

    /** A chain that was made counts no longer: others took its place. */
    void replaced() {
        made--;
    }

    void succeeded() {
        succeeded++;
    }

    void failed() {
        failed++;
    }

    void cancelled() {
        cancelled++;
    }

    void leftOut() {
        leftOut++;
    }

    /** An action, or the rest of a loop, can never be done. */
    void leftOver(String action, String why) {
        leftOver++;
        name(action, why);
    }

    /** An action failed, because no command could be made for it. */
    void unfit(String action, String why) {
        failed++;
        name(action, why);
    }

    private void name(String action, String why) {
        if (examples.size() < EXAMPLES) examples.add(new WorkflowOutcome.LeftOver(action, why));
    }

    /** How the workflow would end if nothing more happened: whatever still waits is left over as well. */
    WorkflowOutcome outcome(ScopeFrame root) {
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
            if (state instanceof LoopRounds rounds) {
                for (var round : rounds.open.values()) count += countStuck(round, all);
            } else if (state == Waiting.WAITING && !(node instanceof Yield)) {
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
            if (frame.value(need) == null) return frame.describe(need);
        }
        return "a word that a chain may begin with it";
    }
}
