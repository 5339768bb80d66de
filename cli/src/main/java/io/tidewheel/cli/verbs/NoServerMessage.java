package io.tidewheel.cli.verbs;

/** What is said when nobody works on a run. */
final class NoServerMessage {
    static final String WORKS =
            "no server runs here, so nobody works on it: start one with: tidewheel server start, or do it now with:"
                    + " tidewheel run --resume RUN";

    private NoServerMessage() {}
}
