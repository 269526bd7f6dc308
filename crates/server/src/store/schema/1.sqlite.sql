CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    public INTEGER NOT NULL,
    status INTEGER NOT NULL,
    driven INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    summary TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (table_id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_listed ON tables (touched DESC, id) WHERE public AND status < 2;
CREATE INDEX tables_driven ON tables (touched DESC, id) WHERE driven;
CREATE INDEX tables_untouched ON tables (status, touched DESC, id);

CREATE TABLE service (
    one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    alive INTEGER,
    down INTEGER NOT NULL
) STRICT;
INSERT INTO service (one, alive, down) VALUES (1, NULL, 0);
