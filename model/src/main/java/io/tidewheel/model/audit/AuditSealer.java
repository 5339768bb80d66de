package io.tidewheel.model.audit;

import io.tidewheel.model.AuditSeal;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.NumberedEntry;
import io.tidewheel.model.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Seals what has settled. An entry gets its number before its transaction ends, so that a smaller number may appear after a greater one; but no
 * transaction lasts longer than seconds. What is there at one look is therefore sealed at a later one, when nothing can appear below it any more. Writers wait for
 * nobody; of several servers that seal the same block the store takes one.
 */
public final class AuditSealer {
    /** Several times as long as a transaction may last. */
    static final Duration SETTLES_IN = Duration.ofSeconds(30);

    static final int MOST_IN_BLOCK = 1_000;

    private record Seen(long lastEntry, long nanos) {}

    private final AuditStore store;
    private final AuditChain chain;
    private final Time time;
    private final Consumer<SealMark> keeper;
    private Optional<Seen> settling = Optional.empty();
    private Optional<SealMark> remembered;

    /**
     * @param remembered the last seal that an earlier life of this server has seen
     * @param keeper writes the last seal down, apart from the database
     */
    public AuditSealer(
            AuditStore store, AuditChain chain, Time time, Optional<SealMark> remembered, Consumer<SealMark> keeper) {
        this.store = store;
        this.chain = chain;
        this.time = time;
        this.remembered = remembered;
        this.keeper = keeper;
    }

    /**
     * Seals what was there at a look long enough ago. False if the last seal that was seen is not there any more: somebody has cut the log or made
     * it anew. Then that one stays remembered, whatever is sealed from now on.
     */
    public synchronized boolean look() {
        boolean whole = isWhole();
        var waited = settling;
        if (waited.isPresent() && time.nanos() - waited.get().nanos() < SETTLES_IN.toNanos()) return whole;
        waited.flatMap(seen -> sealUpTo(seen.lastEntry()))
                .map(SealMark::of)
                .filter(mark -> whole && !Optional.of(mark).equals(remembered))
                .ifPresent(this::remember);
        settling = Optional.of(new Seen(store.lastEntry(), time.nanos()));
        return whole;
    }

    /** Returns the last seal that there is then. */
    private Optional<AuditSeal> sealUpTo(long last) {
        var before = store.lastSeal();
        var entries = entries(before, last);
        while (!entries.isEmpty()) {
            var seal = chain.seal(before, entries, time.instant());
            if (!store.keep(seal)) return store.lastSeal(); // another server was faster, and goes on
            before = Optional.of(seal);
            entries = entries(before, last);
        }
        return before;
    }

    private List<NumberedEntry> entries(Optional<AuditSeal> before, long last) {
        return store.entries(before.map(AuditSeal::last).orElse(0L), last, MOST_IN_BLOCK);
    }

    private void remember(SealMark mark) {
        remembered = Optional.of(mark);
        keeper.accept(mark);
    }

    private boolean isWhole() {
        if (remembered.isEmpty()) return true;
        var mark = remembered.get();
        return store.seals(mark.number() - 1, 1).stream()
                .anyMatch(seal -> SealMark.of(seal).equals(mark));
    }

    /** The last seal that this server knows of, whatever the database says now. */
    public synchronized Optional<SealMark> remembered() {
        return remembered;
    }
}
