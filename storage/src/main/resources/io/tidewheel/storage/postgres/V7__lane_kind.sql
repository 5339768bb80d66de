-- What the chains of the lane do, in a word that other runs use too: by it run times are learned.
ALTER TABLE lane ADD COLUMN kind text NOT NULL DEFAULT '';
