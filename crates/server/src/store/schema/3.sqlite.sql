-- What people complain of to whoever runs the server.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    wall INTEGER NOT NULL,
    complaint TEXT NOT NULL
) STRICT;
CREATE INDEX reports_wall ON reports (wall);
