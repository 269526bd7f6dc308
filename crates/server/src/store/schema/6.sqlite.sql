-- How games end by how they begin: for an edition and a number of detectives, by the ending, by the fugitive's start, and by how
-- near the nearest hunter starts.
CREATE TABLE starts (
    edition TEXT NOT NULL,
    detectives INTEGER NOT NULL,
    counted_by TEXT NOT NULL,
    cell TEXT NOT NULL,
    games INTEGER NOT NULL,
    fugitive_wins INTEGER NOT NULL,
    PRIMARY KEY (edition, detectives, counted_by, cell)
) STRICT, WITHOUT ROWID;
