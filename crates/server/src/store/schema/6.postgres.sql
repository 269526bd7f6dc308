-- How hard puzzles are by the first tries of people: of each puzzle a rating and how many tries moved it, and nothing about
-- who tried.
CREATE TABLE puzzles (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    tries bigint NOT NULL
);
