package io.tidewheel.storage.backup;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Payload;
import io.tidewheel.model.StoreSnapshot;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;

/** Writes a backup: the header, then packed records of all rows and of the large objects, then the hash of all of it. */
public final class BackupWriter implements StoreSnapshot.Sink {
    static final int COUNTER = 1;
    static final int TABLE = 2;
    static final int ROW = 3;
    static final int OBJECT = 4;
    static final int PIECE = 5;
    static final int OBJECT_END = 6;
    static final int END = 7;

    static final int NOTHING = 0;
    static final int NUMBER = 1;
    static final int TEXT = 2;
    static final int BYTES = 3;

    private static final int PAGE = 1_000;
    /** What objects of the cluster itself are called: they belong to the place, not to its content. */
    private static final String OF_THE_PLACE = "cluster/";

    private final OutputStream to;
    private final DigestOutputStream hashed;
    private final DeflaterOutputStream packed;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private final DataOutputStream out;
    private long rows;
    private long objects;

    private BackupWriter(OutputStream to, BackupHeader header) throws IOException {
        this.to = to;
        this.hashed = new DigestOutputStream(to, sha256());
        hashed.write(header.text().getBytes(StandardCharsets.UTF_8));
        this.packed = new DeflaterOutputStream(hashed, deflater, 64 << 10);
        this.out = new DataOutputStream(new BufferedOutputStream(packed, 64 << 10));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /**
     * Writes all of it. Rows first, as they were at one moment; then the large objects, of which those that are removed meanwhile may be
     * missing: nothing that is needed is removed.
     *
     * @param large where objects are kept that are not in the database, if anywhere
     */
    public static void write(OutputStream to, BackupHeader header, StoreSnapshot snapshot, Optional<ObjectStore> large)
            throws IOException {
        var writer = new BackupWriter(to, header);
        try {
            snapshot.read(writer);
            if (large.isPresent()) writer.objects(large.get());
            writer.finish();
        } finally {
            writer.deflater.end();
        }
    }

    @Override
    public void counter(String name, long value) throws IOException {
        out.writeByte(COUNTER);
        out.writeUTF(name);
        out.writeLong(value);
    }

    @Override
    public void table(String name, List<String> columns) throws IOException {
        out.writeByte(TABLE);
        out.writeUTF(name);
        out.writeShort(columns.size());
        for (var column : columns) out.writeUTF(column);
    }

    @Override
    public void row(List<@Nullable Object> values) throws IOException {
        out.writeByte(ROW);
        for (var value : values) value(value);
        rows++;
    }

    private void value(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeByte(NOTHING);
            case Long number -> {
                out.writeByte(NUMBER);
                out.writeLong(number);
            }
            case String text -> {
                out.writeByte(TEXT);
                bytes(text.getBytes(StandardCharsets.UTF_8));
            }
            case Payload bytes -> {
                out.writeByte(BYTES);
                bytes(bytes.bytes());
            }
            default -> throw new IllegalArgumentException("a backup has no place for a " + value.getClass());
        }
    }

    private void bytes(byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private void objects(ObjectStore large) throws IOException {
        var after = Optional.<ObjectName>empty();
        while (true) {
            var page = large.list("", after, PAGE);
            for (var facts : page) if (!facts.name().text().startsWith(OF_THE_PLACE)) object(large, facts.name());
            if (page.size() < PAGE) return;
            after = Optional.of(page.getLast().name());
        }
    }

    /** What is damaged ends the backup: whoever needs one now had better know. */
    private void object(ObjectStore large, ObjectName name) throws IOException {
        out.writeByte(OBJECT);
        out.writeUTF(name.text());
        var found = large.get(name, (bytes, offset, length) -> {
            out.writeByte(PIECE);
            out.writeInt(length);
            out.write(bytes, offset, length);
        });
        out.writeByte(OBJECT_END);
        // Removed since it was listed: it had been there for nobody.
        out.writeBoolean(found.isPresent());
        if (found.isEmpty()) return;
        out.writeLong(found.get().size());
        out.writeUTF(found.get().sha256().hex());
        out.writeLong(found.get().since().toEpochMilli());
        objects++;
    }

    private void finish() throws IOException {
        out.writeByte(END);
        out.writeLong(rows);
        out.writeLong(objects);
        out.flush();
        packed.finish();
        to.write(hashed.getMessageDigest().digest());
        to.flush();
    }
}
