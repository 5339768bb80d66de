package io.tidewheel.server.endpoints;

import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.workflows.WorkflowControllers;
import io.tidewheel.engine.Fleet;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Database;
import io.tidewheel.server.notices.NoticeService;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.workflows.WorkflowQueries;
import java.util.Optional;

/** What the endpoints need of the server behind them. */
public interface ServerPorts {
    CurrentEngine host();

    Database database();

    default Archive archive() {
        return database().archive();
    }

    WorkflowControllers workflows();

    WorkflowQueries workflowQueries();

    /** Where files are kept for agents that share no disk, if they are. */
    Optional<RunObjects> objects();

    JobControllers jobControllers();

    JobQueries jobs();

    /** Fills runs that retry others. */
    RetryCopier retries();

    RunFeed feed();

    /** How far running chains are, as far as agents that are connected here say. */
    ChainEstimates estimates();

    /** The readers of the output of single commands while these run. */
    OutputReaders outputReaders();

    /** The machines that it makes on demand, if it does. */
    Optional<Fleet> fleet();

    /** The service that tells people outside, if somebody is to be told. */
    default Optional<NoticeService> notices() {
        return Optional.empty();
    }

    /** What proves that the audit log is as it was written, where it is sealed. */
    default Optional<AuditProof> audit() {
        return Optional.empty();
    }
}
