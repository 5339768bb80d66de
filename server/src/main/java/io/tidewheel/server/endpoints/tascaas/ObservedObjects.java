package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Sha256;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Objects of which somebody is told what was kept, once it is durable. */
public final class ObservedObjects implements ObjectStore {
    private final ObjectStore objects;
    private final Consumer<ObjectName> kept;

    public ObservedObjects(ObjectStore objects, Consumer<ObjectName> kept) {
        this.objects = objects;
        this.kept = kept;
    }

    @Override
    public ObjectFacts put(ObjectName name, Source content, long mostBytes, Optional<Sha256> expected) {
        var facts = objects.put(name, content, mostBytes, expected);
        kept.accept(name);
        return facts;
    }

    @Override
    public Optional<ObjectFacts> find(ObjectName name) {
        return objects.find(name);
    }

    @Override
    public Optional<ObjectFacts> get(ObjectName name, Sink sink) throws IOException {
        return objects.get(name, sink);
    }

    @Override
    public Optional<ObjectFacts> part(ObjectName name, long offset, long size, Sink sink) throws IOException {
        return objects.part(name, offset, size, sink);
    }

    @Override
    public Optional<ObjectFacts> copy(ObjectName from, ObjectName to) {
        var facts = objects.copy(from, to);
        if (facts.isPresent()) kept.accept(to);
        return facts;
    }

    @Override
    public boolean renew(ObjectName name, Instant now) {
        return objects.renew(name, now);
    }

    @Override
    public boolean delete(ObjectName name) {
        return objects.delete(name);
    }

    @Override
    public List<ObjectFacts> list(String prefix, Optional<ObjectName> after, int limit) {
        return objects.list(prefix, after, limit);
    }
}
