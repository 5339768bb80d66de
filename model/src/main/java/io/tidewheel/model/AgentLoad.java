package io.tidewheel.model;

/**
 * What an agent measured of itself and its machine last.
 *
 * @param utilisation the share of the last interval in which its slots were used, from 0 to 1
 */
public record AgentLoad(int busySlots, double utilisation, double loadAverage, long freeMemoryBytes) {
    private static final double MUCH_OF_SLOTS = 0.1;
    private static final double MUCH_LOAD = 0.5;
    private static final double MUCH_OF_MEMORY = 0.1;

    /** Whether somebody who looks at it would see another picture. */
    public boolean differsFrom(AgentLoad other) {
        return busySlots != other.busySlots
                || Math.abs(utilisation - other.utilisation) >= MUCH_OF_SLOTS
                || Math.abs(loadAverage - other.loadAverage) >= MUCH_LOAD
                || Math.abs(freeMemoryBytes - other.freeMemoryBytes) > MUCH_OF_MEMORY * freeMemoryBytes;
    }
}
