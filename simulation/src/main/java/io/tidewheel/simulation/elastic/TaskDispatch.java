package io.tidewheel.simulation.elastic;

import java.util.List;
import java.util.Optional;

/** How the tasks of one user find the user's idle machines. It is told what changes, and asked who starts where. */
interface TaskDispatch {
    /** A task starts on a machine. */
    record Start(OpenWorkflow workflow, int task, SimMachine machine) {}

    void arrived(OpenWorkflow workflow);

    /** A task has come to its end: its machine is idle, and others of its workflow may start; or it was the last one. */
    void ended(Start done);

    /** A machine has joined and has nothing to do. */
    void idle(SimMachine machine);

    /** A machine that was idle is no longer the user's. */
    void gone(SimMachine machine);

    /** A machine has failed, and the task on it, if there was one, has to start again. */
    void failed(SimMachine machine, Optional<OpenWorkflow> interrupted);

    /** The tasks that start now. What is answered counts as started. */
    List<Start> place();
}
