package io.tidewheel.model.audit;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.AuditSeal;
import io.tidewheel.model.NumberedEntry;
import io.tidewheel.model.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Makes seals, and tells those that were made with the same key from others. For one thread at a time. */
public final class AuditChain {
    private static final String ALGORITHM = "HmacSHA256";
    /** Half of a code is more than anybody can guess; the seal has a whole one. */
    private static final int CODE_BYTES = 16;

    private static final int BYTES_OF_ENTRY = Long.BYTES + CODE_BYTES;

    private final Mac mac;

    /** @param clusterKey what all servers on the database sign with; seals are made with a key derived from it */
    public AuditChain(byte[] clusterKey) {
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(clusterKey, ALGORITHM));
            var derived = mac.doFinal("tidewheel: seals of the audit log".getBytes(StandardCharsets.US_ASCII));
            mac.init(new SecretKeySpec(derived, ALGORITHM));
        } catch (GeneralSecurityException never) {
            throw new IllegalStateException("every Java has " + ALGORITHM, never);
        }
    }

    /** Seals the entries that follow those of the seal before; there is at least one, in the order of their numbers. */
    public AuditSeal seal(Optional<AuditSeal> before, List<NumberedEntry> entries, Instant at) {
        var codes = ByteBuffer.allocate(entries.size() * BYTES_OF_ENTRY);
        for (var entry : entries) codes.putLong(entry.number()).put(code(entry).bytes());
        var open = new AuditSeal(
                before.map(AuditSeal::number).orElse(0L) + 1,
                before.map(AuditSeal::last).orElse(0L),
                entries.getLast().number(),
                at.truncatedTo(ChronoUnit.MICROS),
                before.map(AuditSeal::sum).orElse(Payload.NONE),
                Payload.of(codes.array()),
                Payload.NONE);
        return new AuditSeal(
                open.number(), open.after(), open.last(), open.at(), open.previous(), open.entries(), sum(open));
    }

    /** Tells chains with different keys apart, and nothing about the key. */
    public String name() {
        mac.update((byte) 'n');
        return HexFormat.of().formatHex(mac.doFinal(), 0, CODE_BYTES);
    }

    /** Whether it was made with this key and is as it was made. */
    boolean isGenuine(AuditSeal seal) {
        return MessageDigest.isEqual(sum(seal).bytes(), seal.sum().bytes());
    }

    /** The codes of the entries of a genuine seal, by their numbers. */
    static Map<Long, Payload> codes(AuditSeal seal) {
        var codes = new TreeMap<Long, Payload>();
        var bytes = ByteBuffer.wrap(seal.entries().bytes());
        while (bytes.remaining() >= BYTES_OF_ENTRY) {
            long number = bytes.getLong();
            var code = new byte[CODE_BYTES];
            bytes.get(code);
            codes.put(number, Payload.of(code));
        }
        return codes;
    }

    /** The code of an entry, which is another one if anything about it is. */
    Payload code(NumberedEntry numbered) {
        mac.update((byte) 'e');
        add(numbered.number());
        add(numbered.entry());
        return Payload.of(Arrays.copyOf(mac.doFinal(), CODE_BYTES));
    }

    private Payload sum(AuditSeal seal) {
        mac.update((byte) 's');
        add(seal.number());
        add(seal.after());
        add(seal.last());
        add(seal.at());
        add(seal.previous().bytes());
        add(seal.entries().bytes());
        return Payload.of(mac.doFinal());
    }

    private void add(AuditEntry entry) {
        add(entry.at());
        for (var text : List.of(entry.who(), entry.action(), entry.target(), entry.detail()))
            add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** No store keeps more than microseconds. */
    private void add(Instant at) {
        add(at.getEpochSecond());
        add(at.getNano() / 1_000L);
    }

    /** Adds bytes with their length, so that nothing can be moved from one text to the next. */
    private void add(byte[] bytes) {
        add((long) bytes.length);
        mac.update(bytes);
    }

    private void add(long number) {
        mac.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    }
}
