-- How a run went, for people: what an iterative job remembers of its partitions, in pieces of some kilobytes.

CREATE TABLE run_course (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
