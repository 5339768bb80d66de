package io.tidewheel.server.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.balancing.ShareAnswer;
import io.tidewheel.balancing.foreign.BalancerFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildBalancerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** A balancer in shell: everybody gets seven, partition 9 does not exist. */
    private static final String SEVENS = """
        while read -r what who rest; do
          case "$what" in
            0) exit 0 ;;
            3) echo 0 ;;
            *) if [ "$who" = 9 ]; then echo "$what 3"; else printf '0\\n Assigned: 7\\n ETA: 60\\n'; fi ;;
          esac
        done
        """;

    @Test
    void aProgramInAnyLanguageCanBalance() {
        try (var balancer = script(SEVENS)) {
            assertThat(balancer.start(0, 0))
                    .isEqualTo(new ShareAnswer.Share(7, Duration.ofMinutes(1), "the foreign balancer said so"));
            assertThat(balancer.report(0, 3, 20)).isInstanceOf(ShareAnswer.Share.class);
            assertThat(balancer.finish(0, 7, 40)).isEqualTo(new ShareAnswer.Noted());
            assertThat(balancer.report(9, 3, 20))
                    .isInstanceOfSatisfying(
                            ShareAnswer.Refused.class,
                            refused -> assertThat(refused.code()).isEqualTo(3));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exit 3",
                "read -r x; exit 0",
                "read -r x; echo nonsense; read -r x",
                "read -r x; echo 0; echo ' Assigned: x'; echo ' ETA: 1'; read -r x",
                "yes",
                "read -r x; head -c 600 /dev/zero; read -r x"
            })
    void aBalancerThatFailsIsFoundOutAndStaysOut(String script) {
        try (var balancer = script(script)) {
            assertThatThrownBy(() -> balancer.start(0, 0)).isInstanceOf(BalancerFailure.class);
            assertThatThrownBy(() -> balancer.report(0, 1, 1)).isInstanceOf(BalancerFailure.class);
        }
    }

    @Test
    void aSilentBalancerIsNotWaitedForForEver() {
        try (var balancer =
                ChildBalancer.start(List.of("sh", "-c", "while read -r x; do :; done"), Duration.ofMillis(50))) {
            assertThatThrownBy(() -> balancer.start(0, 0))
                    .isInstanceOf(BalancerFailure.class)
                    .hasMessageContaining("did not answer '2 0 0'");
        }
    }

    @Test
    void aProgramThatDoesNotExistIsNamed() {
        assertThatThrownBy(() -> ChildBalancer.start(List.of("no-such-balancer", "10", "1", "5"), PATIENCE))
                .isInstanceOf(BalancerFailure.class)
                .hasMessageContaining("no-such-balancer 10 1 5");
    }

    @Test
    void afterClosingItSaysSo() {
        var balancer = script(SEVENS);
        balancer.close();
        assertThatThrownBy(() -> balancer.start(0, 0)).hasMessageContaining("closed");
    }

    private static ChildBalancer script(String script) {
        return ChildBalancer.start(List.of("sh", "-c", script), PATIENCE);
    }
}
