package io.tidewheel.storage.memory;

import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneTotals;
import io.tidewheel.model.Lease;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.Claim;
import io.tidewheel.model.TurnChanges.Finish;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.Requeue;
import io.tidewheel.model.TurnChanges.RunUpdate;
import io.tidewheel.storage.memory.MemoryTables.Chain;
import io.tidewheel.storage.memory.MemoryTables.Lane;
import io.tidewheel.storage.memory.MemoryTables.Run;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** One commit: everything is checked first, then everything is applied, so a commit that fails has changed nothing. */
final class MemoryCommit {
    private final MemoryTables world;
    private final TurnChanges changes;
    private final Set<RunId> touched;
    private final Map<SessionId, ServerNumber> orphans;
    private final boolean shared;
    private final Map<LaneId, LaneTotals> totals = new LinkedHashMap<>();

    /**
     * Adds to {@code touched} the runs that other servers should look at.
     *
     * @param orphans the sessions that may be adopted, with the server that each had when it was found orphaned
     */
    MemoryCommit(
            MemoryTables world,
            TurnChanges changes,
            Set<RunId> touched,
            Map<SessionId, ServerNumber> orphans,
            boolean shared) {
        this.world = world;
        this.changes = changes;
        this.touched = touched;
        this.orphans = orphans;
        this.shared = shared;
    }

    CommitResult run() {
        var gone = gone();
        if (!gone.isEmpty()) return CommitResult.Refused.gone(gone);
        var overtaken = overtaken();
        if (!overtaken.isEmpty()) return CommitResult.Refused.overtaken(overtaken);
        checkNew();
        var superseded = superseded();
        return superseded.isEmpty() ? apply() : new CommitResult.Refused(superseded);
    }

    private Set<RunId> gone() {
        var gone = new TreeSet<RunId>();
        var made = new HashSet<RunId>();
        var keys = new HashSet<MemoryTables.Key>();
        for (var run : changes.runs()) {
            made.add(run.id());
            run.key().ifPresent(key -> {
                var full = new MemoryTables.Key(run.spec().owner(), key);
                if (world.keys.containsKey(full) || !keys.add(full)) gone.add(run.id());
            });
        }
        for (var update : changes.runUpdates())
            if (!made.contains(update.id()) && !world.runs.containsKey(update.id())) gone.add(update.id());
        if (shared) {
            for (var run : changes.expected().keySet())
                if (!made.contains(run) && !world.runs.containsKey(run)) gone.add(run);
        }
        return gone;
    }

    private Set<RunId> overtaken() {
        var overtaken = new TreeSet<RunId>();
        for (var lane : changes.lanes())
            if (world.lane(lane.id()).isPresent()) overtaken.add(lane.id().run());
        if (!shared) return overtaken;
        for (var kept : changes.kept()) {
            var run = world.runs.get(kept);
            if (run != null && run.keeper != changes.server().value()) overtaken.add(kept);
        }
        changes.expected().forEach((id, made) -> {
            var run = world.runs.get(id);
            if (run != null && (run.made != made || run.state.isFinal())) overtaken.add(id);
        });
        return overtaken;
    }

    private void checkNew() {
        var runs = new HashSet<RunId>();
        for (var run : changes.runs()) {
            if (world.runs.containsKey(run.id()) || !runs.add(run.id()))
                throw failure("run " + run.id() + " exists already");
        }
        var lanes = new HashSet<LaneId>();
        for (var lane : changes.lanes()) {
            if (!runs.contains(lane.id().run())
                    && !world.runs.containsKey(lane.id().run())) {
                throw failure("there is no run " + lane.id().run());
            }
            if (world.lane(lane.id()).isPresent() || !lanes.add(lane.id()))
                throw failure("lane " + lane.id() + " exists already");
        }
        var added = new HashSet<ChainId>();
        for (var chains : changes.chains()) {
            if (!lanes.contains(chains.lane()) && world.lane(chains.lane()).isEmpty()) {
                throw failure("there is no lane " + chains.lane());
            }
            for (int i = 0; i < chains.chains().size(); i++) {
                var id = new ChainId(chains.lane().run(), chains.firstIndex() + i);
                if (world.chain(id).isPresent() || !added.add(id)) throw failure("chain " + id + " exists already");
            }
        }
    }

    private Set<ChainId> superseded() {
        // Sessions come first: a commit may take a session over and then take its leases back.
        var servers = new HashMap<SessionId, ServerNumber>();
        changes.sessions().forEach(session -> servers.put(session.id(), session.server()));
        changes.adopted().stream()
                .filter(this::isStillOrphaned)
                .forEach(session -> servers.put(session, changes.server()));
        var seen = new HashSet<ChainId>();
        var superseded = new TreeSet<ChainId>();
        for (var finish : changes.finishes()) {
            if (!isCurrent(finish.lease()) || !seen.add(finish.lease().chain()))
                superseded.add(finish.lease().chain());
        }
        for (var requeue : changes.requeues()) {
            var lease = requeue.lease();
            var stored = world.session(lease.session())
                    .map(session -> session.server())
                    .orElse(changes.server());
            boolean mine = servers.getOrDefault(lease.session(), stored).equals(changes.server());
            if (!isCurrent(lease) || !seen.add(lease.chain()) || !mine) superseded.add(lease.chain());
        }
        return superseded;
    }

    private boolean isCurrent(Lease lease) {
        return world.chain(lease.chain()).map(chain -> chain.isHeldBy(lease)).orElse(false);
    }

    private void remember(RunId id, SortedMap<Integer, Payload> pieces) {
        var run = world.runs.get(id);
        if (run != null) run.course.putAll(pieces);
    }

    private CommitResult apply() {
        changes.sessions().forEach(session -> world.sessions.put(session.id(), session));
        changes.adopted().forEach(this::adopt);
        world.agents.save(changes);
        changes.runs().forEach(this::add);
        changes.documents().forEach(this::add);
        changes.lanes().forEach(this::add);
        changes.chains().forEach(this::add);
        changes.finishes().forEach(this::finish);
        changes.requeues().forEach(this::requeue);
        for (var attempt : changes.attempts()) {
            var record = new AttemptRecord(
                    attempt.chain(),
                    attempt.number(),
                    attempt.session(),
                    attempt.ended(),
                    attempt.reason(),
                    attempt.exitCode(),
                    attempt.report());
            world.attempts
                    .computeIfAbsent(attempt.chain(), _ -> new TreeMap<>())
                    .putIfAbsent(attempt.number(), record);
        }
        changes.logs().forEach(this::add);
        changes.courses().forEach(this::remember);
        changes.runUpdates().forEach(this::update);
        world.note(changes.audit());
        var claimed = new ArrayList<ClaimedChain>();
        changes.claims().forEach(claim -> claim(claim, claimed));
        totals.replaceAll((lane, _) -> lane(lane).totals);
        return new CommitResult.Done(claimed, totals);
    }

    private void adopt(SessionId session) {
        if (!isStillOrphaned(session)) return;
        world.sessions.computeIfPresent(session, (_, known) -> known.lookedAfterBy(changes.server()));
    }

    private boolean isStillOrphaned(SessionId session) {
        return world.session(session)
                .map(known -> known.server().equals(orphans.get(session)))
                .orElse(false);
    }

    private boolean isOurs(SessionId session) {
        return !shared
                || world.session(session)
                        .map(known -> known.server().equals(changes.server()))
                        .orElse(true);
    }

    private void add(NewRun made) {
        world.runs.put(made.id(), new Run(made));
        world.lastRun = Math.max(world.lastRun, made.id().number());
        made.key()
                .ifPresent(
                        key -> world.keys.put(new MemoryTables.Key(made.spec().owner(), key), made.id()));
        touched.add(made.id());
    }

    private void add(TurnChanges.Document made) {
        var run = world.runs.get(made.run());
        if (run == null) throw failure("there is no run " + made.run());
        run.document = made.text();
        run.keeper = changes.server().value();
    }

    private void add(NewLane made) {
        run(made.id().run()).lanes.put(made.id().number(), new Lane(made));
    }

    private void add(NewChains made) {
        if (made.chains().isEmpty()) return;
        var run = run(made.lane().run());
        var lane = lane(made.lane());
        int index = made.firstIndex();
        for (var chain : made.chains()) {
            var added = new Chain(new ChainId(run.id, index++), lane, chain, made.at());
            run.chains.put(added.id.index(), added);
            world.makeReady(added);
        }
        run.made += made.chains().size();
        lane.totals = lane.totals.plus(new LaneTotals(made.chains().size(), 0, 0, 0));
        touch(made.lane());
    }

    private void finish(Finish finish) {
        var lease = finish.lease();
        var chain = world.chain(lease.chain()).orElseThrow();
        world.takeOut(chain);
        rememberLease(chain, lease);
        chain.session = Optional.of(lease.session());
        chain.failures = lease.failures();
        chain.losses = lease.losses();
        chain.exitCode = finish.exitCode();
        chain.report = finish.report();
        world.makeFinal(chain, finish.state(), finish.reason(), finish.at());
        touch(chain.lane.id);
    }

    private void requeue(Requeue requeue) {
        var lease = requeue.lease();
        var chain = world.chain(lease.chain()).orElseThrow();
        world.takeOut(chain);
        rememberLease(chain, lease);
        chain.attempt = Math.max(chain.attempt, chain.latest);
        chain.session = Optional.empty();
        chain.failures = requeue.failures();
        chain.losses = requeue.losses();
        chain.reason = requeue.reason();
        requeue.due().ifPresentOrElse(due -> world.makeDelayed(chain, due), () -> world.makeReady(chain));
        touched.add(chain.id.run());
    }

    /** A lease that is not durable is heard of only now that it ends. */
    private static void rememberLease(Chain chain, Lease lease) {
        if (lease.durable()) return;
        chain.attempt = lease.attempt();
        chain.claimed = Optional.of(lease.firstClaimed());
        chain.firstClaimed = Optional.of(lease.firstClaimed());
    }

    private void add(LogChunk chunk) {
        var key = new MemoryTables.LogKey(chunk.chain(), chunk.attempt(), chunk.stream());
        world.logs.computeIfAbsent(key, _ -> new TreeMap<>()).putIfAbsent(chunk.offset(), chunk);
    }

    private void update(RunUpdate update) {
        var run = run(update.id());
        if (!run.state.isFinal()) {
            update.state().ifPresent(state -> run.state = state);
            update.finished().ifPresent(at -> run.finished = Optional.of(at));
        }
        run.started = run.started.or(update::started);
        update.closed().ifPresent(closed -> run.closed = closed);
        update.held().ifPresent(held -> run.held = held);
        update.ending().filter(ending -> ending.compareTo(run.ending) > 0).ifPresent(ending -> run.ending = ending);
        update.endReason().ifPresent(reason -> run.endReason = reason);
        update.budget().ifPresent(budget -> run.spec = run.spec.with(SubmissionField.BUDGET, budget));
        update.priority().ifPresent(priority -> {
            run.spec = run.spec.with(SubmissionField.PRIORITY, (long) priority);
            run.lanes.values().forEach(lane -> lane.spec = lane.spec.withPriority(priority));
        });
        run.logBytes += update.logBytesAdded();
        touched.add(run.id);
    }

    private void claim(Claim claim, List<ClaimedChain> claimed) {
        var lane = world.lane(claim.lane());
        if (lane.isEmpty()) return;
        var ready = lane.get().ready;
        for (var share : claim.shares()) {
            if (!isOurs(share.session())) continue;
            for (int i = 0; i < share.count() && !ready.isEmpty(); i++) {
                var chain = ready.firstEntry().getValue();
                world.takeOut(chain);
                chain.attempt++;
                chain.claimed = Optional.of(claim.at());
                chain.firstClaimed = chain.firstClaimed.or(() -> Optional.of(claim.at()));
                world.makeRunning(chain, share.session());
                claimed.add(chain.claimed(share.session(), chain.attempt, chain.firstClaimed.orElseThrow()));
            }
        }
    }

    private void touch(LaneId lane) {
        totals.putIfAbsent(lane, LaneTotals.ZERO);
        touched.add(lane.run());
    }

    private Run run(RunId id) {
        var run = world.runs.get(id);
        if (run == null) throw new IllegalStateException("run " + id + " is gone although it was checked");
        return run;
    }

    private Lane lane(LaneId id) {
        return world.lane(id).orElseThrow();
    }

    private static StoreFailure failure(String why) {
        return new StoreFailure("could not commit: " + why + "; nothing was changed");
    }
}
