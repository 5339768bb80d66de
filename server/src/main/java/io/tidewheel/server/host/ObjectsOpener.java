package io.tidewheel.server.host;

import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Time;

/** Opens the place where a server keeps objects. Throws {@link ObjectFailure} with a text for users. */
@FunctionalInterface
public interface ObjectsOpener {
    ObjectStore open(ServerSettings settings, Time time);
}
