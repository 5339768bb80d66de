package io.tidewheel.agent;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LossLimits;
import io.tidewheel.protocol.ProtocolRange;
import io.tidewheel.protocol.ProtocolVersions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What an agent is told when it starts.
 *
 * @param name what people call it; need not be unique
 * @param host the machine it is on
 * @param capabilities what it offers, apart from what its runtimes add
 * @param slots how many chains it runs at a time
 * @param batch a fixed number of chains to fetch ahead; empty: by the pace of the work
 * @param monitoring how often it measures its utilisation; zero: never
 * @param grace between the polite request to a command to end and the end by force
 * @param keepOutputBytes how much of each output stream of a chain is kept when the chain does not say
 * @param outputMemoryBytes how much output may wait in memory until the server has it; then commands wait
 * @param cpusPerSlot how many processors a chain is told it may use
 * @param softwareVersion the release of the agent
 * @param speaks the versions of the protocol that it understands
 * @param has the countable parts of the machine that its slots share
 * @param gpus what its GPUs are called
 * @param limits when it is to be given up; empty: as the server has it
 */
public record AgentSettings(
        String name,
        String host,
        Capabilities capabilities,
        int slots,
        OptionalInt batch,
        Duration monitoring,
        Duration grace,
        long keepOutputBytes,
        long outputMemoryBytes,
        int cpusPerSlot,
        String softwareVersion,
        ProtocolRange speaks,
        Amounts has,
        List<String> gpus,
        Optional<LossLimits> limits) {
    public static final int MAX_SLOTS = 4_096;
    public static final Duration DEFAULT_MONITORING = Duration.ofSeconds(1);
    public static final Duration DEFAULT_GRACE = Duration.ofSeconds(10);
    public static final long DEFAULT_KEEP_OUTPUT_BYTES = 10L << 20;
    public static final long DEFAULT_OUTPUT_MEMORY_BYTES = 64L << 20;

    public AgentSettings {
        gpus = List.copyOf(gpus);
        if (name.isBlank() || name.length() > 200 || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("an agent's name has 1 to 200 characters on one line");
        }
        if (slots < 1 || slots > MAX_SLOTS) {
            throw new IllegalArgumentException("an agent has 1 to %,d slots, not %,d".formatted(MAX_SLOTS, slots));
        }
        if (batch.isPresent() && (batch.getAsInt() < 0 || batch.getAsInt() > CreditRule.MOST_AHEAD)) {
            throw new IllegalArgumentException("an agent fetches 0 to %,d chains ahead, not %,d"
                    .formatted(CreditRule.MOST_AHEAD, batch.getAsInt()));
        }
        if (monitoring.isNegative())
            throw new IllegalArgumentException("monitoring is not negative, but " + monitoring);
        if (grace.isNegative()) throw new IllegalArgumentException("grace is not negative, but " + grace);
        if (keepOutputBytes < 0 || outputMemoryBytes < 1 << 20) {
            throw new IllegalArgumentException(
                    "keepOutputBytes is not negative and outputMemoryBytes at least 1 MiB, but they are %,d and %,d"
                            .formatted(keepOutputBytes, outputMemoryBytes));
        }
        if (cpusPerSlot < 1) throw new IllegalArgumentException("a slot has at least 1 processor, not " + cpusPerSlot);
    }

    /** The usual settings for an agent of that name on this machine. */
    public static AgentSettings of(String name, String host, int slots) {
        return new AgentSettings(
                name,
                host,
                Capabilities.NONE,
                slots,
                OptionalInt.empty(),
                DEFAULT_MONITORING,
                DEFAULT_GRACE,
                DEFAULT_KEEP_OUTPUT_BYTES,
                DEFAULT_OUTPUT_MEMORY_BYTES,
                Math.max(1, Runtime.getRuntime().availableProcessors() / Math.max(1, slots)),
                ProtocolVersions.software(),
                ProtocolVersions.SPOKEN,
                Amounts.UNLIMITED,
                List.of(),
                Optional.empty());
    }

    public AgentSettings withName(String other) {
        return with(draft -> draft.name = other);
    }

    public AgentSettings withCapabilities(Capabilities other) {
        return with(draft -> draft.capabilities = other);
    }

    public AgentSettings withBatch(int chains) {
        return with(draft -> draft.batch = OptionalInt.of(chains));
    }

    public AgentSettings withMonitoring(Duration interval) {
        return with(draft -> draft.monitoring = interval);
    }

    public AgentSettings withGrace(Duration other) {
        return with(draft -> draft.grace = other);
    }

    public AgentSettings withKeepOutputBytes(long bytes) {
        return with(draft -> draft.keepOutputBytes = bytes);
    }

    public AgentSettings withOutputMemoryBytes(long bytes) {
        return with(draft -> draft.outputMemoryBytes = bytes);
    }

    public AgentSettings withSoftwareVersion(String release) {
        return with(draft -> draft.softwareVersion = release);
    }

    public AgentSettings speaking(ProtocolRange other) {
        return with(draft -> draft.speaks = other);
    }

    public AgentSettings within(LossLimits other) {
        return with(draft -> draft.limits = Optional.of(other));
    }

    public AgentSettings with(MachineAmounts machine) {
        return with(draft -> {
            draft.has = machine.amounts();
            draft.gpus = machine.gpus();
        });
    }

    private AgentSettings with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** The same settings while they are being changed. */
    private static final class Draft {
        String name;
        String host;
        Capabilities capabilities;
        int slots;
        OptionalInt batch;
        Duration monitoring;
        Duration grace;
        long keepOutputBytes;
        long outputMemoryBytes;
        int cpusPerSlot;
        String softwareVersion;
        ProtocolRange speaks;
        Amounts has;
        List<String> gpus;
        Optional<LossLimits> limits;

        Draft(AgentSettings from) {
            this.name = from.name;
            this.host = from.host;
            this.capabilities = from.capabilities;
            this.slots = from.slots;
            this.batch = from.batch;
            this.monitoring = from.monitoring;
            this.grace = from.grace;
            this.keepOutputBytes = from.keepOutputBytes;
            this.outputMemoryBytes = from.outputMemoryBytes;
            this.cpusPerSlot = from.cpusPerSlot;
            this.softwareVersion = from.softwareVersion;
            this.speaks = from.speaks;
            this.has = from.has;
            this.gpus = from.gpus;
            this.limits = from.limits;
        }

        AgentSettings settings() {
            return new AgentSettings(
                    name,
                    host,
                    capabilities,
                    slots,
                    batch,
                    monitoring,
                    grace,
                    keepOutputBytes,
                    outputMemoryBytes,
                    cpusPerSlot,
                    softwareVersion,
                    speaks,
                    has,
                    gpus,
                    limits);
        }
    }
}
