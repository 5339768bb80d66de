package io.tidewheel.model;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A recipe for machines: what kind to make, how to prepare them, what they offer, how many there may be, and what they cost. The first
 * part is Steep's; {@code agents} and what follows is ours.
 *
 * @param flavor the kind of machine, in the words of whoever makes it
 * @param minVMs so many are kept up, whether there is work or not
 * @param maxVMs there are never more than so many
 * @param maxCreateConcurrent so many are made at the same time
 * @param provisioningScripts files with templates, rendered and run on a new machine in this order
 * @param parameters anything that the scripts want to know
 * @param creation what follows when machines of this setup cannot be made
 * @param agents how many agents a machine runs, each with {@code size.slots()} slots
 * @param bootDelay how long a new machine takes before it can be prepared; a local machine waits for so long
 */
public record Setup(
        String id,
        String flavor,
        String imageName,
        String availabilityZone,
        int blockDeviceSizeGb,
        Optional<String> blockDeviceVolumeType,
        int minVMs,
        int maxVMs,
        int maxCreateConcurrent,
        List<String> provisioningScripts,
        Capabilities providedCapabilities,
        Optional<String> sshUsername,
        List<Volume> additionalVolumes,
        Map<String, Object> parameters,
        Creation creation,
        int agents,
        Size size,
        Duration bootDelay,
        Billing billing) {
    public static final int MAX_ID_LENGTH = 64;
    public static final int MOST_MACHINES = 100_000;
    public static final int MOST_AGENTS = 1_000;

    /** A disk that is attached beside the first one. */
    public record Volume(
            int sizeGb, Optional<String> type, Optional<String> availabilityZone, Optional<String> deviceName) {
        public Volume {
            if (sizeGb < 1) throw new IllegalArgumentException("a volume has at least 1 GB, not " + sizeGb);
        }
    }

    /**
     * What follows when machines cannot be made: a number of attempts with growing pauses, then none for a while, then a single trial.
     */
    public record Creation(RetryPolicy retries, Duration lockAfterRetries) {
        public static final Creation DEFAULT = new Creation(
                new RetryPolicy(5, Duration.ofSeconds(40), 2, RetryPolicy.LONGEST), Duration.ofMinutes(20));

        public Creation {
            Durations.requireNotNegative("lockAfterRetries", lockAfterRetries);
        }
    }

    /** What one agent of the machine can take: slots, and where it matters the amounts it has for all of them. */
    public record Size(
            int slots,
            Optional<Double> cpus,
            Optional<Long> memoryBytes,
            Optional<Integer> gpus,
            CustomAmounts custom) {
        public static final int MOST_SLOTS = 100_000;
        public static final Size ONE_SLOT = ofSlots(1);

        /** One that has nothing of what only users know. */
        public Size(int slots, Optional<Double> cpus, Optional<Long> memoryBytes, Optional<Integer> gpus) {
            this(slots, cpus, memoryBytes, gpus, CustomAmounts.NONE);
        }

        public Size {
            if (slots < 1 || slots > MOST_SLOTS) {
                throw new IllegalArgumentException("an agent has 1 to %,d slots, not %,d".formatted(MOST_SLOTS, slots));
            }
            cpus.ifPresent(each -> requirePositive("cpus", each));
            memoryBytes.ifPresent(each -> requirePositive("memory", each));
            gpus.ifPresent(each -> requirePositive("gpus", each));
        }

        public static Size ofSlots(int slots) {
            return new Size(slots, Optional.empty(), Optional.empty(), Optional.empty());
        }

        /** The same as amounts; what is not stated is there without limit, and of what only users know nothing. */
        public Amounts amounts() {
            return new Amounts(
                    cpus.map(each -> Math.round(each * 1_000)).orElse(Long.MAX_VALUE),
                    memoryBytes.orElse(Long.MAX_VALUE),
                    gpus.map(Integer::longValue).orElse(Long.MAX_VALUE),
                    custom);
        }

        private static void requirePositive(String name, Number amount) {
            if (!(amount.doubleValue() > 0) || Double.isInfinite(amount.doubleValue())) {
                throw new IllegalArgumentException("%s is more than 0, not %s".formatted(name, amount));
            }
        }
    }

    public Setup {
        if (id.isBlank() || id.length() > MAX_ID_LENGTH || !id.equals(id.strip())) {
            throw new IllegalArgumentException(
                    "'%s' is not the id of a setup: use 1 to %d characters without blanks around"
                            .formatted(id, MAX_ID_LENGTH));
        }
        requireFrom(0, "blockDeviceSizeGb", blockDeviceSizeGb);
        requireFrom(0, "minVMs", minVMs);
        requireFrom(0, "maxVMs", maxVMs);
        requireFrom(1, "maxCreateConcurrent", maxCreateConcurrent);
        requireFrom(1, "agents", agents);
        if (maxVMs > MOST_MACHINES) {
            throw new IllegalArgumentException("maxVMs is at most %,d, not %,d".formatted(MOST_MACHINES, maxVMs));
        }
        if (agents > MOST_AGENTS) {
            throw new IllegalArgumentException("agents is at most %,d, not %,d".formatted(MOST_AGENTS, agents));
        }
        if (minVMs > maxVMs) {
            throw new IllegalArgumentException("minVMs is at most maxVMs, but %d > %d".formatted(minVMs, maxVMs));
        }
        Durations.requireNotNegative("bootDelay", bootDelay);
        provisioningScripts = List.copyOf(provisioningScripts);
        additionalVolumes = List.copyOf(additionalVolumes);
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** A setup of which only these things matter; the rest is as if it had been left out. */
    public static Setup of(String id, Capabilities provides, int maxVMs) {
        return new Setup(
                id,
                "",
                "",
                "",
                0,
                Optional.empty(),
                0,
                maxVMs,
                1,
                List.of(),
                provides,
                Optional.empty(),
                List.of(),
                Map.of(),
                Creation.DEFAULT,
                1,
                Size.ONE_SLOT,
                Duration.ZERO,
                Billing.FREE);
    }

    /** How many chains one machine can run at the same time. */
    public int slotsPerMachine() {
        return Math.multiplyExact(agents, size.slots());
    }

    /** Whether one of its agents could run such a chain. */
    public boolean holds(RequiredResources need) {
        return providedCapabilities.covers(need.requires()) && size.amounts().covers(need.amounts());
    }

    /** How many chains that need so much one machine can run at the same time. */
    public int chainsPerMachine(Amounts needed) {
        return Math.toIntExact(agents * Math.min(size.slots(), size.amounts().fits(needed)));
    }

    public Setup withMin(int machines) {
        return with(draft -> draft.minVMs = machines);
    }

    public Setup withMaxCreateConcurrent(int machines) {
        return with(draft -> draft.maxCreateConcurrent = machines);
    }

    public Setup withScripts(List<String> files) {
        return with(draft -> draft.provisioningScripts = files);
    }

    public Setup withAgents(int count, Size each) {
        return with(draft -> {
            draft.agents = count;
            draft.size = each;
        });
    }

    public Setup withCreation(Creation other) {
        return with(draft -> draft.creation = other);
    }

    public Setup withBilling(Billing other) {
        return with(draft -> draft.billing = other);
    }

    public Setup withBootDelay(Duration other) {
        return with(draft -> draft.bootDelay = other);
    }

    private static void requireFrom(int least, String name, int value) {
        if (value < least)
            throw new IllegalArgumentException("%s is at least %d, not %d".formatted(name, least, value));
    }

    private Setup with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.setup();
    }

    /** The same setup while they are being changed. */
    private static final class Draft {
        String id;
        String flavor;
        String imageName;
        String availabilityZone;
        int blockDeviceSizeGb;
        Optional<String> blockDeviceVolumeType;
        int minVMs;
        int maxVMs;
        int maxCreateConcurrent;
        List<String> provisioningScripts;
        Capabilities providedCapabilities;
        Optional<String> sshUsername;
        List<Volume> additionalVolumes;
        Map<String, Object> parameters;
        Creation creation;
        int agents;
        Size size;
        Duration bootDelay;
        Billing billing;

        Draft(Setup from) {
            this.id = from.id;
            this.flavor = from.flavor;
            this.imageName = from.imageName;
            this.availabilityZone = from.availabilityZone;
            this.blockDeviceSizeGb = from.blockDeviceSizeGb;
            this.blockDeviceVolumeType = from.blockDeviceVolumeType;
            this.minVMs = from.minVMs;
            this.maxVMs = from.maxVMs;
            this.maxCreateConcurrent = from.maxCreateConcurrent;
            this.provisioningScripts = from.provisioningScripts;
            this.providedCapabilities = from.providedCapabilities;
            this.sshUsername = from.sshUsername;
            this.additionalVolumes = from.additionalVolumes;
            this.parameters = from.parameters;
            this.creation = from.creation;
            this.agents = from.agents;
            this.size = from.size;
            this.bootDelay = from.bootDelay;
            this.billing = from.billing;
        }

        Setup setup() {
            return new Setup(
                    id,
                    flavor,
                    imageName,
                    availabilityZone,
                    blockDeviceSizeGb,
                    blockDeviceVolumeType,
                    minVMs,
                    maxVMs,
                    maxCreateConcurrent,
                    provisioningScripts,
                    providedCapabilities,
                    sshUsername,
                    additionalVolumes,
                    parameters,
                    creation,
                    agents,
                    size,
                    bootDelay,
                    billing);
        }
    }
}
