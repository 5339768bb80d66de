package io.tidewheel.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderObjectStoreTest extends ObjectsContract {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir
    Path folder;

    @Override
    protected ObjectStore openEmpty() {
        return FolderObjectStore.open(folder.resolve("objects"), new Random(1), NOON);
    }

    @Test
    void aDamagedObjectIsToldAndNotPassedForTheRealOne() throws Exception {
        var name = new ObjectName("a");
        put(name, "content");
        var file = folder.resolve("objects/kept/a.o");
        var bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1]++;
        Files.write(file, bytes);
        refused(ObjectFailure.Kind.DAMAGED, () -> read(name));
        Files.write(file, new byte[10]);
        refused(ObjectFailure.Kind.DAMAGED, () -> objects.find(name));
    }

    @Test
    void whatNeverCameToItsEndIsClearedAwayAfterADay() throws Exception {
        var old = Files.writeString(folder.resolve("objects/arriving/old"), "x");
        var young = Files.writeString(folder.resolve("objects/arriving/young"), "x");
        Files.setLastModifiedTime(old, FileTime.from(NOON.minus(Duration.ofHours(25))));
        Files.setLastModifiedTime(young, FileTime.from(NOON.minus(Duration.ofHours(23))));
        openEmpty();
        assertThat(old).doesNotExist();
        assertThat(young).exists();
    }

    @Test
    void nothingIsLeftOfWhatWasRefusedOrDeleted() throws Exception {
        refused(
                ObjectFailure.Kind.TOO_LARGE,
                () -> objects.put(new ObjectName("x/y"), source("long"), 1, java.util.Optional.empty()));
        put(new ObjectName("a/b/c"), "x");
        objects.delete(new ObjectName("a/b/c"));
        for (var inside : List.of("kept", "arriving")) {
            try (var left = Files.list(folder.resolve("objects").resolve(inside))) {
                assertThat(left).isEmpty();
            }
        }
    }

    private void read(ObjectName name) {
        try {
            objects.get(name, (_, _, _) -> {});
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
