package io.tidewheel.experiments.histories;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearizabilityCheckerTest {
    /** What is asked of a register. */
    private sealed interface Asked {
        record Write(int value) implements Asked {}

        record Read(int value) implements Asked {}
    }

    /** Holds one number, 0 at first. */
    private static final class RegisterModel implements SequentialModel<Integer, Asked> {
        @Override
        public Integer initial() {
            return 0;
        }

        @Override
        public List<Integer> after(Integer state, Asked asked) {
            return switch (asked) {
                case Asked.Write(int value) -> List.of(value);
                case Asked.Read(int value) -> value == state ? List.of(state) : List.of();
            };
        }
    }

    private final LinearizabilityChecker<Integer, Asked> checker = new LinearizabilityChecker<>(new RegisterModel());

    @Test
    void whatIsReadAfterAWriteWasAnsweredIsWhatWasWritten() {
        assertThat(complains(List.of(write(1, 0, 1), read(1, 2, 3)))).isFalse();
        assertThat(complains(List.of(write(1, 0, 1), read(0, 2, 3)))).isTrue();
    }

    @Test
    void duringAWriteEitherMayBeRead() {
        assertThat(complains(List.of(write(1, 0, 9), read(0, 2, 3)))).isFalse();
        assertThat(complains(List.of(write(1, 0, 9), read(1, 2, 3)))).isFalse();
        assertThat(complains(List.of(write(1, 0, 9), read(1, 2, 3), read(0, 4, 5))))
                .isTrue();
    }

    @Test
    void whatWasNeverAnsweredMayHaveHappenedLaterOrNever() {
        var pending = new RecordedOperation<Asked>(new Asked.Write(1), 0, RecordedOperation.PENDING);
        assertThat(complains(List.of(pending, read(0, 2, 3)))).isFalse();
        assertThat(complains(List.of(pending, read(0, 2, 3), read(1, 4, 5)))).isFalse();
        assertThat(complains(List.of(pending, read(1, 2, 3), read(0, 4, 5)))).isTrue();
    }

    @Test
    void theComplaintShowsHowFarAnOrderWasPossible() {
        assertThat(checker.complaint(List.of(write(1, 0, 1), read(7, 2, 3))))
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("up to 1")
                        .contains("x [0, 1] Write[value=1]")
                        .contains("- [2, 3] Read[value=7]"));
    }

    /** The same answer as trying all orders without any cleverness. */
    @Test
    void agreesWithAllOrders() {
        int wrong = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            var history = drawn(new Random(seed));
            boolean expected = isExplained(history, 0, new ArrayList<>());
            assertThat(checker.complaint(history).isEmpty())
                    .as("seed %d: %s", seed, history)
                    .isEqualTo(expected);
            if (!expected) wrong++;
        }
        assertThat(wrong).as("wrong ones among them").isBetween(500, 2_500);
    }

    private static List<RecordedOperation<Asked>> drawn(Random random) {
        var history = new ArrayList<RecordedOperation<Asked>>();
        int size = 1 + random.nextInt(6);
        for (int i = 0; i < size; i++) {
            int begin = random.nextInt(10);
            long end = random.nextInt(5) == 0 ? RecordedOperation.PENDING : begin + random.nextInt(6);
            Asked asked = random.nextBoolean() ? new Asked.Write(random.nextInt(3)) : new Asked.Read(random.nextInt(3));
            history.add(new RecordedOperation<>(asked, begin, end));
        }
        return history;
    }

    private static boolean isExplained(List<RecordedOperation<Asked>> history, int state, List<Integer> done) {
        boolean isWhole = true;
        for (int i = 0; i < history.size(); i++) {
            if (done.contains(i)) continue;
            isWhole &= history.get(i).isPending();
            if (!mayComeNext(history, i, done)) continue;
            for (int next : new RegisterModel().after(state, history.get(i).operation())) {
                done.add(i);
                boolean explained = isExplained(history, next, done);
                done.removeLast();
                if (explained) return true;
            }
        }
        return isWhole;
    }

    private static boolean mayComeNext(List<RecordedOperation<Asked>> history, int which, List<Integer> done) {
        for (int i = 0; i < history.size(); i++) {
            if (i != which
                    && !done.contains(i)
                    && history.get(i).end() < history.get(which).begin()) return false;
        }
        return true;
    }

    private boolean complains(List<RecordedOperation<Asked>> history) {
        return checker.complaint(history).isPresent();
    }

    private static RecordedOperation<Asked> write(int value, long begin, long end) {
        return new RecordedOperation<>(new Asked.Write(value), begin, end);
    }

    private static RecordedOperation<Asked> read(int value, long begin, long end) {
        return new RecordedOperation<>(new Asked.Read(value), begin, end);
    }
}
