package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
    private static final int MIB = 1 << 20;

    private final MemoryBudget budget = new MemoryBudget(10 * MIB);

    @Test
    void sharesTakeNoMoreThanThereIsAndGiveItBack() throws Exception {
        var first = budget.open();
        var second = budget.open();
        assertThat(first.take(6 * MIB, Duration.ZERO)).isTrue();
        assertThat(second.take(6 * MIB, Duration.ZERO)).isFalse();
        assertThat(second.take(4 * MIB, Duration.ZERO)).isTrue();
        assertThat(budget.taken()).isEqualTo(10 * MIB);
        first.close();
        first.close();
        assertThat(budget.taken()).isEqualTo(4 * MIB);
        assertThat(second.take(6 * MIB, Duration.ZERO)).isTrue();
        assertThat(second.heldBytes()).isEqualTo(10 * MIB);
    }

    @Test
    void whatIsMoreThanThereEverIsIsRefusedAtOnce() throws Exception {
        assertThat(budget.open().take(11 * MIB, Duration.ofDays(1))).isFalse();
        assertThat(budget.taken()).isZero();
    }

    @Test
    void whoeverWaitsIsServedWhenAnotherHasDone() throws Exception {
        var first = budget.open();
        assertThat(first.take(10 * MIB, Duration.ZERO)).isTrue();
        var waiting = Thread.startVirtualThread(first::close);
        assertThat(budget.open().take(10 * MIB, Duration.ofDays(1))).isTrue();
        waiting.join();
    }
}
