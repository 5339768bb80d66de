package io.tidewheel.storage.backup;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.StoreSnapshot;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/** A backup that lies in a file, to be read once: first its rows, then its large objects. */
public final class BackupFile implements StoreSnapshot, Closeable {
    private static final int LONGEST_HEADER = 64 << 10;
    private static final int LONGEST_VALUE = 1 << 30;

    private final BackupHeader header;
    private final InputStream file;
    private final DataInputStream in;
    private int next;
    private long rows;
    private long objects;

    private BackupFile(InputStream file) throws IOException {
        this.file = file;
        this.header = header(file);
        this.in = new DataInputStream(new BufferedInputStream(new InflaterInputStream(file), 64 << 10));
    }

    /**
     * Opens one whose hash is right; reads it once for that. Throws IllegalArgumentException, with a text for users, if it is no backup, if it
     * is not whole, or was changed.
     */
    public static BackupFile open(Path file) throws IOException {
        check(file);
        var stream = new BufferedInputStream(Files.newInputStream(file), 64 << 10);
        try {
            return new BackupFile(stream);
        } catch (IOException | RuntimeException failed) {
            stream.close();
            throw failed;
        }
    }

    /** Throws IllegalArgumentException, with a text for users, if the content has not the hash it was written with. */
    public static void check(Path file) throws IOException {
        long left = Files.size(file) - Sha256.BYTES;
        try (var stream = new BufferedInputStream(Files.newInputStream(file), 64 << 10)) {
            var begin = new byte[BackupHeader.MARK.length()];
            int read = stream.readNBytes(begin, 0, begin.length);
            boolean ours = new String(begin, 0, read, StandardCharsets.US_ASCII).startsWith("tidewheel-backup ");
            if (!ours || left < begin.length) throw new IllegalArgumentException("it is no backup of tidewheel");
            var digest = BackupWriter.sha256();
            digest.update(begin);
            left -= begin.length;
            var piece = new byte[64 << 10];
            while (left > 0) {
                int count = stream.read(piece, 0, (int) Math.min(piece.length, left));
                if (count < 0) break;
                digest.update(piece, 0, count);
                left -= count;
            }
            if (!MessageDigest.isEqual(stream.readNBytes(Sha256.BYTES), digest.digest()))
                throw new IllegalArgumentException(
                        "it is not whole, or was changed: its hash is not the one at its end");
        }
    }

    private static BackupHeader header(InputStream file) throws IOException {
        var text = new ByteArrayOutputStream();
        for (int last = 0, letter = file.read(); letter >= 0; last = letter, letter = file.read()) {
            text.write(letter);
            if (last == '\n' && letter == '\n') return BackupHeader.parse(text.toString(StandardCharsets.UTF_8));
            if (text.size() > LONGEST_HEADER) break;
        }
        throw new IllegalArgumentException("it is no backup of tidewheel");
    }

    public BackupHeader header() {
        return header;
    }

    /** How many rows it has; known when they were read. */
    public long rows() {
        return rows;
    }

    @Override
    public void read(Sink sink) throws IOException {
        int columns = 0;
        for (next = in.readUnsignedByte(); ; next = in.readUnsignedByte()) {
            switch (next) {
                case BackupWriter.COUNTER -> sink.counter(in.readUTF(), in.readLong());
                case BackupWriter.TABLE -> {
                    var table = in.readUTF();
                    var names = new ArrayList<String>();
                    columns = in.readUnsignedShort();
                    for (int i = 0; i < columns; i++) names.add(in.readUTF());
                    sink.table(table, names);
                }
                case BackupWriter.ROW -> {
                    sink.row(row(columns));
                    rows++;
                }
                default -> {
                    return;
                }
            }
        }
    }

    private List<@Nullable Object> row(int columns) throws IOException {
        var values = new ArrayList<@Nullable Object>(columns);
        for (int i = 0; i < columns; i++) values.add(value());
        return values;
    }

    private @Nullable Object value() throws IOException {
        return switch (in.readUnsignedByte()) {
            case BackupWriter.NOTHING -> null;
            case BackupWriter.NUMBER -> in.readLong();
            case BackupWriter.TEXT -> new String(bytes(), StandardCharsets.UTF_8);
            case BackupWriter.BYTES -> Payload.of(bytes());
            default -> throw new IOException("the backup has a value of an unknown kind");
        };
    }

    private byte[] bytes() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST_VALUE)
            throw new IOException("the backup has a value of %d bytes".formatted(length));
        var bytes = in.readNBytes(length);
        if (bytes.length < length) throw new EOFException();
        return bytes;
    }

    /** Puts the large objects into a store, and tells how many; to be called once the rows were read. */
    public long objects(ObjectStore into) throws IOException {
        while (next == BackupWriter.OBJECT) {
            object(into, new ObjectName(in.readUTF()));
            next = in.readUnsignedByte();
        }
        if (next != BackupWriter.END || in.readLong() != rows || in.readLong() != objects)
            throw new IOException("the backup does not end as it should");
        return objects;
    }

    private void object(ObjectStore into, ObjectName name) throws IOException {
        var content = new Pieces();
        var kept = into.put(name, content, Long.MAX_VALUE, Optional.empty());
        if (!content.wasThere) {
            into.delete(name);
            return;
        }
        if (kept.size() != content.size || !kept.sha256().equals(content.sha256))
            throw new IOException("the object '%s' of the backup is damaged".formatted(name));
        into.renew(name, content.since);
        objects++;
    }

    /** The content of an object, and what stands behind it. */
    private final class Pieces implements ObjectStore.Source {
        boolean wasThere;
        long size;

        @Nullable
        Sha256 sha256;

        Instant since = Instant.EPOCH;
        private int left;
        private boolean atEnd;

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            while (left == 0 && !atEnd) begin();
            if (atEnd) return -1;
            int count = in.read(to, offset, Math.min(length, left));
            if (count < 0) throw new EOFException();
            left -= count;
            return count;
        }

        private void begin() throws IOException {
            int kind = in.readUnsignedByte();
            if (kind == BackupWriter.PIECE) {
                left = in.readInt();
                return;
            }
            if (kind != BackupWriter.OBJECT_END) throw new IOException("the backup has an object without an end");
            atEnd = true;
            wasThere = in.readBoolean();
            if (!wasThere) return;
            size = in.readLong();
            sha256 = new Sha256(in.readUTF());
            since = Instant.ofEpochMilli(in.readLong());
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
