package io.tidewheel.server.jobs;

import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.workflows.JobNode;
import io.tidewheel.controllers.workflows.JobNodes;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.JobDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The jobs inside of workflows, looked after with all others of a server. */
public record InnerJobs(JobControllers jobs) implements JobNodes {
    /** For runs that are only looked at: nobody works on their jobs. */
    public static InnerJobs onlookers(Archive archive) {
        return new InnerJobs(new JobControllers(
                archive,
                new VirtualTime(Instant.EPOCH),
                () -> {
                    throw new Refusal(Refusal.Kind.UNAVAILABLE, "nothing is done for a run that has ended");
                },
                (_, _) -> {},
                JobControllers.Listener.NOBODY,
                false));
    }

    @Override
    public JobNode open(RunId run, String name, JobDocument document) {
        return new InnerJob(jobs, jobs.openInside(run, name, complete(document)));
    }

    @Override
    public JobNode reopen(RunId run, String name, JobDocument document, Optional<Instant> began) {
        return new InnerJob(jobs, jobs.reopenInside(run, name, complete(document), began));
    }

    private static JobDocument complete(JobDocument document) {
        if (document.getReportMillis() != 0) return document;
        var target = Optional.of(Duration.ofMillis(document.getTargetMillis())).filter(Duration::isPositive);
        var usual = CompiledJob.usualReportTime(target);
        return document.toBuilder()
                .setReportMillis(Math.max(1, usual.toMillis()))
                .build();
    }

    private record InnerJob(JobControllers jobs, JobController live) implements JobNode {
        @Override
        public RunController partitions() {
            return live;
        }

        @Override
        public boolean isComplete() {
            return live.job().isComplete();
        }

        @Override
        public long stored() {
            return live.job().stored();
        }

        @Override
        public void begun() {
            jobs.begunInside(live);
        }

        @Override
        public void letGo(int index) {
            jobs.cancel(new ChainId(live.run(), index));
        }

        @Override
        public void close(ChainState state) {
            jobs.closeInside(live, state);
        }
    }
}
