package io.tidewheel.server.host;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A step that something does again and again. A heap that is exhausted by something else ends the step, not the repetition. */
final class RepeatedStep {
    private static final Logger log = LoggerFactory.getLogger(RepeatedStep.class);

    private RepeatedStep() {}

    /** @param what is looked after, for the log */
    static void run(String what, Runnable step) {
        try {
            step.run();
        } catch (OutOfMemoryError full) {
            log.warn("no memory to look after {}, the next time may do: {}", what, full.getMessage());
        }
    }
}
