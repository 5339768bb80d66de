package io.tidewheel.cli.demo;

import java.io.IOException;

/** A part of the tour. */
interface DemoStep {
    /** Plays it, and tells whether everything happened as it was announced. */
    boolean play(DemoServer demo, int number) throws IOException, InterruptedException;
}
