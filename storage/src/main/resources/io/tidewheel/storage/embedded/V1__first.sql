-- Times are microseconds since 1970. The numbers of states, reasons, kinds and roles are the positions of their names in the program.

CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO counter (name, value) VALUES ('run', 0), ('server', 0);

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL,
    kind INTEGER NOT NULL,
    labels TEXT NOT NULL,
    priority INTEGER NOT NULL,
    state INTEGER NOT NULL,
    created INTEGER NOT NULL,
    started INTEGER,
    finished INTEGER,
    closed INTEGER NOT NULL,
    held INTEGER NOT NULL,
    ending INTEGER NOT NULL,
    end_reason INTEGER NOT NULL,
    log_bytes INTEGER NOT NULL,
    array_from INTEGER,
    array_to INTEGER,
    array_step INTEGER,
    deadline INTEGER,
    max_fails INTEGER NOT NULL,
    retry_of INTEGER,
    submit_key TEXT
);

CREATE UNIQUE INDEX run_key ON run (owner, submit_key) WHERE submit_key IS NOT NULL;
CREATE INDEX run_owner ON run (owner, id);
CREATE INDEX run_state ON run (state, id);
CREATE INDEX run_finished ON run (finished) WHERE state >= 4;

-- Apart from the run: it can be long, and updating a row of SQLite writes all of it again.
CREATE TABLE run_text (
    run INTEGER PRIMARY KEY,
    text BLOB NOT NULL
);

CREATE TABLE run_label (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY (name, value, run)
) WITHOUT ROWID;

CREATE INDEX run_label_run ON run_label (run);

-- Runs that nobody sees any more, and how many of their chains are swept away.
CREATE TABLE doomed (
    run INTEGER PRIMARY KEY,
    chains INTEGER NOT NULL,
    swept INTEGER NOT NULL
);

CREATE TABLE lane (
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    requires TEXT NOT NULL,
    priority INTEGER NOT NULL,
    max_attempts INTEGER NOT NULL,
    retry_delay INTEGER NOT NULL,
    backoff INTEGER NOT NULL,
    max_delay INTEGER NOT NULL,
    max_runtime INTEGER NOT NULL,
    max_inactivity INTEGER NOT NULL,
    deadline INTEGER NOT NULL,
    delivery TEXT NOT NULL,
    template BLOB NOT NULL,
    PRIMARY KEY (run, number)
);

-- How many chains a lane was given and how they ended. The key is the run's number << 31 plus the lane's.
CREATE TABLE tally (
    lane INTEGER PRIMARY KEY,
    added INTEGER NOT NULL,
    succeeded INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    cancelled INTEGER NOT NULL
);

-- What a chain was submitted with: written once, never changed. The key is the run's number << 31 plus the chain's index.
CREATE TABLE chain (
    id INTEGER PRIMARY KEY,
    lane INTEGER NOT NULL,
    added INTEGER NOT NULL,
    parameter BLOB NOT NULL,
    body BLOB NOT NULL
);

-- Where the unfinished chains are: consecutive ones that are ready (session 0), or leased to one session.
CREATE TABLE span (
    first INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    lane INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    session INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    remaining INTEGER NOT NULL
);

CREATE INDEX span_holder ON span (session, lane, first);

-- Unfinished chains that were leased before and taken back; due if they wait for a back-off.
CREATE TABLE past (
    chain INTEGER PRIMARY KEY,
    lane INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    first_claimed INTEGER NOT NULL,
    claimed INTEGER NOT NULL,
    due INTEGER,
    reason INTEGER NOT NULL
);

CREATE INDEX past_due ON past (due) WHERE due IS NOT NULL;

-- How a chain ended: written once. That there can be only one row for a chain is what makes it end exactly once.
CREATE TABLE outcome (
    chain INTEGER PRIMARY KEY,
    state INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    session INTEGER,
    first_claimed INTEGER,
    claimed INTEGER,
    finished INTEGER NOT NULL,
    exit_code INTEGER NOT NULL,
    report BLOB NOT NULL
);

CREATE INDEX outcome_unsuccessful ON outcome (state, chain) WHERE state > 4;

CREATE TABLE attempt (
    chain INTEGER NOT NULL,
    number INTEGER NOT NULL,
    session INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    reason INTEGER NOT NULL,
    exit_code INTEGER NOT NULL,
    report BLOB NOT NULL,
    PRIMARY KEY (chain, number)
) WITHOUT ROWID;

CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    chain INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    start INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    dropped INTEGER NOT NULL
);

CREATE UNIQUE INDEX log_place ON log (chain, attempt, stream, start);

CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    agent TEXT NOT NULL,
    host TEXT NOT NULL,
    offers TEXT NOT NULL,
    slots INTEGER NOT NULL,
    since INTEGER NOT NULL,
    server INTEGER NOT NULL
);

CREATE TABLE token (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    role INTEGER NOT NULL,
    owner TEXT NOT NULL,
    note TEXT NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER
) WITHOUT ROWID;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    detail TEXT NOT NULL
);

CREATE INDEX audit_at ON audit (at);
