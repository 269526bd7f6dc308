CREATE TABLE tables (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    version bigint NOT NULL,
    public boolean NOT NULL,
    status smallint NOT NULL,
    driven boolean NOT NULL,
    touched bigint NOT NULL,
    summary text NOT NULL
);

CREATE TABLE entries (
    table_id text COLLATE "C" NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version bigint NOT NULL,
    entry text NOT NULL,
    PRIMARY KEY (table_id, version)
);

CREATE INDEX tables_listed ON tables (touched DESC, id) WHERE public AND status < 2;
CREATE INDEX tables_driven ON tables (touched DESC, id) WHERE driven;
CREATE INDEX tables_untouched ON tables (status, touched DESC, id);

CREATE TABLE service (
    one integer NOT NULL PRIMARY KEY CHECK (one = 1),
    alive bigint,
    down bigint NOT NULL
);
INSERT INTO service (one, alive, down) VALUES (1, NULL, 0);
