package io.tidewheel.storage.sql;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectFailure.Kind;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.objects.ContentReader;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Objects in the tables of a database, in pieces, so that a long one holds up nobody else. A content comes in steps of its own; its name
 * points to it when it is whole.
 */
public final class SqlObjectStore implements ObjectStore {
    static final int PIECE_BYTES = 256 << 10;
    /** What never came to its end is cleared away after so long. */
    private static final Duration ABANDONED = Duration.ofDays(1);

    private static final Duration BETWEEN_CLEARINGS = Duration.ofHours(1);
    private static final int MOST_CLEARED = 100;

    private static final String FACTS =
            "SELECT o.name, c.size, c.sha256, o.since, c.id FROM object o JOIN object_content c ON c.id = o.content ";
    private static final String BEGIN = "INSERT INTO object_content (begun, size) VALUES (?, 0) RETURNING id";
    private static final String ADD = "INSERT INTO object_piece (content, number, body) VALUES (?, ?, ?)";
    private static final String FINISH = "UPDATE object_content SET size = ?, sha256 = ? WHERE id = ?";
    private static final String PIECE = "SELECT body FROM object_piece WHERE content = ? AND number = ?";
    private static final String NAMED = "SELECT content FROM object WHERE name = ?";
    private static final String NEW_NAME =
            "INSERT INTO object (name, content, since) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING";
    private static final String OTHER_CONTENT = "UPDATE object SET content = ?, since = ? WHERE name = ?";
    private static final String HOLD = "SELECT id FROM object_content WHERE id = ?";
    private static final String STILL_NAMED = "SELECT 1 FROM object WHERE content = ? LIMIT 1";
    private static final String LEFT_BEHIND =
            "SELECT id FROM object_content WHERE sha256 IS NULL AND begun < ? ORDER BY begun LIMIT ?";

    private final SqlArchive archive;
    private final InstantSource clock;
    private final String lock;
    private volatile Instant clearDue = Instant.MIN;

    /** @param shared whether several servers may use the database at the same time */
    public SqlObjectStore(SqlArchive archive, boolean shared, InstantSource clock) {
        this.archive = archive;
        this.clock = clock;
        this.lock = shared ? " FOR UPDATE" : "";
    }

    /** An object, and where its content is. */
    private record Kept(ObjectFacts facts, long content) {
        static Kept of(ResultSet row) throws SQLException {
            var facts = new ObjectFacts(
                    new ObjectName(row.getString(1)),
                    row.getLong(2),
                    new Sha256(row.getString(3)),
                    SqlTimes.instant(row.getLong(4)));
            return new Kept(facts, row.getLong(5));
        }
    }

    // --- bringing ---

    @Override
    public ObjectFacts put(ObjectName name, Source content, long mostBytes, Optional<Sha256> expected) {
        clearAbandoned();
        var reader = new ContentReader(name, content, mostBytes);
        var first = reader.next(PIECE_BYTES);
        return reader.isAtEnd()
                ? putWhole(name, first, reader.facts(expected, now()))
                : putInPieces(name, first, reader, expected);
    }

    private ObjectFacts putWhole(ObjectName name, byte[] body, ObjectFacts facts) {
        return guarded(
                "'%s' could not be kept".formatted(name),
                () -> archive.write("keep the object " + name, link -> {
                    long content = begin(link);
                    if (body.length > 0) link.update(ADD, content, 0, body);
                    finish(link, content, facts);
                    return facts;
                }));
    }

    private ObjectFacts putInPieces(ObjectName name, byte[] first, ContentReader reader, Optional<Sha256> expected) {
        var step = "'%s' could not be kept".formatted(name);
        long content = guarded(step, () -> archive.write("begin the object " + name, SqlObjectStore.this::begin));
        boolean whole = false;
        try {
            var piece = first;
            for (int number = 0; piece.length > 0; number++) {
                add(step, content, number, piece);
                piece = reader.next(PIECE_BYTES);
            }
            var facts = reader.facts(expected, now());
            guarded(
                    step,
                    () -> archive.write("keep the object " + name, link -> {
                        finish(link, content, facts);
                        return true;
                    }));
            whole = true;
            return facts;
        } finally {
            if (!whole) forget(content);
        }
    }

    private void add(String step, long content, int number, byte[] piece) {
        guarded(step, () -> archive.write("keep a piece", link -> link.update(ADD, content, number, piece)));
    }

    private long begin(SqlConnection link) throws SQLException {
        return link.first(BEGIN, row -> row.getLong(1), SqlTimes.micros(now())).orElseThrow();
    }

    private void finish(SqlConnection link, long content, ObjectFacts facts) throws SQLException {
        link.update(FINISH, facts.size(), facts.sha256().hex(), content);
        name(link, facts.name(), content, facts.since());
    }

    /** Lets a name point to a content, and lets go of the one that it pointed to before. */
    private void name(SqlConnection link, ObjectName name, long content, Instant since) throws SQLException {
        while (true) {
            var before = link.first(NAMED + lock, row -> row.getLong(1), name.text());
            if (before.isPresent()) {
                link.update(OTHER_CONTENT, content, SqlTimes.micros(since), name.text());
                if (before.get() != content) letGo(link, before.get());
                return;
            }
            // Another server may be giving the name to something at this moment: then that one was before.
            if (link.update(NEW_NAME, name.text(), content, SqlTimes.micros(since)) > 0) return;
        }
    }

    /**
     * Removes a content that no name stands for any more. Whoever copies holds the content, too: so nothing is removed that is just being
     * given another name.
     */
    private void letGo(SqlConnection link, long content) throws SQLException {
        var _ = link.first(HOLD + lock, _ -> true, content);
        if (link.first(STILL_NAMED, _ -> true, content).isPresent()) return;
        remove(link, content);
    }

    private static void remove(SqlConnection link, long content) throws SQLException {
        link.update("DELETE FROM object_piece WHERE content = ?", content);
        link.update("DELETE FROM object_content WHERE id = ?", content);
    }

    private void forget(long content) {
        try {
            archive.write("forget a part of an object", link -> {
                remove(link, content);
                return true;
            });
        } catch (StoreFailure left) {
            // cleared away with what never came to its end
        }
    }

    private void clearAbandoned() {
        var now = now();
        if (now.isBefore(clearDue)) return;
        clearDue = now.plus(BETWEEN_CLEARINGS);
        guarded(
                "what was broken off could not be cleared away",
                () -> archive.write("clear parts of objects", link -> {
                    var old = link.list(
                            LEFT_BEHIND, row -> row.getLong(1), SqlTimes.micros(now.minus(ABANDONED)), MOST_CLEARED);
                    for (long content : old) remove(link, content);
                    return true;
                }));
    }

    // --- reading ---

    @Override
    public Optional<ObjectFacts> find(ObjectName name) {
        return kept(name).map(Kept::facts);
    }

    private Optional<Kept> kept(ObjectName name) {
        return guarded(
                "'%s' could not be looked at".formatted(name),
                () -> archive.read(
                        "look at the object " + name,
                        link -> link.first(FACTS + "WHERE o.name = ?", Kept::of, name.text())));
    }

    @Override
    public Optional<ObjectFacts> get(ObjectName name, Sink sink) throws IOException {
        var begun = guarded(
                "'%s' could not be read".formatted(name),
                () -> archive.read("read " + name, link -> {
                    var kept = link.first(FACTS + "WHERE o.name = ?", Kept::of, name.text());
                    return kept.isEmpty() ? Optional.<Begun>empty() : Optional.of(begun(link, kept.get()));
                }));
        if (begun.isEmpty()) return Optional.empty();
        var kept = begun.get().kept;
        var facts = kept.facts;
        var sum = new Sha256.Sum();
        for (int number = 0; sum.size() < facts.size(); number++) {
            var piece = number == 0 ? begun.get().piece.bytes() : piece(kept, number);
            if (piece.length == 0) throw damaged(name);
            sum.add(piece, 0, piece.length);
            sink.write(piece, 0, piece.length);
        }
        if (sum.size() != facts.size() || !sum.take().equals(facts.sha256())) throw damaged(name);
        return Optional.of(facts);
    }

    /** An object with its first piece, which is all of most objects: it is whole, whoever replaces it at the same time. */
    private record Begun(Kept kept, Payload piece) {}

    private static Begun begun(SqlConnection link, Kept kept) throws SQLException {
        var piece = link.first(PIECE, row -> Payload.of(row.getBytes(1)), kept.content, 0);
        return new Begun(kept, piece.orElse(Payload.NONE));
    }

    private byte[] piece(Kept kept, int number) {
        var name = kept.facts.name();
        var body = guarded(
                "'%s' could not be read".formatted(name),
                () -> archive.read(
                        "read the object " + name,
                        link -> link.first(PIECE, row -> row.getBytes(1), kept.content, number)));
        if (body.isPresent()) return body.get();
        if (kept(name).filter(now -> now.content == kept.content).isPresent()) throw damaged(name);
        throw new ObjectFailure(
                Kind.UNAVAILABLE, "'%s' was replaced or removed while it was read: read it again".formatted(name));
    }

    private static ObjectFailure damaged(ObjectName name) {
        return new ObjectFailure(
                Kind.DAMAGED, "the object '%s' is damaged: its content has not the hash it came with".formatted(name));
    }

    @Override
    public Optional<ObjectFacts> part(ObjectName name, long offset, long size, Sink sink) throws IOException {
        var kept = kept(name);
        if (kept.isEmpty()) return Optional.empty();
        long end = kept.get().facts.size();
        long at = Math.clamp(offset, 0, end);
        long left = Math.min(Math.max(0, size), end - at);
        while (left > 0) {
            var piece = piece(kept.get(), Math.toIntExact(at / PIECE_BYTES));
            int from = (int) (at % PIECE_BYTES);
            int count = (int) Math.min(left, piece.length - from);
            if (count <= 0) throw damaged(name);
            sink.write(piece, from, count);
            at += count;
            left -= count;
        }
        return kept.map(Kept::facts);
    }

    @Override
    public List<ObjectFacts> list(String prefix, Optional<ObjectName> after, int limit) {
        // Names have letters of ASCII alone, and this one comes after all of them.
        var end = prefix + '\uffff';
        return guarded(
                "the objects '%s...' could not be listed".formatted(prefix),
                () -> archive.read(
                        "list objects",
                        link -> link.list(
                                FACTS + "WHERE o.name > ? AND o.name >= ? AND o.name < ? ORDER BY o.name LIMIT ?",
                                row -> Kept.of(row).facts,
                                after.map(ObjectName::text).orElse(""),
                                prefix,
                                end,
                                limit)));
    }

    // --- changing ---

    @Override
    public Optional<ObjectFacts> copy(ObjectName from, ObjectName to) {
        return guarded(
                "'%s' could not be copied".formatted(from),
                () -> archive.write("copy " + from, link -> {
                    var content = link.first(NAMED + lock, row -> row.getLong(1), from.text());
                    if (content.isEmpty()) return Optional.<ObjectFacts>empty();
                    var _ = link.first(HOLD + lock, _ -> true, content.get());
                    name(link, to, content.get(), now());
                    return link.first(FACTS + "WHERE o.name = ?", row -> Kept.of(row).facts, to.text());
                }));
    }

    @Override
    public boolean renew(ObjectName name, Instant now) {
        return guarded(
                "'%s' could not be renewed".formatted(name),
                () -> archive.write(
                        "renew " + name,
                        link -> link.update(
                                        "UPDATE object SET since = ? WHERE name = ?", SqlTimes.micros(now), name.text())
                                > 0));
    }

    @Override
    public boolean delete(ObjectName name) {
        return guarded(
                "'%s' could not be removed".formatted(name),
                () -> archive.write("remove " + name, link -> {
                    var content = link.first(NAMED + lock, row -> row.getLong(1), name.text());
                    if (content.isEmpty()) return false;
                    link.update("DELETE FROM object WHERE name = ?", name.text());
                    letGo(link, content.get());
                    return true;
                }));
    }

    private Instant now() {
        return clock.instant();
    }

    private static <T> T guarded(String what, Supplier<T> step) {
        try {
            return step.get();
        } catch (StoreFailure failed) {
            throw new ObjectFailure(Kind.UNAVAILABLE, "%s: %s".formatted(what, failed.getMessage()), failed);
        }
    }
}
