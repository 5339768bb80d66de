-- How long work of each kind has taken on machines of each setup: policies that learn begin with it when a server is started again.

CREATE TABLE work_time (
    owner TEXT NOT NULL,
    setup TEXT NOT NULL,
    kind TEXT NOT NULL,
    chains INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (owner, setup, kind)
);

CREATE INDEX work_time_last ON work_time (last);
