package io.tidewheel.server.objects;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Payload;
import io.tidewheel.model.StoreFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/** While a backup is written, no server on the database removes objects that nobody needs any more: the backup may need them. */
public final class SweepPause implements AutoCloseable {
    private static final String NOTE = "backup.until";
    /** If the one who writes it dies, sweeping goes on after this. */
    private static final Duration LONGEST = Duration.ofHours(6);

    private final ClusterNotes notes;
    private final Payload ours;
    private final Instant begun;

    private SweepPause(ClusterNotes notes, Payload ours, Instant begun) {
        this.notes = notes;
        this.ours = ours;
        this.begun = begun;
    }

    public static SweepPause begin(ClusterNotes notes, Instant now) {
        var ours = text(now.plus(LONGEST));
        var there = notes.keepFirst(NOTE, ours);
        while (!there.equals(ours) && !notes.replace(NOTE, there, ours))
            there = notes.find(NOTE).orElse(ours);
        return new SweepPause(notes, ours, now);
    }

    public static boolean isOn(ClusterNotes notes, Instant now) {
        return notes.find(NOTE)
                .filter(until -> now.isBefore(Instant.parse(new String(until.bytes(), StandardCharsets.US_ASCII))))
                .isPresent();
    }

    private static Payload text(Instant until) {
        return Payload.of(until.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** Unless another backup has begun meanwhile. */
    @Override
    public void close() {
        try {
            notes.replace(NOTE, ours, text(begun));
        } catch (StoreFailure left) {
            // it ends by itself
        }
    }
}
