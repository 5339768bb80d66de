-- What the entries of the audit log were when they were written, block by block: see AuditSeal.
CREATE TABLE audit_seal (
    number INTEGER PRIMARY KEY,
    entries_after INTEGER NOT NULL,
    last_entry INTEGER NOT NULL,
    at INTEGER NOT NULL,
    previous BLOB NOT NULL,
    entries BLOB NOT NULL,
    seal BLOB NOT NULL
);
