package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.config.ContainerConfig;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.plugins.PluginFolder;
import io.tidewheel.cli.text.Console;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Agents on this machine, each a process of its own, that end with the process that started them. */
public final class ChildAgents implements AutoCloseable {
    /** Started, not called: whoever starts a program knows its name. */
    private static final String PROGRAM = "io.tidewheel.cli.Main";

    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Console console;
    private boolean quiet;
    private List<Path> mounts = List.of();
    private Optional<AgentUser> user = Optional.empty();
    private int sharers = 1;
    private final List<Process> children = new ArrayList<>();

    public ChildAgents(Console console) {
        this.console = console;
    }

    /** Agents that are started from now on say only what is wrong. */
    public synchronized void beQuiet() {
        quiet = true;
    }

    /** Containers of those started from now on may have these folders. */
    synchronized void allow(List<Path> folders) {
        mounts = List.copyOf(folders);
    }

    /** Says how many agents share what the machine has. */
    public synchronized void share(int agents) {
        sharers = Math.max(1, agents);
    }

    /** Agents that are started from now on run as another user. */
    synchronized void runAs(AgentUser other) {
        user = Optional.of(other);
    }

    /**
     * Starts one more, with the agent settings of this command line.
     *
     * @param token for agents; the child reads it from a pipe, because tasks can see its command line, environment and open files
     */
    public synchronized Process start(Config config, URI server, String token, String name) {
        var words = new ArrayList<>(user.map(AgentUser::words).orElse(List.of()));
        words.addAll(program());
        words.addAll(List.of("agent", "start", "--server", server.toString(), "--token-stdin"));
        words.addAll(List.of(
                "--name",
                name,
                "--ends-with",
                Long.toString(ProcessHandle.current().pid())));
        for (var key : List.of(
                ConfigKey.AGENT_SLOTS,
                ConfigKey.AGENT_CAPABILITIES,
                ConfigKey.AGENT_HAS,
                ConfigKey.AGENT_BATCH,
                ConfigKey.AGENT_MONITORING,
                ConfigKey.AGENT_PROFILE,
                ConfigKey.AGENT_SILENCE,
                ConfigKey.AGENT_SCRATCH)) {
            config.value(key).ifPresent(value -> words.addAll(List.of(key.flag(), value)));
        }
        words.add("--machine-share=%d/%d".formatted(children.size() % sharers + 1, sharers));
        for (var key : ContainerConfig.KEYS) config.value(key).ifPresent(value -> words.add(key.flag() + "=" + value));
        PluginFolder.place(config, console.folder())
                .ifPresent(folder -> words.addAll(List.of("--plugins", folder.toString())));
        PluginFolder.trustedFile(config, console.folder())
                .ifPresent(file -> words.addAll(List.of("--trusted-plugins", file.toString())));
        config.value(ConfigKey.WORKFLOWS_EXTENSIONS).ifPresent(files -> words.addAll(List.of("--extensions", files)));
        config.value(ConfigKey.LISTEN_TLS_CERTIFICATE).ifPresent(file -> words.addAll(List.of("--certificate", file)));
        for (var folder : mounts) words.addAll(List.of("--mount", folder.toString()));
        if (quiet) words.addAll(List.of("--quiet", "--log", "warn"));
        try {
            var builder = new ProcessBuilder(words)
                    .directory(console.folder().toFile())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            ConfigKey.forget(builder.environment());
            user.ifPresent(other -> other.prepare(builder));
            var child = builder.start();
            children.add(child);
            hand(child, token);
            return child;
        } catch (IOException failed) {
            throw new CliError(ExitCodes.ERROR, "an agent could not be started: " + failed.getMessage());
        }
    }

    private static void hand(Process child, String token) throws IOException {
        try (var out = child.getOutputStream()) {
            out.write((token + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException ended) {
            if (child.isAlive()) throw ended; // one that has ended has said why
        }
    }

    /** How to start this program again: by its launcher, if that started us. */
    public static List<String> program() {
        var launcher = System.getProperty("tidewheel.launcher");
        if (launcher != null) return List.of(launcher);
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Xmn4m",
                "-cp",
                System.getProperty("java.class.path"),
                PROGRAM);
    }

    @Override
    public synchronized void close() {
        children.forEach(Process::destroy);
        try {
            for (var child : children) {
                if (!child.waitFor(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) child.destroyForcibly();
            }
        } catch (InterruptedException hurry) {
            children.forEach(Process::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }
}
