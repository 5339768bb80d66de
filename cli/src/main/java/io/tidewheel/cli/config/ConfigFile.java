package io.tidewheel.cli.config;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.YamlFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What the configuration file says: sections with keys, as in {@code server: {url: ...}}. A key that does not exist is refused. Plug-ins have
 * sections within that of their kind, as in {@code machines: {ssh: {hosts: ...}}}; which keys these have only the plug-ins know.
 *
 * @param plugins by whole name
 */
record ConfigFile(Map<ConfigKey, String> keys, Map<String, String> plugins) {
    static final ConfigFile EMPTY = new ConfigFile(Map.of(), Map.of());

    private static final Pattern KINDS =
            Pattern.compile("machines|objects|database|policy|runtime|authentication|link|notifier|extension");
    private static final Pattern OF_PLUGIN = Pattern.compile("(" + KINDS + ")\\.[a-z][a-z0-9-]*\\.[a-z][a-z0-9-]*");

    static ConfigFile read(Path file) {
        var root = YamlFile.read(file);
        if (root.isNull() || root.isMissingNode()) return EMPTY;
        if (!root.isObject()) throw wrong(file, "it should contain sections like 'server:' with keys below");
        var content = new ConfigFile(new LinkedHashMap<>(), new LinkedHashMap<>());
        root.properties().forEach(section -> content.addSection(file, section.getKey(), section.getValue()));
        return content;
    }

    /** Whether this is what the setting of a plug-in can be called. */
    static boolean isOfPlugin(String name) {
        return OF_PLUGIN.matcher(name).matches();
    }

    private void addSection(Path file, String section, JsonNode keys) {
        if (!keys.isObject()) throw wrong(file, "'%s' should be a section with keys below it".formatted(section));
        boolean ofPlugins = KINDS.matcher(section).matches();
        keys.properties().forEach(entry -> {
            var name = section + "." + entry.getKey();
            if (ofPlugins) addPlugin(file, name, entry.getValue());
            else this.keys.put(known(file, name), single(file, name, entry.getValue()));
        });
    }

    private void addPlugin(Path file, String section, JsonNode settings) {
        if (!settings.isObject())
            throw wrong(file, "'%s' should be a section with the settings of that plug-in".formatted(section));
        settings.properties().forEach(entry -> {
            var name = section + "." + entry.getKey();
            if (!isOfPlugin(name)) throw wrong(file, "'%s' cannot be a setting of a plug-in".formatted(name));
            plugins.put(name, single(file, name, entry.getValue()));
        });
    }

    private static ConfigKey known(Path file, String name) {
        return ConfigKey.named(name).orElseThrow(() -> unknown(file, name));
    }

    private static String single(Path file, String name, JsonNode value) {
        if (!value.isValueNode()) throw wrong(file, "'%s' should be a single value".formatted(name));
        return value.asString();
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
