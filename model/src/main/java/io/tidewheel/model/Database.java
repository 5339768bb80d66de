package io.tidewheel.model;

/** A store with its archive and its record of machines, opened together. */
public interface Database extends AutoCloseable {
    Store store();

    Archive archive();

    MachineStore machines();

    /** One line for logs and {@code show}: which kind, where. No secrets. */
    String description();

    @Override
    void close();
}
