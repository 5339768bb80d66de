package io.tidewheel.server.objects;

import io.tidewheel.model.ObjectName;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes addresses of objects, and tells those it has made from all others. Pure: the time is an argument, and nothing is remembered of what
 * was made.
 */
public final class ObjectUrls {
    /** Path of all objects. */
    public static final String PATH = "/objects/";

    public static final String UNTIL = "until";
    public static final String SIZE = "size";
    public static final String SIGNATURE = "signature";
    public static final int KEY_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private static final Pattern ADDRESS =
            Pattern.compile("/objects/([^/?]+)\\?until=([0-9]+)&size=([0-9]+)&signature=([0-9a-f]+)");

    private final SecretKeySpec key;
    private final List<SecretKeySpec> earlier;

    /** What an address is worth. */
    public sealed interface Check {
        record Granted(ObjectPermission grant) implements Check {}

        /** The address was made here, but its time is over. */
        record Expired(Instant at) implements Check {}

        /** The address was not made here, or something of it was changed. */
        record Forged() implements Check {}
    }

    public ObjectUrls(byte[] key) {
        this(key, List.of());
    }

    /** @param earlier keys that nothing is signed with any more; what was is still good */
    public ObjectUrls(byte[] key, List<byte[]> earlier) {
        this.key = checked(key);
        this.earlier = earlier.stream().map(ObjectUrls::checked).toList();
    }

    private static SecretKeySpec checked(byte[] key) {
        if (key.length < KEY_BYTES) {
            throw new IllegalArgumentException("a key has at least %d bytes, not %d".formatted(KEY_BYTES, key.length));
        }
        return new SecretKeySpec(key, ALGORITHM);
    }

    /** The address without scheme and host: it holds for every way in which the server can be reached. */
    public String sign(ObjectPermission grant) {
        return "%s?%s=%d&%s=%d&%s=%s"
                .formatted(
                        path(grant.name()),
                        UNTIL,
                        grant.until().getEpochSecond(),
                        SIZE,
                        grant.mostBytes(),
                        SIGNATURE,
                        HexFormat.of().formatHex(signature(key, grant)));
    }

    /** The address for those who show a token. */
    public static String path(ObjectName name) {
        return PATH + segment(name);
    }

    /** The object that the part of the path behind {@link #PATH} names; empty if it is no name. */
    public static Optional<ObjectName> name(String segment) {
        try {
            return Optional.of(new ObjectName(segment.replace(':', '/')));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }

    /** Looks at an address as it came in: the part of the path behind {@link #PATH}, and the parameters. */
    public Check check(
            ObjectPermission.Use use, String segment, String until, String size, String signature, Instant now) {
        var grant = read(use, segment, until, size);
        if (grant.isEmpty() || !isOf(grant.get(), signature)) return new Check.Forged();
        return now.isBefore(grant.get().until())
                ? new Check.Granted(grant.get())
                : new Check.Expired(grant.get().until());
    }

    private static Optional<ObjectPermission> read(
            ObjectPermission.Use use, String segment, String until, String size) {
        try {
            var grant = new ObjectPermission(
                    use,
                    new ObjectName(segment.replace(':', '/')),
                    Long.parseLong(size),
                    Instant.ofEpochSecond(Long.parseLong(until)));
            // There is one way to write each number; another one was not made here.
            boolean same = Long.toString(grant.mostBytes()).equals(size)
                    && Long.toString(grant.until().getEpochSecond()).equals(until);
            return same ? Optional.of(grant) : Optional.empty();
        } catch (IllegalArgumentException | DateTimeException nonsense) {
            return Optional.empty();
        }
    }

    private boolean isOf(ObjectPermission grant, String signature) {
        if (signature.length() != 2 * KEY_BYTES) return false;
        try {
            var shown = HexFormat.of().parseHex(signature);
            return MessageDigest.isEqual(shown, signature(key, grant))
                    || earlier.stream().anyMatch(known -> MessageDigest.isEqual(shown, signature(known, grant)));
        } catch (IllegalArgumentException notHexadecimal) {
            return false;
        }
    }

    private static byte[] signature(SecretKeySpec key, ObjectPermission grant) {
        var text = "tidewheel-object\n%s\n%s\n%d\n%d"
                .formatted(
                        grant.use(),
                        grant.name(),
                        grant.mostBytes(),
                        grant.until().getEpochSecond());
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, impossible);
        }
    }

    /** The same for an address as {@link #sign} made it. */
    public Check check(ObjectPermission.Use use, String address, Instant now) {
        var parts = ADDRESS.matcher(address);
        if (!parts.matches()) return new Check.Forged();
        return check(use, parts.group(1), parts.group(2), parts.group(3), parts.group(4), now);
    }

    /** A name as one segment of a path; no name contains a colon. */
    private static String segment(ObjectName name) {
        return name.text().replace('/', ':');
    }
}
