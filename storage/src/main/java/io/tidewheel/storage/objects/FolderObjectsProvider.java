package io.tidewheel.storage.objects;

import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/** Offers {@link FolderObjectStore}. */
public final class FolderObjectsProvider implements ObjectsProvider {
    /** The name of the folder of objects in the data folder, if nothing else is said. */
    static final String USUAL = "objects";

    private static final String PATH = "path";

    @Override
    public String name() {
        return "folder";
    }

    @Override
    public String description() {
        return "files in a folder";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(PluginSetting.of(PATH, Form.FILE, "the folder; else objects in the data folder"));
    }

    @Override
    public ObjectStore open(
            PluginSettings settings, String dataFolder, ObjectStore database, Time time, RandomGenerator random) {
        var folder =
                settings.text(PATH).map(Path::of).orElse(Path.of(dataFolder).resolve(USUAL));
        return FolderObjectStore.open(folder, random, time.instant());
    }
}
