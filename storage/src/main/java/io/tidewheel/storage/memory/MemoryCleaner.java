package io.tidewheel.storage.memory;

import io.tidewheel.model.StoreCleaner;
import io.tidewheel.storage.memory.MemoryTables.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;

/** Removes a few runs at a time, each as a whole. */
final class MemoryCleaner implements StoreCleaner {
    private static final int RUNS_AT_ONCE = 100;

    private final MemoryTables world;

    MemoryCleaner(MemoryTables world) {
        this.world = world;
    }

    @Override
    public int rest() {
        return 0;
    }

    @Override
    public CleaningStep clean(Instant now, Duration retention) {
        var before = now.minus(retention);
        synchronized (world) {
            var old = world.runs.values().stream()
                    .filter(run -> run.state.isFinal()
                            && run.finished.map(at -> at.isBefore(before)).orElse(false))
                    .sorted(Comparator.comparing(run -> run.finished.orElseThrow()))
                    .limit(RUNS_AT_ONCE)
                    .toList();
            long chains = old.stream().mapToLong(run -> run.chains.size()).sum();
            old.forEach(this::remove);
            return new CleaningStep(old.size(), chains, old.size() == RUNS_AT_ONCE);
        }
    }

    private void remove(Run run) {
        world.runs.remove(run.id);
        run.key.ifPresent(key -> world.keys.remove(new MemoryTables.Key(run.spec.owner(), key)));
        run.chains.values().forEach(chain -> world.attempts.remove(chain.id));
        world.logs.keySet().removeIf(key -> key.chain().run().equals(run.id));
    }
}
