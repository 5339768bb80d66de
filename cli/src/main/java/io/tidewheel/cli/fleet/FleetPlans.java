package io.tidewheel.cli.fleet;

import io.tidewheel.autoscaling.AutoscalingPolicy;
import io.tidewheel.autoscaling.OnDemandPolicy;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.plugins.PluginFolder;
import io.tidewheel.cli.plugins.ServerPlugins;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Durations;
import io.tidewheel.model.PoolLimit;
import io.tidewheel.model.Setup;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.MachinesProvider;
import io.tidewheel.model.plugins.MachinesRequest;
import io.tidewheel.server.host.FleetPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Makes the plan for machines on demand out of what the command line and the configuration say. */
public final class FleetPlans {
    private static final Pattern POOL = Pattern.compile("([^=]*)=(\\d{1,6})?\\.\\.(\\d{1,6})?");

    private final ConfiguredPlugins plugins;
    private final Config config;
    private final Path folder;
    private final List<String> program;
    private final Map<String, String> environment;

    /**
     * @param folder where relative names of files begin
     * @param program how this program is started again
     */
    public FleetPlans(
            ConfiguredPlugins plugins,
            Config config,
            Path folder,
            List<String> program,
            Map<String, String> environment) {
        this.plugins = plugins;
        this.config = config;
        this.folder = folder;
        this.program = List.copyOf(program);
        this.environment = Map.copyOf(environment);
    }

    /** Nothing if no setups are named. */
    public Optional<FleetPlan> plan() {
        return plan(List.of());
    }

    /** @param mounts folders of this computer that containers on local machines may have */
    public Optional<FleetPlan> plan(List<Path> mounts) {
        var named = config.value(ConfigKey.FLEET_SETUPS);
        if (named.isEmpty()) {
            refuseWithoutSetups();
            return Optional.empty();
        }
        var file = folder.resolve(named.get());
        var setups = SetupsFile.read(file);
        if (setups.isEmpty()) throw CliError.usage(file + ": there is no setup in it");
        return Optional.of(plan(settings(file, setups), file, mounts));
    }

    private void refuseWithoutSetups() {
        if (config.value(ConfigKey.FLEET_HOSTS).isPresent()) {
            throw CliError.usage(
                    "--hosts names machines, but no setup says what they are: add --setups FILE",
                    "example: --setups setups.yaml --machines ssh --hosts hosts.yaml");
        }
        if (config.value(ConfigKey.FLEET_BUDGET).isPresent()
                || config.value(ConfigKey.FLEET_OWNERS).isPresent()) {
            throw CliError.usage(
                    "a budget is for machines, but no setup says what they are: add --setups FILE",
                    "example: --setups setups.yaml --budget 3 --budget-interval 1h");
        }
    }

    private FleetSettings settings(Path file, List<Setup> setups) {
        try {
            return FleetSettings.of(tag(), setups).withPool(pool()).withDryRun(dryRun());
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("%s: %s".formatted(file, wrong.getMessage()));
        }
    }

    /** Machines are found again by their tag: it must be the same for every life of a server, and another one for every other server. */
    private String tag() {
        var named = config.value(ConfigKey.FLEET_TAG);
        if (named.isPresent()) {
            if (named.get().matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) return named.get();
            throw CliError.usage(
                    "--machine-tag: use letters, digits and . _ -, at most 63, not '%s'".formatted(named.get()));
        }
        if (new ServerPlugins(plugins, config).sharesDatabase()) {
            throw CliError.usage(
                    "servers that share a database must agree on the tag of their machines, and no other server may"
                            + " use it",
                    "example: --machine-tag physics-department");
        }
        return "tidewheel-" + config.placeMark();
    }

    private boolean dryRun() {
        var text = config.value(ConfigKey.FLEET_DRY_RUN).orElse("false");
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw CliError.usage("fleet.dry-run is true or false, not '%s'".formatted(text));
        };
    }

    private List<PoolLimit> pool() {
        var limits = new ArrayList<PoolLimit>();
        for (var text : config.value(ConfigKey.FLEET_POOL).orElse("").split(";")) {
            if (text.isBlank()) continue;
            var parts = POOL.matcher(text.strip());
            if (!parts.matches()) {
                throw CliError.usage(
                        "--agent-pool: '%s' is not CAPABILITIES=MIN..MAX".formatted(text),
                        "example: --agent-pool 'docker,gpu=1..4; docker=0..10'");
            }
            int min = parts.group(2) == null ? 0 : Integer.parseInt(parts.group(2));
            int max = parts.group(3) == null ? PoolLimit.NO_MAXIMUM : Integer.parseInt(parts.group(3));
            limits.add(new PoolLimit(Capabilities.parse(parts.group(1)), min, max));
        }
        return limits;
    }

    private AutoscalingPolicy policy(List<Setup> setups) {
        return new BudgetPlans(config, folder, setups, plugins.policies())
                .policy()
                .orElseGet(this::onDemand);
    }

    private AutoscalingPolicy onDemand() {
        try {
            return new OnDemandPolicy(
                    Durations.parse(config.value(ConfigKey.FLEET_IDLE).orElseThrow()));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--machine-idle: " + wrong.getMessage());
        }
    }

    private FleetPlan plan(FleetSettings settings, Path file, List<Path> mounts) {
        var kind = config.value(ConfigKey.FLEET_MACHINES).orElseThrow();
        var chosen = plugins.choose(MachinesProvider.KIND, kind);
        var opener = prepared(chosen, request(settings.setups(), file, mounts));
        return new FleetPlan(
                settings,
                policy(settings.setups()),
                access -> chosen.plugin().use("open the machines", _ -> opener.open(access)),
                chosen.plugin().provider().endWithServer());
    }

    private static MachinesProvider.MachinesOpener prepared(
            ConfiguredPlugins.ChosenPlugin<MachinesProvider> chosen, MachinesRequest request) {
        try {
            return chosen.plugin()
                    .use("prepare the machines", provider -> provider.prepare(chosen.settings(), request));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private MachinesRequest request(List<Setup> setups, Path file, List<Path> mounts) {
        var base = file.toAbsolutePath().getParent();
        return new MachinesRequest(
                setups,
                program,
                config.value(ConfigKey.LISTEN_TLS_CERTIFICATE)
                        .map(name -> folder.resolve(name).toString()),
                mounts.stream().map(Path::toString).toList(),
                PluginFolder.place(config, folder).map(Path::toString),
                PluginFolder.trustedFile(config, folder).map(Path::toString),
                config.dataFolder().toAbsolutePath().toString(),
                (base == null ? folder : base).toString(),
                seenByScripts(),
                Time.system());
    }

    /** Scripts may know what the server knows, but for its credentials. */
    private Map<String, String> seenByScripts() {
        var seen = new TreeMap<>(environment);
        ConfigKey.forget(seen);
        return seen;
    }
}
