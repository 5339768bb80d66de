package io.tidewheel.server.jobs;

import io.tidewheel.server.jobs.JobView.Sample;
import java.util.ArrayList;
import java.util.List;

/** How a partition went: samples from its beginning to now, which become sparser as they become more. */
final class Trail {
    static final int MOST = 120;

    private final List<Sample> samples = new ArrayList<>();
    private int every = 1;
    private int skipped;

    void add(Sample sample) {
        if (++skipped < every) return;
        skipped = 0;
        samples.add(sample);
        if (samples.size() < MOST) return;
        for (int i = samples.size() - 2; i >= 0; i -= 2) samples.remove(i);
        every *= 2;
    }

    /** The newest so many. */
    List<Sample> samples(int most) {
        return List.copyOf(samples.subList(Math.max(0, samples.size() - most), samples.size()));
    }
}
