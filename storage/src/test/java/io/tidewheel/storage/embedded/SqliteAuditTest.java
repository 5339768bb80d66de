package io.tidewheel.storage.embedded;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Database;
import io.tidewheel.storage.AuditStoreContract;
import io.tidewheel.storage.sql.SqlTimes;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;

class SqliteAuditTest extends AuditStoreContract {
    @TempDir
    Path folder;

    private SqliteDatabase database;

    @Override
    protected Database openEmpty() {
        database = SqliteDatabase.open(folder.resolve("data"), Instant.EPOCH);
        return database;
    }

    private void write(String sql, Object... values) throws Exception {
        database.writer().run(link -> link.update(sql, values));
    }

    @Override
    protected void change(long entry, String action) throws Exception {
        write("UPDATE audit SET action = ? WHERE id = ?", action, entry);
    }

    @Override
    protected void remove(long entry) throws Exception {
        write("DELETE FROM audit WHERE id = ?", entry);
    }

    @Override
    protected void insert(long number, AuditEntry entry) throws Exception {
        write(
                "INSERT INTO audit (id, at, who, action, target, detail) VALUES (?, ?, ?, ?, ?, ?)",
                number,
                SqlTimes.micros(entry.at()),
                entry.who(),
                entry.action(),
                entry.target(),
                entry.detail());
    }

    @Override
    protected void removeSealsFrom(long number) throws Exception {
        write("DELETE FROM audit_seal WHERE number >= ?", number);
    }
}
