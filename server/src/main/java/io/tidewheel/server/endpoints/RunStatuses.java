package io.tidewheel.server.endpoints;

import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.RunRecord;

/** How runs stand by what the archive says, which knows nothing of leases. */
public final class RunStatuses {
    private RunStatuses() {}

    public static RunStatus of(RunRecord run) {
        return new RunStatus(run.id(), run.spec().owner(), run.spec().name(), run.state(), run.size(), 0, run.totals());
    }
}
