package io.tidewheel.simulation.elastic;

import io.tidewheel.autoscaling.elastic.TaskPlacement;
import io.tidewheel.autoscaling.elastic.TaskPlacer;
import io.tidewheel.model.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A dispatch that follows the policy's plan: the placer of {@code autoscaling} looks at all that waits whenever a machine is idle. */
final class PlacerDispatch implements TaskDispatch {
    private final VirtualTime time;
    private final RandomGenerator random;
    private final Map<String, OpenWorkflow> workflows = new LinkedHashMap<>();
    private final Map<String, SimMachine> idle = new LinkedHashMap<>();
    private TaskPlacement how;
    private boolean news;

    PlacerDispatch(TaskPlacement how, VirtualTime time, RandomGenerator random) {
        this.how = how;
        this.time = time;
        this.random = random;
    }

    void follow(TaskPlacement other) {
        how = other;
        news = true;
    }

    @Override
    public void arrived(OpenWorkflow workflow) {
        workflows.put(workflow.id, workflow);
        news = true;
    }

    @Override
    public void ended(Start done) {
        if (done.workflow().left == 0) workflows.remove(done.workflow().id);
        idle(done.machine());
    }

    @Override
    public void idle(SimMachine machine) {
        idle.put(machine.id, machine);
        news = true;
    }

    @Override
    public void gone(SimMachine machine) {
        idle.remove(machine.id);
    }

    @Override
    public void failed(SimMachine machine, Optional<OpenWorkflow> interrupted) {
        idle.remove(machine.id);
        news = true;
    }

    @Override
    public List<Start> place() {
        if (!news || idle.isEmpty()) return List.of();
        news = false;
        var waiting = workflows.values().stream()
                .filter(workflow -> !workflow.eligible.isEmpty())
                .map(OpenWorkflow::seen)
                .toList();
        if (waiting.isEmpty()) return List.of();
        var free = idle.values().stream()
                .map(machine -> new TaskPlacer.Idle(machine.id, machine.type, (machine.paidUntil - time.nanos()) / 1e9))
                .toList();
        var starts = new ArrayList<Start>();
        for (var chosen : TaskPlacer.place(how, waiting, free, random)) {
            var workflow = workflows.get(chosen.workflow());
            var machine = idle.remove(chosen.machine());
            if (workflow == null || machine == null || !workflow.eligible.get(chosen.task()))
                throw new IllegalStateException("the placer starts what cannot start: " + chosen);
            workflow.started(chosen.task());
            starts.add(new Start(workflow, chosen.task(), machine));
        }
        return starts;
    }
}
