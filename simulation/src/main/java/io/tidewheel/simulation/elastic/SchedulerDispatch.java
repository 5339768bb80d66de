package io.tidewheel.simulation.elastic;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** By priority, then by arrival, on the machine that is idle longest: the scheduler's own placement, with a lane for each workflow. */
final class SchedulerDispatch implements TaskDispatch {
    private static final int MOST = 1_000_000;

    private final Placement placement = new Placement();
    private final Owner owner;
    private final Map<RunId, OpenWorkflow> workflows = new HashMap<>();
    private final Map<SessionId, SimMachine> machines = new HashMap<>();

    SchedulerDispatch(Owner owner) {
        this.owner = owner;
    }

    @Override
    public void arrived(OpenWorkflow workflow) {
        workflows.put(workflow.run, workflow);
        placement.addLane(lane(workflow), owner, Capabilities.NONE, Amounts.NONE, workflow.timed.priority());
        changed(workflow);
    }

    private void changed(OpenWorkflow workflow) {
        placement.ready(lane(workflow), workflow.eligible.cardinality());
    }

    @Override
    public void ended(Start done) {
        var workflow = done.workflow();
        changed(workflow);
        if (workflow.left == 0) {
            placement.removeLane(lane(workflow));
            workflows.remove(workflow.run);
        }
        placement.free(session(done.machine()), 1, 0);
    }

    @Override
    public void idle(SimMachine machine) {
        var session = session(machine);
        machines.put(session, machine);
        placement.addAgent(session, Capabilities.NONE, Amounts.UNLIMITED, 1);
        placement.free(session, 1, 0);
    }

    @Override
    public void gone(SimMachine machine) {
        placement.removeAgent(session(machine));
        machines.remove(session(machine));
    }

    @Override
    public void failed(SimMachine machine, Optional<OpenWorkflow> interrupted) {
        gone(machine);
        interrupted.ifPresent(this::changed);
    }

    @Override
    public List<Start> place() {
        if (!placement.hasIdleAgents()) return List.of();
        var starts = new ArrayList<Start>();
        for (var grant : placement.place(MOST)) {
            var workflow = workflows.get(grant.lane().run());
            var machine = machines.get(grant.agent());
            if (workflow == null || machine == null) throw new IllegalStateException("granted to nobody: " + grant);
            int task = workflow.eligible.nextSetBit(0);
            workflow.started(task);
            starts.add(new Start(workflow, task, machine));
        }
        return starts;
    }

    private static LaneId lane(OpenWorkflow workflow) {
        return new LaneId(workflow.run, 0);
    }

    private static SessionId session(SimMachine machine) {
        return new SessionId(machine.number + 1);
    }
}
