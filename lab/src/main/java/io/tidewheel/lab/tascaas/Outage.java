package io.tidewheel.lab.tascaas;

/**
 * The server goes down at a second, and is back so many seconds later.
 *
 * @param killed whether it goes without a last word; otherwise it is stopped in good order
 */
public record Outage(long second, long seconds, boolean killed) {
    public Outage {
        if (second < 0 || seconds < 1)
            throw new IllegalArgumentException(
                    "it is away for 1 s or more, from 0 on: %d, %d".formatted(second, seconds));
    }

    static Outage kill(long second, long seconds) {
        return new Outage(second, seconds, true);
    }

    static Outage stop(long second, long seconds) {
        return new Outage(second, seconds, false);
    }

    /** When it is back. */
    long end() {
        return second + seconds;
    }
}
