package io.tidewheel.storage.memory;

import io.tidewheel.model.Database;
import io.tidewheel.storage.DatabaseContract;

class MemoryDatabaseTest extends DatabaseContract {
    @Override
    protected Database openEmpty() {
        return MemoryDatabase.empty();
    }

    @Override
    protected Database reopen(Database closed) {
        return ((MemoryDatabase) closed).reopened();
    }
}
