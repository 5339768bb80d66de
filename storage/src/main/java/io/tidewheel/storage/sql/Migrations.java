package io.tidewheel.storage.sql;

import io.tidewheel.model.StoreFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Brings a database's tables to the form this version knows. Each migration is a file beside a class, named {@code V<number>__<what>.sql},
 * and is applied once, in one transaction, so that a migration that is killed half-way has not happened.
 */
public final class Migrations {
    /** How a database does something as one transaction that no other server does at the same time. */
    @FunctionalInterface
    public interface Transaction {
        void run(Work work) throws SQLException;
    }

    /** What is done in the transaction. */
    @FunctionalInterface
    public interface Work {
        void run(SqlConnection link) throws SQLException;
    }

    private static final String VERSIONS =
            "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied TEXT"
                    + " NOT NULL)";

    private final Class<?> home;
    private final List<String> names;

    /** {@code names} are those of the files, without {@code .sql}, in the order of their numbers from 1 on. */
    public Migrations(Class<?> home, List<String> names) {
        this.home = home;
        this.names = List.copyOf(names);
    }

    /** The version of the tables when all are applied. */
    public int newest() {
        return names.size();
    }

    /**
     * Brings empty tables to the form of an earlier version, so that what was kept in that form fits into them. Throws {@link StoreFailure} if
     * this program does not know that version, or the tables are in a later form already.
     */
    public void applyUpTo(int wanted, Transaction transaction, String where, Instant now) throws SQLException {
        if (wanted > newest()) {
            throw new StoreFailure(
                    "the backup was made by a newer Tidewheel: its tables have version %d, this program knows versions up to %d. Restore it with that program"
                            .formatted(wanted, newest()));
        }
        int version = versionOf(transaction);
        if (version > wanted) {
            throw new StoreFailure(
                    "%s has tables of version %d already, and the backup is of version %d: restore it into an empty place"
                            .formatted(where, version, wanted));
        }
        for (int next = version + 1; next <= wanted; next++) apply(transaction, next, now);
    }

    /** @param where the database, for people */
    public void apply(Transaction transaction, String where, Instant now) throws SQLException {
        int version = versionOf(transaction);
        if (version > names.size()) throw tooNew(where, version);
        for (int next = version + 1; next <= names.size(); next++) apply(transaction, next, now);
    }

    private static int versionOf(Transaction transaction) throws SQLException {
        var version = new int[1];
        transaction.run(link -> {
            link.run(VERSIONS);
            version[0] = current(link);
        });
        return version[0];
    }

    private static int current(SqlConnection link) throws SQLException {
        return link.first("SELECT COALESCE(MAX(version), 0) FROM schema_version", row -> row.getInt(1))
                .orElse(0);
    }

    private void apply(Transaction transaction, int number, Instant now) throws SQLException {
        var name = names.get(number - 1);
        transaction.run(link -> {
            if (current(link) >= number) return; // another server was faster
            for (var statement : statements(text(name))) link.run(statement);
            link.update(
                    "INSERT INTO schema_version (version, name, applied) VALUES (?, ?, ?)",
                    number,
                    name,
                    now.toString());
        });
    }

    private StoreFailure tooNew(String where, int version) {
        return new StoreFailure(
                ("%s was last used by a newer Tidewheel: its tables have version %d, this program knows versions up to"
                                + " %d. Start the newer program, or restore the copy that was made before the upgrade")
                        .formatted(where, version, names.size()));
    }

    private String text(String name) {
        try (var file = home.getResourceAsStream(name + ".sql")) {
            return new String(
                    Objects.requireNonNull(file, () -> "migration " + name + " is missing")
                            .readAllBytes(),
                    StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException("cannot read migration " + name, broken);
        }
    }

    /**
     * A statement ends with a semicolon at the end of a line, but for one between two {@code $$}; a line that begins with two dashes is a
     * comment.
     */
    static List<String> statements(String text) {
        var code = text.lines()
                .filter(line -> !line.stripLeading().startsWith("--"))
                .toList();
        var statements = new ArrayList<String>();
        var statement = new StringBuilder();
        for (var part : String.join("\n", code).split(";\\s*(\\n|$)")) {
            statement.append(part);
            if (isInside(statement.toString())) statement.append(";\n");
            else if (!statement.toString().isBlank())
                statements.add(statement.toString().strip());
            if (!isInside(statement.toString())) statement.setLength(0);
        }
        return statements;
    }

    private static boolean isInside(String statement) {
        return statement.split("\\$\\$", -1).length % 2 == 0;
    }
}
