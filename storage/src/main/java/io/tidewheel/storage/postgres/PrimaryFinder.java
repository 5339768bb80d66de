package io.tidewheel.storage.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Opens connections to the primary, whichever of the hosts that is at present: of those that can be written to, the one with the newest
 * timeline. A promotion begins a new timeline; so a primary whose timeline is older than one that was seen before has been replaced while it
 * was away, and is refused: what would be written there would be lost. What was seen is remembered over a restart, if there is a file for it.
 */
final class PrimaryFinder {
    /** The timeline cannot be asked for where everybody may write but nobody is a primary in the strict sense: then it counts as unknown. */
    private static final String TIMELINE = """
        SELECT (SELECT system_identifier FROM pg_control_system()),
            ('x' || lpad(substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 16, '0'))::bit(64)::bigint
        """;

    /** Said of a primary that was replaced. */
    static final String REPLACED = "TW001";

    private static final String ONLY_READS = "25006";
    private static final long NANOS_FOR_OTHERS = 1_500_000_000L;

    /** What a host is. Timelines of different systems have nothing to do with each other; 0 is an unknown one. */
    record HostStanding(boolean recovers, long system, long timeline) {}

    private record Candidate(PostgresAddress address, Connection connection, HostStanding standing) {}

    private final PostgresAddress address;
    private final List<PostgresAddress> hosts;
    private final @Nullable Path memory;
    /** The newest timeline of each system that was ever seen. */
    private final Map<Long, Long> newest = new HashMap<>();
    /** The connections that were given out, each with the number of {@link #changes} that it knew of. */
    private final Map<PGConnection, Long> givenOut = new WeakHashMap<>();

    private volatile @Nullable PostgresAddress present;
    private long changes;
    /** The timeline of the last connection; 0 before the first. */
    private long remembered;

    PrimaryFinder(PostgresAddress address, @Nullable Path memory) {
        this.address = address;
        this.hosts = address.each();
        this.memory = memory;
        recall();
    }

    PostgresAddress address() {
        return address;
    }

    boolean hasSeveralHosts() {
        return hosts.size() > 1;
    }

    /** Grows when a newer timeline was seen: connections that were opened before may lead to the wrong host. */
    synchronized long changes() {
        return changes;
    }

    /**
     * Whether a connection that was opened here leads to what still is the newest primary. Whoever gets one has to ask, and again before each
     * step: another host may have become the primary while it was opened.
     */
    boolean isPresent(Connection connection) throws SQLException {
        var opened = connection.unwrap(PGConnection.class);
        synchronized (this) {
            return Objects.equals(givenOut.get(opened), changes);
        }
    }

    /** What is said of a connection that is not. */
    static SQLException replaced() {
        return new SQLException("another host has become the primary", "08006");
    }

    /** A new connection to the primary. */
    Connection open(Properties properties) throws SQLException {
        var last = present;
        if (hosts.size() == 1) last = hosts.getFirst();
        if (last != null) {
            try {
                return checked(candidate(last, properties)).connection;
            } catch (SQLException notAnyMore) {
                if (hosts.size() == 1) throw notAnyMore;
                present = null;
            }
        }
        return search(properties).connection;
    }

    /** Looks whether another host has become the primary without this one having noticed. */
    void look(Properties properties) {
        try {
            search(properties).connection.close();
        } catch (SQLException noneNow) {
            // Whoever needs a connection will find out, and say so.
        }
    }

    private Candidate search(Properties properties) throws SQLException {
        var found = new ArrayList<Candidate>();
        var failures = new ArrayList<SQLException>();
        ask(properties, found, failures);
        Candidate best = null;
        for (var each : found) {
            if (!each.standing.recovers && (best == null || each.standing.timeline > best.standing.timeline))
                best = each;
        }
        for (var each : found) if (!each.equals(best)) closeQuietly(each.connection);
        if (best != null) {
            var chosen = checked(best);
            present = chosen.address;
            return chosen;
        }
        if (!found.isEmpty())
            throw new SQLException("none of the hosts is a primary: all that answer only read", ONLY_READS);
        throw failures.getFirst();
    }

    /** All at the same time. When a primary has answered, the others have a moment to say that they are a newer one. */
    private void ask(Properties properties, List<Candidate> found, List<SQLException> failures) throws SQLException {
        var open = new ArrayList<CompletableFuture<Candidate>>();
        for (var host : hosts) open.add(asked(host, properties));
        long end = 0;
        try {
            while (!open.isEmpty() && (end == 0 || System.nanoTime() - end < 0)) {
                awaitAny(open, end == 0 ? Long.MAX_VALUE : end - System.nanoTime());
                for (var asked = open.iterator(); asked.hasNext(); ) {
                    var each = asked.next();
                    if (!each.isDone()) continue;
                    asked.remove();
                    if (each.isCompletedExceptionally()) failures.add(failure(each));
                    else found.add(each.join());
                }
                if (end == 0 && found.stream().anyMatch(each -> !each.standing.recovers))
                    end = System.nanoTime() + NANOS_FOR_OTHERS;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            found.forEach(each -> closeQuietly(each.connection));
            throw new SQLException("interrupted while looking for the primary", "08006", interrupted);
        } finally {
            for (var late : open) {
                var _ = late.thenAccept(each -> closeQuietly(each.connection));
            }
        }
    }

    private static CompletableFuture<Candidate> asked(PostgresAddress host, Properties properties) {
        var answer = new CompletableFuture<Candidate>();
        Thread.ofVirtual().name("ask " + host).start(() -> {
            try {
                answer.complete(candidate(host, properties));
            } catch (SQLException | RuntimeException failed) {
                answer.completeExceptionally(failed);
            }
        });
        return answer;
    }

    private static void awaitAny(List<CompletableFuture<Candidate>> open, long nanos) throws InterruptedException {
        try {
            CompletableFuture.anyOf(open.toArray(CompletableFuture[]::new))
                    .get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException seenByTheCaller) {
            return;
        }
    }

    private static SQLException failure(CompletableFuture<Candidate> failed) {
        return failed.exceptionNow() instanceof SQLException cause ? cause : new SQLException(failed.exceptionNow());
    }

    private static Candidate candidate(PostgresAddress host, Properties properties) throws SQLException {
        var connection = DriverManager.getConnection(host.jdbcUrl(), properties);
        try {
            return new Candidate(host, connection, standing(connection));
        } catch (SQLException | RuntimeException failed) {
            closeQuietly(connection);
            throw failed;
        }
    }

    static HostStanding standing(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            try (var rows = statement.executeQuery("SELECT pg_is_in_recovery()")) {
                rows.next();
                if (rows.getBoolean(1)) return new HostStanding(true, 0, 0);
            }
            try (var rows = statement.executeQuery(TIMELINE)) {
                rows.next();
                return new HostStanding(false, rows.getLong(1), rows.getLong(2));
            } catch (SQLException notSaid) {
                if (isConnectionLost(notSaid)) throw notSaid;
                return new HostStanding(false, 0, 0);
            }
        }
    }

    private static boolean isConnectionLost(SQLException failed) {
        return failed.getSQLState() != null && failed.getSQLState().startsWith("08");
    }

    private Candidate checked(Candidate found) throws SQLException {
        var is = found.standing;
        if (is.recovers) {
            closeQuietly(found.connection);
            throw new SQLException("%s only reads: it is a standby".formatted(found.address), ONLY_READS);
        }
        long known = newest(found);
        if (is.timeline < known) {
            closeQuietly(found.connection);
            throw new SQLException(
                    "%s is a primary that was replaced: its timeline is %d, but %d has been seen; make it a standby of the present one"
                            .formatted(found.address, is.timeline, known),
                    REPLACED);
        }
        return found;
    }

    /**
     * The newest timeline, with that of the candidate. In one step, so that nothing newer can be seen in between: a connection is one of those
     * that are given up when it is, or it is refused.
     */
    private synchronized long newest(Candidate found) throws SQLException {
        var is = found.standing;
        long known = newest.getOrDefault(is.system, is.timeline);
        if (is.timeline < known) return known;
        if (is.timeline > 0 && (remembered != is.timeline || !newest.containsKey(is.system))) {
            if (remembered != 0) changes++;
            remembered = is.timeline;
            newest.put(is.system, is.timeline);
            save(is);
        }
        givenOut.put(found.connection.unwrap(PGConnection.class), changes);
        return is.timeline;
    }

    private void recall() {
        if (memory == null || !Files.exists(memory)) return;
        try {
            var words = Files.readString(memory).strip().split(" ");
            newest.put(Long.parseLong(words[0]), Long.parseLong(words[1]));
            remembered = Long.parseLong(words[1]);
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException unreadable) {
            return; // it is a help and no more
        }
    }

    private void save(HostStanding is) {
        if (memory == null) return;
        try {
            Files.createDirectories(Optional.ofNullable(memory.getParent()).orElse(memory));
            // Written beside it first: a machine that loses its power leaves the old content or the new.
            var beside = memory.resolveSibling(memory.getFileName() + ".new");
            try (var file = FileChannel.open(beside, CREATE, WRITE, TRUNCATE_EXISTING)) {
                file.write(ByteBuffer.wrap((is.system + " " + is.timeline + "\n").getBytes(UTF_8)));
                file.force(true);
            }
            Files.move(beside, memory, ATOMIC_MOVE, REPLACE_EXISTING);
        } catch (IOException unwritable) {
            return; // what this process has seen itself it knows
        }
    }

    static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException ignored) {
            // It is not used.
        }
    }
}
