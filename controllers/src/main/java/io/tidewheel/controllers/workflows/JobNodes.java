package io.tidewheel.controllers.workflows;

import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.JobDocument;
import java.time.Instant;
import java.util.Optional;

/** Opens the iterative jobs inside of workflows. */
public interface JobNodes {
    /** For a program that runs none. */
    JobNodes NONE = new JobNodes() {
        @Override
        public JobNode open(RunId run, String name, JobDocument document) {
            throw new IllegalStateException("this program runs no jobs inside of workflows, such as " + name);
        }

        @Override
        public JobNode reopen(RunId run, String name, JobDocument document, Optional<Instant> began) {
            return open(run, name, document);
        }
    };

    /**
     * A new one.
     *
     * @param name what it is called in the run
     * @param document without a time between reports the usual one is meant
     * @throws IllegalArgumentException if it cannot be
     */
    JobNode open(RunId run, String name, JobDocument document);

    /**
     * One that was open before a restart.
     *
     * @param began when its first partition began, if that is known
     */
    JobNode reopen(RunId run, String name, JobDocument document, Optional<Instant> began);
}
