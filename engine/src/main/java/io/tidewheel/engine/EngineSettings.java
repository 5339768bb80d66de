package io.tidewheel.engine;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import java.time.Duration;
import java.util.List;

/**
 * What may be tuned about the engine.
 *
 * @param heartbeat how often agents say that they live
 * @param silence a connected agent that says nothing for so long has lost its leases
 * @param reconnectGrace an agent whose connection closed keeps its leases for so long
 * @param restartGrace after a start of the server, agents of its former life keep their leases for so long
 * @param poisonAfter a chain that was running when so many agents were lost is not tried again
 * @param chainsPerTurn at most so many chains are leased in one turn
 * @param arrayBatch chains of an array are made in batches of at least this size
 * @param maxLogBytesPerRun output beyond this is counted but not kept
 * @param retention finished runs are removed after this time; zero keeps them for ever
 * @param onDemand the kinds of agents of machines that could be made: work for them may come though none is present yet
 */
public record EngineSettings(
        Duration heartbeat,
        Duration silence,
        Duration reconnectGrace,
        Duration restartGrace,
        int poisonAfter,
        int chainsPerTurn,
        int arrayBatch,
        long maxLogBytesPerRun,
        Duration retention,
        List<OnDemand> onDemand) {
    /** What an agent of a machine offers and has that could be made. */
    public record OnDemand(Capabilities offers, Amounts has) {}

    public static final EngineSettings DEFAULT = new EngineSettings(
            Duration.ofSeconds(1),
            Duration.ofSeconds(4),
            Duration.ofMillis(700),
            Duration.ofSeconds(5),
            3,
            8_192,
            1_000,
            1L << 30,
            Duration.ofDays(30),
            List.of());

    public EngineSettings {
        onDemand = List.copyOf(onDemand);
        if (silence.compareTo(heartbeat.multipliedBy(2)) < 0) {
            throw new IllegalArgumentException(
                    "an agent may not be given up after %s when it says that it lives only every %s: use at least twice that"
                            .formatted(silence, heartbeat));
        }
        if (poisonAfter < 1 || chainsPerTurn < 1 || arrayBatch < 1) {
            throw new IllegalArgumentException("poisonAfter, chainsPerTurn and arrayBatch are at least 1");
        }
    }

    public EngineSettings withSilence(Duration heartbeatEvery, Duration givenUpAfter) {
        return new EngineSettings(
                heartbeatEvery,
                givenUpAfter,
                reconnectGrace,
                restartGrace,
                poisonAfter,
                chainsPerTurn,
                arrayBatch,
                maxLogBytesPerRun,
                retention,
                onDemand);
    }

    public EngineSettings withGraces(Duration reconnect, Duration restart) {
        return new EngineSettings(
                heartbeat,
                silence,
                reconnect,
                restart,
                poisonAfter,
                chainsPerTurn,
                arrayBatch,
                maxLogBytesPerRun,
                retention,
                onDemand);
    }

    public EngineSettings withLogQuota(long bytesPerRun) {
        return new EngineSettings(
                heartbeat,
                silence,
                reconnectGrace,
                restartGrace,
                poisonAfter,
                chainsPerTurn,
                arrayBatch,
                bytesPerRun,
                retention,
                onDemand);
    }

    public EngineSettings withRetention(Duration keep) {
        return new EngineSettings(
                heartbeat,
                silence,
                reconnectGrace,
                restartGrace,
                poisonAfter,
                chainsPerTurn,
                arrayBatch,
                maxLogBytesPerRun,
                keep,
                onDemand);
    }

    public EngineSettings withPoisonAfter(int losses) {
        return new EngineSettings(
                heartbeat,
                silence,
                reconnectGrace,
                restartGrace,
                losses,
                chainsPerTurn,
                arrayBatch,
                maxLogBytesPerRun,
                retention,
                onDemand);
    }

    public EngineSettings withOnDemand(List<OnDemand> kinds) {
        return new EngineSettings(
                heartbeat,
                silence,
                reconnectGrace,
                restartGrace,
                poisonAfter,
                chainsPerTurn,
                arrayBatch,
                maxLogBytesPerRun,
                retention,
                kinds);
    }

    /** True if a machine could be made that offers the set and has as much. */
    public boolean comesOnDemand(Capabilities requires, Amounts needs) {
        return onDemand.stream().anyMatch(kind -> kind.offers.covers(requires) && kind.has.covers(needs));
    }
}
