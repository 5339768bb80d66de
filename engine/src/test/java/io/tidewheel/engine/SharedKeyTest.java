package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.RunController;
import io.tidewheel.controllers.tasks.TasksController;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One key is used at two servers on one database in the same moment. */
class SharedKeyTest {
    private static final NewRun SAME = new NewRun(
            RunSpec.tasks(EngineStory.ADA, "same"),
            LaneSpec.PLAIN,
            Optional.of("key"),
            List.of(),
            false,
            false,
            false,
            "test");

    private final VirtualTime time = new VirtualTime(EngineStory.NOON);
    private final MemoryDatabase database = MemoryDatabase.emptyShared();
    private final EngineStory east = server("east", 100);
    private final EngineStory west = server("west", 200);
    private final List<RunId> ofWest = new ArrayList<>();

    private EngineStory server(String name, long firstSession) {
        return new EngineStory(name, database.reopened(), time, EngineSettings.DEFAULT, firstSession);
    }

    /** Whoever came second in the turn of the slower server was told of a run that never came to be. */
    @Test
    void everybodyIsToldOfTheRunThatIsThere() {
        var first = east.engine.submit(SAME);
        var second = east.engine.submit(SAME);
        var other = NewRun.growing(
                RunSpec.tasks(EngineStory.ADA, "other"),
                new NewController(Payload.NONE, _ -> whileWestIsFaster()),
                Optional.empty(),
                false,
                "test");
        var third = east.engine.submit(other);
        east.settle();
        assertThat(ofWest).hasSize(1);
        assertThat(first.join().run()).isEqualTo(ofWest.getFirst());
        assertThat(second.join().run()).isEqualTo(ofWest.getFirst());
        assertThat(database.archive().run(third.join().run())).isPresent();
    }

    /** What is asked of a controller is asked in the midst of a turn: the other server has one of its own meanwhile. */
    private RunController whileWestIsFaster() {
        if (ofWest.isEmpty()) ofWest.add(west.answer(west.engine.submit(SAME)).run());
        return new TasksController(Optional.empty(), LaneSpec.PLAIN);
    }
}
