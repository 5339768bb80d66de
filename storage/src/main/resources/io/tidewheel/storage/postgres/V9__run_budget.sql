-- What the run may cost in all; null if it has no budget of its own.
ALTER TABLE run ADD COLUMN budget text;
