package io.tidewheel.controllers.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.jobs.JobView.Sample;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionSamplesTest {
    private static PartitionSamples filled(int samples) {
        var filled = new PartitionSamples();
        for (int i = 1; i <= samples; i++)
            filled.add(new Sample(Instant.ofEpochSecond(i), i, 100, 1), PartitionSamples.MOST);
        return filled;
    }

    private static List<Long> iterations(List<Sample> samples) {
        return samples.stream().map(Sample::done).toList();
    }

    @Test
    void aFewOfThemAreEvenlyChosenAndTheNewestIsOneOfThem() {
        assertThat(iterations(filled(100).samples(4))).containsExactly(25L, 50L, 75L, 100L);
        assertThat(iterations(filled(7).samples(1))).containsExactly(7L);
        assertThat(iterations(filled(3).samples(4))).containsExactly(1L, 2L, 3L);
        assertThat(filled(3).samples(0)).isEmpty();
    }

    @Test
    void howeverLongItGoesOnNoMoreAreKeptAndTheBeginningStays() {
        var samples = iterations(filled(100_000).samples(PartitionSamples.MOST));

        assertThat(samples).hasSizeLessThan(PartitionSamples.MOST).isSorted();
        assertThat(samples.getFirst()).isLessThan(5_000);
    }
}
