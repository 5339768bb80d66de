package io.tidewheel.balancing.simulation;

import io.tidewheel.balancing.Goal;
import io.tidewheel.balancing.Habits;
import io.tidewheel.balancing.Job;
import io.tidewheel.balancing.JobBalancer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;

/** Prints how long one report takes, for small and large jobs. */
public final class Load {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Load() {}

    public static void main(String[] args) {
        for (int round = 0; round < 2; round++) {
            measure(10, Duration.ofSeconds(1));
            measure(1_000, Duration.ofSeconds(1));
            measure(10_000, Duration.ofSeconds(20));
        }
    }

    /** All parts report in turn, ten times, a hundred sites. */
    private static void measure(int parts, Duration reportEvery) {
        var goal = Goal.within(Duration.ofDays(1), 1L << 50, parts, parts)
                .reporting(reportEvery, Habits.ofListeners(reportEvery));
        var job = Job.planned(goal, NOON);
        for (int i = 0; i < parts; i++) {
            job = JobBalancer.start(job, i, "site-" + i % 100, Duration.ZERO, NOON)
                    .job();
        }
        int rounds = 10;
        var nanos = new long[rounds * parts];
        for (int i = 0; i < nanos.length; i++) {
            var now = NOON.plus(reportEvery.multipliedBy(i / parts + 1))
                    .plusNanos(reportEvery.toNanos() / parts * (i % parts));
            long count = 1_000L * (i / parts + 1) * (i % parts + 1);
            long began = System.nanoTime();
            job = JobBalancer.report(job, i % parts, count, now).job();
            nanos[i] = System.nanoTime() - began;
        }
        double mean = Arrays.stream(nanos).average().orElse(0);
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%,6d parts reporting every %s: mean %.1f us, p99 %.1f us, most %.1f us; %.3f cores%n",
                parts,
                reportEvery,
                mean / 1e3,
                nanos[nanos.length * 99 / 100] / 1e3,
                nanos[nanos.length - 1] / 1e3,
                mean * parts / reportEvery.toNanos());
    }
}
