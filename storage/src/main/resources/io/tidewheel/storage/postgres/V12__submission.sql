-- What was said about the run, beside what has a column of its own: one field=value a line.
ALTER TABLE run ADD COLUMN asked text NOT NULL DEFAULT '';
