package io.tidewheel.model;

import java.time.InstantSource;

/** A store with its archive, its records of machines and notices, the objects in it and what keeps it small, opened together. */
public interface Database extends AutoCloseable {
    Store store();

    Archive archive();

    MachineStore machines();

    NoticeStore notices();

    StoreCleaner cleaner();

    /** What its servers have in common. */
    ClusterNotes notes();

    /** The objects that are kept in the database itself. The clock tells when they were brought. */
    ObjectStore objects(InstantSource clock);

    /** One line for logs and {@code show}: which kind, where. No secrets. */
    String description();

    @Override
    void close();
}
