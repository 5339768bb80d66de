package io.tidewheel.agent.files;

import java.io.IOException;

/** Passed at every step of something that may take long. */
@FunctionalInterface
public interface StopCheck {
    /** Throws if it is to be given up. */
    void pass() throws GivenUp;

    /** What was begun is not to be finished; whoever gave it up knows why. */
    final class GivenUp extends IOException {
        private static final long serialVersionUID = 1L;

        public GivenUp(String message) {
            super(message);
        }
    }
}
