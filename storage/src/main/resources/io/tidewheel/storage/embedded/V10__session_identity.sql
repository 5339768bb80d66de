-- To whom a session belongs: the token and the hashed secret that opened it, and the key of what servers sign for it.
ALTER TABLE session ADD COLUMN credential TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN secret_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN receipt_key TEXT NOT NULL DEFAULT '';
