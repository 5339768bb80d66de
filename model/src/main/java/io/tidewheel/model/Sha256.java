package io.tidewheel.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The SHA-256 of some content, in lower-case hexadecimal digits. */
public record Sha256(String hex) {
    public static final int BYTES = 32;
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

    public Sha256 {
        if (!HEX.matcher(hex).matches()) {
            throw new IllegalArgumentException("a SHA-256 has 64 lower-case hexadecimal digits, unlike '%s'"
                    .formatted(hex.length() <= 100 ? hex : hex.substring(0, 100) + "..."));
        }
    }

    public static Sha256 of(byte[] bytes) {
        return new Sha256(HexFormat.of().formatHex(bytes));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    /** Adds content up, piece by piece. */
    public static final class Sum {
        private final MessageDigest digest;
        private long size;

        public Sum() {
            try {
                digest = MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every JDK has SHA-256", impossible);
            }
        }

        public void add(byte[] bytes, int offset, int length) {
            digest.update(bytes, offset, length);
            size += length;
        }

        public long size() {
            return size;
        }

        /** The hash of all that was added; the sum begins anew. */
        public Sha256 take() {
            size = 0;
            return of(digest.digest());
        }
    }
}
