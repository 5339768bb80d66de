package io.tidewheel.server.host;

import io.tidewheel.protocol.PemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the server shows to those who connect by TLS. The files are read again when they have changed, so that certificates can be renewed
 * without a restart; open connections stay as they are.
 */
final class ServerCertificates implements Supplier<SSLContext> {
    private static final Logger log = LoggerFactory.getLogger(ServerCertificates.class);
    private static final FileTime ABSENT = FileTime.fromMillis(0);

    private record Age(FileTime chain, FileTime key) {}

    private final Path chain;
    private final Path key;
    /** Of the files that were read last, whether they could be used or not. */
    private Age read;
    /** Of the files at the last look. */
    private Age seen;

    private volatile SSLContext context;

    ServerCertificates(ServerSettings.Tls files) throws IOException {
        chain = files.certificates();
        key = files.key();
        read = age();
        seen = read;
        context = PemFiles.identity(chain, key);
    }

    @Override
    public SSLContext get() {
        return context;
    }

    /** Looks once. Whoever renews writes two files, so they are read when they have stayed as they are from one look to the next. */
    synchronized void look() {
        try {
            var now = age();
            boolean settled = now.equals(seen);
            seen = now;
            if (!settled || now.equals(read)) return;
            read = now;
            context = PemFiles.identity(chain, key);
            log.info("the certificates in {} have been renewed", chain);
        } catch (IOException bad) {
            log.warn("new certificates cannot be used, those of before are shown: {}", bad.getMessage());
        }
    }

    private Age age() throws IOException {
        return new Age(age(chain), age(key));
    }

    private static FileTime age(Path file) throws IOException {
        return Files.exists(file) ? Files.getLastModifiedTime(file) : ABSENT;
    }
}
