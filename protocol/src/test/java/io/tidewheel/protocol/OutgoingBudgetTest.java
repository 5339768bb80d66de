package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OutgoingBudgetTest {
    private final AtomicLong now = new AtomicLong();
    private final OutgoingBudget budget = new OutgoingBudget(100, now::get);
    private final List<String> closed = new CopyOnWriteArrayList<>();

    private OutgoingBudget.Reader reader(String name) {
        return budget.open(why -> closed.add(name + ": " + why));
    }

    @Test
    void theReaderThatHasTakenNothingForTheLongestTimeIsClosedFirst() {
        var first = reader("first");
        var second = reader("second");
        first.waits(40);
        now.set(1);
        second.waits(50);
        assertThat(budget.isTight()).isTrue();
        now.set(2);
        first.took(10);
        now.set(3);
        second.waits(30);
        await().untilAsserted(() -> assertThat(closed).hasSize(1));
        assertThat(closed.getFirst())
                .isEqualTo(
                        "second: its reader was the slowest of all, with 80 bytes waiting for it, and there is no room"
                                + " for more");
        assertThat(budget.waiting()).isEqualTo(30);
        assertThat(budget.closed()).isEqualTo(1);
        second.took(80);
        second.waits(1_000);
        assertThat(budget.waiting()).isEqualTo(30);
    }

    @Test
    void whatIsTakenOrEndsGivesItsRoomBack() {
        var first = reader("first");
        first.waits(100);
        first.took(99);
        first.waits(99);
        first.close();
        assertThat(budget.waiting()).isZero();
        reader("second").waits(100);
        assertThat(closed).isEmpty();
    }

    @Test
    void readersForWhomNothingWaitsAreNeverClosed() {
        reader("idle");
        now.set(1_000);
        reader("large").waits(101);
        await().untilAsserted(() -> assertThat(closed).hasSize(1));
        assertThat(closed.getFirst()).startsWith("large: ");
        assertThat(budget.waiting()).isZero();
    }
}
