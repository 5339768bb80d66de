package io.tidewheel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SubmissionTest {
    static Stream<SubmissionField<?>> fields() {
        return SubmissionField.all().stream();
    }

    @ParameterizedTest
    @MethodSource("fields")
    <T> void theExampleOfAFieldIsAllowedNotUsualAndReadAgainAsItIsWritten(SubmissionField<T> field) {
        var value = field.type().read(field.example(), Instant.EPOCH);
        assertThat(field.usual()).isNotEqualTo(java.util.Optional.of(value));
        assertThat(field.type().read(field.type().text(value), Instant.EPOCH)).isEqualTo(value);
        var said = Submission.NOTHING.with(field, value);
        assertThat(said.said()).containsExactly(field);
        assertThat(Submission.parse(said.text())).isEqualTo(said);
    }

    @Test
    void allThatIsSaidIsReadAgainAsItIsWritten() {
        var all = new Submission.Draft();
        for (var field : SubmissionField.all()) Submission.putText(all, field.name(), field.example());
        var odd = all.done().with(SubmissionField.NAME, "a\\n=b \\ c");
        assertThat(odd.said()).isEqualTo(SubmissionField.all());
        assertThat(Submission.parse(odd.text())).isEqualTo(odd);
    }

    @Test
    void whatANewerProgramSaysIsPassedOver() {
        assertThat(Submission.parse("mood=good\npriority=3\n"))
                .isEqualTo(Submission.NOTHING.with(SubmissionField.PRIORITY, 3L));
    }

    @Test
    void whatIsSaidFirstCountsAndLabelsAndCapabilitiesAreThoseOfBoth() {
        var first = Submission.named("first")
                .with(SubmissionField.LABELS, new TreeMap<>(java.util.Map.of("a", "1", "b", "1")))
                .with(SubmissionField.REQUIRES, Capabilities.of("gpu"));
        var second = Submission.named("second")
                .with(SubmissionField.LABELS, new TreeMap<>(java.util.Map.of("b", "2", "c", "2")))
                .with(SubmissionField.REQUIRES, Capabilities.of("disk"))
                .with(SubmissionField.PRIORITY, 5L);
        var both = first.over(second);
        assertThat(both.effective(SubmissionField.NAME)).isEqualTo("first");
        assertThat(both.effective(SubmissionField.LABELS)).isEqualTo(java.util.Map.of("a", "1", "b", "1", "c", "2"));
        assertThat(both.effective(SubmissionField.REQUIRES)).isEqualTo(Capabilities.of("disk", "gpu"));
        assertThat(both.effective(SubmissionField.PRIORITY)).isEqualTo(5);
    }

    @Test
    void aRunKeepsWhatIsUnusualAndNotWhatOnlyDecidesWhetherItIsAccepted() {
        var asked = Submission.named("x")
                .with(SubmissionField.PRIORITY, 0L)
                .with(SubmissionField.MAX_FAILS, 0L)
                .with(SubmissionField.KEY, "once")
                .with(SubmissionField.HELD, true);
        assertThat(asked.kept().said()).containsExactly(SubmissionField.NAME, SubmissionField.MAX_FAILS);
    }

    @Test
    void aValueThatNoRunCanHaveIsRefusedWithTheNameOfItsField() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Submission.NOTHING.with(SubmissionField.MAX_FAILS, -1L))
                .withMessageContaining("maxFails: must be 0 to");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Submission.NOTHING.with(SubmissionField.MAX_RUNTIME, Duration.ofSeconds(-1)))
                .withMessageContaining("maxRuntime: is not negative");
    }

    @Test
    void optionsAreCalledAsTheirFields() {
        assertThat(SubmissionField.MAX_INACTIVITY.option()).isEqualTo("--max-inactivity");
        assertThat(SubmissionField.NAME.option()).isEqualTo("--name");
    }
}
