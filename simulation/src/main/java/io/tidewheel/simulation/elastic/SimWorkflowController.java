package io.tidewheel.simulation.elastic;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RemainingWork;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A simulated workflow as a run that grows: a chain for each task, made when all tasks before it are finished. */
final class SimWorkflowController implements RunController {
    private final OpenWorkflow workflow;
    private final LaneSpec lane;
    /** By kind. */
    private final Map<String, LaneSpec> lanes = new HashMap<>();

    private final TaskStages stages;
    private final BitSet made = new BitSet();
    private int ended;
    private @Nullable RemainingWork remaining;

    SimWorkflowController(OpenWorkflow workflow, Capabilities requires) {
        this.workflow = workflow;
        this.stages = TaskStages.of(workflow.timed.shape());
        this.lane = new LaneSpec(
                requires,
                workflow.timed.priority(),
                RetryPolicy.NEVER,
                ChainTimeLimits.NONE,
                Delivery.EXACTLY_ONCE,
                Payload.NONE);
    }

    @Override
    public List<NextChain> next(int firstIndex, int most, Instant now) {
        remaining = null;
        var nextChains = new ArrayList<NextChain>();
        var fresh = (BitSet) workflow.eligible.clone();
        fresh.andNot(made);
        for (int task = fresh.nextSetBit(0); task >= 0 && nextChains.size() < most; task = fresh.nextSetBit(task + 1)) {
            made.set(task);
            nextChains.add(new NextChain(
                    lanes.computeIfAbsent(workflow.timed.shape().kind(task), lane::withKind),
                    new NewChain(Integer.toString(task), Payload.NONE)));
        }
        return nextChains;
    }

    @Override
    public void adopt(int index, String parameter, Optional<Instant> began) {
        made.set(Integer.parseInt(parameter));
    }

    @Override
    public void ended(int index, ChainState state, Payload report) {
        if (state != ChainState.SUCCEEDED)
            throw new IllegalStateException("chain %d ended as %s".formatted(index, state));
        ended++;
        remaining = null;
    }

    @Override
    public RemainingWork outlook() {
        var known = remaining;
        if (known != null) return known;
        var now = stages.outlook(made, workflow.finished, lane.requires());
        remaining = now;
        return now;
    }

    @Override
    public boolean isExhausted() {
        return made.cardinality() == workflow.timed.size();
    }

    @Override
    public RunOutcome outcome(LaneTotals totals) {
        boolean whole = ended == workflow.timed.size();
        return new RunOutcome(whole ? RunState.SUCCEEDED : RunState.FAILED, whole ? Reason.NONE : Reason.LEFT_OVER);
    }
}
