package io.tidewheel.server.endpoints.agents;

import com.google.protobuf.ByteString;
import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.Engine;
import io.tidewheel.model.Actor;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionIdentity;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides who may speak for a session: whoever opened it, known by the token behind the connection and by the secret of the agent. Both are
 * in the store, so that the answer is the same after a restart and on every server of a database. What is refused is counted, and written
 * down in the audit log, for each token once in a while.
 */
public final class SessionCheck {
    /** Agents in the process of the server: nobody else can open such a connection. */
    public static final String EMBEDDED = "embedded";

    private static final Logger log = LoggerFactory.getLogger(SessionCheck.class);
    private static final Duration BETWEEN_ENTRIES = Duration.ofMinutes(1);
    private static final int MOST_REMEMBERED = 1_000;

    private final Archive archive;
    private final Time time;
    private final Supplier<SecureRandom> random;
    private final Map<String, Long> written = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    public SessionCheck(Archive archive, Time time, Supplier<SecureRandom> random) {
        this.archive = archive;
        this.time = time;
        this.random = random;
    }

    /** The agent with the identity under which its session is kept; throws a refusal if the session is not its own. */
    AgentDescription identified(AgentDescription info, ByteString secret, String credential) {
        if (credential.equals(EMBEDDED)) return info.identifiedBy(checked(info, new SessionIdentity(EMBEDDED, "", "")));
        var shown = new SessionIdentity(credential, secret.isEmpty() ? "" : hash(secret), "");
        var identity = checked(info, shown);
        return info.identifiedBy(
                identity.receiptKey().isEmpty()
                        ? identity.withReceiptKey(LeaseReceipts.newKey(random.get()))
                        : identity);
    }

    private SessionIdentity checked(AgentDescription info, SessionIdentity shown) {
        var kept = kept(info.session()).map(SessionRecord::identity);
        if (kept.isEmpty()) return shown;
        if (!kept.get().admits(shown))
            throw new Refusal(
                    Refusal.Kind.CONFLICT, "the session %s belongs to another agent".formatted(info.session()));
        return shown.withReceiptKey(kept.get().receiptKey());
    }

    private Optional<SessionRecord> kept(SessionId session) {
        try {
            return archive.session(session);
        } catch (StoreFailure broken) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "the store does not answer: " + broken.getMessage());
        }
    }

    /** Counts and writes down that somebody spoke for what is not theirs. When it returns, that is done, unless the store does not answer. */
    void refused(Engine engine, String credential, SessionId session, String what) {
        engine.refusedForgery(Actor.anyone("token " + credential), session, what, isToBeWritten(credential))
                .exceptionally(failed -> {
                    log.warn("a forgery could not be written down: {}", failed.getMessage());
                    return null;
                })
                .join();
    }

    private synchronized boolean isToBeWritten(String credential) {
        var last = written.get(credential);
        if (last != null && time.nanos() - last < BETWEEN_ENTRIES.toNanos()) return false;
        written.put(credential, time.nanos());
        return true;
    }

    private static String hash(ByteString secret) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(secret.toByteArray()));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK knows SHA-256", impossible);
        }
    }
}
