package io.tidewheel.experiments.tascaas;

/**
 * The server goes down at a second, and is back so many seconds later.
 *
 * @param killed whether it goes without a last word; otherwise it is stopped in good order
 */
public record ServerOutage(long second, long seconds, boolean killed) {
    public ServerOutage {
        if (second < 0 || seconds < 1)
            throw new IllegalArgumentException(
                    "it is away for 1 s or more, from 0 on: %d, %d".formatted(second, seconds));
    }

    static ServerOutage kill(long second, long seconds) {
        return new ServerOutage(second, seconds, true);
    }

    static ServerOutage stop(long second, long seconds) {
        return new ServerOutage(second, seconds, false);
    }

    /** When it is back. */
    long end() {
        return second + seconds;
    }
}
