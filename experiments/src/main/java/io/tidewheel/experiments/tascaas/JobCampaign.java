package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Many jobs at the infrastructures of the paper: split once, with the original, with the default balancer, and with the same on the engine. */
public record JobCampaign(
        long seed,
        List<SimSiteSpec> sites,
        SiteSimulationResult split,
        SiteSimulationResult original,
        SiteSimulationResult ours,
        SiteSimulationResult engine) {
    public JobCampaign {
        sites = List.copyOf(sites);
    }

    static JobCampaign of(long seed, Consumer<String> progress) {
        var setting = Infrastructures.withJobs(seed);
        progress.accept(
                "%d jobs at %d slots, split once".formatted(setting.jobs().size(), setting.mostSlots()));
        var split = SiteSimulation.of(setting, BalancingMode.SPLIT);
        progress.accept("the same with the original");
        var original = SiteSimulation.of(setting, BalancingMode.ORIGINAL);
        progress.accept("the same with the default balancer");
        var ours = SiteSimulation.of(setting, BalancingMode.DEFAULT);
        progress.accept("the same with the server's job controller on the engine");
        return new JobCampaign(
                seed, setting.sites(), split, original, ours, SiteSimulation.of(setting, BalancingMode.ENGINE));
    }

    /** How the jobs of a story fared together. */
    public record Summary(
            long jobs,
            long inTime,
            long lacking,
            double meanTime,
            double worstTime,
            double meanExecuted,
            double leastUploaded,
            int started,
            double activeHours,
            double busyHours) {
        static Summary of(SiteSimulationResult story) {
            var jobs = story.jobs();
            double hours = SiteSimulation.SAMPLE_SECONDS / 3_600.0;
            return new Summary(
                    jobs.size(),
                    jobs.stream().filter(SimJobResult::inTime).count(),
                    jobs.stream().filter(SimJobResult::isShort).count(),
                    jobs.stream().mapToDouble(Summary::overTarget).average().orElse(0),
                    jobs.stream().mapToDouble(Summary::overTarget).max().orElse(0),
                    jobs.stream()
                            .mapToDouble(SimJobResult::executedOver)
                            .average()
                            .orElse(0),
                    jobs.stream().mapToDouble(SimJobResult::uploadedOver).min().orElse(0),
                    jobs.stream().mapToInt(SimJobResult::started).sum(),
                    story.samples().stream()
                                    .mapToInt(SiteSimulationResult.Sample::active)
                                    .sum()
                            * hours,
                    story.samples().stream()
                                    .mapToInt(SiteSimulationResult.Sample::busy)
                                    .sum()
                            * hours);
        }

        private static double overTarget(SimJobResult job) {
            return (double) job.secondsToEnough() / job.plan().target();
        }
    }

    List<FindingCheck> checks() {
        var checks = new ArrayList<FindingCheck>();
        checks.addAll(checks("infrastructures: ", ours));
        checks.addAll(checks("infrastructures, on the engine: ", engine));
        return checks;
    }

    private List<FindingCheck> checks(String where, SiteSimulationResult story) {
        var mine = Summary.of(story);
        var theirs = Summary.of(original);
        return List.of(
                new FindingCheck(
                        where + "no job is short of iterations",
                        mine.lacking == 0 && story.over(),
                        "%d of %d are, with the original %d".formatted(mine.lacking, mine.jobs, theirs.lacking)),
                new FindingCheck(
                        where + "more jobs meet their target than with the original",
                        mine.inTime >= theirs.inTime,
                        "%d of %d, original %d".formatted(mine.inTime, mine.jobs, theirs.inTime)));
    }
}
