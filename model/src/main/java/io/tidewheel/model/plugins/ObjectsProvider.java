package io.tidewheel.model.plugins;

import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Time;
import java.util.random.RandomGenerator;

/** Offers a place where objects are kept. Users choose it with {@code --objects NAME}. */
public interface ObjectsProvider extends PluginProvider {
    PluginKind<ObjectsProvider> KIND =
            new PluginKind<>("objects", "place for objects", "--objects", ObjectsProvider.class);

    /** The name of the one that keeps all objects in the database. */
    String DATABASE = "database";

    /**
     * Opens it. Small objects are kept in the database whatever is chosen; what is opened here gets the others, and one that answers with
     * what the database keeps gets none. Throws ObjectFailure if it cannot, and IllegalArgumentException if its settings cannot be, both with a text for users.
     *
     * @param dataFolder where the server keeps its data
     * @param database what the database keeps of objects
     * @param random for names that nobody else uses
     */
    ObjectStore open(
            PluginSettings settings, String dataFolder, ObjectStore database, Time time, RandomGenerator random);
}
