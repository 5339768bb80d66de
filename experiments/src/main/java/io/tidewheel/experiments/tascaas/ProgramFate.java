package io.tidewheel.experiments.tascaas;

/** What befalls a program. */
public enum ProgramFate {
    WELL,
    /** It goes on, but nobody hears it. */
    UNHEARD,
    /** It stands still, like a stopped process. */
    STOPPED,
    DEAD
}
