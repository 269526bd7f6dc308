-- What addresses did lately, over all nodes: in slots, so that no address is kept and there are never
-- more rows than slots. It need not outlive a crash.
CREATE UNLOGGED TABLE tallies (
    deed smallint NOT NULL,
    slot integer NOT NULL,
    count integer NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (deed, slot)
);

CREATE TABLE tally_salt (
    salt text COLLATE "C" NOT NULL
);
INSERT INTO tally_salt (salt) VALUES (gen_random_uuid()::text);
