-- What servers on one database have to say to each other about chains of a run; the newest word about each.
CREATE TABLE run_note (
    recipient INTEGER NOT NULL,
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (recipient, run, number)
) WITHOUT ROWID;
