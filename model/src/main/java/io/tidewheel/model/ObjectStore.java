package io.tidewheel.model;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where files are kept that machines without a common disk hand to each other. An object is there whole or not at all, and its hash is
 * checked whenever it is read. Every method throws {@link ObjectFailure} if it could not do what it says.
 */
public interface ObjectStore {

    /** Content as it comes. */
    @FunctionalInterface
    interface Source {
        /** Fills a part of the array, and answers how much of it; -1 at the end. */
        int read(byte[] into, int offset, int length) throws IOException;
    }

    /** Where content goes. */
    @FunctionalInterface
    interface Sink {
        void write(byte[] from, int offset, int length) throws IOException;
    }

    /**
     * Keeps the content under the name, in place of what was there. When it returns, the object is durable.
     *
     * @param mostBytes a longer content is refused
     * @param expected what its hash must be, if that is known
     */
    ObjectFacts put(ObjectName name, Source content, long mostBytes, Optional<Sha256> expected);

    /** What is known of an object; empty if there is none of that name. */
    Optional<ObjectFacts> find(ObjectName name);

    /**
     * Writes the content of an object to a sink; empty, and nothing written, if there is none of that name. That it is damaged turns out at
     * its end, so only who has seen this method return may trust what was written. What the sink throws is passed on.
     */
    Optional<ObjectFacts> get(ObjectName name, Sink sink) throws IOException;

    /**
     * Writes some bytes of an object to a sink, as far as it has them; empty, and nothing written, if there is none of that name. Its hash
     * tells nothing of a part: who needs to be sure has a hash of the part.
     */
    Optional<ObjectFacts> part(ObjectName name, long offset, long size, Sink sink) throws IOException;

    /** Keeps the same content under another name, too, in place of what was there; empty if there is none of the first name. */
    Optional<ObjectFacts> copy(ObjectName from, ObjectName to);

    /** The object counts as if it had just been brought. False if there is none of that name. */
    boolean renew(ObjectName name, Instant now);

    /** False if there was none of that name. */
    boolean delete(ObjectName name);

    /** The objects whose names begin with the prefix and come after another name, in order. */
    List<ObjectFacts> list(String prefix, Optional<ObjectName> after, int limit);
}
