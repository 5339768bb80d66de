package io.tidewheel.workflow.text;

import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Money;
import io.tidewheel.model.PoolLimit;
import io.tidewheel.model.Setup;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads lists of setups, and agent pools. */
public final class SetupReader {
    private static final Set<String> SETUP = Set.of(
            "id",
            "flavor",
            "imageName",
            "availabilityZone",
            "blockDeviceSizeGb",
            "blockDeviceVolumeType",
            "minVMs",
            "maxVMs",
            "maxCreateConcurrent",
            "provisioningScripts",
            "providedCapabilities",
            "sshUsername",
            "additionalVolumes",
            "parameters",
            "creation",
            "agents",
            "slots",
            "cpus",
            "memoryBytes",
            "gpus",
            "amounts",
            "bootDelay",
            "price",
            "billingInterval");
    private static final Set<String> VOLUME = Set.of("sizeGb", "type", "availabilityZone", "deviceName");
    private static final List<String> CREATION = List.of("retries", "lockAfterRetries");
    private static final Set<String> POOL = Set.of("capabilities", "min", "max");

    private final Complaints complaints = new Complaints();

    private SetupReader() {}

    public static ReadResult<List<Setup>> read(String text) {
        var reader = new SetupReader();
        var setups = ListReader.<Optional<Setup>>read(
                "setups",
                text,
                reader.complaints,
                SETUP,
                reader::setup,
                setup -> setup.map(Setup::id).orElse(""));
        return new ReadResult<>(
                setups.value()
                        .map(list -> list.stream().flatMap(Optional::stream).toList()),
                setups.complaints(),
                setups.warnings());
    }

    /** How many agents there should be of which capabilities. */
    public static ReadResult<List<PoolLimit>> readPool(String text) {
        var reader = new SetupReader();
        var limits = ListReader.<Optional<PoolLimit>>read(
                "agentPool", text, reader.complaints, POOL, reader::limit, _ -> "");
        return new ReadResult<>(
                limits.value()
                        .map(list -> list.stream().flatMap(Optional::stream).toList()),
                limits.complaints(),
                limits.warnings());
    }

    /** Empty, with a complaint, if the values do not fit together. */
    private Optional<Setup> setup(FieldReader fields) {
        for (var name : List.of("blockDeviceSizeGb", "maxVMs")) fields.require(name, name + ": 10");
        var id = fields.text("id", "id: small");
        var flavor = fields.text("flavor", "flavor: m1.small");
        var image = fields.text("imageName", "imageName: debian-12");
        var zone = fields.text("availabilityZone", "availabilityZone: nova");
        try {
            return Optional.of(new Setup(
                    id.isEmpty() ? "?" : id,
                    flavor,
                    image,
                    zone,
                    fields.integer("blockDeviceSizeGb", 0, 0),
                    fields.optionalText("blockDeviceVolumeType", "blockDeviceVolumeType: ssd"),
                    fields.integer("minVMs", 0, 0),
                    fields.integer("maxVMs", Setup.MOST_MACHINES, 0),
                    fields.integer("maxCreateConcurrent", 1, 1),
                    fields.texts("provisioningScripts", "provisioningScripts: [conf/setup.sh]"),
                    ServiceReader.capabilities(fields, "providedCapabilities"),
                    fields.optionalText("sshUsername", "sshUsername: debian"),
                    volumes(fields),
                    parameters(fields),
                    fields.inner("creation", CREATION)
                            .map(SetupReader::creation)
                            .orElse(Setup.Creation.DEFAULT),
                    fields.integer("agents", 1, 1),
                    size(fields),
                    LimitReader.time(fields, "bootDelay").orElse(Duration.ZERO),
                    billing(fields)));
        } catch (IllegalArgumentException wrong) {
            complaints.add(fields.path(), fields.place(), message(wrong), "correct the setup");
            return Optional.empty();
        }
    }

    private static String message(IllegalArgumentException wrong) {
        return String.valueOf(wrong.getMessage());
    }

    private static Setup.Size size(FieldReader fields) {
        return new Setup.Size(
                fields.integer("slots", 1, 1),
                fields.decimal("cpus"),
                LimitReader.memory(fields, "memoryBytes"),
                fields.number("gpus", 1, Integer.MAX_VALUE).map(Math::toIntExact),
                LimitReader.custom(fields, "amounts"));
    }

    private static Setup.Creation creation(FieldReader fields) {
        var usual = Setup.Creation.DEFAULT;
        return new Setup.Creation(
                LimitReader.policy(fields, "retries").orElse(usual.retries()),
                LimitReader.duration(fields, "lockAfterRetries").orElse(usual.lockAfterRetries()));
    }

    private static Billing billing(FieldReader fields) {
        var interval = LimitReader.time(fields, "billingInterval").orElse(Billing.FREE.interval());
        return new Billing(
                fields.optionalText("price", "price: 0.25").map(Money::parse).orElse(Money.ZERO), interval);
    }

    private static Map<String, Object> parameters(FieldReader fields) {
        var value = fields.value("parameters");
        if (value.isEmpty()) return Map.of();
        if (!(value.get() instanceof Map<?, ?> map)) {
            fields.complain("parameters", "'parameters' is an object", "example: parameters: {region: north}");
            return Map.of();
        }
        var parameters = new LinkedHashMap<String, Object>();
        map.forEach((@Nullable Object key, @Nullable Object each) ->
                parameters.put(String.valueOf(key), Objects.requireNonNullElse(each, "")));
        return parameters;
    }

    private List<Setup.Volume> volumes(FieldReader fields) {
        var trees = fields.list("additionalVolumes", "additionalVolumes: [{sizeGb: 50}]");
        var volumes = new ArrayList<Setup.Volume>();
        for (int i = 0; i < trees.size(); i++) {
            var path = fields.path().to("additionalVolumes", i);
            if (!(trees.get(i) instanceof Mapping mapping)) {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "a volume is an object, not " + trees.get(i).kind(),
                        "example: {sizeGb: 50}");
                continue;
            }
            var inner = new FieldReader(mapping, path, complaints, VOLUME);
            inner.require("sizeGb", "sizeGb: 50");
            volumes.add(new Setup.Volume(
                    inner.integer("sizeGb", 1, 1),
                    inner.optionalText("type", "type: ssd"),
                    inner.optionalText("availabilityZone", "availabilityZone: nova"),
                    inner.optionalText("deviceName", "deviceName: /dev/vdb")));
        }
        return volumes;
    }

    private Optional<PoolLimit> limit(FieldReader fields) {
        try {
            Capabilities capabilities = ServiceReader.capabilities(fields, "capabilities");
            return Optional.of(new PoolLimit(
                    capabilities, fields.integer("min", 0, 0), fields.integer("max", PoolLimit.NO_MAXIMUM, 0)));
        } catch (IllegalArgumentException wrong) {
            complaints.add(fields.path(), fields.place(), message(wrong), "correct the limits");
            return Optional.empty();
        }
    }
}
