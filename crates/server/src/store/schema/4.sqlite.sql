-- The keys with which games are signed. A key is used for games that begin between `made` and `until`.
CREATE TABLE keys (
    public TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL,
    made INTEGER NOT NULL,
    until INTEGER
) STRICT, WITHOUT ROWID;
