package io.tidewheel.storage.objects;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectFailure.Kind;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Sha256;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** Reads the content of an object as it is brought, adds its hash up, and refuses what is too large, broken off or not what was announced. */
public final class ContentReader {
    private final ObjectName name;
    private final ObjectStore.Source source;
    private final long mostBytes;
    private final Sha256.Sum sum = new Sha256.Sum();
    private boolean atEnd;

    public ContentReader(ObjectName name, ObjectStore.Source source, long mostBytes) {
        this.name = name;
        this.source = source;
        this.mostBytes = mostBytes;
    }

    /** The next bytes, as many as asked for unless the content ends before; none at its end. */
    public byte[] next(int bytes) {
        var piece = new byte[bytes];
        int filled = 0;
        while (filled < bytes && !atEnd) {
            int count = read(piece, filled, bytes - filled);
            if (count < 0) atEnd = true;
            else filled += count;
        }
        sum.add(piece, 0, filled);
        if (sum.size() > mostBytes) {
            throw new ObjectFailure(
                    Kind.TOO_LARGE,
                    "the content for '%s' is larger than the %,d bytes that were agreed".formatted(name, mostBytes));
        }
        return filled == bytes ? piece : Arrays.copyOf(piece, filled);
    }

    private int read(byte[] piece, int offset, int length) {
        try {
            return source.read(piece, offset, length);
        } catch (IOException broken) {
            throw new ObjectFailure(
                    Kind.BROKEN_OFF, "the content for '%s' broke off: %s".formatted(name, broken.getMessage()), broken);
        }
    }

    public boolean isAtEnd() {
        return atEnd;
    }

    /** The facts about all that was read; to be asked once, at the end. */
    public ObjectFacts facts(Optional<Sha256> expected, Instant since) {
        long size = sum.size();
        var hash = sum.take();
        if (expected.isPresent() && !expected.get().equals(hash)) {
            throw new ObjectFailure(
                    Kind.WRONG_CONTENT,
                    "the content for '%s' has the SHA-256 %s, but %s was announced"
                            .formatted(name, hash.hex(), expected.get().hex()));
        }
        return new ObjectFacts(name, size, hash, since);
    }
}
