package io.tidewheel.storage.memory;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.ClusterState;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.EndedEarly;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Lease;
import io.tidewheel.model.MovedChain;
import io.tidewheel.model.OpenRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunClaim;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.ShownAttempt;
import io.tidewheel.model.Store;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.storage.memory.MemoryTables.Chain;
import io.tidewheel.storage.memory.MemoryTables.Life;
import io.tidewheel.storage.memory.MemoryTables.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** One server's view of a {@link MemoryTables}. */
final class MemoryStore implements Store {
    private final MemoryTables world;
    private final boolean shared;
    /** Sessions that were found orphaned, and the server that had left each of them. */
    private final Map<SessionId, ServerNumber> orphans = new HashMap<>();

    private volatile Consumer<RunId> wake = _ -> {};

    MemoryStore(MemoryTables world, boolean shared) {
        this.world = world;
        this.shared = shared;
    }

    @Override
    public ServerNumber begin(String serverName, Instant now) {
        synchronized (world) {
            world.see(now);
            world.servers.replaceAll((_, life) -> shared && !life.name().equals(serverName) ? life : over(life));
            var number = new ServerNumber(++world.lastServer);
            world.agents.begin(number, serverName, now, over());
            world.servers.put(number.value(), new Life(serverName, now, false));
            // Nobody takes what is for a server that is gone.
            world.notes
                    .keySet()
                    .removeIf(recipient -> recipient != ServerNote.KEEPER
                            && (!world.servers.containsKey(recipient)
                                    || world.servers.get(recipient).over()));
            if (!world.users.contains(this)) world.users.add(this);
            return number;
        }
    }

    @Override
    public void beat(ServerNumber server, Instant now) {
        synchronized (world) {
            world.see(now);
            world.servers.computeIfPresent(server.value(), (_, life) -> new Life(life.name(), now, life.over()));
        }
    }

    @Override
    public ClusterState cluster(ServerNumber self) {
        if (!shared) return ClusterState.ALONE;
        synchronized (world) {
            var silences = new HashMap<Long, Duration>();
            world.servers.forEach((number, life) -> {
                if (!life.over()) silences.put(number, Duration.between(life.beat(), world.now));
            });
            return world.agents.cluster(self, silences);
        }
    }

    @Override
    public List<AgentRecord> agentsOf(ServerNumber server, long after) {
        synchronized (world) {
            return world.agents.agentsOf(server, after);
        }
    }

    @Override
    public List<RunId> reserveRuns(int count) {
        synchronized (world) {
            var numbers = new ArrayList<RunId>(count);
            for (int i = 0; i < count; i++) numbers.add(new RunId(++world.lastRun));
            return numbers;
        }
    }

    @Override
    public Optional<RunId> runByKey(Owner owner, String key) {
        synchronized (world) {
            return Optional.ofNullable(world.keys.get(new MemoryTables.Key(owner, key)));
        }
    }

    @Override
    public CommitResult commit(TurnChanges changes) {
        var touched = new TreeSet<RunId>();
        CommitResult outcome;
        synchronized (world) {
            outcome = new MemoryCommit(world, changes, touched, orphans, shared).run();
        }
        if (outcome instanceof CommitResult.Done) tellOthers(touched);
        return outcome;
    }

    @Override
    public List<ClaimedChain> peek(LaneId lane, int fromIndex, int limit, SessionId session, Instant now) {
        synchronized (world) {
            return world.lane(lane).stream()
                    .flatMap(found -> found.ready.tailMap(fromIndex, true).values().stream())
                    .limit(limit)
                    .map(chain -> chain.claimed(session, chain.attempt + 1, chain.firstClaimed.orElse(now)))
                    .toList();
        }
    }

    @Override
    public List<MovedChain> promoteDue(Instant now, int limit) {
        List<Chain> due;
        synchronized (world) {
            due = world.delayed.stream()
                    .takeWhile(chain -> !chain.dueAt().isAfter(now))
                    .limit(limit)
                    .toList();
            due.forEach(world::takeOut);
            due.forEach(world::makeReady);
        }
        return told(due);
    }

    @Override
    public Optional<Instant> nextDue() {
        synchronized (world) {
            return world.delayed.isEmpty()
                    ? Optional.empty()
                    : Optional.of(world.delayed.first().dueAt());
        }
    }

    @Override
    public List<AttemptRecord> attempts(ChainId chain, int limit) {
        synchronized (world) {
            return world.attemptsOf(chain, limit);
        }
    }

    @Override
    public List<MovedChain> endQueued(RunId run, ChainState state, Reason reason, Instant now, int limit) {
        List<Chain> queued;
        synchronized (world) {
            var found = world.runs.get(run);
            if (found == null) return List.of();
            queued = queued(found, limit).stream()
                    .sorted(Comparator.comparing(chain -> chain.id))
                    .limit(limit)
                    .toList();
            queued.forEach(world::takeOut);
            queued.forEach(chain -> world.makeFinal(chain, state, reason, now));
        }
        return told(queued);
    }

    @Override
    public Optional<EndedEarly> endChain(ChainId id, ChainState state, Reason reason, Instant now) {
        Chain chain;
        synchronized (world) {
            var found = world.chain(id);
            if (found.isEmpty() || found.get().state.isFinal()) return Optional.empty();
            chain = found.get();
            world.takeOut(chain);
            world.makeFinal(chain, state, reason, now);
        }
        return Optional.of(new EndedEarly(told(List.of(chain)).getFirst(), chain.attempt));
    }

    @Override
    public Optional<MovedChain> reprioritise(ChainId id, int priority) {
        Chain chain;
        synchronized (world) {
            var found = world.chain(id);
            if (found.isEmpty() || !found.get().state.isQueued()) return Optional.empty();
            chain = found.get();
            world.move(chain, priority);
        }
        return Optional.of(told(List.of(chain)).getFirst());
    }

    /** The lowest are among these; not all chains are looked at, for most of them may be finished. */
    private List<Chain> queued(Run run, int limit) {
        var queued = new ArrayList<Chain>();
        run.lanes
                .values()
                .forEach(lane -> lane.ready.values().stream().limit(limit).forEach(queued::add));
        world.delayed.stream().filter(chain -> chain.id.run().equals(run.id)).forEach(queued::add);
        return queued;
    }

    @Override
    public List<OpenRun> openRuns() {
        synchronized (world) {
            return world.runs.values().stream()
                    .filter(run -> !run.state.isFinal())
                    .map(Run::open)
                    .toList();
        }
    }

    @Override
    public Optional<OpenRun> openRun(RunId run) {
        synchronized (world) {
            return Optional.ofNullable(world.runs.get(run))
                    .filter(found -> !found.state.isFinal())
                    .map(Run::open);
        }
    }

    @Override
    public Payload document(RunId run) {
        synchronized (world) {
            return world.document(run);
        }
    }

    @Override
    public List<ChainRecord> chains(RunId run, int fromIndex, int limit) {
        synchronized (world) {
            var found = world.runs.get(run);
            if (found == null) return List.of();
            return found.chains.tailMap(fromIndex, true).values().stream()
                    .limit(limit)
                    .map(chain -> chain.record(true))
                    .toList();
        }
    }

    @Override
    public List<ChainRecord> ended(RunId run, Collection<Integer> indexes) {
        synchronized (world) {
            return indexes.stream()
                    .sorted()
                    .flatMap(index -> world.chain(new ChainId(run, index)).stream())
                    .filter(chain -> chain.state.isFinal())
                    .map(chain -> chain.record(true))
                    .toList();
        }
    }

    @Override
    public RunClaim keep(RunId run, ServerNumber self, Duration silentFor) {
        synchronized (world) {
            var found = world.runs.get(run);
            if (found == null) return RunClaim.THEIRS;
            if (!shared || found.keeper == self.value()) return RunClaim.OURS;
            if (isAlive(new ServerNumber(found.keeper), silentFor)) return RunClaim.THEIRS;
            found.keeper = self.value();
            return RunClaim.TAKEN;
        }
    }

    @Override
    public void release(RunId run, ServerNumber self) {
        synchronized (world) {
            var found = world.runs.get(run);
            if (found != null && found.keeper == self.value()) found.keeper = 0;
        }
    }

    @Override
    public List<Lease> orphanedLeases(ServerNumber self, Duration silentFor) {
        synchronized (world) {
            orphans.clear();
            world.leased.keySet().stream()
                    .filter(session -> isOrphaned(session, self, silentFor))
                    .flatMap(session -> world.session(session).stream())
                    .forEach(session -> orphans.put(session.id(), session.server()));
            return world.leased.entrySet().stream()
                    .filter(entry -> isOrphaned(entry.getKey(), self, silentFor))
                    .flatMap(entry -> entry.getValue().values().stream())
                    .map(Chain::lease)
                    .sorted(Comparator.comparing(Lease::chain))
                    .toList();
        }
    }

    private boolean isOrphaned(SessionId session, ServerNumber self, Duration silentFor) {
        return world.session(session)
                .map(record -> !record.server().equals(self) && !isAlive(record.server(), silentFor))
                .orElse(true);
    }

    boolean isAlive(ServerNumber server, Duration silentFor) {
        var life = world.servers.get(server.value());
        return life != null && !life.over() && !life.beat().plus(silentFor).isBefore(world.now);
    }

    @Override
    public List<Lease> reclaim(SessionId session, List<ShownAttempt> shown) {
        var reclaimed = new ArrayList<Chain>();
        synchronized (world) {
            for (var each : shown) {
                var found = world.chain(each.chain());
                if (found.isEmpty() || !mayTake(found.get(), each)) continue;
                if (!each.proven() && !world.hasLost(session, each)) continue;
                world.giveBack(found.get(), session, each.attempt());
                reclaimed.add(found.get());
            }
        }
        told(reclaimed);
        return reclaimed.stream().map(Chain::lease).toList();
    }

    private static boolean mayTake(Chain chain, ShownAttempt each) {
        return switch (chain.state) {
            case READY, HELD -> chain.attempt >= each.attempt() && each.attempt() > 0;
            case RUNNING -> chain.attempt > each.attempt() && each.attempt() > 0 && each.goesOn();
            case DELAYED, SUCCEEDED, FAILED, CANCELLED -> false;
        };
    }

    @Override
    public List<Lease> leasesOf(SessionId session) {
        synchronized (world) {
            var held = world.leased.get(session);
            return held == null
                    ? List.of()
                    : held.values().stream().map(Chain::lease).toList();
        }
    }

    @Override
    public boolean shared() {
        return shared;
    }

    @Override
    public void onChange(Consumer<RunId> wake) {
        this.wake = wake;
    }

    private List<MovedChain> told(List<Chain> moved) {
        var runs = new TreeSet<RunId>();
        moved.forEach(chain -> runs.add(chain.id.run()));
        tellOthers(runs);
        return moved.stream()
                .map(chain -> new MovedChain(chain.lane.id, chain.id.index()))
                .toList();
    }

    private void tellOthers(Collection<RunId> runs) {
        if (!shared) return;
        for (var other : world.users) {
            if (other != this) runs.forEach(other.wake);
        }
    }

    private static Life over(Life life) {
        return new Life(life.name(), life.beat(), true);
    }

    private Set<Long> over() {
        var over = new HashSet<Long>();
        world.servers.forEach((number, life) -> {
            if (life.over()) over.add(number);
        });
        return over;
    }
}
