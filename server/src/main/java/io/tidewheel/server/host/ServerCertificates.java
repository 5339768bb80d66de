package io.tidewheel.server.host;

import io.tidewheel.protocol.PemFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
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

    private static final Duration EARLY = Duration.ofDays(14);
    private static final Duration BETWEEN_WARNINGS = Duration.ofDays(1);

    private record Age(FileTime chain, FileTime key) {}

    private final Path chain;
    private final Path key;
    /** The age of the files that were read last, whether they could be used or not. */
    private Age read;
    /** The age of the files at the last look. */
    private Age seen;

    private volatile SSLContext context;
    private volatile ShownCertificate shown;
    private Instant told = Instant.MIN;

    ServerCertificates(ServerSettings.Tls files) throws IOException {
        chain = files.certificates();
        key = files.key();
        read = age();
        seen = read;
        context = PemFiles.identity(chain, key);
        shown = ShownCertificate.read(chain);
    }

    /** The certificate that is shown: for which names, and until when. */
    ShownCertificate shown() {
        return shown;
    }

    /** Says once a day that it ends soon, or has ended: then nobody new is let in, and what runs goes on. */
    synchronized void warn(Instant now) {
        var until = shown.until();
        if (now.isBefore(until.minus(EARLY))
                || (told.isAfter(Instant.MIN) && now.isBefore(told.plus(BETWEEN_WARNINGS)))) return;
        told = now;
        if (now.isBefore(until))
            log.warn("the certificate in {} ends at {}: renew it, no restart is needed", chain, until);
        else log.error("the certificate in {} has ended at {}: nobody who checks it connects any more", chain, until);
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
            shown = ShownCertificate.read(chain);
            told = Instant.MIN;
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
