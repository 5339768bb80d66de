package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.storage.memory.MemoryDatabase;

class MemorySteepTest extends SteepContract {
    @Override
    DatabaseOpener opener() {
        return _ -> MemoryDatabase.empty();
    }
}
