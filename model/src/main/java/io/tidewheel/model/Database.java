package io.tidewheel.model;

/** A store with its archive, its record of machines and what keeps it small, opened together. */
public interface Database extends AutoCloseable {
    Store store();

    Archive archive();

    MachineStore machines();

    StoreCleaner cleaner();

    /** One line for logs and {@code show}: which kind, where. No secrets. */
    String description();

    @Override
    void close();
}
