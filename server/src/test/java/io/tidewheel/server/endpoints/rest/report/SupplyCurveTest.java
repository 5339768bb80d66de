package io.tidewheel.server.endpoints.rest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SupplyCurveTest {
    private static TimelineBar bar(double added, double from, double to) {
        return new TimelineBar(0, 0, TimelineBar.Kind.SUCCEEDED, 0, added, from, to);
    }

    @Test
    void demandIsWhatWaitsAndRunsAndSupplyWhatWasThereMeanwhile() {
        var supply = SupplyCurve.of(
                List.of(bar(0, 2, 4), bar(0, 4, 6)),
                List.of(new SupplyCurve.Offered(-5, 3, 1), new SupplyCurve.Offered(2, 99, 2)),
                1);
        assertThat(supply.steps())
                .containsExactly(
                        new SupplyCurve.Step(0, 2, 1),
                        new SupplyCurve.Step(2, 2, 3),
                        new SupplyCurve.Step(3, 2, 2),
                        new SupplyCurve.Step(4, 1, 2));
        assertThat(supply.end()).isEqualTo(6);
        assertThat(supply.most()).isEqualTo(3);
    }

    @Test
    void elasticityIsMeasuredAsTheLabMeasuresIt() {
        var supply =
                SupplyCurve.of(List.of(bar(0, 0, 10), bar(0, 0, 5)), List.of(new SupplyCurve.Offered(0, 10, 1)), 1);
        var measured = supply.elasticity(4);
        assertThat(measured.under()).isCloseTo(5 * 1.0 / 4 / 10, within(1e-9));
        assertThat(measured.over()).isZero();
        assertThat(measured.underTime()).isCloseTo(0.5, within(1e-9));
        assertThat(measured.overTime()).isZero();
        assertThat(supply.counted(4)).isEqualTo(1);
        assertThat(supply.counted(1))
                .as("times with more demand than there can be slots count nowhere")
                .isCloseTo(0.5, within(1e-9));
    }

    @Test
    void ofAChoiceEachBarStandsForSeveralChains() {
        assertThat(SupplyCurve.of(List.of(bar(0, 0, 1)), List.of(), 250).steps())
                .containsExactly(new SupplyCurve.Step(0, 250, 0));
    }

    @Test
    void aLongCurveIsThinnedAndKeepsItsPeaks() {
        var bars = new ArrayList<TimelineBar>();
        for (int i = 0; i < 1_000; i++) bars.add(bar(i, i, i + 0.5));
        for (int i = 0; i < 7; i++) bars.add(bar(500.1, 500.1, 500.2));
        var steps = SupplyCurve.of(bars, List.of(), 1).thinned(100);
        assertThat(steps).hasSizeLessThanOrEqualTo(101);
        assertThat(steps).extracting(SupplyCurve.Step::demand).contains(8L);
    }

    @Test
    void nothingIsNothing() {
        var supply = SupplyCurve.of(List.of(), List.of(new SupplyCurve.Offered(0, 1, 1)), 1);
        assertThat(supply.steps()).isEmpty();
        assertThat(supply.elasticity(0).under()).isZero();
        assertThat(supply.counted(1)).isZero();
    }
}
