-- To whom a session belongs: the token and the hashed secret that opened it, and the key of what servers sign for it.
ALTER TABLE session ADD COLUMN credential text NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN secret_hash text NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN receipt_key text NOT NULL DEFAULT '';
