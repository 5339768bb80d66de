-- Chains, and what is kept of each, lie in segments: one after the other takes the chains of new runs, and one whose runs are all forgotten is
-- dropped as a whole. What there was before is the first. Programs of the version before go on working with it.

CREATE TABLE segment (
    number integer PRIMARY KEY,
    first_run bigint NOT NULL,
    end_run bigint NOT NULL,
    begun bigint,
    passed bigint
);

ALTER TABLE chain RENAME TO chain_0;
ALTER INDEX chain_pkey RENAME TO chain_0_pkey;
CREATE TABLE chain (LIKE chain_0, CONSTRAINT chain_pkey PRIMARY KEY (id)) PARTITION BY RANGE (id);

ALTER TABLE outcome RENAME TO outcome_0;
ALTER INDEX outcome_pkey RENAME TO outcome_0_pkey;
ALTER INDEX outcome_unsuccessful RENAME TO outcome_0_unsuccessful;
-- What is 0 as a rule need not be written.
ALTER TABLE outcome_0 ALTER COLUMN reason DROP NOT NULL;
ALTER TABLE outcome_0 ALTER COLUMN failures DROP NOT NULL;
ALTER TABLE outcome_0 ALTER COLUMN losses DROP NOT NULL;
ALTER TABLE outcome_0 ALTER COLUMN exit_code DROP NOT NULL;
CREATE TABLE outcome (LIKE outcome_0, CONSTRAINT outcome_pkey PRIMARY KEY (chain)) PARTITION BY RANGE (chain);
CREATE INDEX outcome_unsuccessful ON outcome (state, chain) WHERE state > 4;

ALTER TABLE attempt RENAME TO attempt_0;
ALTER INDEX attempt_pkey RENAME TO attempt_0_pkey;
CREATE TABLE attempt (LIKE attempt_0, CONSTRAINT attempt_pkey PRIMARY KEY (chain, number)) PARTITION BY RANGE (chain);

-- The number of a row is used by programs of the version before only.
ALTER TABLE log RENAME TO log_0;
ALTER INDEX log_pkey RENAME TO log_0_pkey;
ALTER INDEX log_place RENAME TO log_0_place;
ALTER TABLE log_0 ALTER COLUMN id DROP IDENTITY;
CREATE SEQUENCE log_number;
SELECT setval('log_number', (SELECT COALESCE(MAX(id), 0) + 1 FROM log_0));
CREATE TABLE log (LIKE log_0) PARTITION BY RANGE (chain);
ALTER TABLE log ALTER COLUMN id SET DEFAULT nextval('log_number');
CREATE UNIQUE INDEX log_place ON log (chain, attempt, stream, start);

DO $$
DECLARE
    bound bigint;
    name text;
BEGIN
    SELECT last_value + 64 INTO bound FROM run_number;
    FOREACH name IN ARRAY ARRAY['chain', 'outcome', 'attempt', 'log'] LOOP
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', name, name || '_0', bound << 31);
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (MAXVALUE)', name || '_1', name, bound << 31);
    END LOOP;
    INSERT INTO segment (number, first_run, end_run) VALUES (0, 0, bound), (1, bound, 4294967296);
END $$;
