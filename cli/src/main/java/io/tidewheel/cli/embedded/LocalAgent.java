package io.tidewheel.cli.embedded;

import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.MachineAmounts;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.ContainerRules;
import io.tidewheel.agent.runtime.ContainerSettings.ProbeTime;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.config.ContainerConfig;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.plugins.ConfiguredPlugins;
import io.tidewheel.cli.text.Console;
import io.tidewheel.model.Amounts;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.storage.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The agent beside a server in the same process. */
public final class LocalAgent {
    private LocalAgent() {}

    /**
     * For many tasks the fastest way to start processes pays; for a single one it takes longer to get ready than it saves.
     *
     * @param probe when to find out whether containers can be run
     */
    public static void start(
            EmbeddedServer server, Config config, Console console, int slots, ProbeTime probe, Consumer<Output> seen) {
        start(server, config, console, slots, ProcessLaunchers.best(System::nanoTime), probe, seen, Optional.empty());
    }

    /** For one task, which may read this file. */
    public static void startForOne(
            EmbeddedServer server,
            Config config,
            Console console,
            ProbeTime probe,
            Consumer<Output> seen,
            Optional<Path> input) {
        start(server, config, console, 1, ProcessLaunchers.portable(System::nanoTime), probe, seen, input);
    }

    private static void start(
            EmbeddedServer server,
            Config config,
            Console console,
            int slots,
            ProcessLaunchers launchers,
            ProbeTime probe,
            Consumer<Output> seen,
            Optional<Path> input) {
        var scratch = Path.of(config.value(ConfigKey.AGENT_SCRATCH).orElseThrow());
        server.startAgent(
                new ConfiguredPlugins(config, console.folder()).runtimes(),
                launchers,
                AgentSettings.of("here", "localhost", slots).with(stating(config, machine(console))),
                RuntimeSettings.from(console.environment())
                        .withContainer(rules(server))
                        .withContainers(ContainerConfig.read(config, probe))
                        .limitingMemory()
                        .withOwnInput(input),
                scratch,
                seen);
    }

    /** What this machine has for tasks that state what they need. */
    public static MachineAmounts machine(Console console) {
        return MachineAmounts.detect(Path.of("/"), Runtime.getRuntime().availableProcessors(), console.environment());
    }

    /** What is said to be there instead of what was found, and beside it. */
    public static MachineAmounts stating(Config config, MachineAmounts found) {
        try {
            return config.value(ConfigKey.AGENT_HAS)
                    .map(has -> found.stating(Amounts.parse(has, found.amounts())))
                    .orElse(found);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("%s: %s".formatted(ConfigKey.AGENT_HAS.flag(), wrong.getMessage()));
        }
    }

    /** Services in containers find the files of workflows there. */
    private static ContainerRules rules(EmbeddedServer server) {
        var settings = server.server().workflows().settings();
        var folders = List.of(Path.of(settings.tmpPath()), Path.of(settings.outPath()));
        try {
            for (var folder : folders) Files.createDirectories(folder, PrivateFiles.attributes(folder, "rwx------"));
            return ContainerRules.USUAL.withMounts(folders);
        } catch (IOException notOurs) {
            return ContainerRules.USUAL; // a container that needs them will say so
        }
    }

    public static int slots(Config config) {
        var text = config.value(ConfigKey.RUN_SLOTS).orElse("1");
        try {
            int slots = Integer.parseInt(text.replace("_", ""));
            if (slots >= 1 && slots <= AgentSettings.MAX_SLOTS) return slots;
        } catch (NumberFormatException wrong) {
            throw notSlots(text);
        }
        throw notSlots(text);
    }

    private static CliError notSlots(String text) {
        return CliError.usage(
                "--slots: '%s' is not a number from 1 to %d".formatted(text, AgentSettings.MAX_SLOTS),
                "example: --slots 4");
    }
}
