package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.SessionId;
import org.junit.jupiter.api.Test;

class PendingOrdersTest {
    private final PendingOrders orders = new PendingOrders();
    private final LiveSession first = new LiveSession(new SessionId(1), orders);
    private final LiveSession second = new LiveSession(new SessionId(2), orders);
    private final LiveSession third = new LiveSession(new SessionId(3), orders);

    @Test
    void onlySessionsWithSomethingToTellAreLookedAt() {
        third.acknowledge(7);
        first.stop(new StopOrder(ChainId.of(1, 0), 1, true, true));
        first.recall(1);
        assertThat(orders.take()).containsExactly(first, third);
        assertThat(orders.take()).isEmpty();
        assertThat(second.takeOrder()).isNull();
    }

    @Test
    void whatIsKnownToBeSafeIsToldOnce() {
        first.acknowledge(7);
        orders.take();
        first.takeOrder();
        first.acknowledge(7);
        first.acknowledge(3);
        assertThat(orders.take()).isEmpty();
        assertThat(first.acknowledged).isEqualTo(7);
    }

    @Test
    void whoConnectsAnewIsToldAgain() {
        first.acknowledge(7);
        orders.take();
        first.takeOrder();
        first.tellAgain();
        assertThat(orders.take()).containsExactly(first);
        var order = first.takeOrder();
        assertThat(order).isNotNull();
        assertThat(order.acknowledged()).isEqualTo(7);
    }
}
