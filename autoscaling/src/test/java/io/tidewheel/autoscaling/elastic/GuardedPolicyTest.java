package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GuardedPolicyTest {
    @Test
    void aPolicyThatThrowsLeavesMachinesAsTheyAreAndTheReasonIsTold() {
        var stage = OwnerStage.withPrices(1, 5).busy("m", 1).bag(3);
        var broken = new GuardedPolicy(
                _ -> {
                    throw new NoClassDefFoundError("com/example/Solver");
                },
                "odd of plug-in odd.jar");
        var plan = stage.decide(broken);
        assertThat(plan.purchases()).isEmpty();
        assertThat(plan.releases()).isEmpty();
        assertThat(plan.targets()).containsExactly(0, 1);
        assertThat(plan.why()).contains("odd of plug-in odd.jar").contains("com/example/Solver");
    }

    @Test
    void oneThatDoesNotThrowIsAskedAsItIs() {
        var stage = OwnerStage.withPrices(1, 5).bag(3);
        var guarded = new GuardedPolicy(LeapPolicy.DEFAULT, "leap");
        assertThat(guarded.decide(stage.seen())).isEqualTo(LeapPolicy.DEFAULT.decide(stage.seen()));
        assertThat(guarded.actsOnNews()).isEqualTo(LeapPolicy.DEFAULT.actsOnNews());
    }
}
