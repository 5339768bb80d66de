package io.tidewheel.protocol;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS from PEM files: what a server shows, and whom a client trusts. */
public final class PemFiles {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> KEY_KINDS = List.of("EC", "RSA", "EdDSA");

    private PemFiles() {}

    /**
     * For a server.
     *
     * @param chain its certificate, then those that vouch for it
     * @param key its unencrypted PKCS#8 private key
     */
    public static SSLContext identity(Path chain, Path key) throws IOException {
        var certificates = certificates(chain);
        var privateKey = privateKey(key);
        try {
            var store = emptyStore();
            store.setKeyEntry("server", privateKey, new char[0], certificates.toArray(Certificate[]::new));
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            var context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "the key in %s does not serve the certificate in %s: %s".formatted(key, chain, e.getMessage()), e);
        }
    }

    /** For a client that trusts the certificates in this file and no others. */
    public static SSLContext trust(Path file) throws IOException {
        var certificates = certificates(file);
        try {
            var store = emptyStore();
            for (int i = 0; i < certificates.size(); i++) {
                store.setCertificateEntry("trusted-" + i, certificates.get(i));
            }
            var trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates in %s cannot be used: %s".formatted(file, e.getMessage()), e);
        }
    }

    /** For a client that trusts whom the JDK trusts. */
    static SSLContext publicTrust() throws IOException {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK has no TLS: " + e.getMessage(), e);
        }
    }

    /** The first certificate of a file: in a chain, that of the one who shows it. */
    public static X509Certificate first(Path file) throws IOException {
        if (certificates(file).getFirst() instanceof X509Certificate known) return known;
        throw new IOException("%s has no X.509 certificate".formatted(file));
    }

    private static List<Certificate> certificates(Path file) throws IOException {
        try {
            var found = new ArrayList<Certificate>(CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file))));
            if (found.isEmpty()) {
                throw new IOException(
                        "%s contains no certificate: it should have a BEGIN CERTIFICATE line".formatted(file));
            }
            return found;
        } catch (GeneralSecurityException e) {
            throw new IOException("%s is not a PEM file of certificates: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static PrivateKey privateKey(Path file) throws IOException {
        var found = KEY.matcher(Files.readString(file));
        if (!found.find()) {
            throw new IOException(
                    "%s contains no unencrypted PKCS#8 key (BEGIN PRIVATE KEY): convert it with `openssl pkcs8 -topk8 -nocrypt`"
                            .formatted(file));
        }
        var specification = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
        for (var kind : KEY_KINDS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(specification);
            } catch (InvalidKeySpecException e) {
                // Another kind, then.
            } catch (GeneralSecurityException e) {
                throw new IOException("this JDK knows no %s keys".formatted(kind), e);
            }
        }
        throw new IOException("the key in %s is none of %s".formatted(file, String.join(", ", KEY_KINDS)));
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, new char[0]);
        return store;
    }
}
