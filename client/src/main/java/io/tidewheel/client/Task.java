package io.tidewheel.client;

import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Work;

/** A task to be added to a run. Never changes, so one object can be added many times. */
public final class Task {
    private final io.tidewheel.protocol.wire.TaskEntry wire;

    private Task(io.tidewheel.protocol.wire.TaskEntry wire) {
        this.wire = wire;
    }

    /** A task with a command of its own. */
    public static Task of(Command.Builder command) {
        return of(TaskCommands.inSequence(command));
    }

    public static Task of(Work work) {
        return of(work, "");
    }

    /** A task with its own work and a value, which the command finds in TIDEWHEEL_PARAMETER. */
    public static Task of(Work work, String parameter) {
        return new Task(io.tidewheel.protocol.wire.TaskEntry.newBuilder()
                .setBody(work.toByteString())
                .setParameter(parameter)
                .build());
    }

    /** A task that does what the run's template says, with this value. */
    public static Task withParameter(String parameter) {
        return new Task(io.tidewheel.protocol.wire.TaskEntry.newBuilder()
                .setParameter(parameter)
                .build());
    }

    io.tidewheel.protocol.wire.TaskEntry wire() {
        return wire;
    }
}
