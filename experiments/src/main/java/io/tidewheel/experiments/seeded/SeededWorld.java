package io.tidewheel.experiments.seeded;

import io.tidewheel.experiments.faults.FaultSeed;
import io.tidewheel.experiments.faults.SeedWeather;
import io.tidewheel.experiments.faults.SeedWork;
import io.tidewheel.model.Database;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Plays one world and answers what was wrong in it, nothing if all was well. Worlds take turns: one server, two of them, workflows. Made by the
 * class loader of a {@link BugHunt}, so that everything it touches is what was compiled with the bug.
 */
public final class SeededWorld implements LongFunction<String> {
    @Override
    public String apply(long seed) {
        try {
            // Every other time one of the two servers is lost for good.
            var work = seed % 3 == 2 ? SeedWork.WORKFLOWS : SeedWork.TASKS;
            FaultSeed.run(seed, databases(seed), work, SeedWeather.MIXED, seed % 6 == 1);
            return "";
        } catch (AssertionError found) {
            return String.valueOf(found.getMessage());
        }
    }

    private static List<Database> databases(long seed) {
        if (seed % 3 != 1) return List.of(MemoryDatabase.empty());
        var shared = MemoryDatabase.emptyShared();
        return List.of(shared, shared.reopened());
    }
}
