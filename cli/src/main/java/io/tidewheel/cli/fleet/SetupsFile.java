package io.tidewheel.cli.fleet;

import io.tidewheel.cli.text.Json;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.Setup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.type.TypeReference;

/** Reads the recipes for machines: Steep's {@code setups.yaml}, with the additions of ours. */
final class SetupsFile {
    private static final Set<String> FIELDS = Set.of(
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
            "bootDelay",
            "price",
            "billingInterval");

    private SetupsFile() {}

    static List<Setup> read(Path file) {
        return YamlRecords.read(file, SetupsFile::setup);
    }

    private static Setup setup(YamlRecords in) {
        in.allow(FIELDS);
        return new Setup(
                in.required("id"),
                in.required("flavor"),
                in.required("imageName"),
                in.required("availabilityZone"),
                in.requiredWhole("blockDeviceSizeGb"),
                in.text("blockDeviceVolumeType"),
                in.whole("minVMs").orElse(0),
                in.requiredWhole("maxVMs"),
                in.whole("maxCreateConcurrent").orElse(1),
                in.texts("provisioningScripts"),
                Capabilities.of(in.texts("providedCapabilities")),
                in.text("sshUsername"),
                in.records("additionalVolumes").stream().map(SetupsFile::volume).toList(),
                parameters(in),
                in.record("creation").map(SetupsFile::creation).orElse(Setup.Creation.DEFAULT),
                in.whole("agents").orElse(1),
                new Setup.Size(
                        in.whole("slots").orElse(1),
                        in.decimal("cpus"),
                        in.decimal("memoryBytes").map(Double::longValue),
                        in.whole("gpus")),
                in.duration("bootDelay").orElse(Duration.ZERO),
                billing(in));
    }

    private static Setup.Volume volume(YamlRecords in) {
        in.allow(Set.of("sizeGb", "type", "availabilityZone", "deviceName"));
        return new Setup.Volume(
                in.requiredWhole("sizeGb"), in.text("type"), in.text("availabilityZone"), in.text("deviceName"));
    }

    private static Setup.Creation creation(YamlRecords in) {
        in.allow(Set.of("retries", "lockAfterRetries"));
        var usual = Setup.Creation.DEFAULT;
        return new Setup.Creation(
                in.record("retries").map(SetupsFile::retries).orElse(usual.retries()),
                in.duration("lockAfterRetries").orElse(usual.lockAfterRetries()));
    }

    private static RetryPolicy retries(YamlRecords in) {
        in.allow(Set.of("maxAttempts", "delay", "exponentialBackoff", "maxDelay"));
        return new RetryPolicy(
                in.whole("maxAttempts").orElse(1),
                in.duration("delay").orElse(Duration.ZERO),
                in.whole("exponentialBackoff").orElse(1),
                in.duration("maxDelay").orElse(RetryPolicy.LONGEST));
    }

    private static Map<String, Object> parameters(YamlRecords in) {
        return in.get("parameters")
                .map(value -> Json.MAPPER.convertValue(value, new TypeReference<Map<String, Object>>() {}))
                .orElseGet(LinkedHashMap::new);
    }

    private static Billing billing(YamlRecords in) {
        Optional<Money> price = in.text("price").map(Money::parse);
        return new Billing(
                price.orElse(Money.ZERO), in.duration("billingInterval").orElse(Billing.FREE.interval()));
    }
}
