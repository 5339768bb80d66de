package io.tidewheel.server.access;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.Time;
import io.tidewheel.model.TokenRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The tokens of this server. A secret is shown once, to whoever made it; what is kept is its hash. Looking one up is remembered for a
 * moment, so a token that is revoked through another server stops working here within that time; through this one, at once.
 */
public final class TokenRegistry implements Credentials {
    /** Begins every secret, so that people and scanners recognise one that has strayed. */
    public static final String PREFIX = "tw_";

    private static final int SECRET_BYTES = 32;
    private static final int ID_BYTES = 5;
    private static final Pattern SECRET = Pattern.compile(PREFIX + "[A-Za-z0-9_-]{43}");
    private static final long REMEMBERED_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int MOST_REMEMBERED = 10_000;

    /** A token that was just made. */
    public record Made(TokenRecord record, String secret) {
        @Override
        public String toString() {
            return "Made[%s, secret not shown]".formatted(record.id());
        }
    }

    private record Seen(TokenRecord record, long atNanos) {}

    private final Archive archive;
    private final Time time;
    private final SecureRandom random;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Seen> seen = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    public TokenRegistry(Archive archive, Time time, SecureRandom random) {
        this.archive = archive;
        this.time = time;
        this.random = random;
    }

    public Made make(Role role, Owner owner, String note, Optional<Instant> expires) {
        var made = draft(role, owner, note, expires);
        keep(made);
        return made;
    }

    /** A token that nobody may use until it is kept. */
    public Made draft(Role role, Owner owner, String note, Optional<Instant> expires) {
        var secret = PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(SECRET_BYTES));
        var id = HexFormat.of().formatHex(bytes(ID_BYTES));
        var record = new TokenRecord(id, hash(secret), role, owner, note, time.instant(), expires, Optional.empty());
        return new Made(record, secret);
    }

    /** Keeps a token that was drafted: from now on it may be used. */
    public void keep(Made drafted) {
        archive.addToken(drafted.record());
    }

    public void revoke(TokenRecord token) {
        archive.revokeToken(token.id(), time.instant());
        lock.lock();
        try {
            seen.remove(token.hash());
        } finally {
            lock.unlock();
        }
    }

    /** True if somebody could still act as administrator with one of these tokens. */
    public boolean hasAdministrator(Predicate<TokenRecord> among) {
        var now = time.instant();
        return archive.tokens().stream()
                .anyMatch(token -> token.role() == Role.ADMIN && token.isValid(now) && among.test(token));
    }

    @Override
    public Optional<Caller> callerOf(String token) {
        // What does not look like a secret of ours is not worth a question to the store.
        if (!SECRET.matcher(token).matches()) return Optional.empty();
        var hash = hash(token);
        return find(hash)
                .filter(record -> isSame(record.hash(), hash) && record.isValid(time.instant()))
                .map(record -> new Caller(record.role(), record.owner(), record.id()));
    }

    private Optional<TokenRecord> find(String hash) {
        var known = remembered(hash);
        if (known.isPresent()) return known;
        var found = archive.tokenByHash(hash);
        found.ifPresent(this::remember);
        return found;
    }

    private Optional<TokenRecord> remembered(String hash) {
        lock.lock();
        try {
            var known = seen.get(hash);
            return known == null || time.nanos() - known.atNanos > REMEMBERED_NANOS
                    ? Optional.empty()
                    : Optional.of(known.record);
        } finally {
            lock.unlock();
        }
    }

    private void remember(TokenRecord record) {
        lock.lock();
        try {
            seen.put(record.hash(), new Seen(record, time.nanos()));
        } finally {
            lock.unlock();
        }
    }

    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(
                one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
    }

    private static String hash(String secret) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK knows SHA-256", impossible);
        }
    }

    private byte[] bytes(int count) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
