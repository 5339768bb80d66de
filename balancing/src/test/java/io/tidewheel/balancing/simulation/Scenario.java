package io.tidewheel.balancing.simulation;

import io.tidewheel.balancing.Goal;
import io.tidewheel.balancing.Job;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A job in a place: the trials in which TaScaaS was measured, one million iterations each. */
record Scenario(String name, long target, int partitions, World.Place place) {
    static final long TOTAL = 1_000_000;
    static final int MOST = 10;

    World.Story asTheOriginal() {
        return World.tell(place, new ExactBrain(TOTAL, target, partitions, MOST));
    }

    World.Story withOurs() {
        return withOurs(_ -> {});
    }

    World.Story withOurs(Consumer<Job> watch) {
        var goal = Goal.within(Duration.ofSeconds(target), TOTAL, partitions, MOST);
        return World.tell(place, new OwnBrain(goal, watch));
    }

    static List<Scenario> table() {
        return List.of(
                new Scenario(
                        "two equal, 2 slots",
                        1_000,
                        2,
                        World.Place.of(2, (_, _) -> 500).atOneSite()),
                new Scenario(
                        "speeds 4:2:1:1",
                        1_000,
                        4,
                        World.Place.of(
                                        4,
                                        (slot, _) -> List.of(500, 250, 125, 125).get(slot))
                                .atOneSite()),
                new Scenario(
                        "1 of 4 dies at 300 s",
                        1_000,
                        4,
                        World.Place.of(4, (_, _) -> 250)
                                .atOneSite()
                                .with((_, number, second) ->
                                        number == 1 && second >= 300 ? World.Fate.DEAD : World.Fate.WELL)),
                new Scenario(
                        "1 partition, needs 4",
                        1_500,
                        1,
                        World.Place.of(4, (_, _) -> 200).atOneSite()),
                new Scenario(
                        "half drop to 1/4 at 400 s",
                        1_000,
                        4,
                        World.Place.of(5, (slot, second) -> slot < 2 && second >= 400 ? 62.5 : 250)
                                .atOneSite()),
                new Scenario(
                        "impossible, no free slots",
                        500,
                        2,
                        World.Place.of(2, (_, _) -> 250).atOneSite()));
    }

    /** Four slots whose speed is redrawn every minute within 40 %. */
    static Scenario noisy(long seed) {
        var factors = new double[4][1_000];
        var random = new SplittableRandom(seed);
        for (var slot : factors) for (int i = 0; i < slot.length; i++) slot[i] = random.nextDouble(0.6, 1.4);
        World.Speed speed = (slot, second) -> 250 * factors[slot][(int) (second / 60)];
        return new Scenario("noisy, seed " + seed, 1_200, 4, World.Place.of(4, speed));
    }
}
