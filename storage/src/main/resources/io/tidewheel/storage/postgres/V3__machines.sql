-- The machines of the fleet, from the intent to make them until after their end, and which server looks after them.

CREATE TABLE machine (
    id text PRIMARY KEY,
    setup text NOT NULL,
    state bigint NOT NULL,
    external_id text,
    address text,
    owner text,
    price text NOT NULL,
    billing_interval bigint NOT NULL,
    created bigint NOT NULL,
    since bigint NOT NULL,
    agent_joined bigint,
    ended bigint,
    wanted text NOT NULL,
    reason text NOT NULL,
    failed bigint NOT NULL
);

CREATE INDEX machine_created ON machine (created, id);
CREATE INDEX machine_setup ON machine (setup, created, id);
CREATE INDEX machine_ended ON machine (ended) WHERE ended IS NOT NULL;
CREATE INDEX machine_present ON machine (created, id) WHERE ended IS NULL;

CREATE TABLE fleet (
    id bigint PRIMARY KEY,
    server bigint NOT NULL
);
