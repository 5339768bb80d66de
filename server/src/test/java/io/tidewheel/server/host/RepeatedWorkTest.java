package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.server.host.RepeatedWork.Forgotten;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RepeatedWorkTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final RunId FIRST = new RunId(1);
    private static final RunId SECOND = new RunId(2);
    private static final RunId LOST = new RunId(77);

    private final MemoryDatabase database = MemoryDatabase.emptyShared();
    private final RepeatedWork east = seenBy("east");
    private final RepeatedWork west = seenBy("west");

    private RepeatedWork seenBy(String server) {
        return new RepeatedWork(server, database.archive(), database.notes());
    }

    @Test
    void aStoreThatKnowsMoreOrTheSameHasForgottenNothing() {
        var finished = new RunId(5);
        var changes = new TurnChanges(database.store().begin("east", NOON));
        changes.runs()
                .add(new NewRun(finished, RunSpec.tasks(new Owner("ada"), "run"), Optional.empty(), NOON, true, false));
        database.store().commit(changes);
        assertThat(east.look(Map.of(), Map.of(FIRST, 3L)).isNothing()).isTrue();
        assertThat(east.look(Map.of(FIRST, 3L, SECOND, 7L), Map.of(FIRST, 4L, SECOND, 7L))
                        .isNothing())
                .isTrue();
        assertThat(east.look(Map.of(finished, 1L), Map.of()).isNothing())
                .as("it has finished")
                .isTrue();
    }

    @Test
    void whatItDoesNotKnowAnyMoreIsCounted() {
        var forgotten = east.look(Map.of(FIRST, 30L, SECOND, 7L), Map.of(FIRST, 10L, SECOND, 6L));
        assertThat(forgotten).isEqualTo(new Forgotten(21, 0));
        assertThat(forgotten.text())
                .isEqualTo("21 tasks are run again that had ended: the store does not know of it any more");
    }

    @Test
    void runsThatAreNotThereAreLost() {
        var forgotten = east.look(Map.of(LOST, 0L, FIRST, 2L), Map.of(FIRST, 1L));
        assertThat(forgotten).isEqualTo(new Forgotten(1, 1));
        assertThat(forgotten.text()).contains("1 task is run again", "1 run is lost, to be submitted again");
    }

    @Test
    void ofSeveralServersEachCountsOnlyWhatNobodyHasCounted() {
        assertThat(east.look(Map.of(FIRST, 30L, LOST, 2L), Map.of(FIRST, 10L))).isEqualTo(new Forgotten(20, 1));
        assertThat(west.look(Map.of(FIRST, 31L, LOST, 1L), Map.of(FIRST, 12L)))
                .as("it knew of one more")
                .isEqualTo(new Forgotten(1, 0));
        assertThat(east.look(Map.of(FIRST, 40L), Map.of(FIRST, 35L)))
                .as("it happens again")
                .isEqualTo(new Forgotten(5, 0));
    }
}
