package io.tidewheel.simulation.elastic;

import io.tidewheel.controllers.RunController;
import io.tidewheel.model.Capabilities;

/** A workflow that has arrived and is not finished, as the engine and the figures see it. */
abstract class ArrivedWorkflow {
    final String name;
    final int user;
    final int priority;
    final double arrival;
    double firstStart = -1;

    ArrivedWorkflow(String name, int user, int priority, double arrival) {
        this.name = name;
        this.user = user;
        this.priority = priority;
        this.arrival = arrival;
    }

    /** Makes it a run of the engine. */
    abstract RunController growth(Capabilities requires);

    /** How long a task takes on a type of machine. */
    abstract double seconds(FleetScenario.Conditions conditions, int type, int task);

    /** Answers how many tasks can start now because of it. */
    abstract int ended(int task);

    abstract boolean isOver();

    /** What there is to say of it when it is over. */
    abstract WorkflowFigures figures(double finish);

    abstract void started(int task);

    /** The machine that it ran on has failed. */
    abstract void interrupted(int task);
}
