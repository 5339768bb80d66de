package io.tidewheel.cli.embedded;

import io.tidewheel.cli.text.Console;
import io.tidewheel.model.Database;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Path;

/** Opens the database of a data folder. */
public final class DataFolder {
    private DataFolder() {}

    public static Database open(Path data, Console console) {
        return MemoryDatabase.empty();
    }
}
