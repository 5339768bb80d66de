package io.tidewheel.cli.verbs;

import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentEnd;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentLinks;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.MachineAmounts;
import io.tidewheel.agent.files.FileTransfers;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.ContainerRules;
import io.tidewheel.agent.runtime.ContainerSettings;
import io.tidewheel.agent.runtime.RuntimeProvider;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.config.ContainerConfig;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.embedded.LocalAgent;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.log.LineLogger;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.Version;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Durations;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.PemFiles;
import io.tidewheel.protocol.links.LinkOpener;
import io.tidewheel.protocol.links.QueueLinks;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ServerMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidewheel agent start}. */
@Command(
        name = "start",
        description = {
            "Starts an agent on this machine. It only opens connections, to the server, and needs no port of its own.",
            "It runs until it is told to end (Ctrl-C, SIGTERM) or drained; what it runs then is ended and done"
                    + " elsewhere."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel agent start --server http://tides:7117 --token-file token",
            "  tidewheel agent start --server https://a:7117,https://b:7117 --token-file token --slots 8"
                    + " --capabilities gpu"
        })
final class AgentStart extends CliCommand {
    private static final int MOST_AGENTS = 10_000;

    @Option(names = "--slots", paramLabel = "N", description = "How many tasks run at a time (processors).")
    private @Nullable String slots;

    @Option(
            names = "--agents",
            paramLabel = "N",
            description = "How many agents to open in this one process, all alike: NAME, NAME[2], ... (1).")
    private int count = 1;

    @Option(names = "--capabilities", paramLabel = "LIST", description = "What the agent offers, as in gpu,docker.")
    private @Nullable String capabilities;

    @Option(
            names = "--has",
            paramLabel = "AMOUNTS",
            description = "What all slots share, as in cpu=8,memory=16GiB,gpu=1, and what only you know to count, as in"
                    + " license=2; what is not named is what the machine has.")
    private @Nullable String has;

    @Option(
            names = "--no-detect",
            description = "Do not look what the machine has: what --has does not name has no limit.")
    private boolean noDetect;

    @Option(
            names = "--machine-share",
            paramLabel = "I/N",
            hidden = true,
            description = "This is the I-th of N agents that share what was found.")
    private @Nullable String share;

    @Option(names = "--name", paramLabel = "NAME", description = "What the agent is called (the machine's name).")
    private @Nullable String name;

    @Option(
            names = "--batch",
            paramLabel = "N",
            description = "How many tasks to fetch ahead; auto follows the pace (auto).")
    private @Nullable String batch;

    @Option(
            names = "--monitoring",
            paramLabel = "TIME",
            description = "How often to measure how busy it is; 0s never (1s).")
    private @Nullable String monitoring;

    @Option(
            names = "--profile",
            paramLabel = "KIND",
            description =
                    "When it is given up: lan (silent for 4s), wan (30s) or spot (4s, and its loss is held against"
                            + " no task); as the server has it otherwise.")
    private @Nullable String profile;

    @Option(
            names = "--silence",
            paramLabel = "TIME",
            description = "How long it may be silent before what it runs is begun elsewhere, from 2s to 24h.")
    private @Nullable String silence;

    @Option(names = "--scratch", paramLabel = "FOLDER", description = "Where to make folders for tasks.")
    private @Nullable Path scratch;

    @Option(
            names = "--jvm-class",
            paramLabel = "CLASS",
            description = "A class that tasks may call inside the agent; may be repeated.")
    private List<String> jvmClasses = new ArrayList<>();

    @Option(names = "--plugin", paramLabel = "JAR", description = "Where such classes are; may be repeated.")
    private List<Path> jvmJars = new ArrayList<>();

    @Option(names = "--plugins", paramLabel = "DIR", description = "The folder with the plug-ins (plugins).")
    private @Nullable Path plugins;

    @Option(
            names = "--trusted-plugins",
            paramLabel = "FILE",
            description = "The SHA-256 of every jar that may be loaded as a plug-in; others are refused (any jar).")
    private @Nullable Path trustedPlugins;

    @Option(names = "--extensions", paramLabel = "FILES", description = "Plug-ins of workflows (YAML), by commas.")
    private @Nullable String extensions;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Sets something about a plug-in, as in runtime.NAME.SETTING=VALUE; repeatable.")
    private List<String> set = List.of();

    @Option(
            names = "--mount",
            paramLabel = "FOLDER",
            description = "A folder that containers may have, with all below it; may be repeated.")
    private List<Path> mounts = new ArrayList<>();

    @Option(
            names = "--token-stdin",
            description = "Read the token from the standard input: then it is in no file, command line or environment.")
    private boolean tokenFromInput;

    @Mixin
    private ContainerFlags containers = new ContainerFlags();

    @Option(names = "--ends-with", paramLabel = "PID", hidden = true, description = "End when this process has ended.")
    private @Nullable Long parent;

    @Option(names = "--log", paramLabel = "LEVEL", description = "What to log: error, warn, info or debug (info).")
    private @Nullable String log;

    AgentStart(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws InterruptedException {
        var config = common.config()
                .flag(ConfigKey.LOG_LEVEL, log)
                .flag(ConfigKey.AGENT_SLOTS, slots)
                .flag(ConfigKey.AGENT_CAPABILITIES, capabilities)
                .flag(ConfigKey.AGENT_HAS, has)
                .flag(ConfigKey.AGENT_NAME, name)
                .flag(ConfigKey.PLUGINS_FOLDER, plugins)
                .flag(ConfigKey.PLUGINS_TRUSTED, trustedPlugins)
                .flag(ConfigKey.WORKFLOWS_EXTENSIONS, extensions)
                .flag(ConfigKey.AGENT_BATCH, batch)
                .flag(ConfigKey.AGENT_MONITORING, monitoring)
                .flag(ConfigKey.AGENT_PROFILE, profile)
                .flag(ConfigKey.AGENT_SILENCE, silence)
                .flag(
                        ConfigKey.AGENT_SCRATCH,
                        scratch == null ? null : common.console().folder().resolve(scratch));
        set.forEach(config::set);
        containers.applyTo(config);
        LineLogger.show(config.value(ConfigKey.LOG_LEVEL).orElseThrow());
        if (tokenFromInput) config.flag(ConfigKey.SERVER_TOKEN, tokenFromInput());
        if (count < 1 || count > MOST_AGENTS)
            throw CliError.usage("--agents is from 1 to %,d, but %,d".formatted(MOST_AGENTS, count));
        var settings = settings(config);
        var servers = servers(config);
        var agents = agents(config, settings, servers);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(agents), "stop"));
        endWithParent(agents);
        agents.forEach(Agent::start);
        common.console()
                .note("agent %s%s with %s works for %s"
                        .formatted(
                                settings.name(),
                                count == 1 ? "" : " and %,d more, each".formatted(count - 1),
                                CountedNoun.of(settings.slots(), "slot"),
                                servers.getFirst().url()));
        int code = ExitCodes.OK;
        for (var agent : agents) code = Math.max(code, exitCode(agent.awaitEnd()));
        return code;
    }

    /** The first line. The stream is closed at once: what tasks find in its place is empty. */
    private String tokenFromInput() {
        try (var in = new BufferedReader(new InputStreamReader(common.console().in(), StandardCharsets.UTF_8))) {
            var line = in.readLine();
            if (line != null && !line.isBlank()) return line.strip();
        } catch (IOException unreadable) {
            throw CliError.usage("--token-stdin: the standard input cannot be read: " + unreadable.getMessage());
        }
        throw CliError.usage(
                "--token-stdin: the standard input is empty", "example: tidewheel agent start --token-stdin < token");
    }

    /** All are asked to stop before the end of the first is awaited. */
    private static void close(List<Agent> agents) {
        agents.forEach(Agent::stop);
        agents.forEach(Agent::close);
    }

    /** What the n-th agent of this process has: what it is said to have, and else its share of what the machine has. */
    private MachineAmounts amounts(Config config, int number) {
        var found = noDetect ? MachineAmounts.UNKNOWN : shared(LocalAgent.machine(common.console()), number);
        return LocalAgent.stating(config, found);
    }

    private MachineAmounts shared(MachineAmounts machine, int number) {
        if (share == null) return machine.share(number, count);
        var parts = share.split("/", -1);
        if (parts.length != 2 || !share.matches("\\d{1,5}/\\d{1,5}"))
            throw CliError.usage("--machine-share: '%s' is not like 1/2".formatted(share));
        int first = (Integer.parseInt(parts[0]) - 1) * count;
        return machine.share(first + number, Integer.parseInt(parts[1]) * count);
    }

    private int exitCode(AgentEnd end) {
        return switch (end) {
            case AgentEnd.Drained _, AgentEnd.Stopped _ -> ExitCodes.OK;
            case AgentEnd.Refused(var code, var text) ->
                throw new CliError(ExitCodes.DENIED, "the server refused this agent: " + text);
            case AgentEnd.Failed(var cause) -> throw new CliError(ExitCodes.ERROR, "the agent failed: " + cause);
        };
    }

    /** Makes the agents of this process. They share what knows no session: how processes are started, and how the server is reached. */
    private List<Agent> agents(Config config, AgentSettings settings, List<ServerTarget.Remote> servers) {
        var random = new SecureRandom();
        var runtimes = RuntimeSettings.from(common.console().environment())
                .withContainers(ContainerConfig.read(config, ContainerSettings.ProbeTime.DURING_START))
                .limitingMemory();
        if (!jvmClasses.isEmpty()) runtimes = runtimes.withJvm(jvmClasses, jvmJars);
        if (!mounts.isEmpty()) runtimes = runtimes.withContainer(ContainerRules.USUAL.withMounts(mountable()));
        var plugged = new ConfiguredPlugins(config, common.console().folder());
        plugged.tellFaults(common.console(), List.of(RuntimeProvider.KIND));
        var opener = StandardRuntimes.opener(
                plugged.runtimes(), runtimes, ProcessLaunchers.best(System::nanoTime), System::nanoTime);
        var scratchFolder = Path.of(config.value(ConfigKey.AGENT_SCRATCH).orElseThrow());
        var urls = servers.stream().map(ServerTarget.Remote::url).toList();
        var tls = tls(servers.getFirst());
        var queues = queues(plugged, servers);
        var agents = new ArrayList<Agent>();
        for (int i = 1; i <= count; i++) {
            var own = i == 1 ? settings : settings.withName("%s[%d]".formatted(settings.name(), i));
            var home = AgentHome.open(scratchFolder, opener, random);
            agents.add(new Agent(
                    own.with(amounts(config, i)),
                    home,
                    urls,
                    links(queues),
                    FileTransfers.http(tls),
                    Time.system(),
                    random));
        }
        return agents;
    }

    private List<Path> mountable() {
        var folders = mounts.stream().map(common.console().folder()::resolve).toList();
        for (var folder : folders) {
            if (!Files.isDirectory(folder)) throw CliError.usage("--mount: there is no folder '" + folder + "'");
        }
        return folders;
    }

    /** The ways to the servers, also to those of which the agents learn. They are the same for all agents of this process. */
    private static Function<URI, QueueLinks> queues(ConfiguredPlugins plugged, List<ServerTarget.Remote> servers) {
        var queues = new ConcurrentHashMap<URI, QueueLinks>();
        for (var server : servers) queues.put(server.url(), plugged.links(server));
        return url -> queues.computeIfAbsent(
                url, learned -> plugged.links(servers.getFirst().at(learned)));
    }

    /** The links of one agent. */
    private static AgentLinks links(Function<URI, QueueLinks> queues) {
        var openers = new ConcurrentHashMap<URI, LinkOpener<AgentMessage, ServerMessage>>();
        return url -> openers.computeIfAbsent(
                        url, server -> queues.apply(server).agent())
                .open();
    }

    private static Optional<SSLContext> tls(ServerTarget.Remote server) {
        if (server.certificate().isEmpty()) return Optional.empty();
        try {
            return Optional.of(PemFiles.trust(server.certificate().get()));
        } catch (IOException unusable) {
            throw CliError.usage("--certificate: " + unusable.getMessage());
        }
    }

    private static List<ServerTarget.Remote> servers(Config config) {
        if (ServerTarget.ofServer(config) instanceof ServerTarget.Remote servers) return servers.each();
        throw new CliError(
                ExitCodes.UNREACHABLE,
                "an agent works for a server, and none runs here",
                "name it with: --server URL --token-file FILE",
                "or start one with: tidewheel server start");
    }

    static AgentSettings settings(Config config) {
        var host = host();
        try {
            var settings = AgentSettings.of(
                            config.value(ConfigKey.AGENT_NAME).orElse(host),
                            host,
                            number(config, ConfigKey.AGENT_SLOTS))
                    .withCapabilities(Capabilities.parse(
                            config.value(ConfigKey.AGENT_CAPABILITIES).orElse("")))
                    .withMonitoring(Durations.parse(
                            config.value(ConfigKey.AGENT_MONITORING).orElseThrow()))
                    .withSoftwareVersion(Version.number());
            var limits = limits(config);
            if (limits.isPresent()) settings = settings.within(limits.get().checked());
            boolean auto = config.value(ConfigKey.AGENT_BATCH).orElse("auto").equals("auto");
            return auto ? settings : settings.withBatch(number(config, ConfigKey.AGENT_BATCH));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage(String.valueOf(wrong.getMessage()));
        }
    }

    private static Optional<LossLimits> limits(Config config) {
        var kind = config.value(ConfigKey.AGENT_PROFILE);
        var silence = config.value(ConfigKey.AGENT_SILENCE).map(Durations::parse);
        var profile = kind.map(name -> LossLimits.profile(name)
                .orElseThrow(() -> CliError.usage(
                        "--profile: there is no '%s'".formatted(name), "there are: " + LossLimits.profiles())));
        return silence.isEmpty()
                ? profile
                : Optional.of(profile.orElse(LossLimits.LAN).withSilence(silence.get()));
    }

    private static int number(Config config, ConfigKey key) {
        var text = config.value(key).orElseThrow();
        if (!text.matches("\\d{1,7}")) {
            throw CliError.usage(
                    "%s: '%s' is not a number".formatted(key.flag(), text), "example: %s 4".formatted(key.flag()));
        }
        return Integer.parseInt(text);
    }

    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }

    private void endWithParent(List<Agent> agents) {
        if (parent == null) return;
        var process = ProcessHandle.of(parent);
        if (process.isEmpty()) {
            agents.forEach(Agent::stop);
            return;
        }
        var _ = process.get().onExit().thenRun(() -> agents.forEach(Agent::stop));
    }
}
