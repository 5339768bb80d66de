-- What a run was made of, if it is more than a command: apart from the run, because it can be long.
CREATE TABLE run_document (
    run INTEGER PRIMARY KEY,
    text BLOB NOT NULL
);

-- What each chain of the lane takes of the countable parts of a machine.
ALTER TABLE lane ADD COLUMN milli_cpus INTEGER NOT NULL DEFAULT 0;
ALTER TABLE lane ADD COLUMN memory_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE lane ADD COLUMN gpus INTEGER NOT NULL DEFAULT 0;
