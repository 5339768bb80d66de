package io.tidewheel.storage.sql;

import io.tidewheel.model.Payload;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.StoreSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fills the empty tables of a database with what a backup has, in one transaction of its caller's. */
public final class SqlRestore implements StoreSnapshot.Sink {
    /**
     * Runs that were submitted after the backup are lost, but somebody may remember their numbers: they are not given out again.
     */
    public static final long RUNS_PASSED_OVER = 100_000;

    /** What holds only where the database was: the place of large objects, and a backup that was being written. */
    private static final Set<String> NOTES_OF_THE_PLACE = Set.of("objects.place", "backup.until");

    private static final int ROWS_AT_ONCE = 500;

    private final SqlConnection link;
    private final SqlSnapshot.Catalogue catalogue;
    private final Counters counters;
    private final Set<String> known;
    private List<String> columns = List.of();
    private String table = "";
    private String insert = "";
    private int waiting;

    /** How a kind of database counts runs and servers. */
    @FunctionalInterface
    public interface Counters {
        /** Makes a counter give out numbers above this one. */
        void set(SqlConnection link, String name, long value) throws SQLException;
    }

    private SqlRestore(SqlConnection link, SqlSnapshot.Catalogue catalogue, Counters counters) throws SQLException {
        this.link = link;
        this.catalogue = catalogue;
        this.counters = counters;
        this.known = new HashSet<>(SqlSnapshot.tables(link, catalogue));
    }

    /** Throws {@link StoreFailure}, with a text for users, if there is something in the tables already, or the backup does not fit. */
    public static void fill(
            SqlConnection link, SqlSnapshot.Catalogue catalogue, Counters counters, StoreSnapshot content)
            throws SQLException {
        checkEmpty(link, catalogue);
        var restore = new SqlRestore(link, catalogue, counters);
        try {
            content.read(restore);
            restore.flush();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void checkEmpty(SqlConnection link, SqlSnapshot.Catalogue catalogue) throws SQLException {
        for (var table : SqlSnapshot.tables(link, catalogue)) {
            if (link.first("SELECT 1 FROM " + table + " LIMIT 1", _ -> true).isPresent()) {
                throw new StoreFailure(
                        "there is something in the table %s already: a backup is restored into an empty database only, and nothing was changed"
                                .formatted(table));
            }
        }
    }

    @Override
    public void counter(String name, long value) throws IOException {
        guarded(() -> counters.set(link, name, name.equals("run") ? value + RUNS_PASSED_OVER : value + 1));
    }

    @Override
    public void table(String name, List<String> named) throws IOException {
        guarded(() -> {
            flush();
            if (!known.contains(name)) throw unknown("table " + name);
            var there = catalogue.columns(link, name);
            for (var column : named) if (!there.contains(column)) throw unknown("column %s.%s".formatted(name, column));
            table = name;
            columns = List.copyOf(named);
            insert = "INSERT INTO %s (%s) %s VALUES (%s)"
                    .formatted(
                            name,
                            String.join(", ", named),
                            catalogue.withOwnNumbers(),
                            SqlConnection.marks(named.size()));
        });
    }

    private static StoreFailure unknown(String what) {
        return new StoreFailure(
                "the backup has the %s, which this program does not know: restore it with the version that made it"
                        .formatted(what));
    }

    @Override
    public void row(List<@Nullable Object> values) throws IOException {
        if (table.equals("cluster_note") && NOTES_OF_THE_PLACE.contains(values.get(columns.indexOf("name")))) return;
        var bound = new ArrayList<@Nullable Object>(values.size());
        for (var value : values) bound.add(value instanceof Payload bytes ? bytes.bytes() : value);
        guarded(() -> {
            link.batch(insert, bound.toArray());
            if (++waiting >= ROWS_AT_ONCE) flush();
        });
    }

    private void flush() throws SQLException {
        if (waiting > 0) link.runBatch(insert);
        waiting = 0;
    }

    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }

    private static void guarded(Step step) throws IOException {
        try {
            step.run();
        } catch (SQLException failed) {
            throw new IOException(failed.getMessage(), failed);
        }
    }
}
