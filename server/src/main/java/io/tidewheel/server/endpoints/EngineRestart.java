package io.tidewheel.server.endpoints;

/** Why an engine was given up and another one opened. That several servers meet on one run is none of the reasons: it is an outcome like others. */
public enum EngineRestart {
    /** The store failed, or could not be reached: nobody knows whether the last step was done. */
    STORE,
    /** The heap was exhausted. */
    MEMORY,
    /** An error that nobody thought of. */
    ERROR
}
