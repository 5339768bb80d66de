package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.process.Watchdog;
import io.tidewheel.protocol.wire.Runtime;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** All kinds of commands: processes, containers, classes, and the two that only pass the time. */
public final class StandardRuntimes implements Runtimes {
    private final RuntimeSettings settings;
    private final ProcessLaunchers launchers;
    private final LongSupplier nanos;
    private final AgentSession session;
    private final Scratch scratch;
    private final Optional<ContainerCommand> containers;
    private final URLClassLoader plugins;
    private final JvmClasses classes;
    private final OutOfMemoryKills kills = OutOfMemoryKills.ofThisMachine();
    private Watchdog watchdog;
    private boolean closed;

    private StandardRuntimes(
            RuntimeSettings settings,
            ProcessLaunchers launchers,
            LongSupplier nanos,
            AgentSession session,
            Scratch scratch,
            Optional<ContainerCommand> containers) {
        this.settings = settings;
        this.launchers = launchers;
        this.nanos = nanos;
        this.session = session;
        this.scratch = scratch;
        this.watchdog = startWatchdog();
        this.containers = containers;
        this.plugins =
                new URLClassLoader("plug-ins", urls(settings.plugins()), StandardRuntimes.class.getClassLoader());
        this.classes = new JvmClasses(Set.copyOf(settings.jvmClasses()), plugins);
    }

    /** The clock must be the launchers'. */
    public static Runtimes.Opener opener(RuntimeSettings settings, ProcessLaunchers launchers, LongSupplier nanos) {
        return (session, scratch) -> open(settings, launchers, nanos, session, scratch);
    }

    private static Runtimes open(
            RuntimeSettings settings,
            ProcessLaunchers launchers,
            LongSupplier nanos,
            AgentSession session,
            Scratch scratch)
            throws IOException {
        var user = owner(scratch.root());
        var containers = ContainerEngine.find(settings.environment().getOrDefault("PATH", ""))
                .map(engine -> new ContainerCommand(engine, settings.container(), settings.engineEnvironment(), user));
        return new StandardRuntimes(settings, launchers, nanos, session, scratch, containers);
    }

    @Override
    public List<String> capabilities() {
        var names = new java.util.ArrayList<String>();
        if (containers.isPresent()) names.add("container");
        if (!settings.jvmClasses().isEmpty()) names.add("jvm");
        return List.copyOf(names);
    }

    @Override
    public Map<Runtime, CommandRuntime> open() {
        var all = new EnumMap<Runtime, CommandRuntime>(Runtime.class);
        var processes = new ProcessRun(launchers.open(), kills, nanos);
        all.put(Runtime.PROCESS, new ProcessRuntime(processes, settings.environment(), settings.ownInput()));
        all.put(Runtime.CONTAINER, new ContainerRuntime(processes, containers));
        all.put(Runtime.JVM, new JvmRuntime(classes, nanos));
        all.put(Runtime.NOOP, new NoopRuntime());
        all.put(Runtime.SLEEP, new SleepRuntime(nanos));
        return all;
    }

    @Override
    public synchronized void tend() {
        if (!closed && !watchdog.isAlive()) watchdog = startWatchdog();
    }

    private Watchdog startWatchdog() {
        return Watchdog.start(session, List.of(scratch.root()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        watchdog.close();
        try {
            plugins.close();
        } catch (IOException harmless) {
            return; // the agent is ending
        }
    }

    private static Optional<String> owner(Path folder) throws IOException {
        if (!folder.getFileSystem().supportedFileAttributeViews().contains("unix")) return Optional.empty();
        return Optional.of(Files.getAttribute(folder, "unix:uid") + ":" + Files.getAttribute(folder, "unix:gid"));
    }

    private static URL[] urls(List<Path> paths) {
        return paths.stream().map(StandardRuntimes::url).toArray(URL[]::new);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException("'" + path + "' cannot be a plug-in", impossible);
        }
    }
}
