package io.tidewheel.cli.demo;

import java.io.IOException;

/** A part of the tour. */
interface Act {
    /** Plays it, and tells whether everything happened as it was announced. */
    boolean play(Theatre theatre, int number) throws IOException, InterruptedException;
}
