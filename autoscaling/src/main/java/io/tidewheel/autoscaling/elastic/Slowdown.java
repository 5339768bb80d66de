package io.tidewheel.autoscaling.elastic;

/**
 * How much longer a workflow took than it had to, times in seconds.
 *
 * @param waiting from its arrival until its first task started
 * @param makespan from then until its last task ended
 * @param ideal what it would have taken on machines without end, each task on the type that is fastest for it
 */
public record Slowdown(double waiting, double makespan, double ideal) {
    public static Slowdown of(double arrival, double firstStart, double finish, double ideal) {
        if (!(ideal > 0)) throw new IllegalArgumentException("a workflow takes some time at best, not " + ideal);
        return new Slowdown(firstStart - arrival, finish - firstStart, ideal);
    }

    public double response() {
        return waiting + makespan;
    }

    public double slowdown() {
        return response() / ideal;
    }
}
