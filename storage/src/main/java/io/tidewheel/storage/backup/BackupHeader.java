package io.tidewheel.storage.backup;

import io.tidewheel.storage.embedded.SqliteDatabase;
import io.tidewheel.storage.postgres.PostgresDatabase;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a backup begins: readable lines.
 *
 * @param software the version of the program that made it
 * @param made when
 * @param from which database it is of, for people
 * @param tables the version of the tables, for each kind of database: with these the rows fit into any of them
 */
public record BackupHeader(String software, Instant made, String from, Map<String, Integer> tables) {
    static final String MARK = "tidewheel-backup 1";

    public BackupHeader {
        tables = Map.copyOf(tables);
    }

    public static BackupHeader of(String software, Instant made, String from) {
        return new BackupHeader(software, made, from, known());
    }

    /** The versions that this program knows. */
    static Map<String, Integer> known() {
        return Map.of("embedded", SqliteDatabase.tablesVersion(), "postgres", PostgresDatabase.tablesVersion());
    }

    String text() {
        var text = new StringBuilder(MARK)
                .append("\nsoftware=")
                .append(software)
                .append("\nmade=")
                .append(made)
                .append("\nfrom=")
                .append(from.replace('\n', ' '));
        new TreeMap<>(tables)
                .forEach((kind, version) ->
                        text.append("\ntables.").append(kind).append('=').append(version));
        return text.append("\n\n").toString();
    }

    /** Throws IllegalArgumentException if that is not how one begins. */
    static BackupHeader parse(String text) {
        var lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().equals(MARK)) {
            throw new IllegalArgumentException(
                    lines.isEmpty() || !lines.getFirst().startsWith("tidewheel-backup ")
                            ? "it is no backup of tidewheel"
                            : "it has a form that this program does not know: restore it with the version that made"
                                    + " it");
        }
        var values = new LinkedHashMap<String, String>();
        for (var line : lines.subList(1, lines.size())) {
            int equals = line.indexOf('=');
            if (equals > 0) values.put(line.substring(0, equals), line.substring(equals + 1));
        }
        var tables = new TreeMap<String, Integer>();
        values.forEach((name, value) -> {
            if (name.startsWith("tables.")) tables.put(name.substring("tables.".length()), Integer.parseInt(value));
        });
        return new BackupHeader(
                values.getOrDefault("software", "?"),
                Instant.parse(values.getOrDefault("made", "1970-01-01T00:00:00Z")),
                values.getOrDefault("from", "?"),
                tables);
    }
}
