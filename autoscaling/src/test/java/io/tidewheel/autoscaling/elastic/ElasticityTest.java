package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ElasticityTest {
    @Test
    void supplyIsHeldAgainstDemand() {
        int[] demand = {0, 2, 5, 9, 9, 4, 1, 0};
        int[] supply = {0, 0, 4, 4, 8, 8, 8, 2};
        var sum = new Elasticity.Sum(10);
        for (int slot = 0; slot < demand.length; slot++) sum.add(1, demand[slot], supply[slot]);
        var result = sum.result();
        assertThat(result.under()).isCloseTo(0.1125, within(1e-12));
        assertThat(result.over()).isCloseTo(0.1625, within(1e-12));
        assertThat(result.underTime()).isEqualTo(0.5);
        assertThat(result.overTime()).isEqualTo(0.375);
    }

    @Test
    void timesOfMoreDemandThanMachinesCountNowhere() {
        var sum = new Elasticity.Sum(10);
        sum.add(3, 11, 0);
        assertThat(sum.result()).isEqualTo(new Elasticity(0, 0, 0, 0));
    }

    @Test
    void slowdownIsResponseOverIdeal() {
        var slowdown = Slowdown.of(100, 130, 220, 60);
        assertThat(slowdown.waiting()).isEqualTo(30);
        assertThat(slowdown.makespan()).isEqualTo(90);
        assertThat(slowdown.response()).isEqualTo(120);
        assertThat(slowdown.slowdown()).isEqualTo(2);
    }
}
