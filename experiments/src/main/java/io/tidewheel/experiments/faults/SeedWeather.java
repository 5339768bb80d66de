package io.tidewheel.experiments.faults;

import java.util.random.RandomGenerator;

/** Which faults strike in a world. */
public enum SeedWeather {
    /** All kinds, each as often as chance has it, and in some worlds not at all. */
    MIXED(""),
    /** The same over a network that loses every fifth message, repeats every fifth, and takes up to a minute for each. */
    ROUGH_NETWORK(" --rough-network"),
    /** The same with clocks on walls that are set every few seconds, to another hour or into another decade. */
    WRONG_CLOCKS(" --wrong-clocks");

    private final String option;

    SeedWeather(String option) {
        this.option = option;
    }

    FaultRates draw(RandomGenerator random) {
        var mixed = FaultRates.draw(random);
        return switch (this) {
            case MIXED -> mixed;
            case ROUGH_NETWORK -> mixed.withNetwork(0.2, 0.2, 0.2, 60);
            case WRONG_CLOCKS -> mixed.withWallClockJumps(0.3);
        };
    }

    /** The option of the command line that asks for it. */
    String option() {
        return option;
    }
}
