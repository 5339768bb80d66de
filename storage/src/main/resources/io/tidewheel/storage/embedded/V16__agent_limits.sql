-- When an agent is given up: the milliseconds of silence and those to come back, and whether it is expendable. Empty if its server has not said so.
ALTER TABLE present_agent ADD COLUMN limits text NOT NULL DEFAULT '';
