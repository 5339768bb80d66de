package io.tidewheel.storage.sql;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.AuditSeal;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.NumberedEntry;
import io.tidewheel.model.Payload;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The audit log and its seals in SQL that both databases understand, on the connections of an archive. */
public final class SqlAuditStore implements AuditStore {
    private static final String ENTRIES =
            "SELECT id, at, who, action, target, detail FROM audit WHERE id > ? AND id <= ? ORDER BY id LIMIT ?";
    private static final String LAST_ENTRY = "SELECT id FROM audit ORDER BY id DESC LIMIT 1";
    private static final String COLUMNS = "number, entries_after, last_entry, at, previous, entries, seal";
    private static final String LAST_SEAL = "SELECT " + COLUMNS + " FROM audit_seal ORDER BY number DESC LIMIT 1";
    private static final String SEALS =
            "SELECT " + COLUMNS + " FROM audit_seal WHERE number > ? ORDER BY number LIMIT ?";
    private static final String KEEP = "INSERT INTO audit_seal (" + COLUMNS + ") VALUES (" + SqlConnection.marks(7)
            + ") ON CONFLICT (number) DO NOTHING";

    private final SqlArchive archive;

    public SqlAuditStore(SqlArchive archive) {
        this.archive = archive;
    }

    @Override
    public List<NumberedEntry> entries(long after, long last, int limit) {
        return archive.read(
                "read the audit log", link -> link.list(ENTRIES, SqlAuditStore::numbered, after, last, limit));
    }

    private static NumberedEntry numbered(ResultSet row) throws SQLException {
        return new NumberedEntry(row.getLong(1), entry(row, 2));
    }

    /** An entry whose columns begin there. */
    static AuditEntry entry(ResultSet row, int first) throws SQLException {
        return new AuditEntry(
                SqlTimes.instant(row.getLong(first)),
                row.getString(first + 1),
                row.getString(first + 2),
                row.getString(first + 3),
                row.getString(first + 4));
    }

    @Override
    public long lastEntry() {
        return archive.read(
                "look for the last entry of the audit log",
                link -> link.first(LAST_ENTRY, row -> row.getLong(1)).orElse(0L));
    }

    @Override
    public Optional<AuditSeal> lastSeal() {
        return archive.read("read the last seal of the audit log", link -> link.first(LAST_SEAL, SqlAuditStore::seal));
    }

    @Override
    public List<AuditSeal> seals(long after, int limit) {
        return archive.read("read seals of the audit log", link -> link.list(SEALS, SqlAuditStore::seal, after, limit));
    }

    private static AuditSeal seal(ResultSet row) throws SQLException {
        return new AuditSeal(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                SqlTimes.instant(row.getLong(4)),
                Payload.of(row.getBytes(5)),
                Payload.of(row.getBytes(6)),
                Payload.of(row.getBytes(7)));
    }

    @Override
    public boolean keep(AuditSeal seal) {
        return archive.write("seal the audit log", link -> {
            int kept = link.update(
                    KEEP,
                    seal.number(),
                    seal.after(),
                    seal.last(),
                    SqlTimes.micros(seal.at()),
                    seal.previous().bytes(),
                    seal.entries().bytes(),
                    seal.sum().bytes());
            return kept > 0;
        });
    }
}
