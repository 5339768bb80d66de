-- What servers on one database have to say to each other about chains of a run; the newest word about each.
CREATE TABLE run_note (
    recipient bigint NOT NULL,
    run bigint NOT NULL,
    number integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (recipient, run, number)
);
