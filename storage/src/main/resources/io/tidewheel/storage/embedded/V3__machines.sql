-- The machines of the fleet, from the intent to make them until after their end, and which server looks after them.

CREATE TABLE machine (
    id TEXT PRIMARY KEY,
    setup TEXT NOT NULL,
    state INTEGER NOT NULL,
    external_id TEXT,
    address TEXT,
    owner TEXT,
    price TEXT NOT NULL,
    billing_interval INTEGER NOT NULL,
    created INTEGER NOT NULL,
    since INTEGER NOT NULL,
    agent_joined INTEGER,
    ended INTEGER,
    wanted TEXT NOT NULL,
    reason TEXT NOT NULL,
    failed INTEGER NOT NULL
);

CREATE INDEX machine_created ON machine (created, id);
CREATE INDEX machine_setup ON machine (setup, created, id);
CREATE INDEX machine_ended ON machine (ended) WHERE ended IS NOT NULL;
CREATE INDEX machine_present ON machine (created, id) WHERE ended IS NULL;

CREATE TABLE fleet (
    id INTEGER PRIMARY KEY,
    server INTEGER NOT NULL
);
