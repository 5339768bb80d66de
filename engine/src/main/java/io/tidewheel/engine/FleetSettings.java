package io.tidewheel.engine;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.PoolLimit;
import io.tidewheel.model.Setup;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * What may be set about the fleet.
 *
 * @param setups the recipes for machines, the preferred ones first
 * @param pool how many agents of certain capabilities there should and may be
 * @param tag what all machines of this fleet bear, and no others: by it they are found again
 * @param limits how long each step may take
 * @param sync how often what is recorded is held against what is there
 * @param lostAfter a machine without any agent for so long is given up
 * @param retention records of machines that have ended are kept for so long; zero keeps them for ever
 * @param dryRun machines are neither made nor let go: it is only said which ones would be
 */
public record FleetSettings(
        List<Setup> setups,
        List<PoolLimit> pool,
        String tag,
        Steps limits,
        Duration sync,
        Duration lostAfter,
        Duration retention,
        boolean dryRun) {
    /** How long the steps in the life of a machine may take: making it, preparing it, its agent's arrival, taking it away. */
    public record Steps(Duration create, Duration provision, Duration agentReady, Duration destroy) {
        public static final Steps DEFAULT =
                new Steps(Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofMinutes(5), Duration.ofMinutes(5));
    }

    public FleetSettings {
        setups = List.copyOf(setups);
        pool = List.copyOf(pool);
        var ids = new HashSet<String>();
        for (var setup : setups) {
            if (!ids.add(setup.id())) {
                throw new IllegalArgumentException(
                        "two setups have the id '%s': give each one of its own".formatted(setup.id()));
            }
        }
        if (tag.isBlank()) throw new IllegalArgumentException("the tag of a fleet's machines is not blank");
    }

    public static FleetSettings of(String tag, List<Setup> setups) {
        return new FleetSettings(
                setups,
                List.of(),
                tag,
                Steps.DEFAULT,
                Duration.ofMinutes(2),
                Duration.ofSeconds(30),
                Duration.ofDays(30),
                false);
    }

    public FleetSettings withPool(List<PoolLimit> others) {
        return new FleetSettings(setups, others, tag, limits, sync, lostAfter, retention, dryRun);
    }

    public FleetSettings withLimits(Steps others) {
        return new FleetSettings(setups, pool, tag, others, sync, lostAfter, retention, dryRun);
    }

    public FleetSettings withRetention(Duration other) {
        return new FleetSettings(setups, pool, tag, limits, sync, lostAfter, other, dryRun);
    }

    public FleetSettings withDryRun(boolean dry) {
        return new FleetSettings(setups, pool, tag, limits, sync, lostAfter, retention, dry);
    }

    /** True if machines could be made that offer the set. */
    public boolean offers(Capabilities requires) {
        return setups.stream()
                .anyMatch(setup ->
                        setup.maxVMs() > 0 && setup.providedCapabilities().covers(requires));
    }
}
