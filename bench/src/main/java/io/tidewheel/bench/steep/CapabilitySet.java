package io.tidewheel.bench.steep;

import java.util.List;

/**
 * A set of capabilities that chains require and machines offer.
 *
 * @param machines how many machines of it there may be
 * @param colour in pictures, as in CSS
 */
record CapabilitySet(String name, List<String> capabilities, int machines, String colour) {
    /** The sets of the paper. Every chain requires one of them, every machine offers one of them. */
    static final List<CapabilitySet> ALL = List.of(
            new CapabilitySet("R1", List.of("R1"), 2, "#3b6fb6"),
            new CapabilitySet("R2", List.of("R2"), 2, "#d98032"),
            new CapabilitySet("R3", List.of("R3"), 1, "#4f9d57"),
            new CapabilitySet("R4", List.of("R4"), 1, "#b5476d"),
            new CapabilitySet("R3+R4", List.of("R3", "R4"), 2, "#7d63b3"));

    /** The id of its setup and of its service, where a plus sign would be in the way. */
    String id() {
        return name.replace('+', '-').toLowerCase(java.util.Locale.ROOT);
    }

    boolean offers(CapabilitySet wanted) {
        return capabilities.containsAll(wanted.capabilities);
    }
}
