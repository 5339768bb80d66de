package io.tidewheel.agent.files;

import io.tidewheel.model.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Fetches and brings files from and to other machines. Used by all slots at once. */
public interface FileTransfers extends AutoCloseable {

    /**
     * Fetches what is at an address, or a part of it, into a file. Throws, and what is in the file then is worth nothing, if it could not be
     * fetched whole or has not the hash that is expected.
     */
    void fetch(URI from, Optional<Part> part, Path file, Optional<Sha256> expected, StopCheck checkpoint)
            throws IOException;

    /** Brings a file to an address, and answers what was brought. */
    Brought bring(Path file, Target to, StopCheck checkpoint) throws IOException;

    /** Lets the server add to an address what is at another one, without moving it through here. */
    void copy(URI from, URI to, Sha256 hash, StopCheck checkpoint) throws IOException;

    /** Some bytes in the midst of others. */
    record Part(long offset, long size) {}

    /**
     * Where a file goes.
     *
     * @param add it is added to what is there, and called by its hash; else it is put in the place of what is there
     */
    record Target(URI address, boolean add) {}

    @Override
    void close();

    /** A file as the other side has it now. */
    record Brought(long size, Sha256 sha256) {}

    /** By HTTP, trusting what the context trusts or else what the JDK does. Nothing is loaded for it before the first transfer. */
    static FileTransfers http(Optional<SSLContext> tls) {
        return new LateTransfers(() -> new HttpTransfers(tls));
    }

    /** The other side, or this one, says no; trying again will not help. */
    final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        public Refused(String message) {
            super(message);
        }
    }
}
