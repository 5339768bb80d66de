package io.tidewheel.server.host;

import io.tidewheel.controllers.TurnClock;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.kinds.ControllersByKind;
import io.tidewheel.controllers.workflows.WorkflowControllers;
import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.Fleet;
import io.tidewheel.model.Database;
import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.AuditProof;
import io.tidewheel.server.endpoints.ChainEstimates;
import io.tidewheel.server.endpoints.JobQueries;
import io.tidewheel.server.endpoints.OutputReaders;
import io.tidewheel.server.endpoints.RetryCopier;
import io.tidewheel.server.endpoints.RunFeed;
import io.tidewheel.server.endpoints.ServerPorts;
import io.tidewheel.server.endpoints.agents.AgentConnections;
import io.tidewheel.server.endpoints.agents.AgentEndpoint;
import io.tidewheel.server.endpoints.agents.ProgressForwarder;
import io.tidewheel.server.endpoints.agents.SessionCheck;
import io.tidewheel.server.endpoints.clients.ClientEndpoint;
import io.tidewheel.server.endpoints.clients.ResultFeed;
import io.tidewheel.server.http.RequestMemory;
import io.tidewheel.server.notices.DiskNotices;
import io.tidewheel.server.notices.NoticeService;
import io.tidewheel.server.notices.NoticeTarget;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.workflows.ArchivedRuns;
import io.tidewheel.server.workflows.AskedPlugins;
import io.tidewheel.server.workflows.WorkflowQueries;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server without its listening port: the engine on a database, and the endpoints through which agents and clients come in. The command line
 * embeds it as it is; {@code server start} puts HTTP in front of it.
 */
public final class ServerCore implements ServerPorts, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ServerCore.class);
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration JOB_POST = Duration.ofMillis(300);
    private static final Duration RETRIES = Duration.ofSeconds(10);
    private static final Duration PATIENCE_AT_END = Duration.ofSeconds(5);

    private final Database database;
    private final AgentConnections agentConnections = new AgentConnections();
    private final RunFeed feed = new RunFeed();
    private final ResultFeed results;
    private final EngineEvents events;
    private final EngineHost host;
    private final AgentEndpoint agentEndpoint;
    private final ClientEndpoint clientEndpoint;
    private final OutputReaders outputReaders;
    private final ChainEstimates estimates = new ChainEstimates();
    private volatile @Nullable FleetHost fleet;
    private volatile @Nullable NoticeService notices;
    private volatile @Nullable AuditProof audit;

    private final WorkflowControllers workflows;
    private final WorkflowQueries workflowQueries;
    private final Optional<RunObjects> objects;
    private final JobControllers jobControllers;
    private final JobQueries jobs;
    private final ProgressForwarder forwarder;
    private final RetryCopier retries;
    private final ControllersByKind controllers;
    private final Runnable engineBack;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Thread> background = new ArrayList<>();

    private ServerCore(
            EngineHost host,
            Database database,
            Time time,
            RandomGenerator random,
            EngineSettings settings,
            boolean monitoring,
            WorkflowSettings workflowSettings,
            Optional<RunObjects> objects,
            ForeignSites sites,
            LoadedExtensions extensions) {
        this.host = host;
        this.database = database;
        this.engineBack = sites.engineBack();
        var clock = new TurnClock();
        this.jobControllers = new JobControllers(sites.courses(), clock);
        this.jobs = new JobQueries(database.archive(), host, time);
        this.forwarder =
                new ProgressForwarder(database.archive(), database.store().shared(), jobs, agentConnections);
        this.retries = new RetryCopier(database.archive(), host);
        this.objects = objects;
        var earlier = new ArchivedRuns(database.archive(), ServerCore::readEarlier, this::stir);
        this.workflows = new WorkflowControllers(
                workflowSettings,
                earlier,
                objects.map(addresses -> addresses),
                jobControllers,
                this::isOffered,
                RequestMemory::charge,
                new AskedPlugins(extensions, ServerCore::askPlugins, this::stir));
        this.workflowQueries = new WorkflowQueries(database.archive(), earlier, workflows, JobControllers.onlookers());
        this.controllers = new ControllersByKind(clock, jobControllers, workflows, sites.controller());
        this.results = new ResultFeed(database.archive());
        this.events = new EngineEvents(agentConnections, results, feed, forwarder, database.archive());
        // A run without a port has no strangers to keep out, and does not wait for the randomness that would take.
        var sessions = new SessionCheck(database.archive(), time, SecureRandom::new);
        this.agentEndpoint = new AgentEndpoint(
                host, agentConnections, jobs, forwarder, estimates, settings, monitoring, database, time, sessions);
        this.outputReaders = new OutputReaders(database.archive(), time, random);
        this.clientEndpoint = new ClientEndpoint(host, results, database.archive(), objects, time);
        events.onDraining(clientEndpoint::sendAway);
    }

    /**
     * Without objects: all agents see the same files.
     *
     * @param extensions asked about the chains of workflows
     */
    public static ServerCore start(
            String name,
            Database database,
            Time time,
            RandomGenerator random,
            EngineSettings settings,
            boolean monitoring,
            WorkflowSettings workflows,
            LoadedExtensions extensions)
            throws InterruptedException {
        return start(
                new EngineHost(name, database.store(), time, random, settings),
                database,
                time,
                random,
                settings,
                monitoring,
                workflows,
                Optional.empty(),
                ForeignSites.none(database.archive()),
                extensions);
    }

    /**
     * The same with a place for the files of workflows, and with foreign sites that do partitions of jobs.
     *
     * @param host not started yet
     */
    static ServerCore start(
            EngineHost host,
            Database database,
            Time time,
            RandomGenerator random,
            EngineSettings settings,
            boolean monitoring,
            WorkflowSettings workflows,
            Optional<RunObjects> objects,
            ForeignSites sites,
            LoadedExtensions extensions)
            throws InterruptedException {
        var server = new ServerCore(
                host, database, time, random, settings, monitoring, workflows, objects, sites, extensions);
        host.start(server.events, server.new EngineChange(), server.controllers, START);
        if (database.store().shared()) server.begin("job-forwarder", server::exchangeAboutJobs);
        server.begin("retries", server::fillRetries);
        return server;
    }

    /** Tells those that depend on the engine that it has changed. */
    private final class EngineChange implements EngineHost.Listener {
        @Override
        public void engineGone(String why) {
            agentConnections.closeAll(why);
        }

        @Override
        public void engineBack() {
            results.lookAgain();
            feed.lookAgain();
            engineBack.run();
        }
    }

    private void begin(String name, Runnable work) {
        background.add(Thread.ofVirtual().name(name).start(work));
    }

    private void exchangeAboutJobs() {
        try {
            while (!closed.await(JOB_POST.toNanos(), TimeUnit.NANOSECONDS))
                RepeatedStep.run("jobs of other servers", this::exchangeOnce);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void exchangeOnce() {
        try {
            forwarder.runOnce(engine());
        } catch (Refusal unavailable) {
            log.debug("the next engine has another number, and will tell other servers of jobs");
        } catch (StoreFailure failed) {
            log.warn("other servers could not be told of jobs, the next time may do: {}", failed.getMessage());
        }
    }

    /** Goes on with retries that were broken off, by a restart of this server or the end of another one. */
    private void fillRetries() {
        try {
            do RepeatedStep.run("retries", this::fillRetriesOnce);
            while (!closed.await(RETRIES.toNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void fillRetriesOnce() {
        try {
            retries.runOnce();
        } catch (Refusal unavailable) {
            log.debug("retries are gone on with later: {}", unavailable.getMessage());
        } catch (StoreFailure failed) {
            log.warn("retries could not be gone on with, the next time may do: {}", failed.getMessage());
        }
    }

    private Engine engine() {
        return host.engine();
    }

    /** Whether an agent that is present, or a machine that could be made, has what is needed. */
    private boolean isOffered(RequiredResources need) {
        return host.isReady() && engine().offers().stream().anyMatch(offer -> offer.covers(need));
    }

    private static void readEarlier(Runnable reading) {
        Thread.ofVirtual().name("earlier-chains").start(reading);
    }

    private static void askPlugins(Runnable asking) {
        Thread.ofVirtual().name("chain-plugins").start(asking);
    }

    private void stir(RunId run) {
        try {
            engine().stir(run);
        } catch (Refusal unavailable) {
            log.debug("run {} will go on with the next engine", run);
        }
    }

    @Override
    public WorkflowControllers workflows() {
        return workflows;
    }

    @Override
    public WorkflowQueries workflowQueries() {
        return workflowQueries;
    }

    @Override
    public Optional<RunObjects> objects() {
        return objects;
    }

    @Override
    public JobControllers jobControllers() {
        return jobControllers;
    }

    @Override
    public JobQueries jobs() {
        return jobs;
    }

    @Override
    public RetryCopier retries() {
        return retries;
    }

    @Override
    public EngineHost host() {
        return host;
    }

    @Override
    public Database database() {
        return database;
    }

    @Override
    public RunFeed feed() {
        return feed;
    }

    @Override
    public ChainEstimates estimates() {
        return estimates;
    }

    @Override
    public OutputReaders outputReaders() {
        return outputReaders;
    }

    public AgentEndpoint agentEndpoint() {
        return agentEndpoint;
    }

    public ClientEndpoint clientEndpoint() {
        return clientEndpoint;
    }

    @Override
    public Optional<Fleet> fleet() {
        return Optional.ofNullable(fleet).map(FleetHost::fleet);
    }

    /** Lets a fleet work for this server; it ends with it. */
    void use(FleetHost host) {
        fleet = host;
        events.onChange(host::news);
        agentConnections.onJoin(host::news);
        host.start();
    }

    /** Lets people outside be told what happens here; it ends with this server. */
    void tell(List<NoticeTarget> targets, ServerSettings settings, Time time) {
        if (targets.isEmpty()) return;
        var space = DiskNotices.of(settings.data());
        var random = RandomGenerator.getDefault();
        var service = new NoticeService(targets, database, settings.name(), space, this::fleet, time, random);
        notices = service;
        events.tell(new EngineEvents.Outside() {
            @Override
            public void runEnded() {
                service.ring();
            }

            @Override
            public void agentLost(SessionId agent, String name) {
                service.happened(Notice.ofServer(
                        "agent-" + agent,
                        NoticeKind.AGENT_LOST,
                        time.instant(),
                        "agent %s has fallen silent; what it did is done elsewhere".formatted(name),
                        Map.of("agent", name, "session", agent.toString())));
            }
        });
        service.start();
    }

    @Override
    public Optional<NoticeService> notices() {
        return Optional.ofNullable(notices);
    }

    void prove(AuditProof proof) {
        audit = proof;
    }

    @Override
    public Optional<AuditProof> audit() {
        return Optional.ofNullable(audit);
    }

    /** Ends the fleet, and its machines if they are to end with the server. */
    void closeFleet() {
        var running = fleet;
        fleet = null;
        if (running != null) running.close();
    }

    /** A connection for an agent in the same process. */
    public Link<AgentMessage, ServerMessage> connectAgent() {
        var pair = MemoryLink.<AgentMessage, ServerMessage>pair("agent", "server", LinkLimits.DEFAULT);
        Thread.ofVirtual().name("agent-endpoint").start(() -> agentEndpoint.serve(pair.right(), SessionCheck.EMBEDDED));
        return pair.left();
    }

    /** A connection for a client in the same process. */
    public Link<ClientMessage, ServerAnswer> connectClient(Owner owner) {
        var pair = MemoryLink.<ClientMessage, ServerAnswer>pair("client", "server", LinkLimits.DEFAULT);
        var caller = new Caller(Role.ADMIN, owner, "embedded");
        Thread.ofVirtual().name("client-endpoint").start(() -> clientEndpoint.serve(pair.right(), caller));
        return pair.left();
    }

    /** Stops turning the crank and closes all connections. Whatever was acknowledged is in the database. */
    @Override
    public void close() {
        closed.countDown();
        if (notices != null) notices.close();
        closeFleet();
        feed.close();
        host.close();
        awaitBackground();
    }

    /** Waits for the threads in the background: our caller closes the database next, and nobody should be in the middle of asking it. */
    private void awaitBackground() {
        try {
            for (var thread : background) thread.join(PATIENCE_AT_END);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
