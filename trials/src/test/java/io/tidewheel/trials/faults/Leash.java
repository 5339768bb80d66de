package io.tidewheel.trials.faults;

import java.io.IOException;

/** Ends this process when the one that started it has ended, however that came. */
final class Leash {
    private Leash() {}

    /** Input is a pipe that only the parent holds open. */
    static void tie() {
        Thread.ofPlatform().daemon().name("leash").start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // only the end counts
                }
            } catch (IOException broken) {
                // the end, too
            }
            Runtime.getRuntime().halt(3);
        });
    }
}
