package io.tidewheel.workflow;

/** How much of a machine work needs; zero where it does not matter. */
public record Amounts(double cpus, long memoryBytes, int gpus) {
    public static final Amounts NONE = new Amounts(0, 0, 0);

    public Amounts {
        if (!(cpus >= 0) || memoryBytes < 0 || gpus < 0) {
            throw new IllegalArgumentException(
                    "amounts are not negative: %s cpus, %d bytes, %d gpus".formatted(cpus, memoryBytes, gpus));
        }
    }

    /** What is enough for both, one after the other. */
    public Amounts max(Amounts other) {
        return new Amounts(
                Math.max(cpus, other.cpus), Math.max(memoryBytes, other.memoryBytes), Math.max(gpus, other.gpus));
    }
}
