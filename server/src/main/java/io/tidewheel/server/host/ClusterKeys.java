package io.tidewheel.server.host;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Payload;
import io.tidewheel.server.objects.ObjectUrls;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The key with which all servers on a database sign. It is kept in the database, under the cluster's secret if there is one: a server that has
 * lost its folder finds it there, and an address that one server has made is good at all of them.
 *
 * @param earlier of a version whose servers had keys of their own: what was signed with it is still good here
 */
record ClusterKeys(Payload current, Optional<Payload> earlier) {
    private static final String NOTE = "objects.key";
    private static final String PLAIN = "plain:";
    private static final String SEALED = "sealed:";

    /**
     * Reads it, or makes it if nobody has.
     *
     * @param inFolder the key that an earlier version has left in the server's folder
     * @param news is told what changed, for people
     */
    static ClusterKeys open(
            ClusterNotes notes,
            Optional<Payload> inFolder,
            ClusterSecrets secrets,
            SecureRandom random,
            Consumer<String> news)
            throws StartFailure {
        var offered = inFolder.orElseGet(() -> drawn(random));
        var secret = secrets.current();
        var kept = notes.find(NOTE).orElseGet(() -> notes.keepFirst(NOTE, written(offered, secret, random)));
        var key = opened(kept, secret);
        var current = key.isPresent() ? key.get() : read(kept, secrets);
        if (secret.isPresent() && (isPlain(kept) || key.isEmpty())) {
            // If another server was faster, it has done the same.
            if (notes.replace(NOTE, kept, written(current, secret, random))) news.accept(change(kept));
        }
        return new ClusterKeys(current, inFolder.filter(known -> !known.equals(current)));
    }

    private static String change(Payload before) {
        return isPlain(before)
                ? "the key that addresses of objects are signed with is kept under the cluster's secret now"
                : "the key that addresses of objects are signed with is kept under the cluster's new secret now; once"
                        + " all servers know that one, none needs the earlier one any more";
    }

    ObjectUrls urls() {
        return new ObjectUrls(
                current.bytes(), earlier.map(Payload::bytes).map(List::of).orElse(List.of()));
    }

    private static Payload drawn(SecureRandom random) {
        var drawn = new byte[ObjectUrls.KEY_BYTES];
        random.nextBytes(drawn);
        return Payload.of(drawn);
    }

    private static Payload written(Payload key, Optional<ClusterSecret> secret, SecureRandom random) {
        var hex = HexFormat.of();
        var text = secret.map(known -> SEALED + hex.formatHex(known.sealed(key.bytes(), random)))
                .orElse(PLAIN + hex.formatHex(key.bytes()));
        return Payload.of(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static boolean isPlain(Payload kept) {
        return text(kept).startsWith(PLAIN);
    }

    private static String text(Payload kept) {
        return new String(kept.bytes(), StandardCharsets.US_ASCII);
    }

    /** Empty if it takes another secret. */
    private static Optional<Payload> opened(Payload kept, Optional<ClusterSecret> secret) throws StartFailure {
        var text = text(kept);
        if (text.startsWith(PLAIN)) return Optional.of(Payload.of(parsed(text.substring(PLAIN.length()))));
        if (!text.startsWith(SEALED)) throw damaged();
        var sealed = parsed(text.substring(SEALED.length()));
        return secret.flatMap(known -> known.opened(sealed)).map(Payload::of);
    }

    /** What the present secret does not open. */
    private static Payload read(Payload kept, ClusterSecrets secrets) throws StartFailure {
        if (secrets.current().isEmpty()) {
            throw new StartFailure("the cluster's key is kept under a secret that this server was not told: give it the"
                    + " one that the others have, in TIDEWHEEL_CLUSTER_SECRET or in a file that"
                    + " TIDEWHEEL_CLUSTER_SECRET_FILE names");
        }
        return opened(kept, secrets.earlier())
                .orElseThrow(
                        () -> new StartFailure("the cluster's secret (TIDEWHEEL_CLUSTER_SECRET) is not the one under"
                                + " which the cluster's key is kept: give this server the same as the others have; to"
                                + " change it, give the one of until now as TIDEWHEEL_CLUSTER_EARLIER_SECRET as well"));
    }

    private static byte[] parsed(String hex) throws StartFailure {
        try {
            return HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException garbage) {
            throw damaged();
        }
    }

    private static StartFailure damaged() {
        return new StartFailure(
                "the cluster's key in the database cannot be read: restore a backup, or remove the note '"
                        + NOTE
                        + "' from the table cluster_note; then a new key is made, and addresses that were signed before"
                        + " are refused");
    }
}
