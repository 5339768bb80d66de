-- Times are microseconds since 1970, but for the servers' own beats, which the database's clock tells.
-- The numbers of states, reasons, kinds and roles are the positions of their names in the program.

CREATE SEQUENCE run_number;

CREATE TABLE server (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    beat timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE run (
    id bigint PRIMARY KEY,
    priority integer NOT NULL,
    state integer NOT NULL,
    created bigint NOT NULL,
    started bigint,
    finished bigint,
    log_bytes bigint NOT NULL,
    array_from bigint,
    array_to bigint,
    array_step bigint,
    deadline bigint,
    max_fails bigint NOT NULL,
    retry_of bigint,
    kind integer NOT NULL,
    closed integer NOT NULL,
    held integer NOT NULL,
    ending integer NOT NULL,
    end_reason integer NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    folded_name text NOT NULL,
    labels text NOT NULL,
    submit_key text
) WITH (fillfactor = 70);

CREATE UNIQUE INDEX run_key ON run (owner, submit_key) WHERE submit_key IS NOT NULL;
CREATE INDEX run_owner ON run (owner, id);
CREATE INDEX run_state ON run (state, id);
CREATE INDEX run_finished ON run (finished) WHERE state >= 4;

-- Apart from the run: it can be long, and an update writes a whole row again.
CREATE TABLE run_text (
    run bigint PRIMARY KEY,
    text bytea NOT NULL
);

CREATE TABLE run_label (
    name text NOT NULL,
    value text NOT NULL,
    run bigint NOT NULL,
    PRIMARY KEY (name, value, run)
);

CREATE INDEX run_label_run ON run_label (run);

-- Runs that nobody sees any more, and how many of their chains are swept away.
CREATE TABLE doomed (
    run bigint PRIMARY KEY,
    chains bigint NOT NULL,
    swept bigint NOT NULL
);

CREATE TABLE lane (
    run bigint NOT NULL,
    number integer NOT NULL,
    priority integer NOT NULL,
    max_attempts integer NOT NULL,
    backoff integer NOT NULL,
    retry_delay bigint NOT NULL,
    max_delay bigint NOT NULL,
    max_runtime bigint NOT NULL,
    max_inactivity bigint NOT NULL,
    deadline bigint NOT NULL,
    delivery text NOT NULL,
    requires text NOT NULL,
    template bytea NOT NULL,
    PRIMARY KEY (run, number)
);

-- How many chains a lane was given and how they ended. The key is the run's number << 31 plus the lane's.
-- Every commit updates a few rows: room on each page lets the new version stay on it, and the old one be cleared away on the spot.
CREATE TABLE tally (
    lane bigint PRIMARY KEY,
    added bigint NOT NULL,
    succeeded bigint NOT NULL,
    failed bigint NOT NULL,
    cancelled bigint NOT NULL
) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- What a chain was submitted with: written once, never changed. The key is the run's number << 31 plus the chain's index.
CREATE TABLE chain (
    id bigint PRIMARY KEY,
    added bigint NOT NULL,
    lane integer NOT NULL,
    parameter bytea NOT NULL,
    body bytea NOT NULL
);

-- Where the unfinished chains are: consecutive ones that are ready (session 0), or leased to one session.
-- Small and always changing; it is cleaned often, so that looking for ready chains never passes many dead rows.
CREATE TABLE span (
    first bigint PRIMARY KEY,
    session bigint NOT NULL,
    claimed bigint NOT NULL,
    count integer NOT NULL,
    lane integer NOT NULL,
    attempt integer NOT NULL,
    remaining integer NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
    autovacuum_analyze_scale_factor = 0.5);

CREATE INDEX span_holder ON span (session, lane, first);

-- Unfinished chains that were leased before and taken back; due if they wait for a back-off.
CREATE TABLE past (
    chain bigint PRIMARY KEY,
    first_claimed bigint NOT NULL,
    claimed bigint NOT NULL,
    due bigint,
    lane integer NOT NULL,
    attempt integer NOT NULL,
    failures integer NOT NULL,
    losses integer NOT NULL,
    reason integer NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX past_due ON past (due, chain) WHERE due IS NOT NULL;

-- How a chain ended: written once. That there can be only one row for a chain is what makes it end exactly once.
CREATE TABLE outcome (
    chain bigint PRIMARY KEY,
    session bigint,
    first_claimed bigint,
    claimed bigint,
    finished bigint NOT NULL,
    attempt integer NOT NULL,
    failures integer NOT NULL,
    losses integer NOT NULL,
    exit_code integer NOT NULL,
    state smallint NOT NULL,
    reason smallint NOT NULL,
    report bytea NOT NULL
);

CREATE INDEX outcome_unsuccessful ON outcome (state, chain) WHERE state > 4;

CREATE TABLE attempt (
    chain bigint NOT NULL,
    number integer NOT NULL,
    session bigint NOT NULL,
    ended bigint NOT NULL,
    reason integer NOT NULL,
    exit_code integer NOT NULL,
    report bytea NOT NULL,
    PRIMARY KEY (chain, number)
);

CREATE TABLE log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chain bigint NOT NULL,
    start bigint NOT NULL,
    dropped bigint NOT NULL,
    attempt integer NOT NULL,
    stream integer NOT NULL,
    bytes bytea NOT NULL
);

CREATE UNIQUE INDEX log_place ON log (chain, attempt, stream, start);

CREATE TABLE session (
    id bigint PRIMARY KEY,
    since bigint NOT NULL,
    server bigint NOT NULL,
    slots integer NOT NULL,
    agent text NOT NULL,
    host text NOT NULL,
    offers text NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE token (
    id text PRIMARY KEY,
    hash text NOT NULL UNIQUE,
    role integer NOT NULL,
    owner text NOT NULL,
    note text NOT NULL,
    created bigint NOT NULL,
    expires bigint,
    revoked bigint
);

CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    who text NOT NULL,
    action text NOT NULL,
    target text NOT NULL,
    detail text NOT NULL
);

CREATE INDEX audit_at ON audit (at, id);
