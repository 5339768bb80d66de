package io.tidewheel.lab.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A scenario with the original and with the default balancer, and how the default one stands to what is asked of it. */
public record Trial(Scenario scenario, long least, JobStory original, JobStory ours) {
    /** Of what was asked for, at most so much may be done. */
    static final double MOST_EXECUTED = 1.01;

    static Trial of(Scenario scenario) {
        return new Trial(scenario, scenario.least(), scenario.told(Manner.ORIGINAL), scenario.told(Manner.DEFAULT));
    }

    public boolean isFeasible() {
        return least <= scenario.target();
    }

    /** What must hold of every scenario without a seed. */
    List<Check> checks() {
        var checks = new ArrayList<Check>();
        checks.add(check("nothing is missing", !ours.isShort(), "uploaded %.4f", ours.uploadedOver()));
        if (!scenario.somebodyDies()) {
            checks.add(check(
                    "at most 1 %% is done in vain",
                    ours.executedOver() <= MOST_EXECUTED, "executed %.4f", ours.executedOver()));
        }
        if (!original.isShort()) {
            checks.add(check(
                    "it takes no longer than the original",
                    ours.seconds() <= original.seconds(),
                    "%d s, original %d s",
                    ours.seconds(),
                    original.seconds()));
        }
        if (isFeasible()) {
            checks.add(
                    check("the target is met", ours.inTime(), "%d s, target %d s", ours.seconds(), scenario.target()));
        }
        return checks;
    }

    private Check check(String what, boolean holds, String format, Object... values) {
        return new Check(
                scenario.name() + ": " + what.replace("%%", "%"), holds, String.format(Locale.ROOT, format, values));
    }
}
