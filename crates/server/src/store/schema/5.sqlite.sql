-- How hard puzzles are by the first tries of people: of each puzzle a rating and how many tries moved it, and nothing about
-- who tried.
CREATE TABLE puzzles (
    id TEXT NOT NULL PRIMARY KEY,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tries INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
