package io.tidewheel.model;

/** A store with its archive and its records of machines and notices, opened together. */
public interface Database extends AutoCloseable {
    Store store();

    Archive archive();

    MachineStore machines();

    NoticeStore notices();

    /** One line for logs and {@code show}: which kind, where. No secrets. */
    String description();

    @Override
    void close();
}
