package io.tidewheel.balancing.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.balancing.exact.ExactTask;
import io.tidewheel.balancing.exact.TextProtocol;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancerQuestionTest {
    @Test
    void whatOurOwnServerAnswersIsUnderstood() {
        var task = ExactTask.of(1_000, 2, 10);
        var start = new BalancerQuestion.Start(0, 0);
        var said = TextProtocol.obey(task, start.line(), 0, new NoFiles());
        assertThat(start.read(said.text().lines().toList())).isEqualTo(share(500, 100_000_000_000L));
        var report = new BalancerQuestion.Report(0, 100, 10);
        assertThat(report.read(answer(said.task(), report))).isEqualTo(share(500, 100_000_000_000L));
        var finish = new BalancerQuestion.Finish(0, 100, 10);
        assertThat(finish.read(answer(said.task(), finish))).isEqualTo(new ShareAnswer.Noted());
        var early = new BalancerQuestion.Report(1, 5, 5);
        assertThat(early.read(answer(task, early)))
                .isInstanceOfSatisfying(
                        ShareAnswer.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(5));
    }

    @ParameterizedTest
    @CsvSource({
        "hello",
        "2 5", // the refusal of another instruction
        "''",
        "0|Assigned: many|ETA: 5",
        "0|Given: 7|ETA: 5",
        "0|Assigned: 9999999999999999999|ETA: 5",
        "0|Assigned: 7|soon"
    })
    void whatIsNoAnswerIsAFailureThatShowsIt(String said) {
        var report = new BalancerQuestion.Report(0, 1, 1);
        assertThatThrownBy(() -> report.read(List.of(said.split("\\|", -1))))
                .isInstanceOf(BalancerFailure.class)
                .hasMessageContaining("1 0 1 1")
                .hasMessageContaining("instead of");
    }

    private static List<String> answer(ExactTask task, BalancerQuestion question) {
        return TextProtocol.obey(task, question.line(), 10_000, new NoFiles())
                .text()
                .lines()
                .toList();
    }

    private static ShareAnswer share(long count, long seconds) {
        return new ShareAnswer.Share(count, Duration.ofSeconds(seconds), "the foreign balancer said so");
    }

    /** Nothing to read, and nobody to write to. */
    private static final class NoFiles implements TextProtocol.ProtocolFiles {
        @Override
        public Optional<String> nextLine() {
            return Optional.empty();
        }

        @Override
        public Optional<String> read(String name) {
            return Optional.empty();
        }

        @Override
        public boolean write(String name, String text) {
            return false;
        }
    }
}
