package io.tidewheel.storage.memory;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Database;
import io.tidewheel.storage.AuditStoreContract;

class MemoryAuditTest extends AuditStoreContract {
    private MemoryDatabase database;

    @Override
    protected Database openEmpty() {
        database = MemoryDatabase.empty();
        return database;
    }

    @Override
    protected void change(long entry, String action) {
        database.tables()
                .audit
                .computeIfPresent(
                        entry, (_, was) -> new AuditEntry(was.at(), was.who(), action, was.target(), was.detail()));
    }

    @Override
    protected void remove(long entry) {
        database.tables().audit.remove(entry);
    }

    @Override
    protected void insert(long number, AuditEntry entry) {
        database.tables().audit.put(number, entry);
    }

    @Override
    protected void removeSealsFrom(long number) {
        database.tables().seals.tailMap(number, true).clear();
    }
}
