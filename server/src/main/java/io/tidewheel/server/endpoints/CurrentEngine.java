package io.tidewheel.server.endpoints;

import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineCounters;

/** The engine that runs now. After a failure of the store another takes its place, so nobody keeps one. */
public interface CurrentEngine {
    /** The engine of now; throws a refusal while there is none. */
    Engine engine();

    boolean isReady();

    String whyNotReady();

    /** What all engines of this server have done together. */
    EngineCounters counters();

    /** How often a new engine was opened for this reason. */
    long restarts(EngineRestart cause);
}
