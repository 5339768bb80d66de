package io.tidewheel.server.host;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Setup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What adapters of setups see of a setup and may change: what a machine is made and prepared by. What it costs and how many there may be stays. */
final class SetupFields {
    private final Map<?, ?> fields;

    private SetupFields(Map<?, ?> fields) {
        this.fields = fields;
    }

    static Map<String, Object> of(Setup setup) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("id", setup.id());
        fields.put("flavor", setup.flavor());
        fields.put("imageName", setup.imageName());
        fields.put("availabilityZone", setup.availabilityZone());
        fields.put("blockDeviceSizeGb", setup.blockDeviceSizeGb());
        setup.blockDeviceVolumeType().ifPresent(type -> fields.put("blockDeviceVolumeType", type));
        fields.put("minVMs", setup.minVMs());
        fields.put("maxVMs", setup.maxVMs());
        fields.put("maxCreateConcurrent", setup.maxCreateConcurrent());
        fields.put("provisioningScripts", setup.provisioningScripts());
        fields.put("providedCapabilities", setup.providedCapabilities().names());
        setup.sshUsername().ifPresent(name -> fields.put("sshUsername", name));
        fields.put("parameters", setup.parameters());
        return fields;
    }

    /** The setup as an adapter has answered it. Throws IllegalArgumentException, with the place, if something in it cannot be. */
    static Setup changed(Setup setup, Map<?, ?> answer) {
        return new SetupFields(answer).changed(setup);
    }

    private Setup changed(Setup setup) {
        if (!setup.id().equals(text("id", setup.id())))
            throw new IllegalArgumentException(
                    "result.id is another one: a machine is counted by the setup that it was wanted by");
        return new Setup(
                setup.id(),
                text("flavor", setup.flavor()),
                text("imageName", setup.imageName()),
                text("availabilityZone", setup.availabilityZone()),
                whole("blockDeviceSizeGb", setup.blockDeviceSizeGb()),
                optional("blockDeviceVolumeType", setup.blockDeviceVolumeType()),
                setup.minVMs(),
                setup.maxVMs(),
                setup.maxCreateConcurrent(),
                texts("provisioningScripts", setup.provisioningScripts()),
                Capabilities.of(texts(
                        "providedCapabilities", setup.providedCapabilities().names())),
                optional("sshUsername", setup.sshUsername()),
                setup.additionalVolumes(),
                parameters(setup.parameters()),
                setup.creation(),
                setup.agents(),
                setup.size(),
                setup.bootDelay(),
                setup.billing());
    }

    private @Nullable Object value(String name) {
        return fields.get(name);
    }

    private String text(String name, String otherwise) {
        return optional(name, Optional.of(otherwise)).orElse(otherwise);
    }

    private Optional<String> optional(String name, Optional<String> otherwise) {
        var value = value(name);
        if (value == null) return otherwise;
        if (value instanceof String text) return Optional.of(text);
        throw new IllegalArgumentException("result.%s is no text".formatted(name));
    }

    private int whole(String name, int otherwise) {
        var value = value(name);
        if (value == null) return otherwise;
        if (value instanceof Long number && number >= 0 && number <= Integer.MAX_VALUE) return number.intValue();
        if (value instanceof Integer number && number >= 0) return number;
        throw new IllegalArgumentException("result.%s is no whole number".formatted(name));
    }

    private List<String> texts(String name, List<String> otherwise) {
        var value = value(name);
        if (value == null) return otherwise;
        if (!(value instanceof List<?> list))
            throw new IllegalArgumentException("result.%s is no list".formatted(name));
        var texts = new ArrayList<String>();
        for (var each : list) {
            if (!(each instanceof String text))
                throw new IllegalArgumentException("result.%s[%d] is no text".formatted(name, texts.size()));
            texts.add(text);
        }
        return texts;
    }

    private Map<String, Object> parameters(Map<String, Object> otherwise) {
        var value = value("parameters");
        if (value == null) return otherwise;
        if (!(value instanceof Map<?, ?> map)) throw new IllegalArgumentException("result.parameters is no object");
        var parameters = new LinkedHashMap<String, Object>();
        map.forEach((key, each) -> {
            if (each != null) parameters.put(String.valueOf(key), each);
        });
        return parameters;
    }
}
