package io.tidewheel.lab.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;

/** The noisy scenario for many seeds. */
public record NoisyTrials(long firstSeed, List<Trial> trials) {
    private static final double IN_TIME = 0.99;

    public NoisyTrials {
        trials = List.copyOf(trials);
        if (trials.isEmpty()) throw new IllegalArgumentException("there is at least one seed");
    }

    static NoisyTrials of(long firstSeed, int seeds, LongConsumer progress) {
        var trials = new ArrayList<Trial>();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            trials.add(Trial.of(Scenario.noisy(seed)));
            progress.accept(trials.size());
        }
        return new NoisyTrials(firstSeed, trials);
    }

    /** Mean, least and most of something. */
    public record Spread(double mean, double least, double most) {}

    public Spread spread(Function<Trial, JobStory> who, ToDoubleFunction<JobStory> what) {
        var numbers = trials.stream().map(who).mapToDouble(what).summaryStatistics();
        return new Spread(numbers.getAverage(), numbers.getMin(), numbers.getMax());
    }

    public long inTime(Function<Trial, JobStory> who) {
        return trials.stream().map(who).filter(JobStory::inTime).count();
    }

    public long isShort(Function<Trial, JobStory> who) {
        return trials.stream().map(who).filter(JobStory::isShort).count();
    }

    List<Check> checks() {
        var checks = new ArrayList<Check>();
        checks.addAll(checks("noisy: ", Trial::ours));
        checks.addAll(checks("noisy, on the engine: ", Trial::engine));
        return checks;
    }

    private List<Check> checks(String where, Function<Trial, JobStory> who) {
        double executed = spread(who, JobStory::executedOver).mean();
        long inTime = inTime(who);
        long slower = trials.stream()
                .filter(each -> who.apply(each).seconds() > each.original().seconds())
                .count();
        double ours = spread(who, JobStory::seconds).mean();
        double originals = spread(Trial::original, JobStory::seconds).mean();
        return List.of(
                new Check(
                        where + "never short",
                        isShort(who) == 0,
                        "%d of %d were".formatted(isShort(who), trials.size())),
                new Check(
                        where + "at most 1 % is done in vain on average",
                        executed <= Trial.MOST_EXECUTED,
                        String.format(Locale.ROOT, "executed %.4f", executed)),
                new Check(
                        where + "the target is met in at least 99 %",
                        inTime >= IN_TIME * trials.size(),
                        "%d of %d".formatted(inTime, trials.size())),
                new Check(
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
