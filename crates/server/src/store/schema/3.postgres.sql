-- When something happens by itself, in place of whether it does. What is not known yet is looked at when a
-- server starts.
DROP INDEX tables_driven;
DROP INDEX tables_untouched;
ALTER TABLE tables ADD COLUMN due bigint;
UPDATE tables SET due = 0 WHERE driven;
ALTER TABLE tables DROP COLUMN driven;
CREATE INDEX tables_due ON tables (due, id) WHERE due IS NOT NULL;
CREATE INDEX tables_untouched ON tables (status, touched, id);
