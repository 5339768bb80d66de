package io.tidewheel.experiments.tascaas;

/** What befalls the programs of a site, and the site itself. */
@FunctionalInterface
public interface SiteFates {
    /** The daemon of the site, as opposed to one of its programs. */
    int DAEMON = -1;

    /**
     * What befalls one.
     *
     * @param slot where the program runs, or {@link #DAEMON}
     * @param number how many the site had started before it, or {@link #DAEMON}
     */
    ProgramFate of(int slot, int number, long second);

    static SiteFates none() {
        return (_, _, _) -> ProgramFate.WELL;
    }
}
