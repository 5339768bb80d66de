package io.tidewheel.experiments.tascaas;

/** Something that must hold. */
public record FindingCheck(String what, boolean holds, String seen) {
    public String line() {
        return "%s: %s (%s)".formatted(holds ? "holds" : "DOES NOT HOLD", what, seen);
    }
}
