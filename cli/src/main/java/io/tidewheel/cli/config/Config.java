package io.tidewheel.cli.config;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.FailureWords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** All settings: flag before environment before file before default. The file is read only when somebody asks for a value. */
public final class Config {
    private static final Map<ConfigKey, String> SHORTER_VARIABLES = Map.of(
            ConfigKey.DATA_FOLDER, "TIDEWHEEL_DATA",
            ConfigKey.PLUGINS_FOLDER, "TIDEWHEEL_PLUGINS",
            ConfigKey.SERVER_URL, "TIDEWHEEL_SERVER");

    private final Map<ConfigKey, String> flags = new LinkedHashMap<>();
    private final Map<String, String> environment;
    private final Path file;
    private final boolean fileIsNamed;
    private final Map<String, String> pluginFlags = new LinkedHashMap<>();
    private @Nullable ConfigFile fromFile;

    /** @param named the file named by a flag; empty: the usual place, where it may be missing */
    public Config(Console console, Optional<Path> named) {
        this.environment = console.environment();
        var variable = environment.get("TIDEWHEEL_CONFIG");
        this.file = named.or(() -> Optional.ofNullable(variable).map(Path::of))
                .map(console.folder()::resolve)
                .orElseGet(() -> home("XDG_CONFIG_HOME", ".config").resolve("tidewheel/config.yaml"));
        this.fileIsNamed = named.isPresent() || variable != null;
    }

    /** Notes what a flag says, if it says anything. */
    public Config flag(ConfigKey key, Optional<String> value) {
        value.ifPresent(text -> flags.put(key, text));
        return this;
    }

    /** Notes what a flag says; null if it is not there. */
    public Config flag(ConfigKey key, @Nullable Object value) {
        return flag(key, Optional.ofNullable(value).map(Object::toString));
    }

    /** Notes what {@code --set NAME=VALUE} says about a plug-in. */
    public Config set(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || !ConfigFile.isOfPlugin(text.substring(0, equals)))
            throw CliError.usage(
                    "--set: '%s' is not KIND.NAME.SETTING=VALUE".formatted(text),
                    "example: --set machines.ssh.hosts=hosts.yaml");
        pluginFlags.put(text.substring(0, equals), text.substring(equals + 1));
        return this;
    }

    /** What is set about a plug-in under this name, if anything is. */
    public Optional<String> pluginSetting(String name, boolean secret) {
        var flag = pluginFlags.get(name);
        if (flag != null) return Optional.of(flag);
        var variable = ConfigKey.variable(name);
        var value = environment.get(variable);
        if (value != null) return Optional.of(value);
        var secretFile = secret ? environment.get(variable + "_FILE") : null;
        if (secretFile != null) return Optional.of(secret(Path.of(secretFile)));
        return Optional.ofNullable(content().plugins().get(name));
    }

    /** The names of what flags and the file say about plug-ins. */
    public Set<String> pluginSettings() {
        var names = new TreeSet<>(pluginFlags.keySet());
        names.addAll(content().plugins().keySet());
        return names;
    }

    public Optional<String> value(ConfigKey key) {
        return setting(key).map(ConfigValue::value);
    }

    /** What is in force, and where it comes from. */
    public Optional<ConfigValue> setting(ConfigKey key) {
        return fromFlag(key)
                .or(() -> fromEnvironment(key))
                .or(() -> fromFile(key))
                .or(() -> byDefault(key));
    }

    public Path file() {
        return file;
    }

    public Path dataFolder() {
        return Path.of(value(ConfigKey.DATA_FOLDER).orElseThrow());
    }

    /** A few signs that are always the same for this data folder, and most likely others for any other. */
    public String placeMark() {
        var place = dataFolder().toAbsolutePath().normalize().toString();
        return UUID.nameUUIDFromBytes(place.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
    }

    private Optional<ConfigValue> fromFlag(ConfigKey key) {
        return Optional.ofNullable(flags.get(key)).map(value -> new ConfigValue(value, "flag " + key.flag()));
    }

    private Optional<ConfigValue> fromEnvironment(ConfigKey key) {
        var value = environment.get(key.variable());
        if (value != null) return Optional.of(new ConfigValue(value, "environment " + key.variable()));
        var shorter = SHORTER_VARIABLES.get(key);
        var named = shorter == null ? null : environment.get(shorter);
        if (named != null) return Optional.of(new ConfigValue(named, "environment " + shorter));
        var secretFile = key.secret() ? environment.get(key.variable() + "_FILE") : null;
        if (secretFile == null) return Optional.empty();
        return Optional.of(new ConfigValue(secret(Path.of(secretFile)), "environment " + key.variable() + "_FILE"));
    }

    private Optional<ConfigValue> fromFile(ConfigKey key) {
        return Optional.ofNullable(content().keys().get(key)).map(value -> new ConfigValue(value, "file " + file));
    }

    private ConfigFile content() {
        var known = fromFile;
        if (known != null) return known;
        var read = readFile();
        fromFile = read;
        return read;
    }

    private ConfigFile readFile() {
        if (!Files.exists(file)) {
            if (fileIsNamed) throw CliError.usage("there is no configuration file " + file);
            return ConfigFile.EMPTY;
        }
        return ConfigFile.read(file);
    }

    private Optional<ConfigValue> byDefault(ConfigKey key) {
        return usual(key).map(value -> new ConfigValue(value, "default"));
    }

    private Optional<String> usual(ConfigKey key) {
        int processors = Runtime.getRuntime().availableProcessors();
        return switch (key.name()) {
            case "data.folder" ->
                Optional.of(home("XDG_DATA_HOME", ".local/share")
                        .resolve("tidewheel")
                        .toString());
            case "output.format" -> Optional.of("table");
            case "log.level" -> Optional.of("info");
            case "output.color", "agent.batch" -> Optional.of("auto");
            case "run.slots", "agent.slots" -> Optional.of(Integer.toString(processors));
            case "listen.bind" -> Optional.of("127.0.0.1");
            case "listen.port" -> Optional.of("7117");
            case "store.retention" -> Optional.of("30d");
            case "fleet.machines" -> Optional.of("local");
            case "fleet.idle" -> Optional.of("5m");
            case "fleet.program" -> Optional.of("tidewheel");
            case "agent.monitoring" -> Optional.of("1s");
            case "agent.scratch" ->
                Optional.of(environment.getOrDefault("TMPDIR", System.getProperty("java.io.tmpdir")));
            default -> Optional.empty();
        };
    }

    private Path home(String variable, String below) {
        var named = environment.get(variable);
        if (named != null && !named.isBlank()) return Path.of(named);
        return Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")))
                .resolve(below);
    }

    /** The content of a file with one secret in it. */
    public static String secret(Path file) {
        try {
            var text = Files.readString(file).strip();
            if (text.isEmpty()) throw CliError.usage("the file %s is empty: it should contain a token".formatted(file));
            return text;
        } catch (IOException unreadable) {
            throw CliError.usage("the file %s cannot be read: %s".formatted(file, FailureWords.of(unreadable)));
        }
    }
}
