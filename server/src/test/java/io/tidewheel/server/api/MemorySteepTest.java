package io.tidewheel.server.api;

import io.tidewheel.server.DatabaseOpener;
import io.tidewheel.storage.memory.MemoryDatabase;

class MemorySteepTest extends SteepContract {
    @Override
    DatabaseOpener opener() {
        return _ -> MemoryDatabase.empty();
    }
}
