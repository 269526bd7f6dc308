-- How games end by how they begin: for an edition and a number of detectives, by the ending, by the fugitive's start, and by how
-- near the nearest hunter starts.
CREATE TABLE starts (
    edition text COLLATE "C" NOT NULL,
    detectives smallint NOT NULL,
    counted_by text COLLATE "C" NOT NULL,
    cell text COLLATE "C" NOT NULL,
    games bigint NOT NULL,
    fugitive_wins bigint NOT NULL,
    PRIMARY KEY (edition, detectives, counted_by, cell)
);
