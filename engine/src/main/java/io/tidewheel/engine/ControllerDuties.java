package io.tidewheel.engine;

import io.tidewheel.controllers.ControllerEffects.AgentWord;
import io.tidewheel.controllers.ControllerEffects.ChainRelease;

/** What the engine does for controllers that want it done. */
interface ControllerDuties {
    /** Somebody works on a run. */
    void start(Turn turn, LiveRun run);

    /** A chain of a run is not wanted any more. */
    void release(LiveRun run, ChainRelease release);

    /** An agent is told something; everything is durable. */
    void tell(AgentWord word);
}
