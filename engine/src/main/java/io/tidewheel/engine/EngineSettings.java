package io.tidewheel.engine;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LossLimits;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

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
        return with(draft -> {
            draft.heartbeat = heartbeatEvery;
            draft.silence = givenUpAfter;
        });
    }

    public EngineSettings withGraces(Duration reconnect, Duration restart) {
        return with(draft -> {
            draft.reconnectGrace = reconnect;
            draft.restartGrace = restart;
        });
    }

    public EngineSettings withLogQuota(long bytesPerRun) {
        return with(draft -> draft.maxLogBytesPerRun = bytesPerRun);
    }

    public EngineSettings withRetention(Duration keep) {
        return with(draft -> draft.retention = keep);
    }

    public EngineSettings withPoisonAfter(int losses) {
        return with(draft -> draft.poisonAfter = losses);
    }

    public EngineSettings withOnDemand(List<OnDemand> kinds) {
        return with(draft -> draft.onDemand = kinds);
    }

    /** When agents are given up that say nothing about it themselves. */
    public LossLimits limits() {
        return new LossLimits(silence, reconnectGrace, false);
    }

    /** True if a machine could be made that offers the set and has as much. */
    public boolean comesOnDemand(Capabilities requires, Amounts needs) {
        return onDemand.stream().anyMatch(kind -> kind.offers.covers(requires) && kind.has.covers(needs));
    }

    private EngineSettings with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** The same settings while they are being changed. */
    private static final class Draft {
        Duration heartbeat;
        Duration silence;
        Duration reconnectGrace;
        Duration restartGrace;
        int poisonAfter;
        int chainsPerTurn;
        int arrayBatch;
        long maxLogBytesPerRun;
        Duration retention;
        List<OnDemand> onDemand;

        Draft(EngineSettings from) {
            this.heartbeat = from.heartbeat;
            this.silence = from.silence;
            this.reconnectGrace = from.reconnectGrace;
            this.restartGrace = from.restartGrace;
            this.poisonAfter = from.poisonAfter;
            this.chainsPerTurn = from.chainsPerTurn;
            this.arrayBatch = from.arrayBatch;
            this.maxLogBytesPerRun = from.maxLogBytesPerRun;
            this.retention = from.retention;
            this.onDemand = from.onDemand;
        }

        EngineSettings settings() {
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
                    onDemand);
        }
    }
}
