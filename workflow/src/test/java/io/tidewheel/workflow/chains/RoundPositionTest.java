package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundPositionTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "12", "3.1", "3+0", "3++0", "3.1+0.2++7", "2000000000+2000000000"})
    void whatIsWrittenCanBeRead(String text) {
        assertThat(RoundPosition.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "3.", "3+", ".3", "3..1", "3-1", "3+.1", "99999999999"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> RoundPosition.parse(text)).hasMessageContaining("not the position of a round");
    }

    @Test
    void whatComesOutOfARoundStandsBehindItAndBeforeTheNext() {
        var three = RoundPosition.of(3);
        var ordered = List.of(
                three,
                three.item(0),
                three.item(1),
                three.child(0),
                three.child(0).child(5),
                three.child(1),
                RoundPosition.of(4));
        var sorted = new ArrayList<>(ordered.reversed());
        sorted.sort(null);
        assertThat(sorted).isEqualTo(ordered);
    }

    @Test
    void roundsThatCameFromAnotherLoopAreNotTakenForItsOwn() {
        var child = RoundPosition.of(3).child(0);
        assertThat(child.outside()).isNotEqualTo(child).hasToString("3++0");
        assertThat(RoundPosition.of(3).item(1).outside())
                .isEqualTo(RoundPosition.of(3).item(1));
    }
}
