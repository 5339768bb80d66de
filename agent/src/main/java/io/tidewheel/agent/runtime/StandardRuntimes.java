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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All kinds of commands: processes, containers, classes, and the two that only pass the time. */
public final class StandardRuntimes implements Runtimes {
    private static final Logger LOG = LoggerFactory.getLogger(StandardRuntimes.class);
    private static final String LIMITED = "tasks that state memory are held to it by ";
    private static final String UNLIMITED =
            "the memory of tasks cannot be limited here, because this user may make control groups neither of v2 nor"
                    + " of v1: a task that uses more than it stated is not ended";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private final RuntimeSettings settings;
    private final ProcessLaunchers launchers;
    private final LongSupplier nanos;
    private final AgentSession session;
    private final ScratchRoot scratch;
    private final ContainerProbe containers;
    private final URLClassLoader plugins;
    private final JvmClasses classes;
    private final OutOfMemoryKills kills = OutOfMemoryKills.ofThisMachine();
    private final MemoryGroups memory;
    private Optional<Watchdog.Engine> guarded = Optional.empty();
    private Watchdog watchdog;
    private boolean closed;

    private StandardRuntimes(
            RuntimeSettings settings,
            ProcessLaunchers launchers,
            LongSupplier nanos,
            AgentSession session,
            ScratchRoot scratch)
            throws IOException {
        this.settings = settings;
        this.launchers = launchers;
        this.nanos = nanos;
        this.session = session;
        this.scratch = scratch;
        this.memory = settings.limitsMemory() ? MemoryGroups.ofThisMachine(session) : MemoryGroups.none();
        if (settings.limitsMemory() && !SAID.getAndSet(true))
            LOG.info("{}", memory.words().map(LIMITED::concat).orElse(UNLIMITED));
        this.watchdog = startWatchdog();
        this.plugins =
                new URLClassLoader("plug-ins", urls(settings.plugins()), StandardRuntimes.class.getClassLoader());
        this.classes = new JvmClasses(Set.copyOf(settings.jvmClasses()), plugins);
        this.containers = probe();
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
            ScratchRoot scratch)
            throws IOException {
        var runtimes = new StandardRuntimes(settings, launchers, nanos, session, scratch);
        switch (settings.containers().probeTime()) {
            case WHEN_NEEDED -> {}
            case DURING_START -> runtimes.containers.begin();
            case BEFORE_START -> runtimes.containers.await();
        }
        return runtimes;
    }

    private ContainerProbe probe() throws IOException {
        var user = owner(scratch.root());
        var engines = ContainerEngine.find(
                settings.containers().engines(), settings.environment().getOrDefault("PATH", ""));
        return new ContainerProbe(
                engines,
                (engine, init) -> new ContainerCommand(
                        engine,
                        settings.container(),
                        settings.containers(),
                        settings.engineEnvironment(),
                        session,
                        user,
                        init),
                settings.containers(),
                TaskFacts.ofProbe(session.markOfTask(0)),
                scratch.root().resolve("container-probe"),
                nanos,
                this::guardContainers);
    }

    @Override
    public List<String> capabilities() {
        var names = new java.util.ArrayList<String>();
        if (containers.works()) names.add("container");
        if (!settings.jvmClasses().isEmpty()) names.add("jvm");
        return List.copyOf(names);
    }

    @Override
    public List<String> undecided() {
        return containers.isUndecided() ? List.of("container") : List.of();
    }

    @Override
    public void whenTheyKnowMore(Runnable action) {
        containers.whenItIsKnown(action);
    }

    @Override
    public Map<Runtime, CommandRuntime> open() {
        var all = new EnumMap<Runtime, CommandRuntime>(Runtime.class);
        var processes = new ProcessRun(launchers.open(), kills, nanos);
        var limited = new MemoryLimitedRun(processes, memory);
        var input = new StandardInput(settings.ownInput());
        all.put(Runtime.PROCESS, new ProcessRuntime(limited, settings.environment(), input));
        all.put(
                Runtime.CONTAINER,
                new ContainerRuntime(
                        processes, containers, settings.containers().grace(), input));
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
        return Watchdog.start(session, List.of(scratch.root()), guarded, memory.parent());
    }

    /** From now on there may be containers, which do not end with the programs that started them. */
    private synchronized void guardContainers(ContainerCommand container) {
        if (closed || !container.engine().kind().hasNames()) return;
        guarded = Optional.of(
                new Watchdog.Engine(container.engine().program(), settings.engineEnvironment(), session.label()));
        var old = watchdog;
        watchdog = startWatchdog();
        old.close();
    }

    @Override
    public synchronized void close() {
        closed = true;
        containers.close();
        watchdog.close();
        memory.close();
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
