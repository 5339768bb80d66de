package io.tidewheel.simulation.elastic;

/**
 * How it went for a workflow, in seconds.
 *
 * @param ideal how long it takes if nothing stands in its way
 */
public record WorkflowFigures(
        String name, int user, int tasks, double arrival, double firstStart, double finish, double ideal) {
    public double waiting() {
        return firstStart - arrival;
    }

    public double makespan() {
        return finish - firstStart;
    }

    public double response() {
        return finish - arrival;
    }

    public double slowdown() {
        return ideal == 0 ? 1 : response() / ideal;
    }
}
