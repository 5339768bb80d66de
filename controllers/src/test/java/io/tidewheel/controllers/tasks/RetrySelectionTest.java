package io.tidewheel.controllers.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.IndexRange;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetrySelectionTest {
    private static Optional<BitSet> named(int... indexes) {
        var set = new BitSet();
        for (int index : indexes) set.set(index);
        return Optional.of(set);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsKeptIsWhatWasChosen(boolean failed) {
        for (var tasks : List.of(Optional.<BitSet>empty(), named(0), named(3, 70, 1_000))) {
            var chosen = new RetrySelection(failed, tasks);
            assertThat(chosen.document().isEmpty()).isFalse();
            assertThat(RetrySelection.of(chosen.document())).contains(chosen);
        }
    }

    @Test
    void whatKeptNothingIsNotTakenForAChoice() {
        assertThat(RetrySelection.of(Payload.NONE)).isEmpty();
    }

    @Test
    void whatNeverCameIntoBeingIsMadeOfTheArray() {
        var array = IndexRange.parse("10-30:5");
        assertThat(new RetrySelection(true, Optional.empty()).unmade(array, 3, 5))
                .extracting(NewChain::parameter)
                .containsExactly("25", "30");
        assertThat(new RetrySelection(true, named(0, 4)).unmade(array, 3, 5))
                .extracting(NewChain::parameter)
                .containsExactly("30");
    }
}
