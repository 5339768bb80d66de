-- What is to be told to whom, and what has been: state 0 waits until it is due, 1 was settled then.
CREATE TABLE notice (
    target text NOT NULL,
    id text NOT NULL,
    body bytea NOT NULL,
    attempts integer NOT NULL,
    due bigint NOT NULL,
    state smallint NOT NULL,
    PRIMARY KEY (target, id)
);
CREATE INDEX notice_due ON notice (target, due) WHERE state = 0;
CREATE INDEX notice_settled ON notice (due) WHERE state = 1;
