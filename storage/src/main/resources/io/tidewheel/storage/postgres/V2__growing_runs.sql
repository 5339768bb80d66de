-- What a run was made of, if it is more than a command: apart from the run, because it can be long.
CREATE TABLE run_document (
    run bigint PRIMARY KEY,
    text bytea NOT NULL
);

-- Which server makes the chains of a run that grows.
CREATE TABLE run_keeper (
    run bigint PRIMARY KEY,
    server bigint NOT NULL
);

-- What each chain of the lane takes of the countable parts of a machine.
ALTER TABLE lane ADD COLUMN milli_cpus bigint NOT NULL DEFAULT 0;
ALTER TABLE lane ADD COLUMN memory_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE lane ADD COLUMN gpus bigint NOT NULL DEFAULT 0;
