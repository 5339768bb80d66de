package io.tidewheel.cli.plugins;

import io.tidewheel.agent.runtime.ChosenRuntime;
import io.tidewheel.agent.runtime.RuntimeProvider;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.CliError;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.text.Console;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The plug-ins there are, and what is set about them: by {@code --set}, in the environment, or in the configuration file. */
public final class ConfiguredPlugins {
    /** Settings that have had names of their own for longer than there are plug-ins; these count where the new name is not used. */
    private static final Map<String, ConfigKey> OLDER_NAMES = Map.of(
            "machines.ssh.hosts", ConfigKey.FLEET_HOSTS,
            "machines.ssh.program", ConfigKey.FLEET_PROGRAM,
            "database.postgres.url", ConfigKey.STORE_POSTGRES);

    private final Config config;
    private final Path folder;
    private @Nullable PluginCatalogue catalogue;

    /** @param folder where relative names of files begin */
    public ConfiguredPlugins(Config config, Path folder) {
        this.config = config;
        this.folder = folder;
    }

    /** A provider that was chosen, and what it is set to. */
    public record ChosenPlugin<P extends PluginProvider>(LoadedPlugin<P> plugin, PluginSettings settings) {}

    /** All there are; the folder is read when somebody asks for the first time. */
    public synchronized PluginCatalogue catalogue() {
        var known = catalogue;
        if (known != null) return known;
        var opened = PluginFolder.open(config, folder);
        catalogue = opened;
        return opened;
    }

    /** The one of this name; whoever names one that is not there, or has set it wrong, is told so. */
    public <P extends PluginProvider> ChosenPlugin<P> choose(PluginKind<P> kind, String name) {
        try {
            var plugin = catalogue().named(kind, name);
            return new ChosenPlugin<>(plugin, settings(plugin));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()), "all there are: tidewheel plugin ls");
        }
    }

    /** Says which plug-ins cannot be used, of those that offer something of these kinds; whoever starts goes on without them. */
    public void tellFaults(Console console, List<PluginKind<?>> kinds) {
        catalogue().faults().forEach(fault -> console.note(fault.toString()));
        for (var kind : kinds) catalogue().faults(kind).forEach(fault -> console.note(fault.toString()));
    }

    /** All runtimes there are. */
    public List<ChosenRuntime> runtimes() {
        var chosen = new ArrayList<ChosenRuntime>();
        for (var plugin : catalogue().all(RuntimeProvider.KIND)) {
            try {
                chosen.add(new ChosenRuntime(plugin, settings(plugin)));
            } catch (IllegalArgumentException wrong) {
                throw CliError.usage(String.valueOf(wrong.getMessage()));
            }
        }
        return chosen;
    }

    /** All policies there are. */
    public PolicyCatalogue policies() {
        return new PolicyCatalogue(catalogue(), this::settings);
    }

    /** What a provider is set to. Throws IllegalArgumentException, with a text for users, if that cannot be. */
    public PluginSettings settings(LoadedPlugin<?> plugin) {
        var known = plugin.provider().settings();
        var names =
                known.stream().map(setting -> plugin.prefix() + setting.name()).toList();
        for (var name : config.pluginSettings()) {
            if (name.startsWith(plugin.prefix()) && !names.contains(name))
                throw new IllegalArgumentException("there is no setting '%s': %s"
                        .formatted(
                                name,
                                names.isEmpty()
                                        ? "the %s '%s' has none"
                                                .formatted(
                                                        plugin.kind().noun(),
                                                        plugin.provider().name())
                                        : "known are " + names.stream().collect(Collectors.joining(", "))));
        }
        return PluginSettings.read(plugin.prefix(), known, setting -> value(plugin, setting));
    }

    private Optional<String> value(LoadedPlugin<?> plugin, PluginSetting setting) {
        var name = plugin.prefix() + setting.name();
        var value = config.pluginSetting(name, setting.form() == Form.SECRET);
        if (value.isEmpty()) value = Optional.ofNullable(OLDER_NAMES.get(name)).flatMap(config::value);
        return setting.form() == Form.FILE
                ? value.map(file -> folder.resolve(file).toAbsolutePath().toString())
                : value;
    }
}
