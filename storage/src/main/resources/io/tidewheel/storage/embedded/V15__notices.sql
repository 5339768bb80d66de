-- What is to be told to whom, and what has been: state 0 waits until it is due, 1 was settled then.
CREATE TABLE notice (
    target TEXT NOT NULL,
    id TEXT NOT NULL,
    body BLOB NOT NULL,
    attempts INTEGER NOT NULL,
    due INTEGER NOT NULL,
    state INTEGER NOT NULL,
    PRIMARY KEY (target, id)
) WITHOUT ROWID;
CREATE INDEX notice_due ON notice (target, due) WHERE state = 0;
CREATE INDEX notice_settled ON notice (due) WHERE state = 1;
