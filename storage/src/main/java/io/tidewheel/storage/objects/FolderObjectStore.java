package io.tidewheel.storage.objects;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectFailure.Kind;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Sha256;
import io.tidewheel.storage.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Objects as files under one folder, which servers of the same database may share. */
public final class FolderObjectStore implements ObjectStore {
    private static final byte[] MARK = {'t', 'i', 'd', 'e', 'o', 'b', 'j', 1};
    private static final int HEAD_BYTES = MARK.length + Sha256.BYTES;
    private static final int PIECE_BYTES = 64 << 10;
    private static final Duration ABANDONED = Duration.ofDays(1);

    /** A folder and an object may have the same name, so each kind has its ending. */
    private static final String FOLDER = ".d";

    private static final String OBJECT = ".o";

    private final Path kept;
    private final Path arriving;
    private final RandomGenerator random;

    private FolderObjectStore(Path folder, RandomGenerator random) {
        this.kept = folder.resolve("kept");
        this.arriving = folder.resolve("arriving");
        this.random = random;
    }

    /** Opens a folder, making it if need be, and clears away what never came to its end long ago. */
    public static FolderObjectStore open(Path folder, RandomGenerator random, Instant now) {
        var objects = new FolderObjectStore(folder, random);
        try {
            makeFolder(folder);
            makeFolder(objects.kept);
            makeFolder(objects.arriving);
            objects.clear(FileTime.from(now.minus(ABANDONED)));
            return objects;
        } catch (IOException error) {
            throw new ObjectFailure(
                    Kind.UNAVAILABLE, "objects cannot be kept in the folder %s: %s".formatted(folder, error), error);
        }
    }

    private void clear(FileTime before) throws IOException {
        try (var files = Files.newDirectoryStream(arriving)) {
            for (var file : files) {
                if (Files.getLastModifiedTime(file).compareTo(before) < 0) Files.deleteIfExists(file);
            }
        }
    }

    @Override
    public ObjectFacts put(ObjectName name, Source content, long mostBytes, Optional<Sha256> expected) {
        var file = draft();
        try {
            var facts = write(file, new ContentReader(name, content, mostBytes), expected);
            moveIn(file, place(name));
            return facts;
        } catch (IOException error) {
            throw unavailable("'%s' could not be kept".formatted(name), error);
        } finally {
            discard(file);
        }
    }

    private Path draft() {
        return arriving.resolve(Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong()));
    }

    private static ObjectFacts write(Path file, ContentReader content, Optional<Sha256> expected) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(file, options, PrivateFiles.attributes(file, "rw-------"))) {
            channel.position(HEAD_BYTES);
            while (!content.isAtEnd()) writeAll(channel, ByteBuffer.wrap(content.next(PIECE_BYTES)));
            var facts = content.facts(expected, Files.getLastModifiedTime(file).toInstant());
            channel.position(0);
            writeAll(channel, ByteBuffer.wrap(MARK));
            writeAll(channel, ByteBuffer.wrap(facts.sha256().bytes()));
            channel.force(true);
            var since = Files.getLastModifiedTime(file).toInstant();
            return new ObjectFacts(facts.name(), facts.size(), facts.sha256(), since);
        }
    }

    /** Somebody who removes the last object of a folder may take the folder away under us: then it is made again. */
    private void moveIn(Path file, Path place) throws IOException {
        for (int triesLeft = 10; ; triesLeft--) {
            makeFolders(parent(place));
            try {
                Files.move(file, place, StandardCopyOption.ATOMIC_MOVE);
                sync(parent(place));
                return;
            } catch (NoSuchFileException gone) {
                if (triesLeft == 0) throw gone;
            }
        }
    }

    @Override
    public Optional<ObjectFacts> find(ObjectName name) {
        var opened = opened(name);
        if (opened.isEmpty()) return Optional.empty();
        try (var file = opened.get()) {
            return Optional.of(facts(name, file));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        } catch (IOException error) {
            throw unavailable("'%s' could not be looked at".formatted(name), error);
        }
    }

    @Override
    public Optional<ObjectFacts> get(ObjectName name, Sink sink) throws IOException {
        var opened = opened(name);
        if (opened.isEmpty()) return Optional.empty();
        try (var file = opened.get()) {
            var facts = looked(name, file);
            if (facts.isEmpty()) return facts;
            var sum = new Sha256.Sum();
            var piece = ByteBuffer.allocate(PIECE_BYTES);
            while (fill(piece, file, name)) {
                sum.add(piece.array(), 0, piece.limit());
                sink.write(piece.array(), 0, piece.limit());
            }
            if (sum.size() != facts.get().size()
                    || !sum.take().equals(facts.get().sha256())) throw damaged(name);
            return facts;
        }
    }

    /** Empty if it was taken away since it was opened. */
    private Optional<ObjectFacts> looked(ObjectName name, FileChannel file) {
        try {
            return Optional.of(facts(name, file));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        } catch (IOException error) {
            throw unavailable("'%s' could not be read".formatted(name), error);
        }
    }

    @Override
    public Optional<ObjectFacts> part(ObjectName name, long offset, long size, Sink sink) throws IOException {
        var opened = opened(name);
        if (opened.isEmpty()) return Optional.empty();
        try (var file = opened.get()) {
            var facts = looked(name, file);
            if (facts.isEmpty()) return facts;
            long begin = Math.clamp(offset, 0, facts.get().size());
            file.position(HEAD_BYTES + begin);
            var piece = ByteBuffer.allocate(PIECE_BYTES);
            for (long left = size; left > 0 && fill(piece, file, name); left -= piece.limit())
                sink.write(piece.array(), 0, (int) Math.min(left, piece.limit()));
            return facts;
        }
    }

    @Override
    public Optional<ObjectFacts> copy(ObjectName from, ObjectName to) {
        var file = draft();
        try {
            link(place(from), file);
            moveIn(file, place(to));
            return find(to);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException error) {
            throw unavailable("'%s' could not be copied".formatted(from), error);
        } finally {
            discard(file);
        }
    }

    /** Objects never change, so that two of them can be the same file. */
    private static void link(Path from, Path to) throws IOException {
        try {
            Files.createLink(to, from);
        } catch (UnsupportedOperationException noLinks) {
            Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    @Override
    public boolean renew(ObjectName name, Instant now) {
        try {
            Files.setLastModifiedTime(place(name), FileTime.from(now));
            return true;
        } catch (NoSuchFileException none) {
            return false;
        } catch (IOException error) {
            throw unavailable("'%s' could not be renewed".formatted(name), error);
        }
    }

    private Optional<FileChannel> opened(ObjectName name) {
        try {
            return Optional.of(FileChannel.open(place(name), StandardOpenOption.READ));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException error) {
            throw unavailable("'%s' could not be opened".formatted(name), error);
        }
    }

    private ObjectFacts facts(ObjectName name, FileChannel file) throws IOException {
        var head = ByteBuffer.allocate(HEAD_BYTES);
        boolean whole = fill(head, file, name) && head.limit() == HEAD_BYTES;
        if (!whole || !Arrays.equals(head.array(), 0, MARK.length, MARK, 0, MARK.length)) throw damaged(name);
        var hash = Sha256.of(Arrays.copyOfRange(head.array(), MARK.length, HEAD_BYTES));
        var since = Files.getLastModifiedTime(place(name)).toInstant();
        return new ObjectFacts(name, file.size() - HEAD_BYTES, hash, since);
    }

    /** Fills the buffer as far as there is something; false at the end. */
    private static boolean fill(ByteBuffer buffer, FileChannel file, ObjectName name) {
        buffer.clear();
        try {
            while (buffer.hasRemaining() && file.read(buffer) >= 0) {
                // one more piece
            }
        } catch (IOException error) {
            throw unavailable("'%s' could not be read".formatted(name), error);
        }
        buffer.flip();
        return buffer.hasRemaining();
    }

    @Override
    public boolean delete(ObjectName name) {
        var place = place(name);
        try {
            boolean there = Files.deleteIfExists(place);
            if (there) removeEmpty(parent(place));
            return there;
        } catch (IOException error) {
            throw unavailable("'%s' could not be removed".formatted(name), error);
        }
    }

    private void removeEmpty(Path folder) throws IOException {
        for (var empty = folder; !empty.equals(kept); empty = parent(empty)) {
            try {
                Files.deleteIfExists(empty);
            } catch (DirectoryNotEmptyException used) {
                return;
            }
        }
        sync(kept);
    }

    @Override
    public List<ObjectFacts> list(String prefix, Optional<ObjectName> after, int limit) {
        var found = new ArrayList<ObjectFacts>();
        try {
            // Everything wanted is below the folder that the prefix names: what is beside it, however much, is not
            // looked at.
            var path = prefix.substring(0, prefix.lastIndexOf('/') + 1);
            var folder = folder(path);
            if (folder.isPresent())
                list(folder.get(), path, prefix, after.map(ObjectName::text).orElse(""), limit, found);
            return found;
        } catch (IOException error) {
            throw unavailable("the objects '%s...' could not be listed".formatted(prefix), error);
        }
    }

    /** Folders that cannot contain a name that is wanted are not entered. */
    private void list(Path folder, String path, String prefix, String after, int limit, List<ObjectFacts> found)
            throws IOException {
        for (var entry : entries(folder)) {
            if (found.size() >= limit) return;
            var name = path + entry.name;
            if (entry.isObject) {
                if (name.startsWith(prefix) && name.compareTo(after) > 0)
                    find(new ObjectName(name)).ifPresent(found::add);
            } else {
                var inside = name + "/";
                boolean wanted = inside.startsWith(prefix) || prefix.startsWith(inside);
                boolean done = !after.startsWith(inside) && inside.compareTo(after) < 0;
                if (wanted && !done) list(entry.file, inside, prefix, after, limit, found);
            }
        }
    }

    /** What is in a folder, as it is sorted among names: a folder comes where the names in it come. */
    private record Entry(Path file, String name, boolean isObject) {
        String sortedAs() {
            return isObject ? name : name + "/";
        }
    }

    private static List<Entry> entries(Path folder) throws IOException {
        var entries = new ArrayList<Entry>();
        try (var files = Files.newDirectoryStream(folder)) {
            for (var file : files) {
                var name = file.getFileName().toString();
                if (name.endsWith(OBJECT)) entries.add(new Entry(file, cut(name, OBJECT), true));
                else if (name.endsWith(FOLDER)) entries.add(new Entry(file, cut(name, FOLDER), false));
            }
        } catch (NoSuchFileException gone) {
            return List.of();
        }
        entries.sort(Comparator.comparing(Entry::sortedAs));
        return entries;
    }

    private static String cut(String name, String ending) {
        return name.substring(0, name.length() - ending.length());
    }

    /** Where the objects are whose names begin with the path; empty if no name can. */
    private Optional<Path> folder(String path) {
        if (path.isEmpty()) return Optional.of(kept);
        try {
            var name = new ObjectName(path.substring(0, path.length() - 1));
            var place = place(name);
            return Optional.of(place.resolveSibling(cut(String.valueOf(place.getFileName()), OBJECT) + FOLDER));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }

    private Path place(ObjectName name) {
        var parts = name.text().split("/", -1);
        var folder = kept;
        for (int i = 0; i < parts.length - 1; i++) folder = folder.resolve(parts[i] + FOLDER);
        return folder.resolve(parts[parts.length - 1] + OBJECT);
    }

    private static Path parent(Path path) {
        var parent = path.getParent();
        if (parent == null) throw new IllegalStateException("'%s' is not in a folder".formatted(path));
        return parent;
    }

    private static void writeAll(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    private static void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) return;
        Files.createDirectories(folder, PrivateFiles.attributes(folder, "rwx------"));
    }

    /** Each new folder is made durable in the one above it, else a crash could take what is inside. */
    private void makeFolders(Path folder) throws IOException {
        if (Files.isDirectory(folder)) return;
        makeFolders(parent(folder));
        makeFolder(folder);
        sync(parent(folder));
    }

    private static void sync(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (NoSuchFileException gone) {
            // an empty folder that somebody else has taken away
        }
    }

    private static void discard(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException left) {
            // cleared away when the folder is opened again
        }
    }

    private static ObjectFailure damaged(ObjectName name) {
        return new ObjectFailure(
                Kind.DAMAGED, "the object '%s' is damaged: its content has not the hash it came with".formatted(name));
    }

    private static ObjectFailure unavailable(String step, IOException error) {
        return new ObjectFailure(Kind.UNAVAILABLE, step + ": " + error, error);
    }
}
