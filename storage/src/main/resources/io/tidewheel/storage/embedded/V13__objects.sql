-- Objects that are kept here: small ones, and all where there is no other place. Times are microseconds since 1970.
-- A content is whole when it has a hash; until then it is on its way, piece by piece. Its number is never used again.
CREATE TABLE object_content (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    begun INTEGER NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT
);

CREATE INDEX object_content_begun ON object_content (begun) WHERE sha256 IS NULL;

-- Objects that were copied have one content.
CREATE TABLE object (
    name TEXT PRIMARY KEY,
    content INTEGER NOT NULL,
    since INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX object_content_names ON object (content);

CREATE TABLE object_piece (
    content INTEGER NOT NULL,
    number INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (content, number)
);

-- What all servers on the database have in common, each under a name: the key they sign with, where they keep large objects.
CREATE TABLE cluster_note (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) WITHOUT ROWID;
