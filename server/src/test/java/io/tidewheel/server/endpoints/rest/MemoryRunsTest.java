package io.tidewheel.server.endpoints.rest;

import io.tidewheel.server.host.DatabaseOpener;
import io.tidewheel.storage.memory.MemoryDatabase;

class MemoryRunsTest extends RunsContract {
    @Override
    DatabaseOpener opener() {
        return _ -> MemoryDatabase.empty();
    }
}
