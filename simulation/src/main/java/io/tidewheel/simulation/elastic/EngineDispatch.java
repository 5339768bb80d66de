package io.tidewheel.simulation.elastic;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tasks find machines through the engine: what it leases starts. */
final class EngineDispatch implements TaskDispatch {
    private final SimEngine room;
    private final Owner owner;
    private final Capabilities requires;
    private List<Start> leased = new ArrayList<>();

    EngineDispatch(SimEngine room, Owner owner) {
        this.room = room;
        this.owner = owner;
        this.requires = Capabilities.of(owner.name());
    }

    Owner owner() {
        return owner;
    }

    /** What the user's machines offer and nobody else's. */
    Capabilities requires() {
        return requires;
    }

    void leased(OpenWorkflow workflow, int task, SimMachine machine) {
        workflow.started(task);
        leased.add(new Start(workflow, task, machine));
    }

    @Override
    public void arrived(OpenWorkflow workflow) {
        room.submit(workflow, this);
    }

    @Override
    public void ended(Start done) {
        double seconds = done.workflow().timed.seconds(done.machine().type, done.task());
        room.ended(done.machine(), Duration.ofNanos(Math.round(seconds * 1e9)), done.workflow().left == 0);
    }

    @Override
    public void idle(SimMachine machine) {
        room.join(machine, this);
    }

    @Override
    public void gone(SimMachine machine) {
        room.leave(machine);
    }

    @Override
    public void failed(SimMachine machine, Optional<OpenWorkflow> interrupted) {
        room.vanish(machine);
    }

    @Override
    public List<Start> place() {
        room.turn();
        var now = leased;
        leased = new ArrayList<>();
        return now;
    }
}
