package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One job at the same sites, split once, and balanced by the original, by the default balancer, and by the same on the engine. */
public record BalancerContest(
        String name, SimJobResult split, SimJobResult original, SimJobResult ours, SimJobResult engine, long least) {
    /** The most that TaScaaS's paper saves. */
    private static final double PAPER = 0.45;

    static BalancerContest of(String name, SiteSetting setting) {
        return new BalancerContest(
                name,
                SiteSimulation.of(setting, BalancingMode.SPLIT).only(),
                SiteSimulation.of(setting, BalancingMode.ORIGINAL).only(),
                SiteSimulation.of(setting, BalancingMode.DEFAULT).only(),
                SiteSimulation.of(setting, BalancingMode.ENGINE).only(),
                setting.leastSeconds(setting.jobs().getFirst().iterations()));
    }

    /** How much less time the default balancer takes than a split, as a fraction. */
    public double saved() {
        return 1 - (double) ours.seconds() / split.seconds();
    }

    public double savedByTheOriginal() {
        return 1 - (double) original.seconds() / split.seconds();
    }

    /** The same on the engine. */
    public double savedOnTheEngine() {
        return 1 - (double) engine.seconds() / split.seconds();
    }

    private FindingCheck check(String where, SimJobResult story) {
        return new FindingCheck(
                name + where + ": nothing is missing, at most 1 % is done in vain, and it takes less time than a split",
                !story.isShort()
                        && story.executedOver() <= BalancerTrial.MOST_EXECUTED
                        && story.seconds() <= split.seconds(),
                String.format(
                        Locale.ROOT,
                        "executed %.4f, uploaded %.4f, %d s, split %d s",
                        story.executedOver(),
                        story.uploadedOver(),
                        story.seconds(),
                        split.seconds()));
    }

    /** What must hold of all of them. */
    static List<FindingCheck> checks(List<BalancerContest> contests) {
        var checks = new ArrayList<FindingCheck>();
        for (var contest : contests) {
            checks.add(contest.check("", contest.ours));
            checks.add(contest.check(", on the engine", contest.engine));
        }
        if (contests.isEmpty()) return checks;
        long ours = contests.stream().mapToLong(each -> each.ours.seconds()).sum();
        long original =
                contests.stream().mapToLong(each -> each.original.seconds()).sum();
        double saved =
                contests.stream().mapToDouble(BalancerContest::saved).max().orElse(0);
        checks.add(new FindingCheck(
                "against a split: all together take no longer than with the original",
                ours <= original,
                "%d s, original %d s".formatted(ours, original)));
        checks.add(new FindingCheck(
                "against a split: the paper's 45 % is reached somewhere",
                saved >= PAPER, String.format(Locale.ROOT, "%.1f %%", 100 * saved)));
        return checks;
    }
}
