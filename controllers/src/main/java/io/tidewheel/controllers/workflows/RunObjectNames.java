package io.tidewheel.controllers.workflows;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Sha256;

/**
 * What the files of workflow runs are called as objects. Everything is called by its hash, so that an attempt which is late can neither replace
 * nor damage what another one brought.
 */
public final class RunObjectNames {
    /** Begins the names of what only the run itself needs. */
    public static final String TEMPORARY = "tmp/";
    /** Begins the names of results. */
    public static final String RESULTS = "out/";

    private RunObjectNames() {}

    /** Below it is what a run has made. */
    public static ObjectName place(boolean result, long run) {
        return new ObjectName((result ? RESULTS : TEMPORARY) + run);
    }

    public static ObjectName of(boolean result, long run, Sha256 hash) {
        return new ObjectName(place(result, run) + "/" + hash.hex());
    }
}
