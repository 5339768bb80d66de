package io.tidewheel.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SizedObjectStoreTest extends ObjectsContract {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final ObjectName NAME = new ObjectName("a/b");

    @TempDir
    Path folder;

    private ObjectStore small;
    private ObjectStore large;

    @Override
    protected ObjectStore openEmpty() {
        small = MemoryDatabase.empty().objects(InstantSource.system());
        large = FolderObjectStore.open(folder.resolve("objects"), new Random(1), NOON);
        return new SizedObjectStore(small, large, 4);
    }

    @Test
    void whatIsSmallGoesToTheOneAndWhatIsLargerToTheOther() throws Exception {
        put(NAME, "four");
        assertThat(small.find(NAME)).isPresent();
        assertThat(large.find(NAME)).isEmpty();
        put(NAME, "fives");
        assertThat(small.find(NAME)).isEmpty();
        assertThat(large.find(NAME)).isPresent();
        assertThat(text(NAME)).isEqualTo("fives");
        put(NAME, "");
        assertThat(text(NAME)).isEmpty();
        assertThat(names("", Optional.empty(), 9)).containsExactly("a/b");
        assertThat(objects.delete(NAME)).isTrue();
        assertThat(objects.find(NAME)).isEmpty();
    }

    @Test
    void aLargeOneThatIsCopiedCountsBeforeASmallOneThatWasThere() throws Exception {
        put(new ObjectName("large"), "a long one");
        put(NAME, "x");
        assertThat(objects.copy(new ObjectName("large"), NAME)).isPresent();
        assertThat(text(NAME)).isEqualTo("a long one");
    }

    @Test
    void whatWasKeptEarlierElsewhereIsFoundAndNothingIsAddedThere() throws Exception {
        large.put(NAME, source("of an earlier version"), 100, Optional.empty());
        objects = SizedObjectStore.after(small, large);
        assertThat(text(NAME)).isEqualTo("of an earlier version");
        put(NAME, "of this one".repeat(10_000));
        assertThat(text(NAME)).startsWith("of this one");
        assertThat(small.find(NAME)).isPresent();
        put(new ObjectName("new"), "x");
        assertThat(large.find(new ObjectName("new"))).isEmpty();
        assertThat(names("", Optional.empty(), 9)).containsExactly("a/b", "new");
    }
}
