package io.tidewheel.server.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** What all servers of a cluster know and its database does not: under it they keep there what a reader of the database should not see. */
public final class ClusterSecret {
    private static final int FEWEST_CHARACTERS = 16;
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int KEY_BITS = 256;
    /** How often the secret is hashed to make a key: it may be a phrase that somebody has thought of, and guessing must be slow. */
    private static final int ROUNDS = 210_000;

    private final char[] secret;

    public ClusterSecret(String secret) {
        var text = secret.strip();
        if (text.length() < FEWEST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "the cluster's secret has at least %d characters, not %d: make one with: openssl rand -hex 32"
                            .formatted(FEWEST_CHARACTERS, text.length()));
        }
        this.secret = text.toCharArray();
    }

    /** The bytes as only those who know the secret can read them. */
    byte[] sealed(byte[] plain, SecureRandom random) {
        var salt = drawn(SALT_BYTES, random);
        var nonce = drawn(NONCE_BYTES, random);
        try {
            var hidden = cipher(Cipher.ENCRYPT_MODE, salt, nonce).doFinal(plain);
            return ByteBuffer.allocate(SALT_BYTES + NONCE_BYTES + hidden.length)
                    .put(salt)
                    .put(nonce)
                    .put(hidden)
                    .array();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has AES", impossible);
        }
    }

    /** Empty if it was another secret, or the bytes were changed. */
    Optional<byte[]> opened(byte[] sealed) {
        if (sealed.length < SALT_BYTES + NONCE_BYTES + TAG_BITS / Byte.SIZE) return Optional.empty();
        var bytes = ByteBuffer.wrap(sealed);
        var salt = new byte[SALT_BYTES];
        var nonce = new byte[NONCE_BYTES];
        bytes.get(salt).get(nonce);
        var hidden = new byte[bytes.remaining()];
        bytes.get(hidden);
        try {
            return Optional.of(cipher(Cipher.DECRYPT_MODE, salt, nonce).doFinal(hidden));
        } catch (GeneralSecurityException another) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] salt, byte[] nonce) throws GeneralSecurityException {
        var derived = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                .generateSecret(new PBEKeySpec(secret, salt, ROUNDS, KEY_BITS))
                .getEncoded();
        var cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, new SecretKeySpec(derived, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
        // What is sealed for one purpose opens for no other.
        cipher.updateAAD("tidewheel: cluster secret".getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private static byte[] drawn(int bytes, SecureRandom random) {
        var drawn = new byte[bytes];
        random.nextBytes(drawn);
        return drawn;
    }

    @Override
    public String toString() {
        return "ClusterSecret[not shown]";
    }
}
