package io.tidewheel.server.endpoints;

import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunRecord;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What was asked for under a key, as a hash that is kept with the run: the same key with another request is refused, through whichever
 * endpoint it comes.
 */
public record KeyedSubmission(String print) {
    private static final String PREFIX = "request:";

    /** One that nobody can send again. */
    public static final KeyedSubmission WITHOUT_KEY = new KeyedSubmission("");

    /** @param hash of the request, with what tells kinds of requests apart */
    public static KeyedSubmission of(byte[] hash) {
        return new KeyedSubmission(PREFIX + HexFormat.of().formatHex(hash));
    }

    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK knows SHA-256", impossible);
        }
    }

    /** Refuses a run that another request has made under the same key. Of runs of earlier versions it may not be known what was asked for. */
    public void check(RunRecord known) {
        var kept = known.spec().text();
        if (!kept.startsWith(PREFIX) || kept.equals(print)) return;
        throw new Refusal(
                Refusal.Kind.CONFLICT,
                "this key was used for another request, which made run %s: use a new key for a new request"
                        .formatted(known.id()));
    }
}
