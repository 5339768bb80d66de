package io.tidewheel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerFiguresTest {
    @Test
    void aHistogramGivesTheMeanAndTheRangeOfThe99thPercentile() {
        var figures = ServerFigures.parse("""
            # HELP tidewheel_engine_placement_seconds Deciding.
            # TYPE tidewheel_engine_placement_seconds histogram
            tidewheel_engine_placement_seconds_bucket{le="0.00005"} 90
            tidewheel_engine_placement_seconds_bucket{le="0.001"} 99
            tidewheel_engine_placement_seconds_bucket{le="0.01"} 100
            tidewheel_engine_placement_seconds_bucket{le="+Inf"} 100
            tidewheel_engine_placement_seconds_sum 0.02
            tidewheel_engine_placement_seconds_count 100
            tidewheel_engine_tasks_started_total 1000
            tidewheel_engine_tasks_finished_total{state="succeeded"} 998
            tidewheel_engine_tasks_finished_total{state="failed"} 2
            """);
        assertThat(figures.placementMillisPerTurn()).isEqualTo(0.2);
        assertThat(figures.placementMillisPerChain()).isEqualTo(0.02);
        assertThat(figures.placementMillisP99()).isEqualTo(1);
        assertThat(figures.succeeded()).isEqualTo(998);
        assertThat(figures.unsuccessful()).isEqualTo(2);
    }
}
