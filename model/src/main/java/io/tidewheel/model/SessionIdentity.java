package io.tidewheel.model;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * What shows that a connection may speak for a session. The number of a session is shown to people and so proves nothing; a connection
 * speaks for it only if it comes with the credential and the secret of the one that opened it.
 *
 * @param credential the id of the token behind the connection that opened the session
 * @param secretHash the hash of what the agent alone knows; empty for agents that have no secret
 * @param receiptKey what the servers alone know: with it they sign what they hand out where the store keeps no lease
 */
public record SessionIdentity(String credential, String secretHash, String receiptKey) {
    /** The identity of sessions that were recorded before there were identities: whoever comes first is bound. */
    public static final SessionIdentity NONE = new SessionIdentity("", "", "");

    /** Whether a connection that shows this may speak for the session. */
    public boolean admits(SessionIdentity shown) {
        boolean unbound = credential.isEmpty() && secretHash.isEmpty();
        return unbound || (credential.equals(shown.credential) && isSame(secretHash, shown.secretHash));
    }

    /** The identity of a session that goes on: the key stays what it was. */
    public SessionIdentity withReceiptKey(String key) {
        return new SessionIdentity(credential, secretHash, key);
    }

    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "SessionIdentity[credential %s, secrets not shown]".formatted(credential);
    }
}
