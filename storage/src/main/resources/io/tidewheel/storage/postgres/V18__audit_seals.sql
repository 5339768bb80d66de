-- What the entries of the audit log were when they were written, block by block: see AuditSeal.
CREATE TABLE audit_seal (
    number bigint PRIMARY KEY,
    entries_after bigint NOT NULL,
    last_entry bigint NOT NULL,
    at bigint NOT NULL,
    previous bytea NOT NULL,
    entries bytea NOT NULL,
    seal bytea NOT NULL
);
