package io.tidewheel.controllers.jobs;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The controller of a run that is, or has, iterative jobs. */
public interface JobHolder {
    /** The jobs that have not ended, in the order in which they began. */
    Collection<JobController> jobs();

    /** The jobs that have ended, and of which something is still to be kept. */
    default Collection<JobController> leaving() {
        return List.of();
    }

    /** The one of which a chain does a partition, if that has not ended. */
    Optional<JobController> jobOf(int chain);
}
