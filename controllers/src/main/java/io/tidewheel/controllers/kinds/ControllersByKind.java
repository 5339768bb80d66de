package io.tidewheel.controllers.kinds;

import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.TurnClock;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.sites.SiteController;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import java.time.Instant;
import java.util.Optional;

/**
 * All controllers that the engines of one server use, one engine after the other.
 *
 * @param clock the one that the jobs look at
 * @param workflows opens runs of all other kinds
 * @param sites present if foreign sites may do partitions of jobs
 */
public record ControllersByKind(
        TurnClock clock, JobControllers jobs, RunController.ControllerSource workflows, Optional<SiteController> sites)
        implements RunController.ControllerSource {
    @Override
    public RunController open(RunId run, RunSpec spec, Payload document) {
        return (spec.kind() == RunKind.JOB ? jobs : workflows).open(run, spec, document);
    }

    @Override
    public void begin() {
        sites.ifPresent(SiteController::begin);
    }

    @Override
    public void turn(Instant now) {
        clock.set(now);
    }

    @Override
    public void entered(RunId run, RunController controller) {
        sites.ifPresent(known -> known.entered(controller));
    }

    @Override
    public void left(RunId run, RunController controller, boolean ended) {
        sites.ifPresent(known -> known.left(controller, ended));
    }
}
