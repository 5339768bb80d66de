package io.tidewheel.server.objects;

import io.tidewheel.model.ObjectName;
import java.time.Instant;

/**
 * What the holder of an address may do.
 *
 * @param mostBytes how large the object may be
 * @param until when it ends, to the second
 */
public record ObjectPermission(Use use, ObjectName name, long mostBytes, Instant until) {
    /** What an object is wanted for; the names are those of HTTP. */
    public enum Use {
        GET,
        PUT,
        /** To add an object below the name, where it is called by its hash. Nothing that is there can be changed by it. */
        POST
    }

    public ObjectPermission {
        if (mostBytes < 0) throw new IllegalArgumentException("an object has no negative size, like " + mostBytes);
        until = Instant.ofEpochSecond(until.getEpochSecond());
    }
}
