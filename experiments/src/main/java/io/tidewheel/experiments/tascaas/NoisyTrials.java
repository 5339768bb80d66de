package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;

/** The noisy scenario for many seeds. */
public record NoisyTrials(long firstSeed, List<BalancerTrial> trials) {
    private static final double IN_TIME = 0.99;

    public NoisyTrials {
        trials = List.copyOf(trials);
        if (trials.isEmpty()) throw new IllegalArgumentException("there is at least one seed");
    }

    static NoisyTrials of(long firstSeed, int seeds, LongConsumer progress) {
        var trials = new ArrayList<BalancerTrial>();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            trials.add(BalancerTrial.of(JobScenario.noisy(seed)));
            progress.accept(trials.size());
        }
        return new NoisyTrials(firstSeed, trials);
    }

    /** Mean, least and most of something. */
    public record Spread(double mean, double least, double most) {}

    public Spread spread(Function<BalancerTrial, SimJobResult> who, ToDoubleFunction<SimJobResult> what) {
        var numbers = trials.stream().map(who).mapToDouble(what).summaryStatistics();
        return new Spread(numbers.getAverage(), numbers.getMin(), numbers.getMax());
    }

    public long inTime(Function<BalancerTrial, SimJobResult> who) {
        return trials.stream().map(who).filter(SimJobResult::inTime).count();
    }

    public long isShort(Function<BalancerTrial, SimJobResult> who) {
        return trials.stream().map(who).filter(SimJobResult::isShort).count();
    }

    List<FindingCheck> checks() {
        var checks = new ArrayList<FindingCheck>();
        checks.addAll(checks("noisy: ", BalancerTrial::ours));
        checks.addAll(checks("noisy, on the engine: ", BalancerTrial::engine));
        return checks;
    }

    private List<FindingCheck> checks(String where, Function<BalancerTrial, SimJobResult> who) {
        double executed = spread(who, SimJobResult::executedOver).mean();
        long inTime = inTime(who);
        long slower = trials.stream()
                .filter(each -> who.apply(each).seconds() > each.original().seconds())
                .count();
        double ours = spread(who, SimJobResult::seconds).mean();
        double originals =
                spread(BalancerTrial::original, SimJobResult::seconds).mean();
        return List.of(
                new FindingCheck(
                        where + "never short",
                        isShort(who) == 0,
                        "%d of %d were".formatted(isShort(who), trials.size())),
                new FindingCheck(
                        where + "at most 1 % is done in vain on average",
                        executed <= BalancerTrial.MOST_EXECUTED,
                        String.format(Locale.ROOT, "executed %.4f", executed)),
                new FindingCheck(
                        where + "the target is met in at least 99 %",
                        inTime >= IN_TIME * trials.size(),
                        "%d of %d".formatted(inTime, trials.size())),
                new FindingCheck(
                        where + "it takes no longer than the original on average",
                        ours <= originals,
                        String.format(
                                Locale.ROOT,
                                "%.0f s, original %.0f s; longer for %d of %d seeds",
                                ours,
                                originals,
                                slower,
                                trials.size())));
    }
}
