package io.tidewheel.lab.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One job at the same sites, split once, and balanced by the original, by the default balancer, and by the same on the engine. */
public record Contest(String name, JobStory split, JobStory original, JobStory ours, JobStory engine, long least) {
    /** The most that TaScaaS's paper saves. */
    private static final double PAPER = 0.45;

    static Contest of(String name, Setting setting) {
        return new Contest(
                name,
                Simulation.of(setting, Manner.SPLIT).only(),
                Simulation.of(setting, Manner.ORIGINAL).only(),
                Simulation.of(setting, Manner.DEFAULT).only(),
                Simulation.of(setting, Manner.ENGINE).only(),
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

    private Check check(String where, JobStory story) {
        return new Check(
                name + where + ": nothing is missing, at most 1 % is done in vain, and it takes less time than a split",
                !story.isShort() && story.executedOver() <= Trial.MOST_EXECUTED && story.seconds() <= split.seconds(),
                String.format(
                        Locale.ROOT,
                        "executed %.4f, uploaded %.4f, %d s, split %d s",
                        story.executedOver(),
                        story.uploadedOver(),
                        story.seconds(),
                        split.seconds()));
    }

    /** What must hold of all of them. */
    static List<Check> checks(List<Contest> contests) {
        var checks = new ArrayList<Check>();
        for (var contest : contests) {
            checks.add(contest.check("", contest.ours));
            checks.add(contest.check(", on the engine", contest.engine));
        }
        if (contests.isEmpty()) return checks;
        long ours = contests.stream().mapToLong(each -> each.ours.seconds()).sum();
        long original =
                contests.stream().mapToLong(each -> each.original.seconds()).sum();
        double saved = contests.stream().mapToDouble(Contest::saved).max().orElse(0);
        checks.add(new Check(
                "against a split: all together take no longer than with the original",
                ours <= original,
                "%d s, original %d s".formatted(ours, original)));
        checks.add(new Check(
                "against a split: the paper's 45 % is reached somewhere",
                saved >= PAPER, String.format(Locale.ROOT, "%.1f %%", 100 * saved)));
        return checks;
    }
}
