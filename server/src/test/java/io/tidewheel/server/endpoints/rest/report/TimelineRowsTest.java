package io.tidewheel.server.endpoints.rest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimelineRowsTest {
    private static TimelineBar bar(int agent, int index, double from, double to, TimelineBar.Kind kind) {
        return new TimelineBar(agent, 0, kind, index, 0, from, to);
    }

    @Test
    void whatRunsAtTheSameTimeStandsInRowsOfItsOwn() {
        var bars = List.of(
                bar(0, 0, 0, 5, TimelineBar.Kind.SUCCEEDED),
                bar(0, 1, 1, 6, TimelineBar.Kind.SUCCEEDED),
                bar(0, 2, 6, 10, TimelineBar.Kind.FAILED),
                bar(1, 3, 0, 10, TimelineBar.Kind.RUNNING));
        var lanes = TimelineRows.of(bars, List.of(2, 1), 0, 10, 100);
        assertThat(lanes.rows()).hasSize(3);
        assertThat(lanes.rows().get(0).segments())
                .containsExactly(
                        new TimelineRows.Segment(0, 50, 0, TimelineBar.Kind.SUCCEEDED, 1, 0),
                        new TimelineRows.Segment(60, 100, 0, TimelineBar.Kind.FAILED, 1, 2));
        assertThat(lanes.rows().get(1).segments()).hasSize(1);
        assertThat(lanes.rows().get(2).agent()).isEqualTo(1);
    }

    @Test
    void waitingAndRunningAreCountedInEachColumn() {
        var lanes = TimelineRows.of(
                List.of(
                        new TimelineBar(0, 0, TimelineBar.Kind.SUCCEEDED, 0, 0, 2.5, 5),
                        new TimelineBar(0, 0, TimelineBar.Kind.SUCCEEDED, 1, 0, 5, 10)),
                List.of(1),
                0,
                10,
                10);
        assertThat(lanes.waiting()).containsExactly(2.0, 2.0, 1.5, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        assertThat(lanes.running()).containsExactly(0.0, 0.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
    }

    @Test
    void aFailureIsSeenAmongThousandsThatWentWell() {
        var bars = new ArrayList<TimelineBar>();
        for (int i = 0; i < 10_000; i++)
            bars.add(bar(
                    0,
                    i,
                    i / 100.0,
                    (i + 1) / 100.0,
                    i == 5_000 ? TimelineBar.Kind.FAILED : TimelineBar.Kind.SUCCEEDED));
        var segments =
                TimelineRows.of(bars, List.of(1), 0, 100, 50).rows().getFirst().segments();
        assertThat(segments)
                .filteredOn(segment -> segment.kind() == TimelineBar.Kind.FAILED)
                .singleElement()
                .extracting(TimelineRows.Segment::index)
                .isEqualTo(5_000);
        assertThat(segments.stream().mapToInt(TimelineRows.Segment::chains).sum())
                .isEqualTo(10_000);
    }

    @Test
    void thePictureIsNeverLargerThanItsWidthAllows() {
        for (long seed = 0; seed < 20; seed++) {
            var random = new SplittableRandom(seed);
            var kinds = TimelineBar.Kind.values();
            var bars = new ArrayList<TimelineBar>();
            for (int i = 0; i < 5_000; i++) {
                double from = random.nextDouble(100);
                bars.add(new TimelineBar(
                        0,
                        random.nextInt(5),
                        kinds[random.nextInt(4)],
                        i,
                        0,
                        from,
                        from + random.nextDouble(random.nextBoolean() ? 0.01 : 1)));
            }
            for (var row : TimelineRows.of(bars, List.of(4), 0, 100, 80).rows()) {
                assertThat(row.segments()).as("seed %d", seed).hasSizeLessThan(4 * 80);
                for (int i = 1; i < row.segments().size(); i++)
                    assertThat(row.segments().get(i).from())
                            .as("seed %d", seed)
                            .isGreaterThanOrEqualTo(row.segments().get(i - 1).from());
            }
        }
    }
}
