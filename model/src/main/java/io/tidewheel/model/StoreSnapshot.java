package io.tidewheel.model;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is worth keeping of a database, as it was at one moment, table by table and row by row. It says nothing of the kind of database,
 * so that what one kind has written another can be filled with.
 */
@FunctionalInterface
public interface StoreSnapshot {
    /** The place that a snapshot goes to. */
    interface Sink {
        /** The last number that was given out: of a run, of a server. */
        void counter(String name, long value) throws IOException;

        /** The rows that follow are this table's. */
        void table(String name, List<String> columns) throws IOException;

        /** A value for each column: a Long, a String, a {@link Payload}, or nothing. */
        void row(List<@Nullable Object> values) throws IOException;
    }

    /** Hands all of it to a sink. What the sink throws is passed on. */
    void read(Sink sink) throws IOException;
}
