package io.tidewheel.storage.postgres;

import io.tidewheel.model.StoreCleaner;
import io.tidewheel.storage.postgres.ChainSegments.Segment;
import io.tidewheel.storage.postgres.ChainSegments.SegmentLimits;
import io.tidewheel.storage.sql.RunRemoval;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlTimes;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Works on a connection of its own, beside the engine's. Segments whose runs are all forgotten are dropped as a whole; only where an unfinished
 * or younger run keeps a segment, the rows of others are deleted. Of several servers one does it: the one that holds a lock.
 */
final class PostgresCleaner implements StoreCleaner, AutoCloseable {
    private static final int REST = 5;
    private static final int CHAINS_AT_ONCE = 10_000;
    /** A part of the retention: a segment that can be dropped so soon is waited for. */
    private static final int PATIENCE = 4;

    private static final Duration LEAST_PATIENCE = Duration.ofMinutes(10);

    private static final String HOLD =
            "SELECT pg_try_advisory_lock(hashtext('tidewheel: cleaner'), hashtext(current_schema()))";
    /** The lock could not be had at once, or others were in the way: next time. */
    private static final Set<String> NOT_NOW = Set.of("55P03", "57014");

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private final PostgresConnections connections;
    private final SegmentLimits limits;
    private @Nullable SqlConnection link;
    private List<Segment> segments = List.of();
    private Instant nextLook = Instant.MIN;

    PostgresCleaner(PostgresConnections connections, SegmentLimits limits) {
        this.connections = connections;
        this.limits = limits;
    }

    @Override
    public int rest() {
        return REST;
    }

    @Override
    public synchronized CleaningStep clean(Instant now, Duration retention) {
        try {
            var held = held();
            if (held == null) return CleaningStep.NOTHING;
            return clean(held, now, retention);
        } catch (SQLException failed) {
            if (failed.getSQLState() == null || !NOT_NOW.contains(failed.getSQLState())) {
                close();
                throw PostgresErrors.failure("remove old runs", failed);
            }
            nextLook = now.plus(BETWEEN_LOOKS);
            return CleaningStep.NOTHING;
        }
    }

    /** The connection, if this server is the one that cleans. */
    private @Nullable SqlConnection held() throws SQLException {
        var current = link;
        if (current != null && connections.primary().isPresent(current.connection())) return current;
        close();
        var opened = new SqlConnection(connections.forCleaning());
        boolean first = opened.first(HOLD, row -> row.getBoolean(1)).orElse(false);
        if (!first) {
            opened.close();
            return null;
        }
        link = opened;
        nextLook = Instant.MIN;
        return opened;
    }

    private CleaningStep clean(SqlConnection held, Instant now, Duration retention) throws SQLException {
        var before = now.minus(retention);
        var known = new ChainSegments(held, limits);
        if (!now.isBefore(nextLook)) {
            segments = known.look(SqlTimes.micros(now), retention);
            nextLook = now.plus(BETWEEN_LOOKS);
        }
        int hidden = transaction(held, removal -> removal.hide(before));
        if (RunRemoval.isFull(hidden)) return new CleaningStep(hidden, 0, true);
        for (var segment : segments) {
            if (!known.isOver(segment, SqlTimes.micros(now))) continue;
            long dropped = known.drop(segment);
            nextLook = Instant.MIN;
            segments = known.all();
            return new CleaningStep(hidden, dropped, true);
        }
        var patience = retention.dividedBy(PATIENCE).compareTo(LEAST_PATIENCE) > 0
                ? retention.dividedBy(PATIENCE)
                : LEAST_PATIENCE;
        long soon = SqlTimes.micros(before.plus(patience));
        for (var segment : segments) {
            if (known.endsSoon(segment, soon)) continue;
            long swept =
                    transaction(held, removal -> removal.sweep(segment.firstRun(), segment.endRun(), CHAINS_AT_ONCE));
            if (swept >= 0) return new CleaningStep(hidden, swept, true);
        }
        return new CleaningStep(hidden, 0, hidden > 0);
    }

    /** What is removed in one transaction. */
    @FunctionalInterface
    private interface Removing<T> {
        T run(RunRemoval removal) throws SQLException;
    }

    private static <T> T transaction(SqlConnection held, Removing<T> step) throws SQLException {
        held.connection().setAutoCommit(false);
        try {
            var result = step.run(new RunRemoval(held, true));
            held.connection().commit();
            return result;
        } catch (SQLException failed) {
            held.connection().rollback();
            held.dropBatches();
            throw failed;
        } finally {
            held.connection().setAutoCommit(true);
        }
    }

    @Override
    public synchronized void close() {
        var current = link;
        link = null;
        try {
            if (current != null) current.close();
        } catch (SQLException ignored) {
            // It is not used any more.
        }
    }
}
