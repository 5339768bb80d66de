package io.tidewheel.experiments.tascaas;

/** What befalls a program. */
public enum ProgramFate {
    WELL,
    /** The program goes on, but nobody hears it. */
    UNHEARD,
    /** The program stands still, like a stopped process. */
    STOPPED,
    DEAD
}
