package io.tidewheel.lab.tascaas;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Many jobs at the infrastructures of the paper: split once, with the original, with the default balancer, and with the same on the engine. */
public record Campaign(long seed, List<SitePlan> sites, Story split, Story original, Story ours, Story engine) {
    public Campaign {
        sites = List.copyOf(sites);
    }

    static Campaign of(long seed, Consumer<String> progress) {
        var setting = Infrastructures.withJobs(seed);
        progress.accept(
                "%d jobs at %d slots, split once".formatted(setting.jobs().size(), setting.mostSlots()));
        var split = Simulation.of(setting, Manner.SPLIT);
        progress.accept("the same with the original");
        var original = Simulation.of(setting, Manner.ORIGINAL);
        progress.accept("the same with the default balancer");
        var ours = Simulation.of(setting, Manner.DEFAULT);
        progress.accept("the same with the server's job controller on the engine");
        return new Campaign(seed, setting.sites(), split, original, ours, Simulation.of(setting, Manner.ENGINE));
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
        static Summary of(Story story) {
            var jobs = story.jobs();
            double hours = Simulation.SAMPLE_SECONDS / 3_600.0;
            return new Summary(
                    jobs.size(),
                    jobs.stream().filter(JobStory::inTime).count(),
                    jobs.stream().filter(JobStory::isShort).count(),
                    jobs.stream().mapToDouble(Summary::overTarget).average().orElse(0),
                    jobs.stream().mapToDouble(Summary::overTarget).max().orElse(0),
                    jobs.stream().mapToDouble(JobStory::executedOver).average().orElse(0),
                    jobs.stream().mapToDouble(JobStory::uploadedOver).min().orElse(0),
                    jobs.stream().mapToInt(JobStory::started).sum(),
                    story.samples().stream().mapToInt(Story.Sample::active).sum() * hours,
                    story.samples().stream().mapToInt(Story.Sample::busy).sum() * hours);
        }

        private static double overTarget(JobStory job) {
            return (double) job.secondsToEnough() / job.plan().target();
        }
    }

    List<Check> checks() {
        var checks = new ArrayList<Check>();
        checks.addAll(checks("infrastructures: ", ours));
        checks.addAll(checks("infrastructures, on the engine: ", engine));
        return checks;
    }

    private List<Check> checks(String where, Story story) {
        var mine = Summary.of(story);
        var theirs = Summary.of(original);
        return List.of(
                new Check(
                        where + "no job is short of iterations",
                        mine.lacking == 0 && story.over(),
                        "%d of %d are, with the original %d".formatted(mine.lacking, mine.jobs, theirs.lacking)),
                new Check(
                        where + "more jobs meet their target than with the original",
                        mine.inTime >= theirs.inTime,
                        "%d of %d, original %d".formatted(mine.inTime, mine.jobs, theirs.inTime)));
    }
}
