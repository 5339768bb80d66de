package io.tidewheel.server.host;

import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Time;

/** Opens the place where a server keeps large objects. Throws {@link ObjectFailure} with a text for users. */
@FunctionalInterface
public interface ObjectsOpener {
    /** @param database what the database keeps of objects; if that is the answer, it keeps all of them */
    ObjectStore open(ServerSettings settings, ObjectStore database, Time time);
}
