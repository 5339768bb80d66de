package io.tidewheel.storage.objects;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectFailure.Kind;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Sha256;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Small objects in one place, usually the database, and large ones in another. Of one name the small one counts: where a small object takes
 * the name of a large one, that one stays behind until the name is removed.
 */
public final class SizedObjectStore implements ObjectStore {
    private static final int ALL = Integer.MAX_VALUE;

    private final ObjectStore small;
    private final ObjectStore large;
    private final int mostSmall;

    /** @param mostSmall the size in bytes up to which an object is small */
    public SizedObjectStore(ObjectStore small, ObjectStore large, int mostSmall) {
        this.small = small;
        this.large = large;
        this.mostSmall = mostSmall;
    }

    /** Where the large objects of a store are, if it keeps them apart. */
    public static Optional<ObjectStore> largeOf(ObjectStore store) {
        if (!(store instanceof SizedObjectStore sized)) return Optional.empty();
        // What an earlier version has kept elsewhere stands behind what keeps the small ones.
        return Optional.of(
                sized.large instanceof SizedObjectStore both && both.small.equals(sized.small)
                        ? both.large
                        : sized.large);
    }

    /** Keeps everything in the first; what is in the other one is found, too. */
    public static ObjectStore after(ObjectStore first, ObjectStore earlier) {
        return new SizedObjectStore(first, earlier, ALL);
    }

    @Override
    public ObjectFacts put(ObjectName name, Source content, long mostBytes, Optional<Sha256> expected) {
        if (mostSmall == ALL) return small.put(name, content, mostBytes, expected);
        var begin = new byte[mostSmall + 1];
        int read = fill(name, content, begin);
        var whole = new RejoinedSource(begin, read, content);
        if (read <= mostSmall) return small.put(name, whole, mostBytes, expected);
        var facts = large.put(name, whole, mostBytes, expected);
        small.delete(name);
        return facts;
    }

    private static int fill(ObjectName name, Source content, byte[] into) {
        int filled = 0;
        try {
            while (filled < into.length) {
                int count = content.read(into, filled, into.length - filled);
                if (count < 0) return filled;
                filled += count;
            }
            return filled;
        } catch (IOException broken) {
            throw new ObjectFailure(
                    Kind.BROKEN_OFF, "the content for '%s' broke off: %s".formatted(name, broken.getMessage()), broken);
        }
    }

    /** What was read already, and then what follows. */
    private static final class RejoinedSource implements Source {
        private final byte[] begin;
        private final int length;
        private final Source rest;
        private int taken;

        RejoinedSource(byte[] begin, int length, Source rest) {
            this.begin = begin;
            this.length = length;
            this.rest = rest;
        }

        @Override
        public int read(byte[] into, int offset, int most) throws IOException {
            // At its end a source is not asked once more.
            if (taken == length) return length < begin.length ? -1 : rest.read(into, offset, most);
            int count = Math.min(most, length - taken);
            System.arraycopy(begin, taken, into, offset, count);
            taken += count;
            return count;
        }
    }

    @Override
    public Optional<ObjectFacts> find(ObjectName name) {
        return small.find(name).or(() -> large.find(name));
    }

    @Override
    public Optional<ObjectFacts> get(ObjectName name, Sink sink) throws IOException {
        var found = small.get(name, sink);
        return found.isPresent() ? found : large.get(name, sink);
    }

    @Override
    public Optional<ObjectFacts> part(ObjectName name, long offset, long size, Sink sink) throws IOException {
        var found = small.part(name, offset, size, sink);
        return found.isPresent() ? found : large.part(name, offset, size, sink);
    }

    @Override
    public Optional<ObjectFacts> copy(ObjectName from, ObjectName to) {
        var copied = small.copy(from, to);
        if (copied.isPresent()) return copied;
        var other = large.copy(from, to);
        if (other.isPresent()) small.delete(to);
        return other;
    }

    @Override
    public boolean renew(ObjectName name, Instant now) {
        return small.renew(name, now) || large.renew(name, now);
    }

    @Override
    public boolean delete(ObjectName name) {
        boolean wasLarge = large.delete(name);
        return small.delete(name) || wasLarge;
    }

    @Override
    public List<ObjectFacts> list(String prefix, Optional<ObjectName> after, int limit) {
        var found = new TreeMap<ObjectName, ObjectFacts>();
        for (var facts : large.list(prefix, after, limit)) found.put(facts.name(), facts);
        for (var facts : small.list(prefix, after, limit)) found.put(facts.name(), facts);
        var list = new ArrayList<>(found.values());
        return list.size() <= limit ? list : List.copyOf(list.subList(0, limit));
    }
}
