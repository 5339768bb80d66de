-- The agents that are present, each as the server has written it down that hears it; told: in the how-manieth of its server's writings.
CREATE TABLE present_agent (
    session bigint PRIMARY KEY,
    server bigint NOT NULL,
    told bigint NOT NULL,
    since bigint NOT NULL,
    milli_cpus bigint NOT NULL,
    memory_bytes bigint NOT NULL,
    gpus bigint NOT NULL,
    left_milli_cpus bigint NOT NULL,
    left_memory_bytes bigint NOT NULL,
    left_gpus bigint NOT NULL,
    finished bigint NOT NULL,
    first_held bigint,
    free_memory bigint,
    slots integer NOT NULL,
    state integer NOT NULL,
    holds integer NOT NULL,
    credit integer NOT NULL,
    busy_slots integer,
    milli_utilisation bigint,
    milli_load bigint,
    drain integer NOT NULL DEFAULT 0,
    name text NOT NULL,
    host text NOT NULL,
    offers text NOT NULL,
    undecided text NOT NULL,
    custom_amounts text NOT NULL,
    left_custom_amounts text NOT NULL,
    only_for text
) WITH (fillfactor = 50);

-- What servers that share the database say of themselves.
ALTER TABLE server ADD COLUMN address text NOT NULL DEFAULT '';
ALTER TABLE server ADD COLUMN version text NOT NULL DEFAULT '';
ALTER TABLE server ADD COLUMN since bigint NOT NULL DEFAULT 0;
ALTER TABLE server ADD COLUMN told bigint NOT NULL DEFAULT 0;
ALTER TABLE server ADD COLUMN agents integer NOT NULL DEFAULT 0;
ALTER TABLE server ADD COLUMN runs integer NOT NULL DEFAULT 0;
ALTER TABLE server ADD COLUMN draining integer NOT NULL DEFAULT 0;
