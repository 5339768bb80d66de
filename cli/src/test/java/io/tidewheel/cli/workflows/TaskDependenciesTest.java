package io.tidewheel.cli.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.text.JsonText;
import io.tidewheel.simulation.whatif.KnownTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Who waited for whom decides how long a run takes when it is played again. */
class TaskDependenciesTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final List<TaskDependencies.Task> tasks = new ArrayList<>();

    private void task(String id, double added, double finished, String... actions) {
        tasks.add(new TaskDependencies.Task(id, List.of(actions), at(added), at(finished)));
    }

    private static Instant at(double seconds) {
        return BEGIN.plusMillis(Math.round(seconds * 1e3));
    }

    /** The least time in which all can be done, each task a second: as many of them as wait for each other. */
    private double longest(String edges) {
        var known = new KnownTimes("test", Duration.ofSeconds(1));
        for (var task : tasks) known.add(task.id(), "task", OptionalDouble.of(1));
        TaskDependencies.addTo(known, tasks, JsonText.MAPPER.readTree("{\"edges\": %s}".formatted(edges)));
        return known.timed(1).ideal();
    }

    @Test
    void whatJoinsOthersWaitsForAllOfThem() {
        task("0", 0, 1, "a@0");
        task("1", 0, 5, "b@1");
        task("2", 1, 6, "c@2"); // made after a, whose end was the last before
        task("3", 6, 7, "join@3");
        assertThat(longest("[[\"a@0\", \"c@2\"], [\"b@1\", \"join@3\"], [\"a@0\", \"join@3\"]]"))
                .isEqualTo(2);
        assertThat(longest("[[\"a@0\", \"c@2\"], [\"c@2\", \"join@3\"]]")).isEqualTo(3);
    }

    @Test
    void inALoopTheSameRoundIsWaitedFor() {
        task("0", 0, 1, "x@1$0");
        task("1", 0, 1, "x@1$1");
        task("2", 1, 2, "y@2$0");
        task("3", 2, 3, "y@2$1");
        task("4", 3, 4, "sum@3");
        assertThat(longest("[[\"x@1\", \"y@2\"], [\"y@2\", \"sum@3\"]]")).isEqualTo(3);
    }

    @Test
    void withoutAGraphTheLastEndBeforeIsTaken() {
        task("0", 0, 1, "a@0");
        task("1", 1, 2, "b@1");
        task("2", 2, 3, "c@2");
        assertThat(longest("[]")).isEqualTo(3);
    }

    @Test
    void whatWaitsForNobodyIsNotHeldBack() {
        task("0", 0, 1, "a@0");
        task("1", 1, 2, "b@1"); // made later, but not because of a
        task("2", 2, 3, "c@2");
        assertThat(longest("[[\"a@0\", \"c@2\"]]")).isEqualTo(2);
    }

    @Test
    void nobodyWaitsForWhatEndedLater() {
        task("0", 0, 9, "a@0");
        task("1", 1, 2, "b@1");
        task("2", 2, 3, "c@2");
        assertThat(longest("[[\"a@0\", \"c@2\"], [\"b@1\", \"c@2\"]]")).isEqualTo(2);
    }
}
