package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A scenario with the original, with the default balancer, and with the same in the server's job controller on the engine; and how ours stand to what
 * is asked of them.
 *
 * @param keeping on the engine, with programs that keep what they have done; only where somebody dies
 */
public record BalancerTrial(
        JobScenario scenario,
        long least,
        SimJobResult original,
        SimJobResult ours,
        SimJobResult engine,
        Optional<SimJobResult> keeping) {
    /** The most that may be done, as a multiple of what was asked for. */
    static final double MOST_EXECUTED = 1.01;

    static BalancerTrial of(JobScenario scenario) {
        return new BalancerTrial(
                scenario,
                scenario.least(),
                scenario.told(BalancingMode.ORIGINAL),
                scenario.told(BalancingMode.DEFAULT),
                scenario.told(BalancingMode.ENGINE),
                scenario.somebodyDies() ? Optional.of(scenario.told(BalancingMode.KEEPING)) : Optional.empty());
    }

    public boolean isFeasible() {
        return least <= scenario.target();
    }

    /** What must hold of every scenario without a seed. */
    List<FindingCheck> checks() {
        var checks = new ArrayList<FindingCheck>();
        check("", ours, checks);
        check(" on the engine", engine, checks);
        keeping.ifPresent(story -> {
            check(" on the engine, with what was kept", story, checks);
            checks.add(check(
                    "whoever keeps what he has done loses less",
                    story.executed() <= engine.executed() && story.seconds() <= engine.seconds(),
                    "executed %s, %d s".formatted(ratio(story.executedOver()), story.seconds())));
        });
        return checks;
    }

    private void check(String where, SimJobResult story, List<FindingCheck> checks) {
        checks.add(check("nothing is missing" + where, !story.isShort(), "uploaded " + ratio(story.uploadedOver())));
        if (!scenario.somebodyDies()) {
            boolean holds = story.executedOver() <= MOST_EXECUTED;
            checks.add(check("at most 1 % is done in vain" + where, holds, "executed " + ratio(story.executedOver())));
        }
        if (!original.isShort()) {
            boolean holds = story.seconds() <= original.seconds();
            var seen = "%d s, original %d s".formatted(story.seconds(), original.seconds());
            checks.add(check("it takes no longer than the original" + where, holds, seen));
        }
        if (isFeasible()) {
            var seen = "%d s, target %d s".formatted(story.seconds(), scenario.target());
            checks.add(check("the target is met" + where, story.inTime(), seen));
        }
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private FindingCheck check(String what, boolean holds, String seen) {
        return new FindingCheck(scenario.name() + ": " + what, holds, seen);
    }
}
