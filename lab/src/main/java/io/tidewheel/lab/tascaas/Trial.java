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
        checks.add(check("nothing is missing", !ours.isShort(), "uploaded " + ratio(ours.uploadedOver())));
        if (!scenario.somebodyDies()) {
            boolean holds = ours.executedOver() <= MOST_EXECUTED;
            checks.add(check("at most 1 % is done in vain", holds, "executed " + ratio(ours.executedOver())));
        }
        if (!original.isShort()) {
            boolean holds = ours.seconds() <= original.seconds();
            var seen = "%d s, original %d s".formatted(ours.seconds(), original.seconds());
            checks.add(check("it takes no longer than the original", holds, seen));
        }
        if (isFeasible()) {
            var seen = "%d s, target %d s".formatted(ours.seconds(), scenario.target());
            checks.add(check("the target is met", ours.inTime(), seen));
        }
        return checks;
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private Check check(String what, boolean holds, String seen) {
        return new Check(scenario.name() + ": " + what, holds, seen);
    }
}
