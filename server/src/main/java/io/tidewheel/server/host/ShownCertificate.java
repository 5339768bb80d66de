package io.tidewheel.server.host;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Payload;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.protocol.PemFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The names that the certificate of a server is for, and until when. The database remembers the names: whoever makes a lost certificate
 * anew is told if some are missing, as those who know the server by them would refuse it.
 */
record ShownCertificate(TreeSet<String> names, Instant until) {
    private static final String NOTE = "certificate.";

    static ShownCertificate read(Path chain) throws IOException {
        var first = PemFiles.first(chain);
        return new ShownCertificate(names(first), first.getNotAfter().toInstant());
    }

    private static TreeSet<String> names(X509Certificate certificate) throws IOException {
        var names = new TreeSet<String>();
        try {
            Collection<List<?>> others = certificate.getSubjectAlternativeNames();
            if (others != null) for (var other : others) names.add(String.valueOf(other.get(1)));
            return names;
        } catch (CertificateParsingException unreadable) {
            throw new IOException(
                    "the names of the certificate cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }

    /**
     * Says what is missing of what this server showed before, and remembers what it shows now.
     *
     * @param now empty if it speaks without TLS
     */
    static void remember(ClusterNotes notes, String server, Optional<ShownCertificate> now, Consumer<String> news) {
        var name = NOTE + server;
        try {
            var before = notes.find(name);
            var shown = now.map(ShownCertificate::text).orElse(Payload.NONE);
            before.ifPresent(then -> tell(namesOf(then), now, news));
            if (before.isEmpty() && now.isPresent()) notes.keepFirst(name, shown);
            before.ifPresent(then -> notes.replace(name, then, shown));
        } catch (StoreFailure later) {
            // it is only a help
        }
    }

    private static void tell(List<String> before, Optional<ShownCertificate> now, Consumer<String> news) {
        if (before.isEmpty()) return;
        if (now.isEmpty()) {
            news.accept(
                    "this server spoke TLS before, with a certificate for %s, and now does without: whoever knows it by https cannot reach it (--tls-cert, --tls-key)"
                            .formatted(String.join(", ", before)));
            return;
        }
        var missing = new ArrayList<>(before);
        missing.removeAll(now.get().names);
        if (!missing.isEmpty()) {
            news.accept(
                    "the certificate is not for %s any more, as that of before was: agents and clients that know the server by that name will refuse it"
                            .formatted(String.join(", ", missing)));
        }
    }

    /** A line for each name. */
    private Payload text() {
        return Payload.of(String.join("\n", names).getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> namesOf(Payload note) {
        return note.isEmpty()
                ? List.of()
                : new String(note.bytes(), StandardCharsets.UTF_8).lines().toList();
    }
}
