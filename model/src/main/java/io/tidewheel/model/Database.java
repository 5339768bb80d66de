package io.tidewheel.model;

import java.time.InstantSource;
import java.util.Optional;

/** A store with its archive, its records of machines and notices, the objects in it and what keeps it small, opened together. */
public interface Database extends AutoCloseable {
    Store store();

    Archive archive();

    MachineStore machines();

    /** What keeps it from taking work though nothing may have been asked of it yet, for people; empty if nothing does as far as can be seen. */
    default Optional<String> hindrance() {
        return Optional.empty();
    }

    NoticeStore notices();

    StoreCleaner cleaner();

    /** The audit log, to be sealed and compared with its seals. */
    AuditStore audit();

    /** What its servers have in common. */
    ClusterNotes notes();

    /** The objects that are kept in the database itself. The clock tells when they were brought. */
    ObjectStore objects(InstantSource clock);

    /** What a backup keeps of the database; empty if there can be none. */
    default Optional<StoreSnapshot> snapshot() {
        return Optional.empty();
    }

    /** One line for logs and {@code show}: which kind, where. No secrets. */
    String description();

    @Override
    void close();
}
