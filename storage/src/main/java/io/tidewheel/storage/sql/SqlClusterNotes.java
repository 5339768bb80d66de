package io.tidewheel.storage.sql;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Payload;
import java.util.Optional;

/** What servers have in common, in SQL that both databases understand, on the connections of an archive. */
public final class SqlClusterNotes implements ClusterNotes {
    private static final String FIND = "SELECT value FROM cluster_note WHERE name = ?";
    private static final String KEEP =
            "INSERT INTO cluster_note (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";
    private static final String REPLACE = "UPDATE cluster_note SET value = ? WHERE name = ? AND value = ?";

    private final SqlArchive archive;

    public SqlClusterNotes(SqlArchive archive) {
        this.archive = archive;
    }

    @Override
    public Optional<Payload> find(String name) {
        return archive.read(
                "read the note " + name, link -> link.first(FIND, row -> Payload.of(row.getBytes(1)), name));
    }

    @Override
    public Payload keepFirst(String name, Payload value) {
        return archive.write("keep the note " + name, link -> {
            link.update(KEEP, name, value.bytes());
            return link.first(FIND, row -> Payload.of(row.getBytes(1)), name).orElseThrow();
        });
    }

    @Override
    public boolean replace(String name, Payload before, Payload after) {
        return archive.write(
                "replace the note " + name, link -> link.update(REPLACE, after.bytes(), name, before.bytes()) > 0);
    }
}
