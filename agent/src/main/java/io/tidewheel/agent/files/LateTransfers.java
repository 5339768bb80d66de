package io.tidewheel.agent.files;

import io.tidewheel.model.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Transfers that are made when they are first needed: most agents never need them, and all start sooner. */
final class LateTransfers implements FileTransfers {
    private final Supplier<FileTransfers> maker;
    private @Nullable FileTransfers made;

    LateTransfers(Supplier<FileTransfers> maker) {
        this.maker = maker;
    }

    private synchronized FileTransfers transfers() {
        var there = made == null ? maker.get() : made;
        made = there;
        return there;
    }

    @Override
    public void fetch(URI from, Optional<Part> part, Path file, Optional<Sha256> expected, StopCheck checkpoint)
            throws IOException {
        transfers().fetch(from, part, file, expected, checkpoint);
    }

    @Override
    public Brought bring(Path file, Target to, StopCheck checkpoint) throws IOException {
        return transfers().bring(file, to, checkpoint);
    }

    @Override
    public void copy(URI from, URI to, Sha256 hash, StopCheck checkpoint) throws IOException {
        transfers().copy(from, to, hash, checkpoint);
    }

    @Override
    public synchronized void close() {
        if (made != null) made.close();
    }
}
