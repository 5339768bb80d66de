package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;
import io.tidewheel.storage.memory.MemoryDatabase;

class MemoryLogsTest extends LogsContract {
    @Override
    DatabaseOpener opener() {
        return _ -> MemoryDatabase.empty();
    }
}
