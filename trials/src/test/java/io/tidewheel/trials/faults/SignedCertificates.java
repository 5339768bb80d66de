package io.tidewheel.trials.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates for 127.0.0.1 that one authority has signed, made by the JDK's own tool: one that is good, and one that has ended. */
final class SignedCertificates {
    private static final String PASSWORD = "for-this-test-only";

    private final Path store;
    private final Path folder;

    private SignedCertificates(Path folder) {
        this.folder = folder;
        this.store = folder.resolve("store.p12");
    }

    static SignedCertificates make(Path folder) throws Exception {
        var made = new SignedCertificates(Files.createDirectories(folder));
        made.keytool("authority", "-dname", "CN=authority", "-ext", "bc:c");
        made.keytool("good", "-dname", "CN=127.0.0.1", "-ext", "san=ip:127.0.0.1", "-signer", "authority");
        made.keytool(
                "ended",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-signer",
                "authority",
                "-startdate",
                "-3d",
                "-validity",
                "1");
        Files.writeString(made.authority(), pem("CERTIFICATE", made.certificates("authority")));
        return made;
    }

    /** Whom to trust. */
    Path authority() {
        return folder.resolve("authority.pem");
    }

    Path chain() {
        return folder.resolve("chain.pem");
    }

    Path key() {
        return folder.resolve("key.pem");
    }

    /** Puts a certificate where the server looks for it, as those programs do it that renew them. */
    void show(String alias) throws IOException, GeneralSecurityException {
        place(chain(), pem("CERTIFICATE", certificates(alias)));
        place(key(), pem("PRIVATE KEY", List.of(key(alias).getEncoded())));
    }

    private static void place(Path file, String text) throws IOException {
        var beside = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private void keytool(String alias, String... more) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-alias",
                alias));
        words.addAll(List.of(more));
        if (new ProcessBuilder(words).inheritIO().start().waitFor() != 0) throw new IOException("keytool failed");
    }

    private List<byte[]> certificates(String alias) throws IOException, GeneralSecurityException {
        var encoded = new ArrayList<byte[]>();
        for (var certificate : keys().getCertificateChain(alias)) encoded.add(certificate.getEncoded());
        return encoded;
    }

    private Key key(String alias) throws IOException, GeneralSecurityException {
        return keys().getKey(alias, PASSWORD.toCharArray());
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    }

    private static String pem(String kind, List<byte[]> contents) {
        var text = new StringBuilder();
        for (var each : contents) {
            var encoded = Base64.getMimeEncoder().encodeToString(each);
            text.append("-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(kind, encoded, kind));
        }
        return text.toString();
    }
}
