package io.tidewheel.cli.plugins;

import io.tidewheel.agent.runtime.ChosenRuntime;
import io.tidewheel.agent.runtime.ExtensionRuntimeProvider;
import io.tidewheel.agent.runtime.RuntimeProvider;
import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.model.Time;
import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.plugins.ExtensionProvider;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginFailure;
import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginProvider;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.model.plugins.PluginSource;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import io.tidewheel.protocol.links.JoinedLinks;
import io.tidewheel.protocol.links.LinkCatalogue;
import io.tidewheel.protocol.links.LinkProvider;
import io.tidewheel.protocol.links.LinkRequest;
import io.tidewheel.protocol.links.QueueLinks;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The plug-ins there are, and what is set about them: by {@code --set}, in the environment, or in the configuration file. */
public final class ConfiguredPlugins {
    /** Settings that have had names of their own for longer than there are plug-ins; these count where the new name is not used. */
    private static final Map<String, ConfigKey> OLDER_NAMES = Map.of(
            "machines.ssh.hosts", ConfigKey.FLEET_HOSTS,
            "machines.ssh.program", ConfigKey.FLEET_PROGRAM,
            "database.postgres.url", ConfigKey.STORE_POSTGRES);

    private static final Duration LINK_PATIENCE = Duration.ofSeconds(10);

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

    /** A file by the name that somebody has given it. */
    Path file(String name) {
        return folder.resolve(name);
    }

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
        return choose(kind, name, Map.of());
    }

    /** The same, where something is said about it in the place that names it, by the short names of its settings; this counts most. */
    <P extends PluginProvider> ChosenPlugin<P> choose(PluginKind<P> kind, String name, Map<String, String> said) {
        try {
            var plugin = catalogue().named(kind, name);
            return new ChosenPlugin<>(plugin, settings(plugin, said));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()), "all there are: tidewheel plugin ls");
        }
    }

    /** Says which plug-ins cannot be used, of those that offer something of these kinds; whoever starts goes on without them. */
    public void tellFaults(Console console, List<PluginKind<?>> kinds) {
        catalogue().faults().forEach(fault -> console.note(fault.toString()));
        for (var kind : kinds) catalogue().faults(kind).forEach(fault -> console.note(fault.toString()));
    }

    /** The ways to a server, or to another queue. What is built in is found without reading the folder. */
    public QueueLinks links(ServerTarget.Remote server) {
        if (!server.others().isEmpty()) {
            return new JoinedLinks(server.each().stream().map(this::links).toList(), new SecureRandom());
        }
        try {
            var scheme = server.url().getScheme();
            var program = PluginFolder.ofProgram();
            var all = program.find(LinkProvider.KIND, scheme).isPresent() ? program : catalogue();
            return new LinkCatalogue(all, this::settings)
                    .open(new LinkRequest(
                            server.url(),
                            server.token(),
                            server.certificate(),
                            LINK_PATIENCE,
                            Time.system(),
                            new SecureRandom()));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(
                    String.valueOf(wrong.getMessage()),
                    "write the address of a server like http://host:7117; all links there are: tidewheel plugin ls");
        }
    }

    /** All extensions of workflows there are: the programs that files name, and the classes of plug-ins. */
    public LoadedExtensions extensions() {
        var all = new ArrayList<>(new ExtensionFiles(config, folder).programs());
        try {
            for (var plugin : catalogue().all(ExtensionProvider.KIND)) {
                var opened =
                        plugin.use("open extension " + plugin.provider().name(), each -> each.open(settings(plugin)));
                all.add(new LoadedExtension(plugin.provider().spec(), opened));
            }
            return new LoadedExtensions(all);
        } catch (IllegalArgumentException | PluginFailure wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    /** The same, when those that are to be called at the start have been. One that fails stops the start. */
    public LoadedExtensions startedExtensions() {
        var extensions = extensions();
        try {
            extensions.initialise();
            return extensions;
        } catch (ExtensionFailure failed) {
            extensions.close();
            throw new CliError(ExitCodes.ERROR, String.valueOf(failed.getMessage()));
        }
    }

    /** What there is to know of them, without opening one. */
    public List<ExtensionSpec> extensionSpecs() {
        var all = new ArrayList<ExtensionSpec>();
        new ExtensionFiles(config, folder).programs().forEach(program -> all.add(program.spec()));
        catalogue()
                .all(ExtensionProvider.KIND)
                .forEach(plugin -> all.add(plugin.provider().spec()));
        try {
            return ExtensionSpec.ordered(all);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    /** All runtimes there are. */
    public List<ChosenRuntime> runtimes() {
        var chosen = new ArrayList<ChosenRuntime>();
        if (!extensionSpecs().isEmpty()) chosen.add(askingExtensions());
        for (var plugin : catalogue().all(RuntimeProvider.KIND)) {
            try {
                chosen.add(new ChosenRuntime(plugin, settings(plugin)));
            } catch (IllegalArgumentException wrong) {
                throw CliError.usage(String.valueOf(wrong.getMessage()));
            }
        }
        return chosen;
    }

    private ChosenRuntime askingExtensions() {
        var provider = new ExtensionRuntimeProvider(this::extensions);
        // An agent goes on without them, as it does without plug-ins that cannot be opened.
        var source =
                PluginSource.plugin("the plug-ins of workflows", ConfiguredPlugins.class.getClassLoader(), Set.of());
        return new ChosenRuntime(
                new LoadedPlugin<>(RuntimeProvider.KIND, provider, source),
                PluginSettings.usual(RuntimeProvider.KIND.prefix(provider), provider.settings()));
    }

    /** All policies there are. */
    public PolicyCatalogue policies() {
        return new PolicyCatalogue(catalogue(), this::settings);
    }

    /** What a provider is set to. Throws IllegalArgumentException, with a text for users, if that cannot be. */
    public PluginSettings settings(LoadedPlugin<?> plugin) {
        return settings(plugin, Map.of());
    }

    private PluginSettings settings(LoadedPlugin<?> plugin, Map<String, String> said) {
        var known = plugin.provider().settings();
        var names =
                known.stream().map(setting -> plugin.prefix() + setting.name()).toList();
        var all = new ArrayList<>(config.pluginSettings());
        said.keySet().forEach(name -> all.add(plugin.prefix() + name));
        for (var name : all) {
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
        return PluginSettings.read(
                plugin.prefix(),
                known,
                setting -> file(setting, Optional.ofNullable(said.get(setting.name())))
                        .or(() -> value(plugin, setting)));
    }

    private Optional<String> value(LoadedPlugin<?> plugin, PluginSetting setting) {
        var name = plugin.prefix() + setting.name();
        var value = config.pluginSetting(name, setting.form() == Form.SECRET);
        if (value.isEmpty()) value = Optional.ofNullable(OLDER_NAMES.get(name)).flatMap(config::value);
        return file(setting, value);
    }

    private Optional<String> file(PluginSetting setting, Optional<String> value) {
        return setting.form() == Form.FILE
                ? value.map(file -> folder.resolve(file).toAbsolutePath().toString())
                : value;
    }
}
