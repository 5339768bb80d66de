package io.tidewheel.cli.config;

import io.tidewheel.model.LossLimits;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Something that may be set.
 *
 * @param flag the option that sets it, for messages
 * @param secret its value is never shown, and the environment may name a file that contains it
 */
public record ConfigKey(String name, String flag, boolean secret, String meaning) {
    public static final ConfigKey SERVER_URL = key(
            "server.url",
            "--server",
            "the server to talk to, as a URL; several of one database with commas between them");
    public static final ConfigKey SERVER_TOKEN =
            new ConfigKey("server.token", "--token-file", true, "the token shown to the server");
    public static final ConfigKey SERVER_CERTIFICATE =
            key("server.certificate", "--certificate", "a PEM file with the certificates to trust for https");
    public static final ConfigKey DATA_FOLDER =
            key("data.folder", "--data", "where a server on this machine keeps its data");
    public static final ConfigKey OUTPUT_FORMAT =
            key("output.format", "-o", "table, wide, json, jsonl, yaml, csv, name or none");
    public static final ConfigKey OUTPUT_COLOR = key("output.color", "--color", "auto, always or never");
    public static final ConfigKey RUN_SLOTS = key("run.slots", "--slots", "how many tasks run at a time inside 'run'");
    public static final ConfigKey LISTEN_BIND = key("listen.bind", "--bind", "the address 'server start' listens on");
    public static final ConfigKey LISTEN_PORT = key("listen.port", "--port", "the port 'server start' listens on");
    public static final ConfigKey LISTEN_AUTHENTICATION = key(
            "listen.authentication",
            "--authentication",
            "ways to authenticate beside the server's own tokens, separated by commas; plug-ins offer them");
    public static final ConfigKey LISTEN_NAMES = key("listen.names", "--names", "host names the server is known by");
    public static final ConfigKey LISTEN_PROXIES = key(
            "listen.trusted-proxies",
            "--trusted-proxies",
            "addresses or networks of proxies whose X-Forwarded headers are believed, separated by commas");
    public static final ConfigKey LISTEN_WATCHERS_PER_TOKEN = key(
            "listen.connections-per-token",
            "--connections-per-token",
            "how many lasting connections (links of clients, events, output that flows) one token may have");
    public static final ConfigKey LISTEN_WATCHERS =
            key("listen.connections", "--connections", "how many such connections there may be in all, without agents");
    public static final ConfigKey LISTEN_TLS_CERTIFICATE =
            key("listen.tls-certificate", "--tls-cert", "the PEM file with the server's certificate chain");
    public static final ConfigKey LISTEN_TLS_KEY =
            key("listen.tls-key", "--tls-key", "the PEM file with the server's key");
    public static final ConfigKey NOTIFY_FILE =
            key("notify.file", "--notify", "the file that says whom the server tells what happens");
    public static final ConfigKey STORE_POSTGRES =
            new ConfigKey("store.postgres", "--postgres", true, "the PostgreSQL to keep runs in, as a URL");
    public static final ConfigKey STORE_DATABASE = key(
            "store.database", "--database", "what keeps runs: embedded, postgres, memory, or what a plug-in offers");
    public static final ConfigKey STORE_OBJECTS =
            key("store.objects", "--objects", "what keeps large objects: database, folder, or what a plug-in offers");
    public static final ConfigKey CLUSTER_SECRET = new ConfigKey(
            "cluster.secret",
            "",
            true,
            "what all servers on a database know and the database does not: its keys are kept under it");
    public static final ConfigKey CLUSTER_EARLIER_SECRET = new ConfigKey(
            "cluster.earlier-secret", "", true, "what the cluster's secret was until now, while it is changed");
    public static final ConfigKey STORE_SERVER_NAME =
            key("store.server-name", "--name", "what this server is called among those that share its database");
    public static final ConfigKey STORE_RETENTION =
            key("store.retention", "--retention", "how long finished runs are kept; 0s keeps them for ever");
    public static final ConfigKey WORKFLOWS_SERVICES = key(
            "workflows.services", "--services", "files or folders with the services of workflows, separated by commas");
    public static final ConfigKey WORKFLOWS_MACROS =
            key("workflows.macros", "--macros", "files or folders with the macros of workflows, separated by commas");
    public static final ConfigKey WORKFLOWS_EXTENSIONS = key(
            "workflows.extensions",
            "--extensions",
            "files with the plug-ins of workflows (Steep's extension points), separated by commas");
    public static final ConfigKey WORKFLOWS_TMP_PATH =
            key("workflows.tmp-path", "--tmp-path", "the folder for files that only a workflow itself needs");
    public static final ConfigKey WORKFLOWS_OUT_PATH =
            key("workflows.out-path", "--out-path", "the folder for the results of workflows");
    public static final ConfigKey LOG_LEVEL =
            key("log.level", "--log", "what servers and agents log: error, warn, info, debug or trace");
    public static final ConfigKey AGENT_NAME = key("agent.name", "--name", "what the agent is called");
    public static final ConfigKey AGENT_SLOTS = key("agent.slots", "--slots", "how many tasks an agent runs at a time");
    public static final ConfigKey AGENT_CAPABILITIES =
            key("agent.capabilities", "--capabilities", "what an agent offers, separated by commas");
    public static final ConfigKey AGENT_HAS =
            key("agent.has", "--has", "what all slots of an agent share, as in cpu=8,memory=16GiB,license=2");
    public static final ConfigKey AGENT_BATCH =
            key("agent.batch", "--batch", "how many tasks an agent fetches ahead; auto follows the pace");
    public static final ConfigKey AGENT_MONITORING =
            key("agent.monitoring", "--monitoring", "how often an agent measures itself; 0s switches it off");
    public static final ConfigKey AGENT_PROFILE = key(
            "agent.profile",
            "--profile",
            "when an agent is given up, by where its machine is: " + LossLimits.profiles());
    public static final ConfigKey AGENT_SILENCE =
            key("agent.silence", "--silence", "how long an agent may be silent before what it runs is begun elsewhere");
    public static final ConfigKey AGENT_SCRATCH =
            key("agent.scratch", "--scratch", "where an agent makes folders for tasks");
    public static final ConfigKey AGENT_CONTAINER_ENGINE = key(
            "agent.container-engine",
            "--container-engine",
            "what runs containers: auto, none, or docker, podman, apptainer, singularity, the preferred ones first");
    public static final ConfigKey AGENT_CONTAINER_IMAGE = key(
            "agent.container-image",
            "--container-image",
            "the image with which an agent finds out whether it can run containers; a tiny one of its own otherwise");
    public static final ConfigKey AGENT_CONTAINER_INIT = key(
            "agent.container-init",
            "--container-init",
            "whether the engine puts its init into containers: auto, always or never");
    public static final ConfigKey AGENT_CONTAINER_PULL = key(
            "agent.container-pull",
            "--container-pull",
            "when images are fetched, whatever tasks say: always, missing, newer or never");
    public static final ConfigKey AGENT_CONTAINER_OPTIONS = key(
            "agent.container-options",
            "--container-options",
            "options of the engine for every container, separated by blanks");
    public static final ConfigKey AGENT_CONTAINER_GRACE = key(
            "agent.container-grace",
            "--container-grace",
            "how long a container that is asked to end may take before it is killed");
    public static final ConfigKey PLUGINS_FOLDER =
            key("plugins.folder", "--plugins", "the folder with the plug-ins (also TIDEWHEEL_PLUGINS)");
    public static final ConfigKey PLUGINS_TRUSTED = key(
            "plugins.trusted",
            "--trusted-plugins",
            "a file with the SHA-256 of every jar that may be loaded as a plug-in; others are refused");
    public static final ConfigKey FLEET_SETUPS =
            key("fleet.setups", "--setups", "the file with the setups of machines that 'server start' makes on demand");
    public static final ConfigKey FLEET_MACHINES =
            key("fleet.machines", "--machines", "what makes them: local, ssh, or what a plug-in offers");
    public static final ConfigKey FLEET_HOSTS =
            key("fleet.hosts", "--hosts", "the file with the machines reached by ssh");
    public static final ConfigKey FLEET_PROGRAM =
            key("fleet.program", "--machine-program", "how tidewheel is started on machines reached by ssh");
    public static final ConfigKey FLEET_IDLE =
            key("fleet.idle", "--machine-idle", "how long a machine may be idle before it goes");
    public static final ConfigKey FLEET_POOL = key(
            "fleet.pool", "--agent-pool", "how many agents of certain capabilities there should be at least and most");
    public static final ConfigKey FLEET_TAG =
            key("fleet.tag", "--machine-tag", "what all machines of this server bear, and no others");

    public static final ConfigKey FLEET_POLICY =
            key("fleet.policy", "--policy", "which policy decides on machines, as in pfa-ma:10");
    public static final ConfigKey FLEET_BUDGET = key(
            "fleet.budget",
            "--budget",
            "what each owner may spend on machines in an interval, unless the owners file says else");
    public static final ConfigKey FLEET_INTERVAL =
            key("fleet.interval", "--budget-interval", "the time that budgets are for");
    public static final ConfigKey FLEET_OWNERS =
            key("fleet.owners", "--owners", "the file with the budgets and policies of owners");
    public static final ConfigKey FLEET_DRY_RUN = key(
            "fleet.dry-run", "--fleet-dry-run", "whether it is only said which machines would be made: true or false");

    public static final List<ConfigKey> ALL = List.of(
            SERVER_URL,
            SERVER_TOKEN,
            SERVER_CERTIFICATE,
            DATA_FOLDER,
            OUTPUT_FORMAT,
            OUTPUT_COLOR,
            RUN_SLOTS,
            LISTEN_BIND,
            LISTEN_PORT,
            LISTEN_AUTHENTICATION,
            LISTEN_NAMES,
            LISTEN_PROXIES,
            LISTEN_WATCHERS_PER_TOKEN,
            LISTEN_WATCHERS,
            LISTEN_TLS_CERTIFICATE,
            LISTEN_TLS_KEY,
            NOTIFY_FILE,
            STORE_POSTGRES,
            STORE_DATABASE,
            STORE_OBJECTS,
            CLUSTER_SECRET,
            CLUSTER_EARLIER_SECRET,
            STORE_SERVER_NAME,
            STORE_RETENTION,
            WORKFLOWS_SERVICES,
            WORKFLOWS_MACROS,
            WORKFLOWS_EXTENSIONS,
            WORKFLOWS_TMP_PATH,
            WORKFLOWS_OUT_PATH,
            LOG_LEVEL,
            AGENT_NAME,
            AGENT_SLOTS,
            AGENT_CAPABILITIES,
            AGENT_HAS,
            AGENT_BATCH,
            AGENT_MONITORING,
            AGENT_PROFILE,
            AGENT_SILENCE,
            AGENT_SCRATCH,
            AGENT_CONTAINER_ENGINE,
            AGENT_CONTAINER_IMAGE,
            AGENT_CONTAINER_INIT,
            AGENT_CONTAINER_PULL,
            AGENT_CONTAINER_OPTIONS,
            AGENT_CONTAINER_GRACE,
            PLUGINS_FOLDER,
            PLUGINS_TRUSTED,
            FLEET_SETUPS,
            FLEET_MACHINES,
            FLEET_HOSTS,
            FLEET_PROGRAM,
            FLEET_IDLE,
            FLEET_POOL,
            FLEET_TAG,
            FLEET_POLICY,
            FLEET_BUDGET,
            FLEET_INTERVAL,
            FLEET_OWNERS,
            FLEET_DRY_RUN);

    /** Settings of plug-ins that are none of an agent's business, and may be secret. */
    private static final Pattern OF_SERVER_PLUGINS =
            Pattern.compile("TIDEWHEEL_(MACHINES|OBJECTS|DATABASE|POLICY|AUTHENTICATION|NOTIFIER)_.*");

    /** Takes all secrets out of an environment, for processes whose environment others can read. */
    public static void forget(Map<String, String> environment) {
        environment.keySet().removeIf(OF_SERVER_PLUGINS.asMatchPredicate());
        for (var key : ALL) {
            if (!key.secret) continue;
            environment.remove(key.variable());
            environment.remove(key.variable() + "_FILE");
        }
    }

    private static ConfigKey key(String name, String flag, String meaning) {
        return new ConfigKey(name, flag, false, meaning);
    }

    public static Optional<ConfigKey> named(String name) {
        return ALL.stream().filter(key -> key.name.equals(name)).findFirst();
    }

    /** {@code TIDEWHEEL_SECTION_KEY}. */
    public String variable() {
        return variable(name);
    }

    /** The variable of the environment for a setting of this name. */
    static String variable(String name) {
        return "TIDEWHEEL_" + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }
}
