package io.tidewheel.autoscaling;

import io.tidewheel.autoscaling.Plan.Limit;
import io.tidewheel.autoscaling.Plan.Obstacle;
import io.tidewheel.autoscaling.Plan.Purchase;
import io.tidewheel.autoscaling.Plan.Shortage;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.PoolLimit;
import io.tidewheel.model.Setup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The fleet as it is, plus what has been decided so far: says how many more machines of a setup there may be, and why not more. */
public final class FleetDraft {
    private final Observation seen;
    /** Machines that are there to stay or on their way, by setup. */
    private final Map<String, Integer> wanted = new LinkedHashMap<>();

    private final Map<String, Integer> starting = new LinkedHashMap<>();
    /** Machines that still exist, also those that are being given up. */
    private final Map<String, Integer> existing = new LinkedHashMap<>();

    /** The owners for whom places of a setup are kept, by setup. */
    private final Map<String, Set<Owner>> kept = new LinkedHashMap<>();

    private Optional<Owner> turn = Optional.empty();
    private final List<Purchase> purchases = new ArrayList<>();
    private final List<Shortage> shortages = new ArrayList<>();

    public FleetDraft(Observation seen) {
        this.seen = seen;
        for (var machine : seen.machines()) {
            existing.merge(machine.setup(), 1, Integer::sum);
            if (machine.state().isWanted()) wanted.merge(machine.setup(), 1, Integer::sum);
            if (machine.state().isStarting()) starting.merge(machine.setup(), 1, Integer::sum);
        }
    }

    public List<Purchase> purchases() {
        return purchases;
    }

    public List<Shortage> shortages() {
        return shortages;
    }

    /** The next machine of the setup is this owner's: others do not get the last places. */
    public void keep(Setup setup, Owner owner) {
        kept.computeIfAbsent(setup.id(), _ -> new TreeSet<>()).add(owner);
    }

    /** Says for which owner machines are decided on from now on. */
    public void turnOf(Owner owner) {
        turn = Optional.of(owner);
    }

    private long keptForOthers(Setup setup) {
        return kept.getOrDefault(setup.id(), Set.of()).stream()
                .filter(owner -> !turn.equals(Optional.of(owner)))
                .count();
    }

    int wanted(Setup setup) {
        return wanted.getOrDefault(setup.id(), 0);
    }

    int starting(Setup setup) {
        return starting.getOrDefault(setup.id(), 0);
    }

    void forgo(Setup setup) {
        wanted.merge(setup.id(), -1, Integer::sum);
    }

    public void add(Shortage shortage) {
        shortages.add(shortage);
    }

    /** Agents on machines that are wanted which offer the set. */
    int agents(Capabilities offered) {
        return seen.setups().stream()
                .filter(setup -> setup.providedCapabilities().covers(offered))
                .mapToInt(setup -> wanted(setup) * setup.agents())
                .sum();
    }

    /** Plans up to so many machines of a setup; says what stood in the way if they are fewer. */
    Optional<Obstacle> buy(Setup setup, int count, String why) {
        return buy(setup, Optional.empty(), count, why);
    }

    /** Plans up to so many machines of a setup for an owner; says what stood in the way if they are fewer. */
    public Optional<Obstacle> buy(Setup setup, Optional<Owner> owner, int count, String why) {
        for (int i = 0; i < count; i++) {
            var obstacle = obstacle(setup);
            if (obstacle.isPresent()) return obstacle;
            purchases.add(new Purchase(setup.id(), owner, why));
            wanted.merge(setup.id(), 1, Integer::sum);
            starting.merge(setup.id(), 1, Integer::sum);
            existing.merge(setup.id(), 1, Integer::sum);
            owner.ifPresent(kept.getOrDefault(setup.id(), new TreeSet<>())::remove);
        }
        return Optional.empty();
    }

    /** How many machines of a setup could be bought now. */
    public int room(Setup setup) {
        int room = setup.maxVMs() - existing.getOrDefault(setup.id(), 0) - (int) keptForOthers(setup);
        room = Math.min(room, seen.breaker(setup.id()).permits(seen.now(), starting(setup)));
        room = Math.min(room, setup.maxCreateConcurrent() - starting(setup));
        return Math.max(0, Math.min(room, inPool(setup)));
    }

    private int inPool(Setup setup) {
        int room = Integer.MAX_VALUE;
        for (var limit : seen.pool()) {
            if (limit.max() != PoolLimit.NO_MAXIMUM
                    && setup.providedCapabilities().covers(limit.capabilities()))
                room = Math.min(room, (limit.max() - agents(limit.capabilities())) / setup.agents());
        }
        return room;
    }

    /** Whether there are as many machines of a setup as there may be, those among them that are on their way out. */
    public boolean isFull(Setup setup) {
        return existing.getOrDefault(setup.id(), 0) >= setup.maxVMs();
    }

    /**
     * How many more machines of a setup there may be as soon as those are gone that are on their way out. Whatever else keeps them from being made
     * just now, as failures or others that are being made, is over some time, and does not count.
     */
    public int places(Setup setup) {
        return Math.max(0, Math.min(setup.maxVMs() - wanted(setup), inPool(setup)));
    }

    /** Why no (further) machine of a setup can be had now; empty if one can. */
    public Optional<Obstacle> obstacle(Setup setup) {
        // Whatever still exists counts, also while it goes: the user, or the cloud, allows so many and not more.
        if (existing.getOrDefault(setup.id(), 0) >= setup.maxVMs()) {
            return obstacle(
                    Limit.MAX_MACHINES,
                    setup,
                    "setup %s has its %s: maxVMs allows no more"
                            .formatted(setup.id(), CountedNoun.of(setup.maxVMs(), "machine")));
        }
        if (existing.getOrDefault(setup.id(), 0) + keptForOthers(setup) >= setup.maxVMs()) {
            return obstacle(
                    Limit.MAX_MACHINES,
                    setup,
                    "setup %s may have %s, and the last places are kept for owners who have none"
                            .formatted(setup.id(), CountedNoun.of(setup.maxVMs(), "machine")));
        }
        for (var limit : seen.pool()) {
            if (isFull(limit, setup)) {
                return obstacle(
                        Limit.POOL_MAX,
                        setup,
                        "the agent pool allows %s with [%s]"
                                .formatted(CountedNoun.of(limit.max(), "agent"), limit.capabilities()));
            }
        }
        var breaker = seen.breaker(setup.id());
        if (breaker.permits(seen.now(), starting(setup)) <= 0) {
            return obstacle(Limit.BREAKER, setup, breaker.sentence(setup, seen.now()));
        }
        if (starting(setup) >= setup.maxCreateConcurrent()) {
            return obstacle(
                    Limit.CREATE_CONCURRENT,
                    setup,
                    "setup %s has %s being made: maxCreateConcurrent allows no more at a time"
                            .formatted(setup.id(), CountedNoun.of(starting(setup), "machine")));
        }
        return Optional.empty();
    }

    private boolean isFull(PoolLimit limit, Setup setup) {
        return limit.max() != PoolLimit.NO_MAXIMUM
                && setup.providedCapabilities().covers(limit.capabilities())
                && agents(limit.capabilities()) + setup.agents() > limit.max();
    }

    private static Optional<Obstacle> obstacle(Limit limit, Setup setup, String text) {
        return Optional.of(new Obstacle(limit, setup.id(), text));
    }
}
