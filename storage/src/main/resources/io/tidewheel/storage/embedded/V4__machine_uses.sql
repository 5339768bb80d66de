-- Which runs used a machine, in each of the times that were paid for it: what a run has cost follows from this.

CREATE TABLE machine_use (
    machine TEXT NOT NULL,
    period INTEGER NOT NULL,
    run INTEGER NOT NULL,
    slot_micros INTEGER NOT NULL,
    PRIMARY KEY (machine, period, run)
);

CREATE INDEX machine_use_run ON machine_use (run, machine);
