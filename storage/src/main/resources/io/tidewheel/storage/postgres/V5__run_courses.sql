-- How a run went, for people: what an iterative job remembers of its partitions, in pieces of some kilobytes.

CREATE TABLE run_course (
    run bigint NOT NULL,
    number integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (run, number)
);
