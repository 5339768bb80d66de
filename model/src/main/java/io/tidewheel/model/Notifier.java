package io.tidewheel.model;

/** Tells somebody outside. Called by one thread at a time, again and again for the same notice until it has worked or is given up. */
public interface Notifier extends AutoCloseable {
    /** Returns when it has been told. Takes at most half a minute; throws if it is not known that it has been told. */
    void tell(Notice notice) throws NotifierFailure;

    /** Where the notifier tells, for people; without secrets. */
    String description();

    @Override
    default void close() {}
}
