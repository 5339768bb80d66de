package io.tidewheel.agent;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt to connect: the first round over all servers goes at once, later ones after a
 * growing time with a random part, so that a restarted server is not met by all its agents in the same moment.
 */
final class ReconnectBackoff {
    static final Duration FIRST = Duration.ofMillis(100);
    /** Less than half the time for which a server that was away keeps the leases of its former life: a busy machine is slow, too. */
    static final Duration LONGEST = Duration.ofSeconds(2);
    /** A connection that ends sooner was no success: a server that accepts and hangs up must not be hammered. */
    static final Duration LASTING = Duration.ofSeconds(1);

    /** How long one of several servers may take to answer in the first round; twice as long in each further round. */
    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(2);

    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(10);

    private final RandomGenerator random;
    private int servers;
    private int server;
    private int failures;

    ReconnectBackoff(int servers, RandomGenerator random) {
        this.servers = servers;
        this.random = random;
    }

    /** Which server of the list is next. */
    int server() {
        return server;
    }

    /** The time to wait before trying {@link #server}. */
    Duration delay() {
        int rounds = failures / servers;
        if (rounds == 0 || failures % servers != 0) return Duration.ZERO;
        long longest = Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(rounds - 1, 20));
        return Duration.ofMillis(longest / 2 + random.nextLong(longest / 2 + 1));
    }

    /** How long {@link #server} may take to answer. Whoever has no other server waits for long. */
    Duration patience() {
        if (servers == 1) return LONGEST_PATIENCE;
        long millis = FIRST_PATIENCE.toMillis() << Math.min(failures / servers, 8);
        return Duration.ofMillis(Math.min(LONGEST_PATIENCE.toMillis(), millis));
    }

    /** There are other servers than before; the one that was next now stands there. */
    void change(int count, int next) {
        servers = count;
        server = next;
    }

    /** Makes the given server the next one that is tried, at once. */
    void prefer(int next) {
        server = next;
        failures = 0;
    }

    /** A connection was used, and its server has fallen silent: another one is tried first, at once. */
    void silent() {
        prefer((server + 1) % servers);
    }

    void failed() {
        server = (server + 1) % servers;
        failures = Math.min(failures + 1, servers * 32);
    }

    /** A connection was used for so long and is gone now. */
    void ended(Duration lasted) {
        if (lasted.compareTo(LASTING) >= 0) failures = 0;
        else failed();
    }
}
