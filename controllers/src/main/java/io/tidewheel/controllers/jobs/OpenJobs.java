package io.tidewheel.controllers.jobs;

import io.tidewheel.balancing.JobForecast;
import io.tidewheel.controllers.ControllerInput;
import io.tidewheel.controllers.DrivenRun;
import io.tidewheel.model.RunId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Questions about jobs that have not ended. */
public final class OpenJobs {
    private OpenJobs() {}

    /** How a job stands that is a run of its own; empty if it is not kept here. */
    public static ControllerInput<Optional<JobView>> view(RunId run, int mostSamples) {
        return turn -> turn.find(run)
                .flatMap(known -> known.controller() instanceof JobController job
                        ? Optional.of(job.view(mostSamples))
                        : Optional.empty());
    }

    /** How many iterations are stored of those of these runs that are jobs and are kept here. */
    public static ControllerInput<Map<RunId, Long>> stored(Collection<RunId> runs) {
        return turn -> {
            var stored = new LinkedHashMap<RunId, Long>();
            for (var run : runs)
                turn.find(run).ifPresent(known -> {
                    if (known.controller() instanceof JobController job)
                        stored.put(run, job.job().stored());
                });
            return stored;
        };
    }

    /** The jobs inside of a workflow that is kept here, in the order in which they began; those that work come last, and have the last word. */
    public static ControllerInput<List<InnerJobView>> inside(RunId run, int mostSamples) {
        return turn -> turn.find(run).map(known -> inside(known, mostSamples)).orElse(List.of());
    }

    private static List<InnerJobView> inside(DrivenRun run, int mostSamples) {
        if (!(run.controller() instanceof JobHolder holder)) return List.of();
        var jobs = new ArrayList<>(holder.leaving());
        jobs.addAll(holder.jobs());
        jobs.sort(Comparator.comparingInt(JobController::firstChain));
        return jobs.stream().map(job -> job.innerView(mostSamples)).toList();
    }

    /**
     * What all open jobs add up to.
     *
     * @param running partitions at work
     * @param left iterations that nobody has done yet, as predicted
     * @param speed of all partitions together, in iterations per second
     * @param late how many will miss their target time by their present speed
     */
    public record Sums(int open, long running, long left, double speed, long late) {
        public static final Sums NOTHING = new Sums(0, 0, 0, 0, 0);

        private Sums plus(JobForecast seen) {
            return new Sums(
                    open + 1,
                    running + seen.running(),
                    left + seen.left(),
                    speed + seen.speed(),
                    late + (seen.isLate() ? 1 : 0));
        }
    }

    /** The runs with open jobs that are kept here. */
    public static ControllerInput<List<RunId>> runs() {
        return turn -> turn.timed().stream()
                .filter(run -> run.controller() instanceof JobHolder)
                .map(DrivenRun::id)
                .toList();
    }

    public static ControllerInput<Sums> sums() {
        return turn -> {
            var sums = Sums.NOTHING;
            for (var run : turn.timed())
                if (run.controller() instanceof JobHolder holder)
                    for (var job : holder.jobs()) sums = sums.plus(JobForecast.of(job.job(), turn.now()));
            return sums;
        };
    }
}
