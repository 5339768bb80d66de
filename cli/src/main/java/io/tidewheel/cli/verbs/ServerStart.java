package io.tidewheel.cli.verbs;

import io.tidewheel.agent.MachineAmounts;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.embedded.LocalAgent;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.fleet.FleetPlans;
import io.tidewheel.cli.log.LineLogger;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.plugins.PluginKinds;
import io.tidewheel.cli.plugins.ServerPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.server.host.AdaptedMachines;
import io.tidewheel.server.host.ClusterStart;
import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.StartFailure;
import io.tidewheel.server.host.TidewheelServer;
import io.tidewheel.server.sites.JobFile;
import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.storage.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel server start}. */
@Command(
        name = "start",
        description = {
            "Starts a server, with an agent beside it on this machine; it runs until it is told to end (Ctrl-C,"
                    + " SIGTERM).",
            "At its first start it writes a token for the administrator into its data folder."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel server start",
            "  tidewheel server start --agents 0 --setups setups.yaml",
            "  tidewheel server start --agents 0 --setups setups.yaml --budget 3 --budget-interval 1h",
            "  tidewheel server start --services conf/services --macros conf/macros --out-path /shared/results",
            "  tidewheel server start --bind 0.0.0.0 --tls-cert chain.pem --tls-key key.pem --agents 0"
        })
final class ServerStart extends CliCommand {
    /** The code with which the JVM itself would end when the heap is exhausted. */
    private static final int HEAP_EXHAUSTED = 3;

    @Option(names = "--bind", paramLabel = "ADDRESS", description = "Where to listen (127.0.0.1).")
    private @Nullable String bind;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The port to listen on (7117); 0 lets the system choose.")
    private @Nullable String port;

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "The certificate chain to show (PEM).")
    private @Nullable Path certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "Its private key (PEM).")
    private @Nullable Path key;

    @Option(names = "--names", paramLabel = "LIST", description = "Host names by which the server is known.")
    private @Nullable String names;

    @Option(
            names = "--authentication",
            paramLabel = "LIST",
            description = "Ways to authenticate that plug-ins offer, beside the server's own tokens.")
    private @Nullable String authentication;

    @Option(
            names = "--trusted-proxies",
            paramLabel = "LIST",
            description = "Proxies before this server, as addresses or networks (10.0.0.7,10.1.0.0/16): what their"
                    + " X-Forwarded headers say is believed, and nobody else's.")
    private @Nullable String proxies;

    @Option(
            names = "--connections-per-token",
            paramLabel = "N",
            description = "How many connections that last (links of clients, events, output that flows) one token may"
                    + " have (256).")
    private @Nullable String watchersPerToken;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "How many of them there may be in all, beside those of agents (4000).")
    private @Nullable String watchers;

    @Option(
            names = "--postgres",
            paramLabel = "URL",
            description =
                    "Keep runs in PostgreSQL instead of the data folder; a URL with a password is better put into the"
                            + " environment (TIDEWHEEL_STORE_POSTGRES, or a file that TIDEWHEEL_STORE_POSTGRES_FILE"
                            + " names).")
    private @Nullable String postgres;

    @Option(
            names = "--database",
            paramLabel = "KIND",
            description = "What keeps runs: embedded, postgres, memory, or what a plug-in offers (embedded; postgres"
                    + " with --postgres).")
    private @Nullable String database;

    @Option(
            names = "--objects",
            paramLabel = "KIND",
            description = "What keeps large objects: database, folder, or what a plug-in offers (folder; database if"
                    + " the database can be shared).")
    private @Nullable String objects;

    @Option(
            names = "--new-objects-place",
            description = "From now on keep large objects where this server is told, whatever others were told before.")
    private boolean newObjectsPlace;

    @Option(names = "--new-token", description = "Make another token for the administrator.")
    private boolean newToken;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What this server is called among those that share its database (made from the host's name"
                    + " and the data folder).")
    private @Nullable String name;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            description = "How long finished runs are kept (30d); 0s for ever.")
    private @Nullable String retention;

    @Option(
            names = "--services",
            paramLabel = "FILE|DIR",
            description = "Services that all workflows can use; repeatable.")
    private List<Path> services = List.of();

    @Option(
            names = "--macros",
            paramLabel = "FILE|DIR",
            description = "Macros that all workflows can include; repeatable.")
    private List<Path> macros = List.of();

    @Option(names = "--extensions", paramLabel = "FILE", description = "Plug-ins of workflows (YAML); repeatable.")
    private List<Path> extensions = List.of();

    @Option(
            names = "--tmp-path",
            paramLabel = "DIR",
            description = "Where files of workflows go that only they themselves need (in the data folder).")
    private @Nullable Path tmpPath;

    @Option(
            names = "--out-path",
            paramLabel = "DIR",
            description = "Where results of workflows go (in the data folder).")
    private @Nullable Path outPath;

    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "How many agents run beside the server, each in a process of its own (1).")
    private int agents = 1;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "How many tasks each of them runs at a time (processors).")
    private @Nullable String slots;

    @Option(names = "--capabilities", paramLabel = "LIST", description = "What they offer.")
    private @Nullable String capabilities;

    @Option(
            names = "--has",
            paramLabel = "AMOUNTS",
            description = "What the slots of each of them share, as in license=2; what is not named is what the machine"
                    + " has.")
    private @Nullable String has;

    @Option(
            names = "--agent-user",
            paramLabel = "USER",
            description = "Run them as this user, who cannot read what the server keeps; for servers started by root.")
    private @Nullable String agentUser;

    @Option(
            names = "--setups",
            paramLabel = "FILE",
            description = "Make machines on demand, from the setups in this file (YAML).")
    private @Nullable String setups;

    @Option(
            names = "--machines",
            paramLabel = "KIND",
            description = "What makes them: local (processes here), ssh (machines you have), or what a plug-in offers"
                    + " (local).")
    private @Nullable String machines;

    @Option(names = "--hosts", paramLabel = "FILE", description = "The machines reached by ssh (YAML).")
    private @Nullable String hosts;

    @Option(
            names = "--machine-program",
            paramLabel = "COMMAND",
            description = "How tidewheel is started on machines reached by ssh (tidewheel).")
    private @Nullable String machineProgram;

    @Option(
            names = "--machine-idle",
            paramLabel = "TIME",
            description = "How long a machine may be idle before it goes (5m).")
    private @Nullable String machineIdle;

    @Option(
            names = "--agent-pool",
            paramLabel = "LIST",
            description = "How many agents there should be at least and most, as in 'docker,gpu=1..4; docker=0..9'.")
    private @Nullable String agentPool;

    @Option(
            names = "--machine-tag",
            paramLabel = "TAG",
            description = "What all machines of this server bear, and no others (made from the data folder).")
    private @Nullable String machineTag;

    @Option(
            names = "--tascaas-secret-file",
            paramLabel = "FILE",
            description =
                    "Serve foreign sites (TaScaaS clients) under /tascaas; they must know the secret in this file.")
    private @Nullable Path tascaasSecret;

    @Option(
            names = "--tascaas-scale-time",
            paramLabel = "TIME",
            converter = OptionValues.OfDuration.class,
            description = "How long foreign sites take to change their size (5m).")
    private @Nullable Duration tascaasScaleTime;

    @Option(
            names = "--tascaas-hint",
            paramLabel = "RULE",
            description = "What foreign sites are told about their size: demand (ours) or original (demand).")
    private String tascaasHint = "demand";

    @Option(
            names = "--tascaas-open-lb",
            description = "Anybody who knows the name of a job may report for it, as with the original (only its site"
                    + " may).")
    private boolean tascaasOpen;

    @Option(
            names = "--tascaas-max-partitions",
            paramLabel = "N",
            description = "How many partitions a job for foreign sites may have at a time (10).")
    private int tascaasMostPartitions = 10;

    @Option(
            names = "--tascaas-input-wait",
            paramLabel = "TIME",
            converter = OptionValues.OfDuration.class,
            description = "How long a job file may wait for its input before that is an error (10m).")
    private @Nullable Duration tascaasInputWait;

    @Option(
            names = "--tascaas-balancer",
            paramLabel = "WHICH",
            description = "Who tells partitions at foreign sites how far to go: default, exact (RUPER-LB, number for"
                    + " number), or a program that speaks RUPER-LB's lines, as in 'stdbuf -oL ./ruper-lb'.")
    private String tascaasBalancer = "default";

    @Option(
            names = "--policy",
            paramLabel = "NAME[:...]",
            description =
                    "Which policy decides on machines: on-demand, or within a budget leap, pfa-ma, pfa-ewma, hint,"
                            + " queue-growth, fixed:SETUP=N (on-demand; leap with a budget).")
    private @Nullable String policy;

    @Option(
            names = "--budget",
            paramLabel = "MONEY",
            description = "What each owner may spend on machines in an interval.")
    private @Nullable String budget;

    @Option(names = "--budget-interval", paramLabel = "TIME", description = "The time that budgets are for (1h).")
    private @Nullable String budgetInterval;

    @Option(names = "--owners", paramLabel = "FILE", description = "Budgets and policies of single owners (YAML).")
    private @Nullable String owners;

    @Option(names = "--notify", paramLabel = "FILE", description = "Whom the server tells what happens (YAML).")
    private @Nullable String notify;

    @Option(names = "--fleet-dry-run", description = "Only say which machines would be made and let go.")
    private boolean fleetDryRun;

    @Option(names = "--plugins", paramLabel = "DIR", description = "The folder with the plug-ins (plugins).")
    private @Nullable Path plugins;

    @Option(
            names = "--trusted-plugins",
            paramLabel = "FILE",
            description = "The SHA-256 of every jar that may be loaded as a plug-in; others are refused (any jar).")
    private @Nullable Path trustedPlugins;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Sets something about a plug-in, as in machines.ssh.hosts=hosts.yaml; repeatable.")
    private List<String> set = List.of();

    @Option(names = "--no-monitoring", description = "Agents do not measure how busy they are.")
    private boolean noMonitoring;

    @Option(names = "--log", paramLabel = "LEVEL", description = "What to log: error, warn, info or debug (info).")
    private @Nullable String log;

    ServerStart(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var config = common.config()
                .flag(ConfigKey.LOG_LEVEL, log)
                .flag(ConfigKey.LISTEN_BIND, bind)
                .flag(ConfigKey.LISTEN_PORT, port)
                .flag(ConfigKey.LISTEN_TLS_CERTIFICATE, certificate)
                .flag(ConfigKey.LISTEN_TLS_KEY, key)
                .flag(ConfigKey.LISTEN_NAMES, names)
                .flag(ConfigKey.LISTEN_AUTHENTICATION, authentication)
                .flag(ConfigKey.LISTEN_PROXIES, proxies)
                .flag(ConfigKey.LISTEN_WATCHERS_PER_TOKEN, watchersPerToken)
                .flag(ConfigKey.LISTEN_WATCHERS, watchers)
                .flag(ConfigKey.STORE_POSTGRES, postgres)
                .flag(ConfigKey.STORE_DATABASE, database)
                .flag(ConfigKey.STORE_OBJECTS, objects)
                .flag(ConfigKey.STORE_SERVER_NAME, name)
                .flag(ConfigKey.STORE_RETENTION, retention)
                .flag(ConfigKey.WORKFLOWS_SERVICES, listed(services))
                .flag(ConfigKey.WORKFLOWS_MACROS, listed(macros))
                .flag(ConfigKey.WORKFLOWS_EXTENSIONS, listed(extensions))
                .flag(ConfigKey.WORKFLOWS_TMP_PATH, tmpPath)
                .flag(ConfigKey.WORKFLOWS_OUT_PATH, outPath)
                .flag(ConfigKey.AGENT_SLOTS, slots)
                .flag(ConfigKey.AGENT_CAPABILITIES, capabilities)
                .flag(ConfigKey.AGENT_HAS, has)
                .flag(ConfigKey.PLUGINS_FOLDER, plugins)
                .flag(ConfigKey.PLUGINS_TRUSTED, trustedPlugins)
                .flag(ConfigKey.FLEET_SETUPS, setups)
                .flag(ConfigKey.FLEET_MACHINES, machines)
                .flag(ConfigKey.FLEET_HOSTS, hosts)
                .flag(ConfigKey.FLEET_PROGRAM, machineProgram)
                .flag(ConfigKey.FLEET_IDLE, machineIdle)
                .flag(ConfigKey.FLEET_POOL, agentPool)
                .flag(ConfigKey.FLEET_TAG, machineTag)
                .flag(ConfigKey.FLEET_POLICY, policy)
                .flag(ConfigKey.FLEET_BUDGET, budget)
                .flag(ConfigKey.FLEET_INTERVAL, budgetInterval)
                .flag(ConfigKey.NOTIFY_FILE, notify)
                .flag(ConfigKey.FLEET_OWNERS, owners)
                .flag(ConfigKey.FLEET_DRY_RUN, fleetDryRun ? "true" : null);
        set.forEach(config::set);
        if (agents < 0 || agents > 1_000)
            throw CliError.usage("--agents is from 0 to 1000, but " + agents, "example: --agents 2");
        LineLogger.show(config.value(ConfigKey.LOG_LEVEL).orElseThrow());
        AgentStart.settings(config);
        var _ = LocalAgent.stating(config, MachineAmounts.UNKNOWN);
        Thread.setDefaultUncaughtExceptionHandler(this::ended);
        var user = agentUser(config);
        var plugged = new ConfiguredPlugins(config, common.console().folder());
        plugged.tellFaults(common.console(), PluginKinds.ALL);
        var adapters = new ServerPlugins(plugged, config).adapters();
        try (var extensions = plugged.startedExtensions()) {
            var settings = settings(config, plugged, extensions);
            run(config, TidewheelServer.start(settings, adapters.withExtensions(extensions), Time.system()), user);
        } catch (StartFailure failure) {
            throw new CliError(ExitCodes.ERROR, String.valueOf(failure.getMessage()));
        }
        return ExitCodes.OK;
    }

    /**
     * What answers requests, and what turns the crank, goes on when the heap is exhausted. A thread that nobody takes up again is missing from
     * then on, and half a server is worse than none: whoever watches over the process starts a whole one.
     */
    private void ended(Thread thread, Throwable cause) {
        if (!(cause instanceof OutOfMemoryError)) {
            System.err.println("Exception in thread " + thread.getName());
            cause.printStackTrace();
            return;
        }
        System.err.println(
                "tidewheel: the heap is exhausted (%s, in %s); give the server more: TIDEWHEEL_JAVA_OPTS=-Xmx1g"
                        .formatted(cause.getMessage(), thread.getName()));
        Runtime.getRuntime().halt(HEAP_EXHAUSTED);
    }

    private Optional<AgentUser> agentUser(Config config) throws InterruptedException {
        if (agentUser == null) return Optional.empty();
        if (makesLocalMachines(config))
            throw CliError.usage(
                    "--agent-user: machines made with --machines local run as the user of the server",
                    "make them elsewhere with --machines ssh, or leave --setups out");
        return Optional.of(AgentUser.find(agentUser, ChildAgents.program()));
    }

    private static boolean makesLocalMachines(Config config) {
        return config.value(ConfigKey.FLEET_SETUPS).isPresent()
                && config.value(ConfigKey.FLEET_MACHINES).orElse("local").equals("local");
    }

    private void run(Config config, TidewheelServer server, Optional<AgentUser> user)
            throws InterruptedException, StartFailure {
        var beside = new ChildAgents(common.console());
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            beside.close();
                            server.close();
                        },
                        "stop"));
        tell(config, server);
        user.ifPresent(beside::runAs);
        if (postgres != null && showsPassword(postgres)) tellOfPassword();
        if (user.isEmpty() && (agents > 0 || makesLocalMachines(config))) tellOfSharedUser(config);
        var folders = agents > 0
                ? workflowFolders(
                        config.dataFolder(), server.server().workflows().settings())
                : List.<Path>of();
        beside.allow(user.isEmpty() ? folders : outside(config.dataFolder(), folders));
        beside.share(agents);
        for (int i = 1; i <= agents; i++) beside.start(config, server.url(), server.agentToken(), "local-" + i);
        server.awaitStop();
    }

    /** The data folder is closed to other users, with all that is in it. */
    private static List<Path> outside(Path dataFolder, List<Path> folders) {
        var data = dataFolder.toAbsolutePath().normalize();
        return folders.stream()
                .filter(folder -> !folder.toAbsolutePath().normalize().startsWith(data))
                .toList();
    }

    /** Whether a password stands in the address of a database. */
    static boolean showsPassword(String url) {
        return url.matches("(?i)[^?]*//[^/@?]*:[^/@?]+@.*") || url.matches("(?i).*[?&](ssl)?password=[^&]+.*");
    }

    private void tellOfPassword() {
        common.console()
                .note("everybody on this machine can read the password in --postgres (ps): put the URL into the"
                        + " environment as %s, or into a file that %s_FILE names"
                                .formatted(ConfigKey.STORE_POSTGRES.variable(), ConfigKey.STORE_POSTGRES.variable()));
    }

    private void tellOfSharedUser(Config config) {
        common.console()
                .note("tasks on this machine run as the user of the server and can read its data folder %s, with the"
                                .formatted(config.dataFolder())
                        + " administrator's token: if you do not trust them, start the server as root with"
                        + " --agent-user USER, or with --agents 0 and agents elsewhere");
    }

    /** Services in containers find the files of workflows there. */
    private List<Path> workflowFolders(Path dataFolder, WorkflowSettings settings) {
        var folders = List.of(Path.of(settings.tmpPath()), Path.of(settings.outPath()));
        try {
            for (var folder : folders) PrivateFiles.makeFoldersBelow(dataFolder, folder);
            return folders;
        } catch (IOException notOurs) {
            common.console().note("containers on this machine will not see the files of workflows: " + notOurs);
            return List.of();
        }
    }

    private void tell(Config config, TidewheelServer server) {
        var console = common.console();
        console.out().println("listening on " + server.url());
        console.out().flush();
        server.news().forEach(console::note);
        server.newToken().ifPresent(file -> console.note("the administrator's token is in " + file));
        console.note("dashboard: %s/ (signed in at once: tidewheel dashboard)".formatted(server.url()));
        console.note("agents on other machines: tidewheel agent start --server %s --token-file FILE"
                .formatted(server.url()));
        console.note("Ctrl-C ends the server; its data stays in " + config.dataFolder());
    }

    private ServerSettings settings(Config config, ConfiguredPlugins plugged, LoadedExtensions extensions) {
        var address = ServerConfig.address(config);
        var workflows = new ServerLibrary(common.console().folder()).settings(config, plugged.extensionSpecs());
        var settings = ServerSettings.local(config.dataFolder().toAbsolutePath())
                .withBind(address)
                .withNames(ServerConfig.names(config))
                .withProxies(ServerConfig.proxies(config))
                .withWatchers(ServerConfig.watchers(config))
                .withMonitoring(!noMonitoring)
                .withReplays(new PlayedRuns(plugged.policies()))
                .withEngine(ServerConfig.engine(config))
                .withWorkflows(workflows)
                .withCluster(new ClusterStart(ServerConfig.clusterSecrets(config), newToken, newObjectsPlace));
        var fleet = new FleetPlans(
                        plugged,
                        config,
                        common.console().folder(),
                        ChildAgents.program(),
                        common.console().environment())
                .plan(
                        config.value(ConfigKey.FLEET_SETUPS).isPresent()
                                ? workflowFolders(config.dataFolder(), workflows)
                                : List.of());
        if (fleet.isPresent()) settings = settings.withFleet(AdaptedMachines.in(fleet.get(), extensions));
        if (tascaasSecret != null) settings = settings.withTascaas(tascaas(tascaasSecret));
        if (new ServerPlugins(plugged, config).sharesDatabase())
            settings = settings.withSharedDatabase().withName(ServerConfig.name(config));
        var chain = config.value(ConfigKey.LISTEN_TLS_CERTIFICATE);
        var secret = config.value(ConfigKey.LISTEN_TLS_KEY);
        if (chain.isPresent() != secret.isPresent()) {
            throw CliError.usage(
                    "TLS needs both a certificate and its key", "example: --tls-cert chain.pem --tls-key key.pem");
        }
        if (chain.isEmpty() && !address.getAddress().isLoopbackAddress()) {
            throw CliError.usage(
                    "--bind: %s can be reached from other machines, and without TLS tokens could be read on the way"
                            .formatted(address.getAddress().getHostAddress()),
                    "give a certificate: --tls-cert chain.pem --tls-key key.pem",
                    "or stay on this machine: --bind 127.0.0.1");
        }
        if (chain.isEmpty()) return settings;
        return settings.withTls(new ServerSettings.Tls(file(chain.get()), file(secret.orElseThrow())));
    }

    /** In words, as no shell sees them. */
    private List<String> balancer() {
        var words = tascaasBalancer.strip();
        if (words.isEmpty())
            throw CliError.usage("--tascaas-balancer is empty: say default, exact, or the program and its arguments");
        return words.equals("default") ? List.of() : List.of(words.split("\\s+"));
    }

    private TascaasSettings tascaas(Path file) {
        if (!tascaasHint.equals("demand") && !tascaasHint.equals("original")) {
            throw CliError.usage("--tascaas-hint: '%s' is neither demand nor original".formatted(tascaasHint));
        }
        try {
            var secret =
                    Files.readString(common.console().folder().resolve(file)).strip();
            return new TascaasSettings(
                    secret,
                    tascaasScaleTime == null ? TascaasSettings.USUAL_SCALE_TIME : tascaasScaleTime,
                    tascaasHint.equals("original"),
                    new JobFile.Defaults(1, tascaasMostPartitions),
                    tascaasOpen,
                    tascaasInputWait == null ? TascaasSettings.USUAL_INPUT_WAIT : tascaasInputWait,
                    balancer());
        } catch (IOException unreadable) {
            throw CliError.usage("--tascaas-secret-file: %s cannot be read".formatted(file));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(
                    "--tascaas-secret-file, --tascaas-scale-time, --tascaas-input-wait, --tascaas-max-partitions: "
                            + wrong.getMessage());
        }
    }

    private static Optional<String> listed(List<Path> paths) {
        if (paths.isEmpty()) return Optional.empty();
        return Optional.of(paths.stream().map(Path::toString).collect(Collectors.joining(",")));
    }

    private Path file(String name) {
        return common.console().folder().resolve(name);
    }
}
