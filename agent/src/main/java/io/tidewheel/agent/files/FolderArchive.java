package io.tidewheel.agent.files;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A folder as one file, in the form that {@code tar} reads. The same files under the same names give the same bytes, whoever packs them and
 * when: owners and times are left out, and of permissions only whether a file is executable. Links to files are packed as the files, links to
 * folders and whatever else there is are not.
 */
public final class FolderArchive {
    /** The most files and folders that are packed or unpacked. */
    public static final int MOST_ENTRIES = 200_000;

    private static final int BLOCK = 512;
    private static final int NAME_BYTES = 100;
    private static final int LONGEST_RECORDS = 64 << 10;
    private static final long LARGEST_OCTAL = (1L << 33) - 1;
    private static final int PIECE_BYTES = 64 << 10;

    private static final int SIZE_AT = 124;
    private static final int SUM_AT = 148;
    private static final int TYPE_AT = 156;
    private static final int MAGIC_AT = 257;

    private static final byte FILE = '0';
    private static final byte FOLDER = '5';
    private static final byte RECORDS = 'x';

    private FolderArchive() {}

    /** Packs a folder into a file; answers where in it the contents of the files begin, by their paths in the folder. */
    public static Map<String, Long> pack(Path folder, Path archive, StopCheck checkpoint) throws IOException {
        var root = folder.toRealPath();
        var found = list(root, checkpoint);
        var offsets = new LinkedHashMap<String, Long>();
        try (var out = new Writer(archive, checkpoint)) {
            for (var path : found.files) offsets.put(name(root, path), out.file(name(root, path), path));
            for (var path : found.folders) out.folder(name(root, path));
            out.end();
        }
        return Collections.unmodifiableMap(offsets);
    }

    private record Found(List<Path> files, List<Path> folders) {}

    private static Found list(Path root, StopCheck checkpoint) throws IOException {
        var found = new Found(new ArrayList<>(), new ArrayList<>());
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile() || (attributes.isSymbolicLink() && Files.isRegularFile(file)))
                    add(found.files, file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) throws IOException {
                if (!visited.equals(root)) add(found.folders, visited);
                return FileVisitResult.CONTINUE;
            }

            private void add(List<Path> list, Path path) throws IOException {
                checkpoint.pass();
                list.add(path);
                if (found.files.size() + found.folders.size() > MOST_ENTRIES)
                    throw new IOException(
                            "the folder has more than %,d files and folders: let the command pack it into an archive of its own"
                                    .formatted(MOST_ENTRIES));
            }
        });
        found.files.sort(null);
        found.folders.sort(null);
        return found;
    }

    private static String name(Path root, Path path) throws IOException {
        var name = root.relativize(path).toString();
        if (name.indexOf('\uFFFD') < 0) return name;
        throw new IOException("the file name '%s' is not in UTF-8".formatted(name));
    }

    /**
     * Unpacks an archive, which need not be trusted, into a folder that is not there yet. Nothing outside of the folder is touched; what is no
     * file or folder, and names that lead elsewhere, are refused. If it throws, what is in the folder is worth nothing.
     */
    public static void unpack(Path archive, Path folder, StopCheck checkpoint) throws IOException {
        unpack(archive, folder, checkpoint, MOST_ENTRIES);
    }

    static void unpack(Path archive, Path folder, StopCheck checkpoint, int mostEntries) throws IOException {
        Files.createDirectories(folder);
        var folders = new MadeFolders(folder, mostEntries);
        try (var in = new Reader(archive, checkpoint)) {
            for (int count = 0; ; count++) {
                var entry = in.next();
                if (entry == null) return;
                if (count == mostEntries)
                    throw new IOException("the archive has more than %,d entries".formatted(mostEntries));
                // No link is ever made in here, so that a path that goes down cannot lead out.
                var place = folder.resolve(checked(entry.name));
                if (entry.isFolder) {
                    folders.make(place);
                } else {
                    folders.make(place.getParent());
                    in.copyTo(place, entry.size);
                    if (entry.executable) makeExecutable(place);
                }
            }
        } catch (IllegalArgumentException impossible) {
            throw new IOException("the archive is malformed: " + impossible.getMessage(), impossible);
        }
    }

    /** The folders of an archive. One short entry can name thousands of them, one within the other, so they are counted as they are made. */
    private static final class MadeFolders {
        private final Path root;
        private final int most;
        private int made;

        MadeFolders(Path root, int most) {
            this.root = root;
            this.most = most;
        }

        void make(@Nullable Path folder) throws IOException {
            var missing = new ArrayDeque<Path>();
            for (var at = folder; at != null && !at.equals(root) && !Files.isDirectory(at); at = at.getParent())
                missing.push(at);
            made += missing.size();
            if (made > most)
                throw new IOException("the archive is refused: it has more than %,d folders".formatted(most));
            for (var each : missing) Files.createDirectory(each);
        }
    }

    /** Lets the owner of a file execute it. */
    public static void makeExecutable(Path file) throws IOException {
        var permissions = Files.getPosixFilePermissions(file);
        permissions.add(PosixFilePermission.OWNER_EXECUTE);
        Files.setPosixFilePermissions(file, permissions);
    }

    private static String checked(String name) throws IOException {
        boolean fine = !name.isEmpty() && name.indexOf('\0') < 0;
        for (var part : name.split("/", -1)) fine &= !part.isEmpty() && !part.equals(".") && !part.equals("..");
        if (fine) return name;
        throw new IOException("the archive is refused: its entry '%s' has no name that lies in the folder"
                .formatted(name.replaceAll("\\p{Cntrl}", "?")));
    }

    private static final class Writer implements AutoCloseable {
        private final OutputStream out;
        private final StopCheck checkpoint;
        private final byte[] piece = new byte[PIECE_BYTES];
        private long position;

        Writer(Path archive, StopCheck checkpoint) throws IOException {
            this.out = new BufferedOutputStream(Files.newOutputStream(archive), PIECE_BYTES);
            this.checkpoint = checkpoint;
        }

        long file(String name, Path path) throws IOException {
            checkpoint.pass();
            try (var in = Files.newInputStream(path)) {
                long size = Files.size(path);
                header(name, FILE, size, Files.isExecutable(path) ? 0755 : 0644);
                long begin = position;
                for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                    checkpoint.pass();
                    write(piece, count);
                }
                if (position - begin != size)
                    throw new IOException("the file '%s' was changed while it was packed".formatted(name));
                fill();
                return begin;
            }
        }

        void folder(String name) throws IOException {
            checkpoint.pass();
            header(name + "/", FOLDER, 0, 0755);
        }

        void end() throws IOException {
            write(new byte[2 * BLOCK], 2 * BLOCK);
        }

        private void header(String name, byte type, long size, int mode) throws IOException {
            var bytes = name.getBytes(StandardCharsets.UTF_8);
            var records = new StringBuilder();
            if (bytes.length > NAME_BYTES) records.append(record("path", name));
            if (size > LARGEST_OCTAL) records.append(record("size", Long.toString(size)));
            if (!records.isEmpty()) {
                var text = records.toString().getBytes(StandardCharsets.UTF_8);
                block("long", RECORDS, text.length, 0644);
                write(text, text.length);
                fill();
            }
            block(bytes.length > NAME_BYTES ? "long" : name, type, size > LARGEST_OCTAL ? 0 : size, mode);
        }

        /** A record counts its own length, the digits of the length included. */
        private static String record(String key, String value) {
            var rest = " " + key + "=" + value + "\n";
            int bytes = rest.getBytes(StandardCharsets.UTF_8).length;
            int length = bytes + 1;
            while (Integer.toString(length).length() + bytes != length) length++;
            return length + rest;
        }

        private void block(String name, byte type, long size, int mode) throws IOException {
            var block = new byte[BLOCK];
            put(block, 0, name);
            put(block, 100, "%07o".formatted(mode));
            put(block, 108, "0000000");
            put(block, 116, "0000000");
            put(block, SIZE_AT, "%011o".formatted(size));
            put(block, 136, "00000000000");
            block[TYPE_AT] = type;
            put(block, MAGIC_AT, "ustar\0" + "00");
            put(block, SUM_AT, "%06o\0 ".formatted(sum(block)));
            write(block, BLOCK);
        }

        private static void put(byte[] block, int at, String text) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            System.arraycopy(bytes, 0, block, at, bytes.length);
        }

        private void write(byte[] bytes, int count) throws IOException {
            out.write(bytes, 0, count);
            position += count;
        }

        private void fill() throws IOException {
            int over = (int) (position % BLOCK);
            if (over > 0) write(new byte[BLOCK], BLOCK - over);
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    /** Counted as if the place of the sum were blank. */
    private static int sum(byte[] block) {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++) sum += i >= SUM_AT && i < SUM_AT + 8 ? ' ' : block[i] & 0xff;
        return sum;
    }

    private record Entry(String name, boolean isFolder, long size, boolean executable) {}

    private static final class Reader implements AutoCloseable {
        private final InputStream in;
        private final StopCheck checkpoint;
        private final byte[] block = new byte[BLOCK];
        private final byte[] piece = new byte[PIECE_BYTES];

        Reader(Path archive, StopCheck checkpoint) throws IOException {
            this.in = new BufferedInputStream(Files.newInputStream(archive), PIECE_BYTES);
            this.checkpoint = checkpoint;
        }

        /** Null at the end. */
        @Nullable
        Entry next() throws IOException {
            checkpoint.pass();
            read(block, BLOCK);
            if (isBlank()) return null;
            checkSum();
            var records = Map.<String, String>of();
            if (block[TYPE_AT] == RECORDS) {
                records = records();
                read(block, BLOCK);
                checkSum();
            }
            byte type = block[TYPE_AT];
            if (type != FILE && type != 0 && type != FOLDER)
                throw new IOException(
                        "the archive is refused: it has an entry of the type %d, which is neither a file nor a folder"
                                .formatted(type));
            var name = records.getOrDefault("path", text(0, NAME_BYTES));
            long size = records.containsKey("size") ? Long.parseLong(records.get("size")) : octal(SIZE_AT, 12);
            if (size < 0 || (type == FOLDER && size > 0)) throw new IllegalArgumentException("a size makes no sense");
            boolean isFolder = type == FOLDER;
            if (isFolder && name.endsWith("/")) name = name.substring(0, name.length() - 1);
            return new Entry(name, isFolder, size, (octal(100, 8) & 0100) != 0);
        }

        private Map<String, String> records() throws IOException {
            long length = octal(SIZE_AT, 12);
            if (length < 0 || length > LONGEST_RECORDS) throw new IllegalArgumentException("a name is too long");
            var bytes = new byte[(int) length];
            read(bytes, bytes.length);
            skipRest(length);
            var records = new LinkedHashMap<String, String>();
            for (int at = 0; at < bytes.length; ) {
                int blank = at;
                while (blank < bytes.length && bytes[blank] != ' ') blank++;
                int end = at + Integer.parseInt(utf8(bytes, at, blank));
                if (blank >= end || end > bytes.length) throw new IllegalArgumentException("a record has no end");
                var record = utf8(bytes, blank + 1, end - 1);
                int equal = record.indexOf('=');
                if (equal < 0) throw new IllegalArgumentException("a record has no key");
                records.put(record.substring(0, equal), record.substring(equal + 1));
                at = end;
            }
            return records;
        }

        void copyTo(Path file, long size) throws IOException {
            try (var out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (long left = size; left > 0; ) {
                    checkpoint.pass();
                    int count = in.read(piece, 0, (int) Math.min(piece.length, left));
                    if (count < 0) throw new EOFException("the archive breaks off");
                    out.write(piece, 0, count);
                    left -= count;
                }
            }
            skipRest(size);
        }

        private void skipRest(long size) throws IOException {
            int over = (int) (size % BLOCK);
            if (over > 0) read(new byte[BLOCK], BLOCK - over);
        }

        private void read(byte[] into, int count) throws IOException {
            if (in.readNBytes(into, 0, count) < count) throw new EOFException("the archive breaks off");
        }

        private boolean isBlank() {
            for (var each : block) if (each != 0) return false;
            return true;
        }

        private void checkSum() {
            if (octal(SUM_AT, 8) != sum(block)) throw new IllegalArgumentException("the sum of a header is wrong");
        }

        private long octal(int at, int length) {
            var digits = text(at, length).strip();
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        }

        private String text(int at, int length) {
            int end = at;
            while (end < at + length && block[end] != 0) end++;
            return utf8(block, at, end);
        }

        private static String utf8(byte[] bytes, int from, int to) {
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(Arrays.copyOfRange(bytes, from, Math.max(from, to))))
                        .toString();
            } catch (CharacterCodingException garbled) {
                throw new IllegalArgumentException("a name is not in UTF-8", garbled);
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
