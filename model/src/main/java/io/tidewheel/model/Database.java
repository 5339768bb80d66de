package io.tidewheel.model;

/** A store with its archive, opened together. */
public interface Database extends AutoCloseable {
    Store store();

    Archive archive();

    /** One line for logs and {@code show}: which kind, where. No secrets. */
    String description();

    @Override
    void close();
}
