package io.tidewheel.experiments.faults;

import io.tidewheel.balancing.BalancedJob;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.TurnClock;
import io.tidewheel.controllers.jobs.ArchivedHistories;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.KeptHistory;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SubmissionField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The iterative jobs of a world: drawn by chance, made into chains by the very controllers that a server has, and judged. */
final class LabJobs {
    /** What the name of a run begins with; behind it stands what it was drawn from. */
    private static final String NAME = "job ";

    private static final String CALM = "calm job";

    private final Archive archive;
    private final LabSites sites;
    private final ArchivedHistories courses;
    /** The clock of the controllers: every engine of the world sets it at the beginning of its turns, and one turn follows the other. */
    private final TurnClock clock = new TurnClock();

    private final JobControllers controllers;
    private final Map<String, DrawnJob> drawn = new HashMap<>();
    /** The jobs for foreign sites, by the names that these know. */
    private final Map<String, DrawnJob> foreign = new HashMap<>();

    LabJobs(Archive archive, LabSites sites) {
        this.archive = archive;
        this.sites = sites;
        this.courses = new ArchivedHistories(archive);
        this.controllers = new JobControllers(courses, clock);
    }

    TurnClock clock() {
        return clock;
    }

    JobControllers controllers() {
        return controllers;
    }

    RunSpec spec(RunSpec like, long seed) {
        return named(like, NAME + seed, DrawnJob.of(seed));
    }

    /** A run of which foreign sites may do partitions. */
    RunSpec atSites(RunSpec like, long seed) {
        return named(like, NAME + seed, DrawnJob.atSites(seed, "job-" + seed));
    }

    /**
     * A run for when the faults are over.
     *
     * @param isTimed whether it is to be looked whether it is in time
     */
    RunSpec calm(boolean isTimed, RunSpec like, DrawnJob job) {
        return named(like, isTimed ? CALM : "last job", job);
    }

    private RunSpec named(RunSpec like, String name, DrawnJob job) {
        drawn.put(name, job);
        if (!job.document().getForeignId().isEmpty()) foreign.put(job.document().getForeignId(), job);
        var asked = like.asked().with(SubmissionField.NAME, name);
        return new RunSpec(RunKind.JOB, like.owner(), asked, like.array(), like.retryOf(), like.text());
    }

    /** The controller of a new run. */
    NewController controller(RunSpec spec) {
        return controllers.prepare(job(spec.name()).document());
    }

    DrawnJob job(String name) {
        var job = drawn.get(name);
        if (job == null) throw new IllegalStateException("nobody has drawn " + name);
        return job;
    }

    /** The job with this name among foreign sites. */
    DrawnJob foreign(String foreignId) {
        var job = foreign.get(foreignId);
        if (job == null) throw new IllegalStateException("nobody has drawn a job that sites call " + foreignId);
        return job;
    }

    /** Throws if a run is not as it must be; {@code whole} if it came to its own end. */
    void check(RunRecord run, List<ChainRecord> chains, boolean whole) {
        var job = job(run.spec().name());
        var atSites = sites.counted(run.id(), job.document().getForeignId());
        var oracle = new JobOracle(job, chains, atSites);
        oracle.check();
        if (run.state().isFinal()) oracle.checkEnd(run, past(run, chains).stored(), whole);
        if (whole && run.spec().name().equals(CALM)) oracle.checkInTime(run);
    }

    private BalancedJob past(RunRecord run, List<ChainRecord> chains) {
        var kept = KeptHistory.of(courses.course(run.id()));
        return JobControllers.past(run, archive.document(run.id()), chains, kept, run.created())
                .job();
    }

    /** How partitions of an open job stand of which the result is not there, for people. */
    List<String> open(RunRecord run, List<ChainRecord> chains) {
        var parts = new ArrayList<String>();
        for (var part : past(run, chains).partitions())
            if (!(part.state() instanceof PartitionState.Stored)) parts.add(part.toString());
        return parts;
    }
}
