package io.tidewheel.model.plugins;

import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Time;
import java.util.random.RandomGenerator;

/** Offers a place where objects are kept. Users choose it with {@code --objects NAME}. */
public interface ObjectsProvider extends PluginProvider {
    PluginKind<ObjectsProvider> KIND =
            new PluginKind<>("objects", "place for objects", "--objects", ObjectsProvider.class);

    /**
     * Opens it. Throws ObjectFailure if it cannot, and IllegalArgumentException if its settings cannot be, both with a text for users.
     *
     * @param dataFolder where the server keeps its data
     * @param random for names that nobody else uses
     */
    ObjectStore open(PluginSettings settings, String dataFolder, Time time, RandomGenerator random);
}
