package io.tidewheel.server.http.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.Executors;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2StreamResetException;
import org.junit.jupiter.api.Test;

class FlowCreditTest {
    private static final long NEVER = Long.MAX_VALUE / 2;

    private final FlowCredit credit = new FlowCredit();
    private final FlowCredit.Share first = credit.open();
    private final FlowCredit.Share second = credit.open();

    @Test
    void noStreamTakesMoreThanItsOwnAndAllTogetherNotMoreThanTheConnections() throws Exception {
        assertThat(first.take(100_000, NEVER)).isEqualTo(65_535);
        assertThat(second.takeNow(1)).isZero();
        credit.add(10);
        assertThat(first.takeNow(1)).isZero();
        assertThat(second.takeNow(100)).isEqualTo(10);
        first.add(5);
        credit.add(100);
        assertThat(first.takeNow(100)).isEqualTo(5);
    }

    @Test
    void whatEachBeginsWithChangesForThoseThatAreOpen() throws Exception {
        first.take(1_000, NEVER);
        credit.begin(600);
        assertThat(first.takeNow(1)).isZero();
        assertThat(second.takeNow(10_000)).isEqualTo(600);
        credit.begin(1_100);
        assertThat(first.takeNow(10_000)).isEqualTo(100);
    }

    @Test
    void whoeverWaitsGoesOnWhenThereIsMore() throws Exception {
        first.take(65_535, NEVER);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(() -> second.take(7, System.nanoTime() + Long.MAX_VALUE / 4));
            credit.add(100);
            assertThat(waiting.get()).isEqualTo(7);
        }
    }

    @Test
    void nobodyWaitsLongerThanAllowedNorForWhatHasEnded() throws Exception {
        first.take(65_535, NEVER);
        assertThatThrownBy(() -> first.take(1, System.nanoTime())).hasMessageContaining("for too long");
        second.close();
        assertThatThrownBy(() -> second.take(1, NEVER)).isInstanceOf(IOException.class);
        credit.close();
        assertThatThrownBy(() -> credit.open().take(1, NEVER)).isInstanceOf(IOException.class);
    }

    @Test
    void windowsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> credit.add(Integer.MAX_VALUE)).isInstanceOf(H2ConnectionException.class);
        assertThatThrownBy(() -> first.add(Integer.MAX_VALUE)).isInstanceOf(H2StreamResetException.class);
        assertThatThrownBy(() -> credit.begin(1L << 31)).isInstanceOf(H2ConnectionException.class);
    }
}
