-- A comment; with a semicolon.
CREATE TABLE one (
    id INTEGER PRIMARY KEY, -- a comment behind
    note TEXT DEFAULT ';'
);
INSERT INTO one (id) VALUES (1);
