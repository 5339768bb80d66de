package io.tidewheel.autoscaling.elastic;

/**
 * How well supply followed demand over a time.
 *
 * @param under by how much supply was too small on average, as part of all machines
 * @param over by how much it was too large
 * @param underTime for which part of the time it was too small
 * @param overTime for which part of the time it was too large
 */
public record Elasticity(double under, double over, double underTime, double overTime) {
    /** Adds up a demand and a supply that are constant between changes. Times with more demand than there are machines count nowhere. */
    public static final class Sum {
        private final int machines;
        private double time;
        private double under;
        private double over;
        private double underTime;
        private double overTime;

        /** @param machines all that there are in the system */
        public Sum(int machines) {
            if (machines < 1) throw new IllegalArgumentException("a system has at least 1 machine, not " + machines);
            this.machines = machines;
        }

        /** For so long they were so many. */
        public void add(double seconds, long demand, long supply) {
            if (demand > machines) return;
            time += seconds;
            under += seconds * Math.max(0, demand - supply) / machines;
            over += seconds * Math.max(0, supply - demand) / machines;
            if (demand > supply) underTime += seconds;
            if (supply > demand) overTime += seconds;
        }

        public Elasticity result() {
            if (time == 0) return new Elasticity(0, 0, 0, 0);
            return new Elasticity(under / time, over / time, underTime / time, overTime / time);
        }
    }
}
