package io.tidewheel.model.extensions;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** What an extension is asked for. */
public enum ExtensionType {
    /** Is called once when a program starts. */
    INITIALIZER("initializer", Duration.ofMinutes(10)),
    /** Answers the arguments that take an input's place, before each attempt of a command. */
    INPUT_ADAPTER("inputAdapter", Duration.ofSeconds(30)),
    /** Answers what an output's value is, when all commands of a chain have succeeded. */
    OUTPUT_ADAPTER("outputAdapter", Duration.ofSeconds(30)),
    /** Answers what chains are to be made instead of those that would be. */
    CHAIN_ADAPTER("processChainAdapter", Duration.ofSeconds(30)),
    /** Answers whether an action may be added to a chain. */
    CONSISTENCY_CHECKER("processChainConsistencyChecker", Duration.ofSeconds(30)),
    /** Answers how far a command is, by what it printed. */
    PROGRESS_ESTIMATOR("progressEstimator", Duration.ofSeconds(1)),
    /** Runs a command. */
    RUNTIME("runtime", Duration.ofDays(365)),
    /** Answers the setup by which a machine is made. */
    SETUP_ADAPTER("setupAdapter", Duration.ofSeconds(30));

    private final String word;
    private final Duration usualLimit;

    ExtensionType(String word, Duration usualLimit) {
        this.word = word;
        this.usualLimit = usualLimit;
    }

    /** The word for this type in files and calls. */
    public String word() {
        return word;
    }

    /** How long a call may take if nothing else is said. */
    public Duration usualLimit() {
        return usualLimit;
    }

    public static Optional<ExtensionType> of(String word) {
        return Arrays.stream(values()).filter(type -> type.word.equals(word)).findFirst();
    }
}
