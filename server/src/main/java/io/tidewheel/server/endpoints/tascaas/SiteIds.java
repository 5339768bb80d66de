package io.tidewheel.server.endpoints.tascaas;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the names of sites, and tells those it has made from all others. A name carries the size that its site registered with and a signature, so
 * that a site is known again after it was forgotten, or the server restarted: its daemon never registers twice.
 */
public final class SiteIds {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SIGNED_DIGITS = 32;
    private static final Pattern NAME = Pattern.compile("([0-9a-f]{16})-([0-9]{1,10})-([0-9]{1,10})-([0-9a-f]{32})");

    private final SecretKeySpec key;
    private final RandomGenerator random;

    /** The size a site registered with. */
    public record Size(int slots, int mostSlots) {}

    public SiteIds(byte[] key, RandomGenerator random) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.random = random;
    }

    public String make(Size size) {
        var bytes = new byte[8];
        random.nextBytes(bytes);
        var start = "%s-%d-%d".formatted(HexFormat.of().formatHex(bytes), size.slots, size.mostSlots);
        return start + "-" + signature("site", start);
    }

    /** Empty if it was not made here. */
    public Optional<Size> read(String id) {
        var parts = NAME.matcher(id);
        if (!parts.matches()) return Optional.empty();
        var start = id.substring(0, id.length() - SIGNED_DIGITS - 1);
        boolean ours = MessageDigest.isEqual(
                parts.group(4).getBytes(StandardCharsets.US_ASCII),
                signature("site", start).getBytes(StandardCharsets.US_ASCII));
        if (!ours) return Optional.empty();
        try {
            return Optional.of(new Size(Integer.parseInt(parts.group(2)), Integer.parseInt(parts.group(3))));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /** @param what tells signatures for one use from those for another */
    String signature(String what, String start) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            var digest = mac.doFinal("tidewheel-%s\n%s".formatted(what, start).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, SIGNED_DIGITS);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
        }
    }
}
