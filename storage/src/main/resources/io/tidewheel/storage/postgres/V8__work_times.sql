-- How long work of each kind has taken on machines of each setup: policies that learn begin with it when a server is started again.

CREATE TABLE work_time (
    owner text NOT NULL,
    setup text NOT NULL,
    kind text NOT NULL,
    chains bigint NOT NULL,
    micros bigint NOT NULL,
    last bigint NOT NULL,
    PRIMARY KEY (owner, setup, kind)
);

CREATE INDEX work_time_last ON work_time (last);
