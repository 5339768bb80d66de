package io.tidewheel.server.notices;

import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** Tells that a disk is nearly full, once a day while it is. */
public final class DiskNotices {
    private static final long LEAST_FREE_BYTES = 1L << 30;
    private static final int LEAST_FREE_PERCENT = 5;

    private final String server;
    private final Space space;

    /** How much there is, and how much of it is free. */
    public record Room(long bytes, long freeBytes) {}

    /** Looks how much room there is. */
    @FunctionalInterface
    public interface Space {
        Room look() throws IOException;
    }

    DiskNotices(String server, Space space) {
        this.server = server;
        this.space = space;
    }

    /** The room on the disk of a folder. */
    public static Space of(Path folder) {
        return () -> {
            var disk = Files.getFileStore(folder);
            return new Room(disk.getTotalSpace(), disk.getUsableSpace());
        };
    }

    Optional<Notice> look(Instant now) {
        try {
            var room = space.look();
            boolean full =
                    room.freeBytes() < LEAST_FREE_BYTES || room.freeBytes() < room.bytes() / 100 * LEAST_FREE_PERCENT;
            return full ? Optional.of(notice(room, now)) : Optional.empty();
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    private Notice notice(Room room, Instant now) {
        return Notice.ofServer(
                "disk-%s-%s"
                        .formatted(
                                NoticeService.idPart(server),
                                now.atZone(ZoneOffset.UTC).toLocalDate()),
                NoticeKind.DISK_FULL,
                now,
                "the disk with the data of server %s is nearly full: %,d MiB of %,d MiB are free"
                        .formatted(server, room.freeBytes() >> 20, room.bytes() >> 20),
                Map.of(
                        "server",
                        server,
                        "freeBytes",
                        Long.toString(room.freeBytes()),
                        "bytes",
                        Long.toString(room.bytes())));
    }
}
