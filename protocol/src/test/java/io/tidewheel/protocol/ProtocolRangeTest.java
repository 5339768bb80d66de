package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ProtocolRangeTest {
    private static final ProtocolRange THIS = new ProtocolRange(1, 1);
    private static final ProtocolRange NEXT = new ProtocolRange(1, 2);
    private static final ProtocolRange AFTER_NEXT = new ProtocolRange(2, 3);

    @Test
    void twoReleasesThatFollowEachOtherMeetInTheNewestThatBothSpeak() {
        assertThat(meet(THIS, THIS)).hasValue(1);
        assertThat(meet(THIS, NEXT)).hasValue(1);
        assertThat(meet(NEXT, THIS)).hasValue(1);
        assertThat(meet(NEXT, NEXT)).hasValue(2);
        assertThat(meet(NEXT, AFTER_NEXT)).hasValue(2);
        assertThat(meet(AFTER_NEXT, NEXT)).hasValue(2);
    }

    /** Whoever is newer finds out: as the server before it answers, as the one who connects from the answer. */
    @Test
    void twoReleasesThatHaveNothingInCommonDoNotMeet() {
        assertThat(AFTER_NEXT.agreedWith(THIS.newest())).isEmpty();
        assertThat(THIS.agreedWith(AFTER_NEXT.newest())).hasValue(1);
        assertThat(AFTER_NEXT.includes(1)).isFalse();
        assertThat(THIS.includes(2)).isFalse();
    }

    @Test
    void whoeverSaysNoVersionIsTooOld() {
        assertThat(NEXT.agreedWith(0)).isEmpty();
        assertThat(NEXT.includes(0)).isFalse();
    }

    @Test
    void aRangeHasAtLeastOneVersion() {
        assertThatThrownBy(() -> new ProtocolRange(2, 1)).hasMessage("there are no versions from 2 to 1");
        assertThatThrownBy(() -> new ProtocolRange(0, 1)).hasMessage("there are no versions from 0 to 1");
        assertThat(THIS).hasToString("version 1");
        assertThat(NEXT).hasToString("versions 1 to 2");
    }

    /** What the two agree on, if the one that connects understands the answer. */
    private static OptionalInt meet(ProtocolRange connects, ProtocolRange answers) {
        var answer = answers.agreedWith(connects.newest());
        return answer.isPresent() && connects.includes(answer.getAsInt()) ? answer : OptionalInt.empty();
    }
}
