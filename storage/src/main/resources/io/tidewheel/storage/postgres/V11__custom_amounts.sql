-- What the chains of the lane take of what only users know and count: license=2,seat=1.
ALTER TABLE lane ADD COLUMN custom_amounts text NOT NULL DEFAULT '';
