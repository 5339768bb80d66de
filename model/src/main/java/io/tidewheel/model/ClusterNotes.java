package io.tidewheel.model;

import java.util.Optional;

/**
 * Small things that all servers on a database have in common, each under a name. Every method is one atomic step, safe for many threads, and
 * may throw {@link StoreFailure}.
 */
public interface ClusterNotes {
    Optional<Payload> find(String name);

    /** Keeps a value unless there is one already, and answers the one that counts: of many servers that begin together, one decides. */
    Payload keepFirst(String name, Payload value);

    /** Puts a value in place of another one. False, and nothing changed, if it is not that other one any more. */
    boolean replace(String name, Payload before, Payload after);
}
