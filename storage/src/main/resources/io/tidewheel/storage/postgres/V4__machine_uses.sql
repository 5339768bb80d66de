-- Which runs used a machine, in each of the times that were paid for it: what a run has cost follows from this.

CREATE TABLE machine_use (
    machine text NOT NULL,
    period bigint NOT NULL,
    run bigint NOT NULL,
    slot_micros bigint NOT NULL,
    PRIMARY KEY (machine, period, run)
);

CREATE INDEX machine_use_run ON machine_use (run, machine);
