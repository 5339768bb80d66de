package io.tidewheel.server.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A certificate for 127.0.0.1, made by the JDK's own tool for one test. */
public record TestCertificates(Path chain, Path key) {
    private static final String PASSWORD = "for-this-test-only";

    public static TestCertificates selfSigned(Path folder)
            throws IOException, InterruptedException, GeneralSecurityException {
        var store = folder.resolve("store.p12");
        var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made = new ProcessBuilder(List.of(
                        tool,
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=127.0.0.1",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "2"))
                .inheritIO()
                .start();
        if (made.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
        var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        return new TestCertificates(
                written(
                        folder.resolve("chain.pem"),
                        "CERTIFICATE",
                        keys.getCertificate("server").getEncoded()),
                written(
                        folder.resolve("key.pem"),
                        "PRIVATE KEY",
                        keys.getKey("server", PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path written(Path file, String kind, byte[] content) throws IOException {
        var encoded = Base64.getMimeEncoder().encodeToString(content);
        return Files.writeString(file, "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(kind, encoded, kind));
    }
}
