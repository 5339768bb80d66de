package io.tidewheel.storage.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Database;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.storage.objects.ObjectsContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds for objects in the tables of each database. */
public abstract class SqlObjectsContract extends ObjectsContract {
    private static final ObjectName NAME = new ObjectName("large");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final List<Database> opened = new ArrayList<>();

    protected abstract Database openDatabase() throws Exception;

    /** What a table has. */
    protected abstract long count(String table) throws Exception;

    @Override
    protected ObjectStore openEmpty() throws Exception {
        return store(NOON);
    }

    private ObjectStore store(Instant now) throws Exception {
        if (opened.isEmpty()) opened.add(openDatabase());
        return opened.getFirst().objects(InstantSource.fixed(now));
    }

    @AfterEach
    void close() {
        opened.forEach(Database::close);
    }

    @Test
    void contentsOfAllSizesAroundAPieceComeBackAsTheyWere() throws Exception {
        int piece = SqlObjectStore.PIECE_BYTES;
        for (int size : List.of(0, 1, piece - 1, piece, piece + 1, 2 * piece, 3 * piece + 7)) {
            var content = new byte[size];
            new Random(size).nextBytes(content);
            bring(NAME, content);
            var back = new ByteArrayOutputStream();
            assertThat(objects.get(NAME, back::write).orElseThrow().size()).isEqualTo(size);
            assertThat(back.toByteArray()).isEqualTo(content);
            var part = new ByteArrayOutputStream();
            objects.part(NAME, size / 2, piece, part::write);
            assertThat(part.toByteArray())
                    .isEqualTo(Arrays.copyOfRange(content, size / 2, Math.min(size, size / 2 + piece)));
        }
        assertThat(count("object_content")).isEqualTo(1);
        assertThat(count("object_piece")).isEqualTo(4);
    }

    private void bring(ObjectName name, byte[] content) {
        objects.put(name, new ByteArrayInputStream(content)::read, Long.MAX_VALUE, Optional.empty());
    }

    @Test
    void nothingIsLeftOfWhatBrokeOffOrIsGone() throws Exception {
        var pieces = new int[1];
        refused(
                ObjectFailure.Kind.BROKEN_OFF,
                () -> objects.put(
                        NAME,
                        (_, _, length) -> {
                            if (++pieces[0] > 3) throw new IOException("the line is dead");
                            return length;
                        },
                        Long.MAX_VALUE,
                        Optional.empty()));
        bring(NAME, new byte[600_000]);
        objects.copy(NAME, new ObjectName("copy"));
        objects.delete(NAME);
        assertThat(count("object_content")).isEqualTo(1);
        objects.delete(new ObjectName("copy"));
        for (var table : List.of("object", "object_content", "object_piece"))
            assertThat(count(table)).as(table).isZero();
    }

    @Test
    void whatAServerLeftHalfBroughtWhenItDiedIsClearedAwayAfterADay() throws Exception {
        leaveHalf();
        assertThat(count("object_content")).isEqualTo(1);
        store(NOON.plus(Duration.ofHours(23))).put(NAME, source("x"), 9, Optional.empty());
        assertThat(count("object_content")).isEqualTo(2);
        store(NOON.plus(Duration.ofHours(25))).put(NAME, source("y"), 9, Optional.empty());
        assertThat(count("object_content")).isEqualTo(1);
        assertThat(count("object_piece")).isEqualTo(1);
    }

    /** A content that is on its way at noon, and whose server is no more. */
    protected abstract void leaveHalf() throws Exception;

    @Test
    void copyingAndRemovingAtTheSameTimeLoseNothing() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var work = new ArrayList<Callable<Boolean>>();
            for (int i = 0; i < 20; i++) {
                var from = new ObjectName("from-" + i);
                var to = new ObjectName("to-" + i);
                put(from, "content " + i);
                work.add(() -> objects.copy(from, to).isPresent());
                work.add(() -> objects.delete(from));
            }
            for (var done : threads.invokeAll(work)) done.get();
        }
        for (var name : names("", Optional.empty(), 100))
            assertThat(text(new ObjectName(name))).isEqualTo("content " + name.substring(3));
        assertThat(count("object_content")).isEqualTo(count("object"));
    }
}
