package io.tidewheel.controllers.jobs;

import io.tidewheel.controllers.jobs.JobView.Sample;
import java.util.ArrayList;
import java.util.List;

/** How a partition went: samples from its beginning to now, which become sparser as they become more. */
final class PartitionSamples {
    /** The most samples of one partition. */
    static final int MOST = 120;

    private static final int FEWEST = 16;
    private static final int MOST_OF_ALL = 200_000;

    private final List<Sample> samples = new ArrayList<>();
    private int every = 1;
    private int skipped;

    /** How many samples a partition may have if there are so many partitions. */
    static int most(int partitions) {
        return Math.clamp(MOST_OF_ALL / Math.max(1, partitions), FEWEST, MOST);
    }

    /** @param most so many are kept at most */
    void add(Sample sample, int most) {
        if (++skipped < every) return;
        skipped = 0;
        samples.add(sample);
        if (samples.size() >= most) thin();
    }

    private void thin() {
        for (int i = samples.size() - 2; i >= 0; i -= 2) samples.remove(i);
        every *= 2;
    }

    /** What was known before a restart comes before what is known since. */
    void recall(List<Sample> earlier, int most) {
        samples.addAll(0, earlier);
        while (samples.size() >= most) thin();
    }

    /** At most so many of the samples, evenly chosen, the newest one in any case. */
    List<Sample> samples(int most) {
        return chosen(samples, most);
    }

    static List<Sample> chosen(List<Sample> samples, int most) {
        if (samples.size() <= most) return List.copyOf(samples);
        var chosen = new ArrayList<Sample>(most);
        for (int i = 1; i <= most; i++) chosen.add(samples.get((int) ((long) i * samples.size() / most) - 1));
        return chosen;
    }
}
