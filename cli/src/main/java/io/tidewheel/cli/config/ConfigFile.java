package io.tidewheel.cli.config;

import io.tidewheel.cli.CliError;
import io.tidewheel.cli.text.YamlFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads the configuration file: sections with keys, as in {@code server: {url: ...}}. A key that does not exist is refused. */
final class ConfigFile {
    private ConfigFile() {}

    static Map<ConfigKey, String> read(Path file) {
        var root = YamlFile.read(file);
        var values = new LinkedHashMap<ConfigKey, String>();
        if (root.isNull() || root.isMissingNode()) return values;
        if (!root.isObject()) throw wrong(file, "it should contain sections like 'server:' with keys below");
        root.properties().forEach(section -> addSection(file, section.getKey(), section.getValue(), values));
        return values;
    }

    private static void addSection(Path file, String section, JsonNode keys, Map<ConfigKey, String> values) {
        if (!keys.isObject()) throw wrong(file, "'%s' should be a section with keys below it".formatted(section));
        keys.properties().forEach(entry -> {
            var name = section + "." + entry.getKey();
            var key = ConfigKey.named(name).orElseThrow(() -> unknown(file, name));
            if (!entry.getValue().isValueNode()) throw wrong(file, "'%s' should be a single value".formatted(name));
            values.put(key, entry.getValue().asString());
        });
    }

    private static CliError unknown(Path file, String name) {
        var known =
                String.join(", ", ConfigKey.ALL.stream().map(ConfigKey::name).toList());
        return CliError.usage("%s: there is no setting '%s'".formatted(file, name), "known are: " + known);
    }

    private static CliError wrong(Path file, String what) {
        return CliError.usage(file + ": " + what);
    }
}
