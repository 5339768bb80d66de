package io.tidewheel.storage.memory;

import io.tidewheel.model.Database;
import io.tidewheel.storage.SharedDatabaseContract;

class SharedMemoryDatabaseTest extends SharedDatabaseContract {
    @Override
    protected Database openEmpty() {
        return MemoryDatabase.emptyShared();
    }

    @Override
    protected Database openAnother(Database known) {
        return ((MemoryDatabase) known).reopened();
    }
}
