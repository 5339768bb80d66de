package io.tidewheel.engine;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Owners share agents whatever their tasks need. The bound: an owner of whom nothing runs, and who has a task that some agent could do, has
 * one started within {@value #ROUNDS} times the longest task for each owner: what agents fetched ahead is worked off in two of them, and the
 * others take one turn each before it.
 */
class FairShareTest {
    private static final int ROUNDS = 3;
    private static final List<Duration> LENGTHS =
            List.of(ofMillis(2), ofMillis(20), ofMillis(300), ofMillis(1_500), ofMillis(5_000));
    private static final List<Amounts> NEEDS = List.of(
            Amounts.NONE,
            new Amounts(1_000, 0, 0),
            new Amounts(3_000, 0, 0),
            new Amounts(0, 64, 0),
            new Amounts(2_000, 32, 0));

    private final EngineStory story = new EngineStory();
    private final Map<RunId, Work> works = new LinkedHashMap<>();
    private final List<Worker> workers = new ArrayList<>();

    private record Work(Owner owner, LaneSpec lane, Duration length) {
        @Override
        public String toString() {
            return "%s [%s] %s priority %d, %s"
                    .formatted(owner.name(), lane.requires(), lane.needs(), lane.priority(), length);
        }
    }

    @Test
    void aTaskThatNeedsACoreDoesNotWaitForAnothersLongArrayOfPlainOnes() {
        worker("", Amounts.UNLIMITED, 2);
        var large = submit(owner(1), lane("", Amounts.NONE, 0), ofMillis(2), 5_000);
        live(ofMillis(500));
        var small = submit(owner(2), lane("", new Amounts(1_000, 0, 0), 0), ofMillis(2), 1);
        live(ofMillis(500));
        assertThat(story.run(small).state().isFinal()).isTrue();
        assertThat(story.run(large).state().isFinal()).isFalse();
    }

    @Test
    void aTaskThatNeedsAWholeMachineGetsItAlthoughSmallOnesWouldFitAllTheTime() {
        worker("", new Amounts(4_000, 0, 0), 4);
        submit(owner(1), lane("", new Amounts(1_000, 0, 0), 9), ofMillis(3_000), 200);
        live(ofMillis(1_000));
        var large = submit(owner(2), lane("", new Amounts(4_000, 0, 0), 0), ofMillis(1_000), 1);
        live(ofMillis(10_000));
        assertThat(story.run(large).state().isFinal()).isTrue();
    }

    @Test
    void onASingleSlotOwnersTakeTurnsWhateverTheirPriorities() {
        worker("", Amounts.UNLIMITED, 1);
        var runs = new ArrayList<RunId>();
        for (int i = 1; i <= 3; i++) {
            runs.add(submit(owner(i), lane("", Amounts.NONE, 9 - i), ofMillis(5_000), 100));
        }
        live(ofMillis(150_000));
        var done = runs.stream().map(run -> story.ended.get(run).size()).toList();
        assertThat(done).allMatch(count -> count >= 9);
    }

    @Test
    void whatWasFetchedAheadForAShortTaskIsGivenBackWhenTheNextOnesAreLong() {
        var worker = worker("", Amounts.UNLIMITED, 1);
        worker.puppet.wants(50);
        submit(owner(1), lane("", Amounts.NONE, 0), ofMillis(60_000), 100);
        assertThat(worker.puppet.work).hasSize(50);
        submit(owner(2), lane("", Amounts.NONE, 0), ofMillis(1_000), 1);
        worker.puppet.wants(1);
        assertThat(worker.puppet.recalled).isEqualTo(49);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noOwnerWaitsLongerThanItsShareWhateverTheTasksNeed(long seed) {
        var random = new SplittableRandom(seed);
        int agents = 1 + random.nextInt(3);
        for (int i = 0; i < agents; i++) {
            var has =
                    random.nextInt(3) == 0 ? Amounts.UNLIMITED : new Amounts(3_000 + random.nextInt(3) * 1_000, 64, 0);
            worker(List.of("", "a", "a,b").get(random.nextInt(3)), has, 1 + random.nextInt(4));
        }
        int owners = 2 + random.nextInt(4);
        for (int i = 0; i < owners; i++) {
            int runs = 1 + random.nextInt(2);
            for (int run = 0; run < runs; run++) submitRandom(random, owner(i));
            if (random.nextBoolean()) live(ofMillis(random.nextInt(3_000)));
        }
        var longest = works.values().stream()
                .map(Work::length)
                .max(Duration::compareTo)
                .orElseThrow();
        var waits = live(longest.multipliedBy(2L * ROUNDS * owners));
        waits.forEach((owner, wait) -> assertThat(wait)
                .as("seed %d: %s of %s on %s", seed, owner, works, workers)
                .isLessThanOrEqualTo(longest.multipliedBy((long) ROUNDS * owners)));
    }

    static List<Long> seeds() {
        var seeds = new ArrayList<Long>();
        for (long seed = 1; seed <= 60; seed++) seeds.add(seed);
        return seeds;
    }

    private void submitRandom(SplittableRandom random, Owner owner) {
        var lane = lane(
                List.of("", "", "a", "a,b").get(random.nextInt(4)),
                NEEDS.get(random.nextInt(NEEDS.size())),
                random.nextInt(3) * 5);
        submit(owner, lane, LENGTHS.get(random.nextInt(LENGTHS.size())), 1 + random.nextInt(400));
    }

    private static Owner owner(int number) {
        return new Owner("owner" + number);
    }

    private static LaneSpec lane(String requires, Amounts needs, int priority) {
        return new LaneSpec(
                Capabilities.parse(requires),
                needs,
                priority,
                RetryPolicy.NEVER,
                ChainTimeLimits.NONE,
                Delivery.EXACTLY_ONCE,
                Payload.NONE);
    }

    private RunId submit(Owner owner, LaneSpec lane, Duration length, int tasks) {
        var run = story.submit(RunSpec.tasks(owner, "work"), lane, tasks);
        works.put(run, new Work(owner, lane, length));
        return run;
    }

    private Worker worker(String offers, Amounts has, int slots) {
        var worker = new Worker(story.agent("agent" + workers.size(), offers, has, slots, slots), offers, has, slots);
        workers.add(worker);
        return worker;
    }

    /** Lets agents work for so long. Returns for each owner the longest time in which it had work for some agent and none of it ran. */
    private Map<Owner, Duration> live(Duration howLong) {
        var waits = new HashMap<Owner, Duration>();
        var waitsSince = new HashMap<Owner, Long>();
        long end = story.time.nanos() + howLong.toNanos();
        while (story.time.nanos() < end) {
            workers.forEach(Worker::giveBackAndStart);
            note(waits, waitsSince);
            long next = Math.min(end, story.time.nanos() + ofMillis(500).toNanos());
            for (var worker : workers) next = Math.min(next, worker.nextEnd());
            story.time.advance(Duration.ofNanos(Math.max(1, next - story.time.nanos())));
            workers.forEach(Worker::endWhatIsDone);
        }
        note(waits, waitsSince);
        return waits;
    }

    private void note(Map<Owner, Duration> waits, Map<Owner, Long> waitsSince) {
        long now = story.time.nanos();
        works.forEach((_, work) -> {
            if (!isWaiting(work.owner)) waitsSince.remove(work.owner);
            else {
                long since = waitsSince.computeIfAbsent(work.owner, _ -> now);
                waits.merge(work.owner, Duration.ofNanos(now - since), (a, b) -> a.compareTo(b) > 0 ? a : b);
            }
        });
    }

    private boolean isWaiting(Owner owner) {
        if (workers.stream().anyMatch(worker -> worker.runsSomethingOf(owner))) return false;
        return works.entrySet().stream()
                .filter(entry -> entry.getValue().owner.equals(owner))
                .filter(entry -> !story.run(entry.getKey()).state().isFinal())
                .anyMatch(entry -> workers.stream().anyMatch(worker -> worker.couldDo(entry.getValue().lane)));
    }

    /** An agent that runs what it gets in the order in which it comes, and holds as much ahead as the real one. */
    private final class Worker {
        final EngineStory.Puppet puppet;
        private final Capabilities offers;
        private final Amounts has;
        private final int slots;
        private final Map<Assignment, Long> running = new LinkedHashMap<>();
        private int credit;

        Worker(EngineStory.Puppet puppet, String offers, Amounts has, int slots) {
            this.puppet = puppet;
            this.offers = Capabilities.parse(offers);
            this.has = has;
            this.slots = slots;
            this.credit = slots;
        }

        boolean couldDo(LaneSpec lane) {
            return offers.covers(lane.requires()) && has.covers(lane.needs());
        }

        boolean runsSomethingOf(Owner owner) {
            return running.keySet().stream().anyMatch(each -> each.owner().equals(owner.name()));
        }

        long nextEnd() {
            return running.values().stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE);
        }

        void giveBackAndStart() {
            int recalled = Math.min(puppet.recalled, puppet.work.size());
            puppet.recalled = 0;
            for (; recalled > 0; recalled--) {
                var last = puppet.work.isEmpty() ? null : puppet.work.getLast();
                if (last != null && !running.containsKey(last)) puppet.giveBack(last);
            }
            for (var each : List.copyOf(puppet.work)) {
                if (running.size() >= slots) break;
                if (!running.containsKey(each)) start(each);
            }
        }

        private void start(Assignment each) {
            running.put(each, story.time.nanos() + lengthOf(each).toNanos());
            var used = Amounts.NONE;
            for (var one : running.keySet()) used = used.plus(one.lane().spec().needs());
            assertThat(has.covers(used)).as("%s of %s are in use", used, has).isTrue();
            assertThat(couldDo(each.lane().spec())).isTrue();
        }

        void endWhatIsDone() {
            if (running.isEmpty()) story.engine.report(puppet.session, AgentReport.heartbeat());
            for (var each : List.copyOf(running.keySet())) {
                if (running.getOrDefault(each, Long.MAX_VALUE) > story.time.nanos()) continue;
                running.remove(each);
                puppet.end(each, Reason.NONE, lengthOf(each));
                learn(lengthOf(each));
            }
            story.engine.report(puppet.session, AgentReport.heartbeat());
            story.settle();
        }

        private void learn(Duration length) {
            long ahead = length.compareTo(Duration.ofSeconds(2)) >= 0
                    ? 0
                    : Math.clamp(slots * ofMillis(50).toNanos() / length.toNanos(), slots, 500);
            int now = slots + (int) ahead;
            if (now == credit) return;
            credit = now;
            puppet.wants(now);
        }

        private Duration lengthOf(Assignment each) {
            var work = works.get(each.chain().run());
            if (work == null) throw new IllegalStateException("nobody submitted " + each);
            return work.length;
        }

        @Override
        public String toString() {
            return "[%s] %s x%d".formatted(offers, has, slots);
        }
    }
}
