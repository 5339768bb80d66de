package io.tidewheel.controllers.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.RunState;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TasksControllerTest {
    private final TasksController array = new TasksController(Optional.of(IndexRange.parse("10-18:2")), LaneSpec.PLAIN);

    @Test
    void anArrayGivesAChainForEachOfItsValuesAndNoMore() {
        assertThat(array.toCome(0)).isEqualTo(5);
        assertThat(array.next(0, 2, Instant.EPOCH))
                .extracting(next -> next.chain().parameter())
                .containsExactly("10", "12");
        assertThat(array.toCome(2)).isEqualTo(3);
        assertThat(array.next(2, 100, Instant.EPOCH))
                .extracting(next -> next.chain().parameter())
                .containsExactly("14", "16", "18");
        assertThat(array.toCome(5)).isZero();
        assertThat(array.next(5, 100, Instant.EPOCH)).isEmpty();
    }

    @Test
    void withoutAnArrayEverythingComesFromTheSubmitter() {
        var tasks = new TasksController(Optional.empty(), LaneSpec.PLAIN);
        assertThat(tasks.toCome(0)).isZero();
        assertThat(tasks.next(0, 100, Instant.EPOCH)).isEmpty();
    }

    @Test
    void oneFailureOutweighsWhatWasCancelledAndThatOutweighsWhatSucceeded() {
        assertThat(array.outcome(new LaneTotals(5, 3, 1, 1)).state()).isEqualTo(RunState.FAILED);
        assertThat(array.outcome(new LaneTotals(5, 4, 0, 1)).state()).isEqualTo(RunState.CANCELLED);
        assertThat(array.outcome(new LaneTotals(5, 5, 0, 0)).state()).isEqualTo(RunState.SUCCEEDED);
    }
}
