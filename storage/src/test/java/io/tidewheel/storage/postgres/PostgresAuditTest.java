package io.tidewheel.storage.postgres;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Database;
import io.tidewheel.storage.AuditStoreContract;
import io.tidewheel.storage.sql.SqlConnection;
import io.tidewheel.storage.sql.SqlTimes;
import java.time.Instant;

class PostgresAuditTest extends AuditStoreContract {
    private PostgresAddress address;

    @Override
    protected Database openEmpty() throws Exception {
        address = EmptySchemas.create();
        return PostgresDatabase.open(address, Instant.EPOCH);
    }

    private void write(String sql, Object... values) throws Exception {
        try (var link = new SqlConnection(new PostgresConnections(address).forCommits())) {
            link.update(sql, values);
            link.connection().commit();
        }
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
                "INSERT INTO audit (id, at, who, action, target, detail) OVERRIDING SYSTEM VALUE VALUES (?, ?, ?, ?,"
                        + " ?, ?)",
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
