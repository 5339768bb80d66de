package io.tidewheel.controllers.workflows;

import io.tidewheel.model.ObjectName;
import java.time.Instant;

/** The addresses under which agents fetch and bring the files of runs. They hold long enough for a chain to wait its turn, counted from now. */
public interface FileAddresses {
    /** Where an object can be fetched. */
    String fetching(ObjectName name, Instant now);

    /** Where objects can be added. */
    String adding(ObjectName place, Instant now);
}
