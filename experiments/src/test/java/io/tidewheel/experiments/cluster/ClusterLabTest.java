package io.tidewheel.experiments.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidewheel.experiments.cluster.ClusterSetting.RunSpread;
import org.junit.jupiter.api.Test;

/** A small cluster; the large one is {@code tidewheel lab cluster}. */
class ClusterLabTest {
    @Test
    void lentAgentsFindTheWorkThatOthersWaitFor() {
        var stay = play(RunSpread.BY_OWNER, false);
        var lent = play(RunSpread.BY_OWNER, true);
        assertThat(stay.moves()).isZero();
        assertThat(lent.moves()).isPositive();
        assertThat(lent.busy()).isGreaterThan(stay.busy() + 0.1);
        assertThat(lent.tasks()).isGreaterThan(stay.tasks());
    }

    @Test
    void budgetsInEqualPartsWaitAtTheWrongCell() {
        var seen = play(RunSpread.BY_RUN, true);
        assertThat(seen.unspentFollowing()).isBetween(0.0, seen.unspent());
        assertThat(seen.unspent()).isGreaterThan(0.05);
    }

    @Test
    void oneCellLosesNothing() {
        var one = ClusterLab.run(new ClusterSetting(1, 500, 60, RunSpread.BY_RUN, false, 3));
        assertThat(one.unspent()).isEqualTo(0, within(1e-9));
        assertThat(one.misplaced()).isLessThan(0.5);
        assertThat(one.busy()).isGreaterThan(0.8);
    }

    @Test
    void theSameSeedGivesTheSameTasks() {
        assertThat(play(RunSpread.BY_RUN, true).tasks())
                .isEqualTo(play(RunSpread.BY_RUN, true).tasks());
    }

    @Test
    void whoeverAsksForLittleGetsItAndTheOthersEqualParts() {
        assertThat(EqualShares.of(new double[] {1, 100, 100}, 11)).containsExactly(1, 5, 5);
        assertThat(EqualShares.of(new double[] {1, 2}, 11)).containsExactly(1, 2);
        assertThat(EqualShares.misplaced(new double[] {1, 10, 0}, new double[] {1, 5, 5}))
                .isEqualTo(5.0 / 11, within(1e-9));
    }

    @Test
    void aClusterWithoutServersIsRefused() {
        assertThatThrownBy(() -> new ClusterSetting(0, 5, 5, RunSpread.BY_RUN, true, 1))
                .hasMessageContaining("0 servers");
    }

    private static ClusterFigures play(RunSpread spread, boolean lends) {
        return ClusterLab.run(new ClusterSetting(5, 1_000, 60, spread, lends, 1));
    }
}
