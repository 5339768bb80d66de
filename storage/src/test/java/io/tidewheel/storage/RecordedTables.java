package io.tidewheel.storage;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Database;
import io.tidewheel.model.RunFilter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * What the tables of a release hold after the same random steps, as statements, with what its archive says of them behind two dashes. Made once before a
 * release changes them, by the main methods of the tests that read it, so that later ones can be held against it.
 */
public final class RecordedTables {
    private static final long SEED = 6;
    private static final int STEPS = 45;
    private static final String MIGRATION = "-- migration ";
    private static final String SAID = "-- said ";
    private static final int ALL = 100_000;

    private final List<String> lines;

    public RecordedTables(List<String> lines) {
        this.lines = lines;
    }

    /** The same steps in every release that is recorded; the database is closed then. */
    public static void fill(Supplier<Database> opening) throws Exception {
        try (var database = opening.get()) {
            var _ = database.store().reserveRuns(50);
        }
        new RandomSteps(SEED, _ -> opening.get()).run(opening.get(), STEPS);
    }

    /** Writes down what is there. */
    public static RecordedTables of(Connection connection, TableWords words, Archive archive) throws SQLException {
        var lines = new ArrayList<String>();
        for (var name : words.list(connection, "SELECT name FROM schema_version ORDER BY version"))
            lines.add(MIGRATION + name);
        for (var table : words.list(connection, words.tables())) {
            if (table.equals("schema_version")) continue;
            lines.add("DELETE FROM %s;".formatted(table));
            var columns = words.list(connection, words.columns(table));
            var values = columns.stream().map(words::quoted).collect(Collectors.joining(" || ', ' || "));
            for (var row : words.list(connection, "SELECT %s FROM %s".formatted(values, table)))
                lines.add("INSERT INTO %s (%s)%s VALUES (%s);"
                        .formatted(table, String.join(", ", columns), words.overriding(), row));
        }
        lines.addAll(words.list(connection, words.afterwards()));
        said(archive).forEach(line -> lines.add(SAID + line));
        return new RecordedTables(lines);
    }

    /** What an archive says of all runs and chains, in the words that every release has. */
    public static List<String> said(Archive archive) {
        var said = new ArrayList<String>();
        for (var run : archive.runs(RunFilter.ALL, Long.MAX_VALUE, ALL)) {
            said.add("run %s %s %s made %d".formatted(run.id(), run.spec().name(), run.state(), run.made()));
            for (var chain : archive.chains(run.id(), Set.of(), 0, ALL, true))
                said.add("chain %s %s attempt %d failures %d losses %d exit %d parameter '%s' body %d report %d"
                        .formatted(
                                chain.id(),
                                chain.state(),
                                chain.attempt(),
                                chain.failures(),
                                chain.losses(),
                                chain.exitCode(),
                                chain.parameter(),
                                chain.body().size(),
                                chain.report().size()));
        }
        return said;
    }

    public List<String> lines() {
        return lines;
    }

    public List<String> migrations() {
        return behind(MIGRATION);
    }

    public List<String> said() {
        return behind(SAID);
    }

    private List<String> behind(String mark) {
        return lines.stream()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()))
                .toList();
    }

    /** Puts the rows into tables that the migrations of that release have made. */
    public void load(Connection connection, TableWords words) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (var line : lines) if (!line.startsWith("--")) statement.execute(line);
        }
    }

    /** How a database is asked for its tables. */
    public interface TableWords {
        String tables();

        String columns(String table);

        /** An expression for a column's value as it is written in a statement. */
        String quoted(String column);

        String overriding();

        /** Asks for statements that are to follow the rows. */
        String afterwards();

        default List<String> list(Connection connection, String sql) throws SQLException {
            var found = new ArrayList<String>();
            try (var statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) found.add(rows.getString(1));
            }
            return found;
        }
    }
}
