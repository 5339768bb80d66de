package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.process.Watchdog;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the runtimes of one life of an agent share: where it works, how it starts processes, and who ends them if it cannot. */
public final class AgentTools implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentTools.class);
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
    private final OutOfMemoryKills kills = OutOfMemoryKills.ofThisMachine();
    private final MemoryGroups memory;
    private Optional<Watchdog.Engine> guarded = Optional.empty();
    private Watchdog watchdog;
    private boolean closed;

    AgentTools(
            RuntimeSettings settings,
            ProcessLaunchers launchers,
            LongSupplier nanos,
            AgentSession session,
            ScratchRoot scratch) {
        this.settings = settings;
        this.launchers = launchers;
        this.nanos = nanos;
        this.session = session;
        this.scratch = scratch;
        this.memory = settings.limitsMemory() ? MemoryGroups.ofThisMachine(session) : MemoryGroups.none();
        if (settings.limitsMemory() && !SAID.getAndSet(true))
            LOG.info("{}", memory.words().map(LIMITED::concat).orElse(UNLIMITED));
        this.watchdog = startWatchdog();
    }

    /** What runtimes are told about this agent: among other things the environment that commands find. */
    public RuntimeSettings settings() {
        return settings;
    }

    /** A monotonic clock. */
    public LongSupplier nanos() {
        return nanos;
    }

    /** The session of this life of the agent; what belongs to this life bears its mark. */
    public AgentSession session() {
        return session;
    }

    /** Where the folders of chains are made. */
    public ScratchRoot scratch() {
        return scratch;
    }

    ProcessRun processes() {
        return new ProcessRun(launchers.open(), kills, nanos);
    }

    MemoryGroups memory() {
        return memory;
    }

    /** Mends what somebody else may have broken. */
    synchronized void tend() {
        if (!closed && !watchdog.isAlive()) watchdog = startWatchdog();
    }

    private Watchdog startWatchdog() {
        return Watchdog.start(session, List.of(scratch.root()), guarded, memory.parent());
    }

    /** Has the watchdog look after containers, too, which do not end with the programs that started them. */
    synchronized void guardContainers(ContainerCommand container) {
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
        watchdog.close();
        memory.close();
    }
}
