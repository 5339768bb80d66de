package io.tidewheel.storage.memory;

import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.QueuedNotice;
import io.tidewheel.model.RunId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The record of notices in a world. */
final class MemoryNoticeStore implements NoticeStore {
    private static final Comparator<QueuedNotice> EARLIEST_FIRST =
            Comparator.comparing(QueuedNotice::due).thenComparing(QueuedNotice::id);

    private final MemoryTables world;

    MemoryNoticeStore(MemoryTables world) {
        this.world = world;
    }

    record Key(String target, String id) {
        static Key of(QueuedNotice notice) {
            return new Key(notice.target(), notice.id());
        }
    }

    /** Settled when it was due, or still to be told. */
    record Entry(QueuedNotice notice, boolean settled) {
        Entry due(int attempts, Instant due, boolean over) {
            return new Entry(new QueuedNotice(notice.target(), notice.id(), notice.body(), attempts, due), over);
        }
    }

    @Override
    public int add(List<QueuedNotice> notices, int mostWaiting) {
        synchronized (world) {
            var waiting = new HashMap<>(waiting());
            int leftOut = 0;
            for (var notice : notices) {
                if (world.notices.containsKey(Key.of(notice))) continue;
                if (waiting.getOrDefault(notice.target(), 0) >= mostWaiting) leftOut++;
                else {
                    world.notices.put(Key.of(notice), new Entry(notice, false));
                    waiting.merge(notice.target(), 1, Integer::sum);
                }
            }
            return leftOut;
        }
    }

    @Override
    public List<QueuedNotice> claim(String target, Instant now, Instant until, int limit) {
        synchronized (world) {
            var due = world.notices.values().stream()
                    .filter(entry -> !entry.settled())
                    .map(Entry::notice)
                    .filter(notice ->
                            notice.target().equals(target) && !notice.due().isAfter(now))
                    .sorted(EARLIEST_FIRST)
                    .limit(limit)
                    .toList();
            for (var notice : due)
                world.notices.computeIfPresent(
                        Key.of(notice), (_, known) -> known.due(known.notice().attempts(), until, false));
            return due;
        }
    }

    @Override
    public void postpone(QueuedNotice notice, Instant due) {
        synchronized (world) {
            world.notices.computeIfPresent(
                    Key.of(notice),
                    (_, known) ->
                            known.settled() ? known : known.due(known.notice().attempts() + 1, due, false));
        }
    }

    @Override
    public void settle(QueuedNotice notice, Instant at) {
        synchronized (world) {
            world.notices.computeIfPresent(
                    Key.of(notice),
                    (_, known) ->
                            known.settled() ? known : known.due(known.notice().attempts(), at, true));
        }
    }

    @Override
    public Map<String, Integer> waiting() {
        synchronized (world) {
            var waiting = new HashMap<String, Integer>();
            for (var entry : world.notices.values())
                if (!entry.settled()) waiting.merge(entry.notice().target(), 1, Integer::sum);
            return waiting;
        }
    }

    @Override
    public int forget(Instant settledBefore, int limit) {
        synchronized (world) {
            var old = world.notices.values().stream()
                    .filter(entry -> entry.settled() && entry.notice().due().isBefore(settledBefore))
                    .map(Entry::notice)
                    .sorted(EARLIEST_FIRST)
                    .limit(limit)
                    .toList();
            for (var notice : old) world.notices.remove(Key.of(notice));
            return old.size();
        }
    }

    @Override
    public Optional<Instant> lastEnd() {
        synchronized (world) {
            return world.runs.values().stream()
                    .filter(run -> run.state.isFinal())
                    .flatMap(run -> run.finished.stream())
                    .max(Comparator.naturalOrder());
        }
    }

    @Override
    public List<EndedRun> ended(Instant since, RunId after, int limit) {
        synchronized (world) {
            return world.runs.values().stream()
                    .filter(run -> run.state.isFinal() && run.finished.isPresent())
                    .map(run -> new EndedRun(run.id, run.finished.get()))
                    .filter(run -> run.finished().isAfter(since)
                            || (run.finished().equals(since) && run.run().compareTo(after) > 0))
                    .sorted(Comparator.comparing(EndedRun::finished).thenComparing(EndedRun::run))
                    .limit(limit)
                    .toList();
        }
    }
}
