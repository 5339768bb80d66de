package io.tidewheel.experiments.tascaas;

import java.util.List;

/**
 * What came of a setting.
 *
 * @param seconds when everything had come to rest
 */
public record SiteSimulationResult(List<SimJobResult> jobs, List<Sample> samples, long seconds, boolean over) {
    /**
     * How the sites stood.
     *
     * @param required slots the hint asked for; negative if it asked for nothing
     * @param active slots that were on
     * @param busy slots with a program
     * @param waiting parts that waited
     * @param speeds the mean speed of a slot, by site
     */
    public record Sample(long second, double required, int active, int busy, int waiting, List<Double> speeds) {
        public Sample {
            speeds = List.copyOf(speeds);
        }
    }

    public SiteSimulationResult {
        jobs = List.copyOf(jobs);
        samples = List.copyOf(samples);
    }

    /** The result of the only job, for a setting that has one. */
    public SimJobResult only() {
        if (jobs.size() != 1) throw new IllegalStateException("there are %d jobs".formatted(jobs.size()));
        return jobs.getFirst();
    }
}
