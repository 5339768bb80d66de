package io.tidewheel.experiments.tascaas;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Objects in memory, which outlast the server of a job room. Safe for many threads. */
final class LabObjects implements ObjectStore {
    private static final int CHUNK = 8_192;

    private record Kept(ObjectFacts facts, Payload content) {}

    private final ConcurrentSkipListMap<ObjectName, Kept> kept =
            new ConcurrentSkipListMap<>(Comparator.comparing(ObjectName::text));
    private final Time time;

    LabObjects(Time time) {
        this.time = time;
    }

    @Override
    public ObjectFacts put(ObjectName name, Source content, long mostBytes, Optional<Sha256> expected) {
        var bytes = read(name, content);
        var sum = new Sha256.Sum();
        sum.add(bytes, 0, bytes.length);
        var facts = new ObjectFacts(name, bytes.length, sum.take(), time.instant());
        kept.put(name, new Kept(facts, Payload.of(bytes)));
        return facts;
    }

    private static byte[] read(ObjectName name, Source content) {
        var all = new ByteArrayOutputStream();
        var chunk = new byte[CHUNK];
        try {
            for (int size = content.read(chunk, 0, CHUNK); size >= 0; size = content.read(chunk, 0, CHUNK))
                all.write(chunk, 0, size);
        } catch (IOException broken) {
            throw new UncheckedIOException("could not put " + name.text(), broken);
        }
        return all.toByteArray();
    }

    @Override
    public Optional<ObjectFacts> find(ObjectName name) {
        return Optional.ofNullable(kept.get(name)).map(Kept::facts);
    }

    @Override
    public Optional<ObjectFacts> get(ObjectName name, Sink sink) throws IOException {
        return part(name, 0, Long.MAX_VALUE, sink);
    }

    @Override
    public Optional<ObjectFacts> part(ObjectName name, long offset, long size, Sink sink) throws IOException {
        var found = kept.get(name);
        if (found == null) return Optional.empty();
        var bytes = found.content.bytes();
        int from = (int) Math.min(offset, bytes.length);
        sink.write(bytes, from, (int) Math.min(size, bytes.length - from));
        return Optional.of(found.facts);
    }

    @Override
    public Optional<ObjectFacts> copy(ObjectName from, ObjectName to) {
        var found = kept.get(from);
        if (found == null) return Optional.empty();
        var facts = new ObjectFacts(to, found.facts.size(), found.facts.sha256(), time.instant());
        kept.put(to, new Kept(facts, found.content));
        return Optional.of(facts);
    }

    @Override
    public boolean renew(ObjectName name, Instant now) {
        return kept.containsKey(name);
    }

    @Override
    public boolean delete(ObjectName name) {
        return kept.remove(name) != null;
    }

    @Override
    public List<ObjectFacts> list(String prefix, Optional<ObjectName> after, int limit) {
        var from = after.isPresent() ? kept.tailMap(after.get(), false) : kept;
        return from.values().stream()
                .map(Kept::facts)
                .filter(facts -> facts.name().text().startsWith(prefix))
                .limit(limit)
                .toList();
    }
}
