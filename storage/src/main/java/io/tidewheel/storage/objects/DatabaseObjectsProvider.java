package io.tidewheel.storage.objects;

import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

/** Offers what the database keeps of objects, whatever their size: all servers on it see them. */
public final class DatabaseObjectsProvider implements ObjectsProvider {
    @Override
    public String name() {
        return DATABASE;
    }

    @Override
    public String description() {
        return "the database itself, in pieces";
    }

    /** What an earlier version has kept in the data folder is still found, and nothing more is put there. */
    @Override
    public ObjectStore open(
            PluginSettings settings, String dataFolder, ObjectStore database, Time time, RandomGenerator random) {
        var folder = Path.of(dataFolder).resolve(FolderObjectsProvider.USUAL);
        if (!Files.isDirectory(folder)) return database;
        return SizedObjectStore.after(database, FolderObjectStore.open(folder, random, time.instant()));
    }
}
