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
import io.tidewheel.simulation.workloads.GrowingWorkflow;
import io.tidewheel.simulation.workloads.WorkflowPlay;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** One that comes apart into tasks while it is played. A task has a number when it is made. */
final class UnfoldedWorkflow extends ArrivedWorkflow {
    private final WorkflowPlay course;
    private final IntConsumer moreDemand;
    private final Map<Integer, WorkflowPlay.Step> open = new HashMap<>();
    private int made;
    private @Nullable RemainingWork remaining;

    /** @param moreDemand is told how many tasks there are more that can be done */
    UnfoldedWorkflow(GrowingWorkflow workflow, IntConsumer moreDemand) {
        super(workflow.name(), 0, 0, 0);
        this.course = workflow.course().get();
        this.moreDemand = moreDemand;
    }

    @Override
    RunController growth(Capabilities requires) {
        return new UnfoldedController(new LaneSpec(
                requires, priority, RetryPolicy.NEVER, ChainTimeLimits.NONE, Delivery.EXACTLY_ONCE, Payload.NONE));
    }

    @Override
    double seconds(FleetScenario.Conditions conditions, int type, int task) {
        return conditions.latency().toNanos() / 1e9 + step(task).seconds();
    }

    private WorkflowPlay.Step step(int task) {
        var step = open.get(task);
        if (step == null) throw new IllegalStateException("task %d is not open".formatted(task));
        return step;
    }

    /** Tasks are made when the engine asks for them, and are demand from then on. */
    @Override
    int ended(int task) {
        course.ended(step(task));
        open.remove(task);
        remaining = null;
        return 0;
    }

    @Override
    boolean isOver() {
        return open.isEmpty() && course.isFinished();
    }

    @Override
    WorkflowFigures figures(double finish) {
        return new WorkflowFigures(name, user, made, arrival, firstStart, finish, 0);
    }

    @Override
    void started(int task) {}

    @Override
    void interrupted(int task) {}

    private final class UnfoldedController implements RunController {
        private final LaneSpec lane;
        private final Map<String, LaneSpec> lanes = new HashMap<>();

        UnfoldedController(LaneSpec lane) {
            this.lane = lane;
        }

        @Override
        public List<NextChain> next(int firstIndex, int most, Instant now) {
            remaining = null;
            var nextChains = new ArrayList<NextChain>();
            for (var step : course.next(most)) {
                open.put(made, step);
                nextChains.add(new NextChain(
                        lanes.computeIfAbsent(step.kind(), lane::withKind),
                        new NewChain(Integer.toString(made++), Payload.NONE)));
            }
            if (!nextChains.isEmpty()) moreDemand.accept(nextChains.size());
            return nextChains;
        }

        @Override
        public void adopt(int index, String parameter, Optional<Instant> began) {
            throw new IllegalStateException("a simulated engine has no former life");
        }

        @Override
        public void ended(int index, ChainState state, Payload report) {
            if (state != ChainState.SUCCEEDED)
                throw new IllegalStateException("chain %d ended as %s".formatted(index, state));
        }

        @Override
        public RemainingWork outlook() {
            var known = remaining;
            if (known != null) return known;
            var now = course.outlook();
            remaining = now;
            return now;
        }

        @Override
        public boolean isExhausted() {
            return course.isFinished();
        }

        @Override
        public RunOutcome outcome(LaneTotals totals) {
            return new RunOutcome(RunState.SUCCEEDED, Reason.NONE);
        }
    }
}
