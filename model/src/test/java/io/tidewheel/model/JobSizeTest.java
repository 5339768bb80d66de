package io.tidewheel.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobSizeTest {
    private static final Optional<Duration> HOUR = Optional.of(Duration.ofHours(1));

    private static JobSize size(Optional<Duration> target, long partitions, Optional<Long> most) {
        return JobSize.of(100, target, partitions, most, Optional.empty());
    }

    @Test
    void onlyATargetCanNeedMorePartitionsThanAJobBeginsWith() {
        assertThat(size(Optional.empty(), 3, Optional.of(20L)).mostPartitions()).isEqualTo(3);
        assertThat(size(HOUR, 3, Optional.of(20L)).mostPartitions()).isEqualTo(20);
        assertThat(size(HOUR, 3, Optional.empty()).mostPartitions()).isEqualTo(JobSize.USUAL_MOST_PARTITIONS);
        assertThat(size(HOUR, 30, Optional.empty()).mostPartitions()).isEqualTo(30);
    }

    @Test
    void allThatIsWrongIsSaidByField() {
        var often = Optional.of(Duration.ofMillis(99));
        assertThat(JobSize.of(4, HOUR, 5, Optional.of(3L), often).complaints(Optional.of(3L)))
                .extracting(JobSize.SizeComplaint::field)
                .containsExactly("maxPartitions", "partitions", "reportEvery");
        assertThat(size(HOUR, 100, Optional.of(100L)).complaints(Optional.of(100L)))
                .isEmpty();
    }
}
