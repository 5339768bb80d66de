package io.tidewheel.controllers.jobs;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.RunController;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.protocol.wire.JobDocument;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Opens the controllers of iterative jobs, those of their own and those inside of workflows. It knows none of them afterwards: the engine does.
 *
 * @param courses asked for what was kept of a job that is taken up again
 * @param time the moment of the engine's turn
 */
public record JobControllers(KeptHistories courses, InstantSource time) implements RunController.ControllerSource {
    /** For runs that are only looked at: nobody works on their jobs. */
    public static JobControllers onlookers() {
        return new JobControllers(KeptHistories.NONE, () -> Instant.EPOCH);
    }

    /**
     * What a new job's run is made of.
     *
     * @throws IllegalArgumentException if it cannot be
     */
    public NewController prepare(JobDocument document) {
        var plan = new CompiledJob(document);
        return new NewController(
                Payload.of(document.toByteArray()), run -> new JobController(run, "", plan, time, Optional.empty()));
    }

    @Override
    public RunController open(RunId run, RunSpec spec, Payload bytes) {
        var kept = KeptHistory.of(courses.course(run));
        return new JobController(run, "", new CompiledJob(document(bytes)), time, courses.started(run))
                .recall(kept.standings(), kept.history());
    }

    /**
     * A new job that is a part of another run, and whose chains are that run's. Whoever opens it asks it for chains and tells it their ends, and
     * closes it.
     *
     * @param name what it is called in the run
     * @param document without a time between reports the usual one is meant
     * @throws IllegalArgumentException if it cannot be
     */
    public JobController openInside(RunId run, String name, JobDocument document) {
        return new JobController(run, name, new CompiledJob(complete(document)), time, Optional.empty());
    }

    /** What was kept of a run with jobs inside, for {@link #reopenInside}. */
    public KeptHistory kept(RunId run) {
        return KeptHistory.of(courses.course(run));
    }

    /**
     * The same for one that was open before a restart.
     *
     * @param began when its first partition began, if that is known
     */
    public JobController reopenInside(
            RunId run, String name, JobDocument document, Optional<Instant> began, KeptHistory kept) {
        var job = new JobController(run, name, new CompiledJob(complete(document)), time, began);
        var history = kept.inside().get(name);
        return job.recall(kept.standings(), history == null ? StoredJobHistory.of(new TreeMap<>()) : history.course());
    }

    private static JobDocument complete(JobDocument document) {
        if (document.getReportMillis() != 0) return document;
        var target = Optional.of(Duration.ofMillis(document.getTargetMillis())).filter(Duration::isPositive);
        var usual = CompiledJob.usualReportTime(target);
        return document.toBuilder()
                .setReportMillis(Math.max(1, usual.toMillis()))
                .build();
    }

    /** What a job was made of. */
    public static JobDocument document(Payload bytes) {
        try {
            return JobDocument.parseFrom(bytes.bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the document of a job cannot be read", strange);
        }
    }

    /** A job on which nobody works here, from what its chains say and from what was kept of its course. */
    public static JobController past(
            RunRecord run, Payload document, List<ChainRecord> chains, KeptHistory kept, Instant now) {
        var plan = new CompiledJob(document(document));
        var job = new JobController(run.id(), "", plan, () -> now, run.started())
                .recall(kept.standings(), kept.history());
        for (var chain : chains) {
            job.adopt(chain.id().index(), chain.parameter(), chain.firstClaimed());
            if (chain.state().isFinal()) job.ended(chain.id().index(), chain.state(), chain.report());
        }
        if (run.state().isFinal()) job.recallEnded(kept.history());
        return job;
    }
}
