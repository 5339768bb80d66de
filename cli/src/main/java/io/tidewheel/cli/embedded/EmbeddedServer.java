package io.tidewheel.cli.embedded;

import io.tidewheel.agent.Agent;
import io.tidewheel.agent.AgentHome;
import io.tidewheel.agent.AgentSettings;
import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.ChosenRuntime;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.model.Archive;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.NoticeStore;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Store;
import io.tidewheel.model.StoreCleaner;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.server.host.ServerCore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server in this process, on a data folder that nobody else uses meanwhile, with or without an agent. */
public final class EmbeddedServer implements AutoCloseable {
    /** The administrator, as whom the first token of a data folder acts too. */
    public static final Owner OWNER = new Owner("admin");

    private static final URI HERE = URI.create("http://localhost");
    /** An agent in the same process cannot fall silent alone; it may only wait for whoever reads its output. */
    private static final Duration NEVER = Duration.ofDays(20);

    private static final Duration JOIN = Duration.ofSeconds(10);
    private static final int RUNS_BETWEEN_FORGETTING = 50;
    private static final int MOST_CLEANING_STEPS = 20;
    private static final Duration GRACE = Duration.ofSeconds(5);
    /** Output is shown in full, and the beginning of it is kept. */
    public static final long KEPT_PER_RUN = 128L << 20;

    private final Database database;
    private final ServerCore server;
    private final LoadedExtensions extensions;
    private @Nullable Agent agent;

    private EmbeddedServer(Database database, ServerCore server, LoadedExtensions extensions) {
        this.database = database;
        this.server = server;
        this.extensions = extensions;
    }

    /** Starts a server that sees only new runs, and unfinished ones that it is to take up. The database belongs to it from now on. */
    public static EmbeddedServer start(Database database, Path data, Set<RunId> takeUp) throws InterruptedException {
        return start(database, data, takeUp, LoadedExtensions.NONE);
    }

    /** The same with extensions of workflows, which belong to it from now on, too. */
    public static EmbeddedServer start(Database database, Path data, Set<RunId> takeUp, LoadedExtensions extensions)
            throws InterruptedException {
        var narrowed = new Narrowed(database, new NewRunsOnly(database.store(), takeUp));
        return new EmbeddedServer(database, server(narrowed, data, extensions), extensions);
    }

    /** Starts a server that sees all runs. The database belongs to it from now on. */
    public static EmbeddedServer open(Database database, Path data) throws InterruptedException {
        return new EmbeddedServer(database, server(database, data, LoadedExtensions.NONE), LoadedExtensions.NONE);
    }

    private static ServerCore server(Database database, Path data, LoadedExtensions extensions)
            throws InterruptedException {
        var usual = EngineSettings.DEFAULT;
        var settings = usual.withSilence(Duration.ofSeconds(1), NEVER)
                .withGraces(usual.reconnectGrace(), Duration.ZERO)
                .withLogQuota(KEPT_PER_RUN);
        return ServerCore.start(
                "embedded",
                database,
                Time.system(),
                new Random(),
                settings,
                false,
                WorkflowSettings.in(data.toAbsolutePath().normalize().toString())
                        .with(extensions.specs()),
                extensions);
    }

    /** Starts an agent; {@code seen} is handed all output as it comes. */
    public void startAgent(
            List<ChosenRuntime> chosen,
            ProcessLaunchers launchers,
            AgentSettings settings,
            RuntimeSettings runtimes,
            Path scratch,
            Consumer<Output> seen) {
        var random = new Random();
        var opener = StandardRuntimes.opener(chosen, runtimes, launchers, System::nanoTime);
        var home = AgentHome.open(scratch, opener, random);
        var started = new Agent(
                settings.withGrace(GRACE),
                home,
                List.of(HERE),
                _ -> new OutputTap(server.connectAgent(), seen),
                Time.system(),
                random);
        agent = started;
        started.start();
    }

    public Link<ClientMessage, ServerAnswer> connect() {
        return server.connectClient(OWNER);
    }

    public ServerCore server() {
        return server;
    }

    /** Waits until the agent has joined: only then it is known what it offers. */
    public void awaitAgent() throws InterruptedException {
        long end = System.nanoTime() + JOIN.toNanos();
        while (server.host().engine().agents().join().isEmpty() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    /** Ends what still runs, and lets go of the data folder. */
    @Override
    public void close() {
        var started = agent;
        if (started != null) started.close();
        server.close();
        extensions.close();
        forgetNowAndThen();
        database.close();
    }

    /** Removes what is old in one of many runs: no embedded server runs for long enough to do that regularly. */
    private void forgetNowAndThen() {
        if (new Random().nextInt(RUNS_BETWEEN_FORGETTING) > 0) return;
        var cleaner = database.cleaner();
        var now = Instant.now();
        int steps = 0;
        while (cleaner.clean(now, EngineSettings.DEFAULT.retention()).more() && ++steps < MOST_CLEANING_STEPS) {}
    }

    /** A database with another store in front. */
    private record Narrowed(Database database, Store store) implements Database {
        @Override
        public Archive archive() {
            return database.archive();
        }

        @Override
        public MachineStore machines() {
            return database.machines();
        }

        @Override
        public NoticeStore notices() {
            return database.notices();
        }

        @Override
        public StoreCleaner cleaner() {
            return database.cleaner();
        }

        @Override
        public AuditStore audit() {
            return database.audit();
        }

        @Override
        public ClusterNotes notes() {
            return database.notes();
        }

        @Override
        public ObjectStore objects(InstantSource clock) {
            return database.objects(clock);
        }

        @Override
        public String description() {
            return database.description();
        }

        @Override
        public void close() {
            database.close();
        }
    }
}
