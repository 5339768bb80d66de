package io.tidewheel.server.http.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.core5.http2.H2ConnectionException;
import org.apache.hc.core5.http2.H2Error;
import org.junit.jupiter.api.Test;

class FloodGuardTest {
    private final AtomicLong nanos = new AtomicLong();
    private final FloodGuard guard = new FloodGuard(100, 10, nanos::get);

    private void idle(int times) throws H2ConnectionException {
        for (int i = 0; i < times; i++) guard.idle();
    }

    @Test
    void soManyAtOnceAndOneMoreIsTooMany() throws Exception {
        idle(100);
        assertThatThrownBy(guard::idle)
                .isInstanceOfSatisfying(
                        H2ConnectionException.class,
                        end -> assertThat(end.getCode()).isEqualTo(H2Error.ENHANCE_YOUR_CALM.getCode()));
    }

    @Test
    void aTenthOfThemComesBackEachSecond() throws Exception {
        idle(100);
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        idle(10);
        assertThatThrownBy(guard::idle).isInstanceOf(H2ConnectionException.class);
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        idle(100);
        assertThatThrownBy(guard::idle).isInstanceOf(H2ConnectionException.class);
    }

    @Test
    void workExcusesWhatBelongsToIt() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            guard.worked();
            idle(4);
        }
        idle(96);
        assertThatThrownBy(guard::idle).isInstanceOf(H2ConnectionException.class);
    }

    @Test
    void noWorkExcusesRequestsThatAreTakenBack() throws Exception {
        for (int i = 0; i < 10; i++) guard.reset();
        guard.worked();
        assertThatThrownBy(guard::reset).isInstanceOf(H2ConnectionException.class);
    }
}
