package io.tidewheel.storage.memory;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Sha256;
import io.tidewheel.storage.objects.ContentReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Objects in the collections of a memory database. */
final class MemoryObjects implements ObjectStore {
    private static final int PIECE_BYTES = 64 << 10;

    private final MemoryTables world;
    private final InstantSource clock;

    MemoryObjects(MemoryTables world, InstantSource clock) {
        this.world = world;
        this.clock = clock;
    }

    record Kept(ObjectFacts facts, Payload content) {
        Kept named(ObjectName name, Instant since) {
            return new Kept(new ObjectFacts(name, facts.size(), facts.sha256(), since), content);
        }
    }

    @Override
    public ObjectFacts put(ObjectName name, Source content, long mostBytes, Optional<Sha256> expected) {
        var reader = new ContentReader(name, content, mostBytes);
        var all = new ByteArrayOutputStream();
        while (!reader.isAtEnd()) {
            all.writeBytes(reader.next(PIECE_BYTES));
            if (all.size() > Integer.MAX_VALUE / 2)
                throw new ObjectFailure(ObjectFailure.Kind.TOO_LARGE, "'%s' is too large for memory".formatted(name));
        }
        var facts = reader.facts(expected, clock.instant());
        synchronized (world) {
            world.objects.put(name, new Kept(facts, Payload.of(all.toByteArray())));
        }
        return facts;
    }

    private @Nullable Kept kept(ObjectName name) {
        synchronized (world) {
            return world.objects.get(name);
        }
    }

    @Override
    public Optional<ObjectFacts> find(ObjectName name) {
        return Optional.ofNullable(kept(name)).map(Kept::facts);
    }

    @Override
    public Optional<ObjectFacts> get(ObjectName name, Sink sink) throws IOException {
        return part(name, 0, Long.MAX_VALUE, sink);
    }

    @Override
    public Optional<ObjectFacts> part(ObjectName name, long offset, long size, Sink sink) throws IOException {
        var kept = kept(name);
        if (kept == null) return Optional.empty();
        int from = (int) Math.clamp(offset, 0, (long) kept.content.size());
        int count = (int) Math.clamp(size, 0, (long) kept.content.size() - from);
        if (count > 0) sink.write(kept.content.bytes(), from, count);
        return Optional.of(kept.facts);
    }

    @Override
    public Optional<ObjectFacts> copy(ObjectName from, ObjectName to) {
        synchronized (world) {
            var kept = world.objects.get(from);
            if (kept == null) return Optional.empty();
            var copy = kept.named(to, clock.instant());
            world.objects.put(to, copy);
            return Optional.of(copy.facts);
        }
    }

    @Override
    public boolean renew(ObjectName name, Instant now) {
        synchronized (world) {
            return world.objects.computeIfPresent(name, (_, kept) -> kept.named(name, now)) != null;
        }
    }

    @Override
    public boolean delete(ObjectName name) {
        synchronized (world) {
            return world.objects.remove(name) != null;
        }
    }

    @Override
    public List<ObjectFacts> list(String prefix, Optional<ObjectName> after, int limit) {
        synchronized (world) {
            return world.objects.values().stream()
                    .map(Kept::facts)
                    .filter(facts -> facts.name().text().startsWith(prefix))
                    .filter(facts -> after.isEmpty() || facts.name().compareTo(after.get()) > 0)
                    .limit(limit)
                    .toList();
        }
    }
}
