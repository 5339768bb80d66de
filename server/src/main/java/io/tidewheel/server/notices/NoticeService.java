package io.tidewheel.server.notices;

import io.tidewheel.engine.Fleet;
import io.tidewheel.model.Database;
import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.NotifierFailure;
import io.tidewheel.model.Payload;
import io.tidewheel.model.QueuedNotice;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the targets of a server what happens. What is found is kept in the database first, once for each target that wants it, and told from
 * there: at least once, again and again for about 18 hours. Each target has a thread of its own, so that none waits for another, and nobody
 * else ever waits for them.
 */
public final class NoticeService implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(NoticeService.class);
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofDays(7);
    private static final Duration BETWEEN_FORGETTING = Duration.ofMinutes(10);
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(2);
    /** What came all at once and is not in the database yet. */
    private static final int MOST_IN_MEMORY = 1_000;
    /** For each target. */
    static final int MOST_WAITING = 10_000;

    private static final int FORGET_AT_A_TIME = 1_000;

    private final List<NoticeSender> senders = new ArrayList<>();
    private final NoticeStore store;
    private final Time time;
    private final Supplier<Optional<Fleet>> fleet;
    private final RunNotices runs;
    private final FleetNotices machines;
    private final DiskNotices disk;
    private final NoticeCounters counters = new NoticeCounters();
    private final ArrayBlockingQueue<Notice> news = new ArrayBlockingQueue<>(MOST_IN_MEMORY);
    private final Semaphore bell = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private Instant nextForgetting = Instant.MIN;

    /** @param fleet the machines on demand, as soon as there are any */
    public NoticeService(
            List<NoticeTarget> targets,
            Database database,
            String server,
            DiskNotices.Space space,
            Supplier<Optional<Fleet>> fleet,
            Time time,
            RandomGenerator random) {
        this.store = database.notices();
        this.time = time;
        this.fleet = fleet;
        this.runs = new RunNotices(store, database.archive());
        this.machines = new FleetNotices(database.archive());
        this.disk = new DiskNotices(server, space);
        for (var target : targets) senders.add(new NoticeSender(target, store, time, random, counters));
    }

    /** How a target stands. */
    public record TargetStatus(NoticeTarget target, int waiting, String lastFailure) {}

    public void start() {
        threads.add(Thread.ofVirtual().name("notices").start(this::lookAgainAndAgain));
        for (var sender : senders)
            threads.add(Thread.ofVirtual()
                    .name("notices-" + sender.target().name())
                    .start(() -> sendAgainAndAgain(sender)));
    }

    /** Makes a text a part of the id of a notice. */
    static String idPart(String text) {
        var plain = text.replaceAll("[^A-Za-z0-9._-]", "-");
        var cut = plain.length() <= 80 ? plain : plain.substring(0, 80);
        return plain.equals(text) && cut.equals(text) ? text : cut + "-" + Integer.toHexString(text.hashCode());
    }

    /** Something has ended; what it is, is in the database. Never waits. */
    public void ring() {
        if (bell.availablePermits() == 0) bell.release();
    }

    /** Something that is in no database has happened. Never waits: if too much has, it is left out, and counted. */
    public void happened(Notice notice) {
        if (news.offer(notice)) ring();
        else counters.dropped.increment();
    }

    private void lookAgainAndAgain() {
        try {
            while (closing.getCount() > 0) {
                var _ = bell.tryAcquire(LOOK.toNanos(), TimeUnit.NANOSECONDS);
                bell.drainPermits();
                guarded("look for what there is to tell", this::look);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendAgainAndAgain(NoticeSender sender) {
        try {
            while (closing.getCount() > 0) {
                sender.await();
                guarded("tell " + sender.target().name(), () -> {
                    while (sender.runOnce() && closing.getCount() > 0) {}
                });
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static void guarded(String what, Runnable step) {
        try {
            step.run();
        } catch (StoreFailure failed) {
            log.warn("could not {}, the next time may do: {}", what, failed.getMessage());
        } catch (RuntimeException | OutOfMemoryError failed) {
            log.error("could not {}", what, failed);
        }
    }

    /** Keeps everything that there is to tell now. */
    void look() {
        var now = time.instant();
        do keep(runs.next());
        while (runs.confirm());
        var found = new ArrayList<Notice>();
        news.drainTo(found);
        fleet.get().ifPresent(there -> machines.look(there.settings(), there.status(), now, found::add));
        disk.look(now).ifPresent(found::add);
        keep(found);
        if (now.isBefore(nextForgetting)) return;
        nextForgetting = now.plus(BETWEEN_FORGETTING);
        store.forget(now.minus(KEPT), FORGET_AT_A_TIME);
    }

    private void keep(List<Notice> found) {
        var queued = new ArrayList<QueuedNotice>();
        var told = new LinkedHashSet<NoticeSender>();
        for (var notice : found) {
            for (var sender : senders) {
                if (!sender.target().wants(notice)) continue;
                var body = Payload.of(NoticeJson.bytes(notice));
                queued.add(new QueuedNotice(sender.target().name(), notice.id(), body, 0, time.instant()));
                told.add(sender);
            }
        }
        if (!queued.isEmpty()) counters.dropped.add(store.add(queued, MOST_WAITING));
        told.forEach(NoticeSender::ring);
    }

    /** Tells what is due to every target, once. */
    void send() {
        senders.forEach(NoticeSender::runOnce);
    }

    public NoticeCounters counters() {
        return counters;
    }

    public List<TargetStatus> targets() {
        Map<String, Integer> waiting = store.waiting();
        return senders.stream()
                .map(sender -> new TargetStatus(
                        sender.target(), waiting.getOrDefault(sender.target().name(), 0), sender.lastFailure()))
                .toList();
    }

    /** Tells a target that this is a test, at once and only once. Empty if there is no such target. */
    public Optional<NoticeTarget> test(String name) throws NotifierFailure {
        for (var sender : senders) {
            var target = sender.target();
            if (!target.name().equals(name)) continue;
            var now = time.instant();
            target.notifier()
                    .tell(Notice.ofServer(
                            "test-" + now.toEpochMilli(),
                            NoticeKind.TEST,
                            now,
                            "this is a test of the target " + name,
                            Map.of("target", name)));
            return Optional.of(target);
        }
        return Optional.empty();
    }

    /** What is not told yet is told after the next start. */
    @Override
    public void close() {
        closing.countDown();
        ring();
        senders.forEach(NoticeSender::ring);
        try {
            for (var thread : threads) {
                if (thread.join(PATIENCE_AT_END)) continue;
                thread.interrupt();
                thread.join(PATIENCE_AT_END);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        for (var sender : senders) sender.target().notifier().close();
    }
}
