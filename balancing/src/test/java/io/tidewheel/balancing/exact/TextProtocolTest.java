package io.tidewheel.balancing.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TextProtocolTest {
    private final MemoryFiles memory = new MemoryFiles();

    static Stream<RecordedConversation> conversations() {
        return RecordedConversation.all().stream();
    }

    @Test
    void thereAreThirteenConversations() {
        assertThat(RecordedConversation.all())
                .hasSize(13)
                .allMatch(each -> !each.said().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("conversations")
    void everyAnswerIsTheOriginalsToTheByte(RecordedConversation told) {
        var numbers = told.numbers();
        var task = ExactTask.of(numbers.get(0), numbers.get(1).intValue(), numbers.get(2));
        for (var each : told.said()) {
            if (each.instruction().startsWith("4 ")) memory.type(each.state());
            long now = (each.second() - numbers.get(3)) * 1_000;
            var reply = TextProtocol.obey(task, each.instruction(), now, memory);
            assertThat(reply.text())
                    .as("%d s: %s", each.second(), each.instruction())
                    .isEqualTo(each.answer());
            if (each.instruction().startsWith("5 kept")) {
                assertThat(memory.files.get("kept")).isEqualTo(String.join("\n", each.state()) + "\n");
            }
            assertThat(reply.ends()).isEqualTo(each.instruction().equals("0"));
            task = reply.task();
        }
    }

    @ParameterizedTest
    @MethodSource("conversations")
    void aStateThatIsWrittenAndReadGivesTheSameAnswersAfterwards(RecordedConversation told) {
        var numbers = told.numbers();
        var task = ExactTask.of(numbers.get(0), numbers.get(1).intValue(), numbers.get(2));
        for (var each : told.said()) {
            if (each.instruction().startsWith("4 ")) memory.type(each.state());
            long now = (each.second() - numbers.get(3)) * 1_000;
            task = TextProtocol.obey(task, each.instruction(), now, memory).task();
            var text = StateFile.write(task);
            assertThat(StateFile.read(text).map(StateFile::write)).contains(text);
        }
    }

    @Test
    void aTaskGoesOnFromItsFileInAnotherProcess() {
        var task = TextProtocol.obey(ExactTask.of(5_000, 2, 20), "2 0 0", 0, memory)
                .task();
        task = TextProtocol.obey(task, "1 0 1000 20", 20_000, memory).task();
        assertThat(TextProtocol.obey(task, "5 kept", 20_000, memory).text()).isEqualTo("0\n");
        var other = TextProtocol.obey(ExactTask.of(1, 1, 1), "4 kept", 20_000, memory);
        assertThat(other.text()).isEqualTo("0\n");
        assertThat(TextProtocol.obey(other.task(), "1 0 2000 40", 40_000, memory)
                        .text())
                .isEqualTo(
                        TextProtocol.obey(task, "1 0 2000 40", 40_000, memory).text())
                .startsWith("0\n Assigned: 5000\n");
    }

    @ParameterizedTest
    @CsvSource({
        "1 0 30.9 5, 1 29", // the count ends at the point, and what follows is no number
        "1 0 30 6.7 more, 1 5", // the seconds are cut, the rest is not looked at: not started
        "2 -1 0, 2 3",
        "2 1000000 0, 2 3", // beyond the largest table
        "2 99999999999999999999999 0, 2 3",
        "6 0, 6 5", // no measure yet
        "1 0 1 99999999999999999999, 1 5",
        "7.5, -1 29",
        "9223372036854775808, -1 29",
        "1e3, 1 29",
        "+, -1",
        "'  ', -1",
        "4 two words, 4 -1"
    })
    void whatCannotBeObeyedIsRefusedWithTheInstructionAndACode(String line, String answer) {
        var task = ExactTask.of(1_000, 2, 10);
        var reply = TextProtocol.obey(task, line, 0, memory);
        assertThat(reply.text()).isEqualTo(answer + "\n");
        assertThat(reply.task()).isEqualTo(task);
    }

    @Test
    void aLineThatIsTooLongIsOneMistakeAndNotSeveralInstructions() {
        var line = "1 0 10 5" + " ".repeat(511);
        assertThat(TextProtocol.obey(ExactTask.of(1_000, 2, 10), line, 0, memory)
                        .text())
                .isEqualTo("-1 29\n");
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "'10 10 5 5 1 1 0'",
        "'10 10 5 5 1 1 0\n0\n0\n10 1 0 0 0 2\n0 0'",
        "'10 10 5 5 99999999 1 0'",
        "'10 10 5 5 -1 1 0'",
        "'10 10 5 5 1 1 0\n0\n0\n10 1 0 0 0 1\n0 NaN'",
        "'10 10 5 5 1 1 0\n0\nzero'"
    })
    void aFileThatIsNoStateIsRefusedAndChangesNothing(String text) {
        memory.files.put("broken", text);
        var task = ExactTask.of(1_000, 2, 10);
        var reply = TextProtocol.obey(task, "4 broken", 0, memory);
        assertThat(reply.text()).isEqualTo("4 29\n");
        assertThat(reply.task()).isEqualTo(task);
    }

    @Test
    void aStateThatEndsWithTheInputIsRefused() {
        memory.type(List.of("10 10 5 5 2 1 0", "0", "0"));
        assertThat(TextProtocol.obey(ExactTask.of(1, 1, 1), "4 stdin", 0, memory)
                        .text())
                .isEqualTo("4 29\n");
    }

    @Test
    void countsBeyondTheSignedRangeKeepTheirOrder() {
        assertThat(UnsignedCount.toFloat(-1L)).isEqualTo(0x1p64f);
        assertThat(UnsignedCount.toFloat(Long.MIN_VALUE)).isEqualTo(0x1p63f);
        assertThat(UnsignedCount.toFloat(Long.MAX_VALUE)).isEqualTo(0x1p63f);
        assertThat(UnsignedCount.cut(0x1p63f)).isEqualTo(Long.MIN_VALUE);
        assertThat(UnsignedCount.cut(0x1p64f)).isEqualTo(-1L);
        assertThat(UnsignedCount.cut(-3f)).isZero();
        assertThat(UnsignedCount.cut(Float.NaN)).isZero();
    }
}
