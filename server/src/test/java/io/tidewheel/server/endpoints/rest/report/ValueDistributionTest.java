package io.tidewheel.server.endpoints.rest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ValueDistributionTest {
    @Test
    void fewValuesAreTakenExactly() {
        var spread = new ValueDistribution(new SplittableRandom(1));
        for (int i = 0; i <= 100; i++) spread.add(i);
        assertThat(spread.quantiles(0, 0.25, 0.5, 1)).containsExactly(0, 25, 50, 100);
        assertThat(spread.mean()).isEqualTo(50);
        assertThat(spread.least()).isZero();
        assertThat(spread.greatest()).isEqualTo(100);
    }

    @Test
    void ofManyValuesAnEvenChoiceIsKept() {
        var spread = new ValueDistribution(new SplittableRandom(1));
        for (int i = 0; i < 200_000; i++) spread.add(i);
        assertThat(spread.count()).isEqualTo(200_000);
        assertThat(spread.quantiles(0.5)[0]).isCloseTo(100_000, within(5_000.0));
        assertThat(spread.greatest()).isEqualTo(199_999);
    }

    @Test
    void nothingHasNoSpread() {
        var spread = new ValueDistribution(new SplittableRandom(1));
        assertThat(spread.quantiles(0.5)[0]).isZero();
        assertThat(spread.mean()).isZero();
    }
}
