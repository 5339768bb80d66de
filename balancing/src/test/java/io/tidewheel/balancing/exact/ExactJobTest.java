package io.tidewheel.balancing.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactJobTest {
    /** Partitions that report every 75 s, at 200 iterations a second. */
    @ParameterizedTest
    @CsvSource({
        // iterations, most, partitions, reports so far, last one finished, reporter; assigned, estimate, new partitions
        "1000000, 10, 1, 2, false, 0, 1000000, 4775, 3",
        "1000000,  3, 1, 2, false, 0, 1000000, 4775, 2",
        "1000000, 10, 2, 3, false, 1,  507500, 2200, 2",
        " 300400, 10, 1, 2, false, 0,  300400, 1277, 1",
        "1000000, 10, 2, 3, true,  0,  955000, 4400, 0"
    })
    void partitionsAreAddedAsTheOriginalAddsThem(
            long iterations,
            int most,
            int partitions,
            int reports,
            boolean lastFinished,
            int reporter,
            long assigned,
            long estimate,
            int added) {
        var rows = new ArrayList<ExactWorker>();
        for (int i = 0; i < partitions; i++) {
            rows.add(row(reports, lastFinished && i == partitions - 1));
        }
        var job = new ExactJob(iterations, 1_500, 150, most, OptionalLong.of(0), rows);
        long seconds = 75L * (reports + 1);
        var called = job.report(reporter, 200 * seconds, seconds, seconds * 1_000);
        assertThat(called.code()).isZero();
        assertThat(called.assigned()).isEqualTo(assigned);
        assertThat(called.eta()).isEqualTo(estimate);
        assertThat(called.newPartitions()).isEqualTo(added);
        assertThat(called.job().rows()).hasSize(partitions + added);
    }

    @Test
    void everyStartGetsTheTotalDividedByTheRows() {
        var job = ExactJob.of(22, -1, 5, 10);
        for (int i = 0; i < 5; i++) {
            var called = job.start(i, 0, 1_000L * i);
            assertThat(called.assigned()).isEqualTo(4);
            assertThat(called.eta()).isEqualTo(ExactJob.NO_TARGET);
            job = called.job();
        }
    }

    @Test
    void atTheTargetTheOriginalFallsOver() {
        var job = ExactJob.of(1_000_000, 60, 1, 10).start(0, 0, 0).job();
        for (int i = 1; i <= 2; i++)
            job = job.report(0, 100L * i, 20L * i, 20_000L * i).job();
        assertThat(job.report(0, 300, 60, 60_000).fails()).isTrue();
    }

    @Test
    void reportTimesFollowTheTarget() {
        assertThat(ExactJob.reportTime(1_000)).isEqualTo(50);
        assertThat(ExactJob.reportTime(399)).isEqualTo(20);
        assertThat(ExactJob.reportTime(-1)).isEqualTo(1_000_000_000L);
    }

    private static ExactWorker row(int reports, boolean finished) {
        var measures = new ArrayList<SpeedMeasure>();
        for (int i = 0; i <= reports; i++) measures.add(new SpeedMeasure(75L * i, i == 0 ? 0 : 200));
        long last = 75_000L * reports;
        return new ExactWorker(0, true, finished, 200L * 75 * reports, 0, 0, last, measures);
    }
}
