-- The keys with which games are signed. A key is used for games that begin between `made` and `until`.
CREATE TABLE keys (
    public text COLLATE "C" NOT NULL PRIMARY KEY,
    secret text COLLATE "C" NOT NULL,
    made bigint NOT NULL,
    until bigint
);
