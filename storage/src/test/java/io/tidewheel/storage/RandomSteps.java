package io.tidewheel.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.Database;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Lease;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.OpenRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.Claim;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.RunUpdate;
import io.tidewheel.model.TurnChanges.Share;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Does the same random steps on a database and on one in memory, and sees that both always say the same. */
public final class RandomSteps {
    /** How a database is opened once more. */
    public interface Reopening {
        Database reopen(Database closed) throws Exception;
    }

    private static final ChainState[] ENDS = {ChainState.SUCCEEDED, ChainState.FAILED, ChainState.CANCELLED};
    private static final int SESSIONS = 4;

    private final long seed;
    private final Random random;
    private final Reopening reopening;
    private MemoryDatabase model = MemoryDatabase.empty();
    /** All leases ever seen: most of those that are taken from here for a step are current, some are not. */
    private final List<Lease> leases = new ArrayList<>();

    private final Map<RunId, Integer> made = new LinkedHashMap<>();
    private Database database;
    private ServerNumber server;
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");
    private int step;
    private long lastRun;

    public RandomSteps(long seed, Reopening reopening) {
        this.seed = seed;
        this.random = new Random(seed);
        this.reopening = reopening;
        this.database = model;
        this.server = new ServerNumber(0);
    }

    public void run(Database tested, int steps) throws Exception {
        database = tested;
        if (tested.store().shared()) model = MemoryDatabase.emptyShared();
        begin();
        for (step = 0; step < steps; step++) {
            now = now.plusMillis(random.nextInt(2_000));
            switch (random.nextInt(20)) {
                case 0 -> both("promoteDue", each -> each.store().promoteDue(now, 1 + random(step, 5)));
                case 1 -> anyRun().ifPresent(this::endQueued);
                case 2 -> anyRun().ifPresent(this::peek);
                case 3 -> anyRun().ifPresent(this::finishRun);
                case 4 -> restart();
                case 5 -> anyRun().ifPresent(this::endChain);
                case 6 -> anyRun().ifPresent(this::reprioritise);
                default -> commit();
            }
            compare();
        }
        database.close();
    }

    private void begin() {
        // The numbers of servers may differ between databases, so the one in memory begins as often.
        var inModel = model.store().begin("one", now);
        server = database.store().begin("one", now);
        assertThat(server).as("seed %d", seed).isEqualTo(inModel);
    }

    private void restart() throws Exception {
        database.close();
        database = reopening.reopen(database);
        begin();
        var changes = new TurnChanges(server);
        for (int i = 1; i <= SESSIONS; i++) changes.sessions().add(session(i));
        if (random.nextBoolean()) both("sessions return", each -> each.store().commit(changes));
    }

    private void endQueued(RunId run) {
        int limit = random.nextInt(12);
        both("endQueued", each -> each.store().endQueued(run, ChainState.CANCELLED, Reason.CANCELLED, now, limit));
    }

    private void endChain(RunId run) {
        var chain = new ChainId(run, random.nextInt(1 + made.getOrDefault(run, 0)));
        both("endChain", each -> each.store().endChain(chain, ChainState.CANCELLED, Reason.CANCELLED, now));
    }

    private void reprioritise(RunId run) {
        var chain = new ChainId(run, random.nextInt(1 + made.getOrDefault(run, 0)));
        int priority = random.nextInt(3);
        both("reprioritise", each -> each.store().reprioritise(chain, priority));
    }

    private void peek(RunId run) {
        var lane = new LaneId(run, random.nextInt(3));
        int from = random.nextInt(20);
        int limit = random.nextInt(12);
        var seen = both("peek", each -> each.store().peek(lane, from, limit, new SessionId(1), now));
        seen.forEach(chain -> leases.add(lease(chain, false)));
    }

    private void finishRun(RunId run) {
        var changes = new TurnChanges(server);
        changes.runUpdates().add(RunUpdate.of(run).withState(RunState.CANCELLED).withFinished(now));
        while (!both("end all", each -> each.store().endQueued(run, ChainState.CANCELLED, Reason.CANCELLED, now, 50))
                .isEmpty()) {}
        for (int i = 1; i <= SESSIONS; i++) {
            for (var lease : model.store().leasesOf(List.of(new SessionId(i)))) {
                if (lease.chain().run().equals(run)) changes.finishes().add(finish(lease));
            }
        }
        both("finish run", each -> each.store().commit(changes));
        made.remove(run);
        for (var each : List.of(model, database)) {
            int calls = 0;
            while (each.cleaner()
                    .clean(now.plusSeconds(2), Duration.ofSeconds(1))
                    .more()) assertThat(++calls).isLessThan(1_000);
        }
    }

    // --- commits of everything at once ---

    private void commit() {
        var changes = new TurnChanges(server);
        var madeBefore = new LinkedHashMap<>(made);
        if (random.nextInt(10) == 0) changes.sessions().add(session(1 + random.nextInt(SESSIONS)));
        if (random.nextInt(10) == 0) changes.adopted().add(new SessionId(1 + random.nextInt(SESSIONS)));
        if (random.nextInt(8) == 0 || made.isEmpty()) newRun(changes);
        while (random.nextInt(3) != 0) addChains(changes);
        boolean daring = random.nextInt(6) == 0;
        var used = new java.util.HashSet<ChainId>();
        for (int i = random.nextInt(15); i > 0; i--) endSomething(changes, daring, used);
        while (random.nextInt(2) == 0) claim(changes);
        var outcome = both("commit", each -> each.store().commit(changes));
        switch (outcome) {
            case CommitResult.Done done -> done.claimed().forEach(chain -> leases.add(lease(chain, true)));
            case CommitResult.Refused _ -> {
                made.clear();
                made.putAll(madeBefore);
            }
        }
    }

    private void newRun(TurnChanges changes) {
        var run = new RunId(++lastRun);
        changes.runs()
                .add(new NewRun(
                        run,
                        RunSpec.tasks(new Owner("alice"), "r" + run),
                        Optional.empty(),
                        now,
                        true,
                        random.nextBoolean()));
        for (int i = 0; i < 3; i++) changes.lanes().add(new NewLane(new LaneId(run, i), LaneSpec.PLAIN));
        made.put(run, 0);
    }

    private void addChains(TurnChanges changes) {
        var run = anyRun().orElseThrow();
        int first = made.getOrDefault(run, 0);
        int count = random.nextInt(random.nextInt(40) == 0 ? 1_500 : 12);
        var chains = IntStream.range(first, first + count)
                .mapToObj(i -> new NewChain(
                        i % 3 == 0 ? "" : "p" + i, i % 5 == 0 ? Payload.NONE : Payload.of(new byte[] {(byte) i, 1})))
                .toList();
        changes.chains().add(new NewChains(new LaneId(run, random.nextInt(3)), first, chains, now));
        made.put(run, first + count);
    }

    private void claim(TurnChanges changes) {
        var shares = new ArrayList<Share>();
        do shares.add(new Share(new SessionId(1 + random.nextInt(SESSIONS)), random.nextInt(10)));
        while (random.nextBoolean());
        changes.claims().add(new Claim(new LaneId(anyRun().orElseThrow(), random.nextInt(3)), shares, now));
    }

    private void endSomething(TurnChanges changes, boolean daring, Set<ChainId> used) {
        var lease = anyLease(daring);
        if (lease.isEmpty() || !used.add(lease.get().chain()) && !daring) return;
        if (random.nextInt(3) != 0) {
            changes.finishes().add(finish(lease.get()));
        } else {
            Optional<Instant> due =
                    random.nextBoolean() ? Optional.empty() : Optional.of(now.plusMillis(random.nextInt(5_000)));
            changes.requeues()
                    .add(new TurnChanges.Requeue(
                            lease.get(), lease.get().failures() + 1, random.nextInt(3), due, Reason.EXIT_CODE));
        }
    }

    private Optional<Lease> anyLease(boolean daring) {
        var candidates = new ArrayList<Lease>();
        for (int i = 1; i <= SESSIONS; i++) candidates.addAll(model.store().leasesOf(List.of(new SessionId(i))));
        if (daring) candidates.addAll(leases);
        return candidates.isEmpty() ? Optional.empty() : Optional.of(candidates.get(random.nextInt(candidates.size())));
    }

    private Optional<RunId> anyRun() {
        var runs = List.copyOf(made.keySet());
        return runs.isEmpty() ? Optional.empty() : Optional.of(runs.get(random.nextInt(runs.size())));
    }

    private TurnChanges.Finish finish(Lease lease) {
        var report = random.nextBoolean() ? Payload.NONE : Payload.of(new byte[] {1, 2, 3});
        return new TurnChanges.Finish(lease, ENDS[random.nextInt(3)], Reason.NONE, random.nextInt(3), now, report);
    }

    private static Lease lease(ClaimedChain chain, boolean durable) {
        return new Lease(
                chain.chain(),
                chain.lane(),
                chain.attempt(),
                chain.failures(),
                chain.losses(),
                chain.session(),
                chain.firstClaimed(),
                durable);
    }

    private SessionRecord session(long id) {
        return new SessionRecord(new SessionId(id), "agent " + id, "host", Capabilities.NONE, 2, now, server);
    }

    // --- comparing ---

    private <T> T both(String what, Function<Database, T> ask) {
        var expected = ask.apply(model);
        var actual = ask.apply(database);
        assertThat(actual).as("%s, seed %d, step %d", what, seed, step).isEqualTo(expected);
        return expected;
    }

    /** The same number every time it is asked in one step. */
    private int random(int salt, int bound) {
        return new Random(seed * 31 + salt).nextInt(bound);
    }

    private void compare() {
        var runs = both("runs", each -> each.archive().runs(RunFilter.ALL, Long.MAX_VALUE, 1_000));
        both("openRuns", each -> each.store().openRuns());
        both("nextDue", each -> each.store().nextDue());
        both("orphans", each -> each.store().orphanedLeases(server, Duration.ZERO));
        for (int i = 1; i <= SESSIONS; i++) {
            var session = new SessionId(i);
            both("leases", each -> each.store().leasesOf(List.of(session)));
            both("session", each -> each.archive().session(session));
        }
        if (!runs.isEmpty()) compareChains(runs.get(random.nextInt(runs.size())).id());
    }

    private void compareChains(RunId run) {
        both("openRun", each -> each.store().openRun(run).map(OpenRun::ready));
        both("chains", each -> each.archive().chains(run, Set.of(), 0, 10_000, false));
        var states = EnumSet.noneOf(ChainState.class);
        for (var state : ChainState.values()) if (random.nextInt(3) == 0) states.add(state);
        int from = random.nextInt(30);
        int limit = 1 + random.nextInt(40);
        both("chains by state", each -> each.archive().chains(run, states, from, limit, true));
        both("chain", each -> each.archive().chain(new ChainId(run, from)));
    }
}
