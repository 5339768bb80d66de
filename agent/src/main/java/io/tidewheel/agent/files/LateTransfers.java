package io.tidewheel.agent.files;

import io.tidewheel.model.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Transfers that are made when they are first needed: most agents never need them, and all start sooner. */
final class LateTransfers implements Transfers {
    private final Supplier<Transfers> maker;
    private @Nullable Transfers made;

    LateTransfers(Supplier<Transfers> maker) {
        this.maker = maker;
    }

    private synchronized Transfers transfers() {
        var there = made == null ? maker.get() : made;
        made = there;
        return there;
    }

    @Override
    public void fetch(URI from, Optional<Part> part, Path file, Optional<Sha256> expected, Checkpoint checkpoint)
            throws IOException {
        transfers().fetch(from, part, file, expected, checkpoint);
    }

    @Override
    public Brought bring(Path file, Target to, Checkpoint checkpoint) throws IOException {
        return transfers().bring(file, to, checkpoint);
    }

    @Override
    public void copy(URI from, URI to, Sha256 hash, Checkpoint checkpoint) throws IOException {
        transfers().copy(from, to, hash, checkpoint);
    }

    @Override
    public synchronized void close() {
        if (made != null) made.close();
    }
}
