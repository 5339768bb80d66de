package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LargeObjectsPlaceTest {
    private final ClusterNotes notes = MemoryDatabase.emptyShared().notes();
    private final ObjectStore shared = place();
    private final List<String> news = new ArrayList<>();
    private final Random random = new Random(1);

    private static ObjectStore place() {
        return MemoryDatabase.empty().objects(InstantSource.system());
    }

    private void start(String server, ObjectStore place, boolean anew) throws Exception {
        new LargeObjectsPlace(notes, place, server, random).check(anew, news::add);
    }

    @Test
    void serversWithOnePlaceStartAsOftenAsTheyLike() throws Exception {
        for (var server : List.of("east", "west", "east", "west")) start(server, shared, false);
        assertThat(news).isEmpty();
    }

    @Test
    void aServerWithAnotherPlaceIsRefusedAndToldWhatToDo() throws Exception {
        start("east", shared, false);
        assertThatThrownBy(() -> start("west", place(), false))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("than the one of east")
                .hasMessageContaining("objects.folder.path")
                .hasMessageContaining("--new-objects-place");
        start("west", shared, false);
        assertThatThrownBy(() -> start("east", place(), false))
                .as("the others go on with the place that was")
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("east, west");
    }

    @Test
    void whoeverUsedThePlaceAloneMayLoseItAndSaysSo() throws Exception {
        start("east", shared, false);
        start("east", place(), false);
        assertThat(news).hasSize(1).first().asString().contains("new place");
    }

    @Test
    void aPlaceThatIsNotEmptyButAnothersIsNotTakenForALostOne() throws Exception {
        start("east", shared, false);
        var others = place();
        new LargeObjectsPlace(MemoryDatabase.emptyShared().notes(), others, "north", random).check(false, news::add);
        assertThatThrownBy(() -> start("east", others, false)).isInstanceOf(StartFailure.class);
    }

    @Test
    void onDemandAnotherPlaceCountsFromThenOn() throws Exception {
        start("east", shared, false);
        start("west", shared, false);
        var other = place();
        start("west", other, true);
        assertThat(news).hasSize(1);
        assertThatThrownBy(() -> start("east", shared, false)).isInstanceOf(StartFailure.class);
        start("east", other, false);
    }

    @Test
    void aDatabaseThatIsNewTakesThePlaceAsItIs() throws Exception {
        start("east", shared, false);
        var restored = MemoryDatabase.emptyShared().notes();
        new LargeObjectsPlace(restored, shared, "west", random).check(false, news::add);
        start("east", shared, false);
        assertThat(news).isEmpty();
    }

    @Test
    void serversThatBeginTogetherAgree() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var starts = IntStream.range(0, 8)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        start("server-" + i, shared, false);
                        return true;
                    })
                    .toList();
            for (var started : threads.invokeAll(starts))
                assertThat(started.get()).isTrue();
        }
        assertThat(news).isEmpty();
    }
}
