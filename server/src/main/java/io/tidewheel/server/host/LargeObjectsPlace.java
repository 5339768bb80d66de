package io.tidewheel.server.host;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Sees to it that all servers on a database keep large objects in the same place. A place is known by a mark, which is an object in it; the
 * database knows the mark, and the servers that were started with it. A server that was told another place is refused: half of the objects
 * would not be there for it.
 */
final class LargeObjectsPlace {
    private static final String NOTE = "objects.place";
    private static final ObjectName MARK = new ObjectName("cluster/place");
    private static final int MARK_BYTES = 16;
    private static final int LONGEST_MARK = 100;
    /** How often a new mark is looked for: whoever has noted one puts it into the place next. */
    private static final int LOOKS = 20;

    private static final int MILLIS_BETWEEN_LOOKS = 100;

    private final ClusterNotes notes;
    private final ObjectStore place;
    private final String server;
    private final RandomGenerator random;

    LargeObjectsPlace(ClusterNotes notes, ObjectStore place, String server, RandomGenerator random) {
        this.notes = notes;
        this.place = place;
        this.server = server;
        this.random = random;
    }

    /** What the database knows: the mark, and the servers that use the place. */
    private record Known(String mark, TreeSet<String> servers) {
        static Known read(Payload note) {
            var lines = new String(note.bytes(), StandardCharsets.UTF_8).lines().toList();
            return new Known(
                    lines.isEmpty() ? "" : lines.getFirst(),
                    new TreeSet<>(lines.subList(Math.min(1, lines.size()), lines.size())));
        }

        Payload written() {
            return Payload.of((mark + "\n" + String.join("\n", servers)).getBytes(StandardCharsets.UTF_8));
        }

        boolean isOnlyOf(String server) {
            return servers.equals(new TreeSet<>(List.of(server)));
        }

        Known with(String server) {
            var more = new TreeSet<>(servers);
            more.add(server);
            return new Known(mark, more);
        }
    }

    /**
     * Throws {@link StartFailure}, with a text for users, if it is not the place of the other servers.
     *
     * @param anew whether it is to be the place from now on, whatever was before
     * @param news is told what changed, for people
     */
    void check(boolean anew, Consumer<String> news) throws StartFailure, InterruptedException {
        for (int look = 1; ; look++) {
            var note = notes.find(NOTE);
            if (note.isEmpty()) {
                begin();
                continue;
            }
            var known = Known.read(note.get());
            var mark = mark();
            if (mark.isPresent() && mark.get().equals(known.mark)) {
                if (known.servers.contains(server)) return;
                notes.replace(NOTE, note.get(), known.with(server).written());
            } else if (anew || (mark.isEmpty() && known.isOnlyOf(server))) {
                takeAnew(note.get(), mark, news);
            } else if (look >= LOOKS) {
                throw refused(known, mark);
            } else {
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            }
        }
    }

    /** Decides on the mark, and puts it into its place; if several servers begin together, only one of them does so. */
    private void begin() {
        var there = mark();
        var ours = new Known(there.orElseGet(this::drawn), new TreeSet<>(List.of(server)));
        var counts = Known.read(notes.keepFirst(NOTE, ours.written()));
        if (there.isEmpty() && counts.mark.equals(ours.mark)) put(ours.mark);
    }

    private void takeAnew(Payload before, Optional<String> there, Consumer<String> news) {
        var ours = new Known(there.orElseGet(this::drawn), new TreeSet<>(List.of(server)));
        if (!notes.replace(NOTE, before, ours.written())) return;
        if (there.isEmpty()) put(ours.mark);
        news.accept("large objects are kept in a new place from now on: those that were kept in another one before, if"
                + " any, are not there for it");
    }

    private StartFailure refused(Known known, Optional<String> mark) {
        return new StartFailure(
                "this server was given %s for large objects than the one of %s: on one database all servers need the same. Give it their folder (--objects folder --set objects.folder.path=DIR), keep all objects in the database (--objects database, the default when a database is shared), or, if those objects are lost or not needed, start it with --new-objects-place"
                        .formatted(
                                mark.isEmpty() ? "another, empty place" : "another place",
                                known.servers.isEmpty() ? "the others" : String.join(", ", known.servers)));
    }

    private String drawn() {
        var drawn = new byte[MARK_BYTES];
        random.nextBytes(drawn);
        return HexFormat.of().formatHex(drawn);
    }

    private void put(String mark) {
        var bytes = mark.getBytes(StandardCharsets.US_ASCII);
        place.put(MARK, new ByteArrayInputStream(bytes)::read, LONGEST_MARK, Optional.empty());
    }

    private Optional<String> mark() {
        var bytes = new ByteArrayOutputStream();
        try {
            var found = place.part(MARK, 0, LONGEST_MARK, bytes::write);
            return found.map(_ -> bytes.toString(StandardCharsets.US_ASCII));
        } catch (IOException impossible) {
            throw new IllegalStateException("memory can be written to", impossible);
        }
    }
}
