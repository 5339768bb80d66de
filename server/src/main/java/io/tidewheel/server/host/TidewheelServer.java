package io.tidewheel.server.host;

import io.tidewheel.controllers.jobs.ArchivedHistories;
import io.tidewheel.model.Actor;
import io.tidewheel.model.Database;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.Time;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.model.plugins.PluginFailure;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.access.AuthenticationRequest;
import io.tidewheel.server.access.Credentials;
import io.tidewheel.server.access.JoinedCredentials;
import io.tidewheel.server.access.TokenRegistry;
import io.tidewheel.server.endpoints.OpenStreams;
import io.tidewheel.server.endpoints.rest.ObjectRoutes;
import io.tidewheel.server.endpoints.tascaas.ObservedObjects;
import io.tidewheel.server.endpoints.tascaas.SiteIds;
import io.tidewheel.server.endpoints.tascaas.TascaasService;
import io.tidewheel.server.http.HttpServer;
import io.tidewheel.server.http.HttpSettings;
import io.tidewheel.server.http.PeerTimeouts;
import io.tidewheel.server.http.RouteTable;
import io.tidewheel.server.http.StatusCounts;
import io.tidewheel.server.objects.ObjectOwners;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.objects.SweepPause;
import io.tidewheel.server.sites.EarlierSiteRows;
import io.tidewheel.server.sites.JobFileInbox;
import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.server.workflows.TemporaryFiles;
import io.tidewheel.server.workflows.UnneededObjects;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A whole server: database, engine, and the port with REST and both streams. */
public final class TidewheelServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TidewheelServer.class);
    private static final int MOST_CONNECTIONS = 20_000;
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration SWEEP = Duration.ofMinutes(5);
    private static final Duration SITES = Duration.ofSeconds(2);
    /** What was unfinished goes on first; then there is time to think of those who look. */
    private static final Duration BEFORE_WARM_UP = Duration.ofSeconds(3);

    static final Owner ADMINISTRATOR = new Owner("admin");

    private final ServerFolder folder;
    private final Database database;
    private final ServerCore server;
    private final HttpServer http;
    private final Optional<ServerCertificates> certificates;
    private final RouteTable routes;
    private final OpenStreams streams;
    private final ObjectStore objects;
    private final ObjectUrls objectUrls;
    private final URI url;
    private final Optional<Path> newToken;
    private final Optional<TascaasService> tascaas;
    private final TokenRegistry tokens;
    private final List<String> news;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile @Nullable Thread siteWatch;
    private volatile @Nullable Thread warmUp;
    private volatile @Nullable Thread sweeper;
    private volatile @Nullable Thread cleaner;
    private volatile @Nullable Thread storeWatch;
    private volatile @Nullable Thread auditWatch;

    private TidewheelServer(
            ServerFolder folder,
            Database database,
            ServerCore server,
            HttpServer http,
            Optional<ServerCertificates> certificates,
            RouteTable routes,
            OpenStreams streams,
            ObjectStore objects,
            ObjectUrls objectUrls,
            URI url,
            Optional<Path> newToken,
            Optional<TascaasService> tascaas,
            TokenRegistry tokens,
            List<String> news) {
        this.folder = folder;
        this.database = database;
        this.server = server;
        this.http = http;
        this.certificates = certificates;
        this.routes = routes;
        this.streams = streams;
        this.objects = objects;
        this.objectUrls = objectUrls;
        this.url = url;
        this.newToken = newToken;
        this.tascaas = tascaas;
        this.tokens = tokens;
        this.news = news;
    }

    /** Starts with everything in its data folder; when it returns, requests are answered. */
    public static TidewheelServer start(ServerSettings settings) throws StartFailure, InterruptedException {
        return start(settings, ServerAdapters.standard(), Time.system());
    }

    /** The same with another database. */
    public static TidewheelServer start(ServerSettings settings, DatabaseOpener opener)
            throws StartFailure, InterruptedException {
        return start(settings, ServerAdapters.standard().withDatabase(opener), Time.system());
    }

    /** Starts on what the adapters open, with these clocks. */
    public static TidewheelServer start(ServerSettings settings, ServerAdapters adapters, Time time)
            throws StartFailure, InterruptedException {
        var certificates = certificates(settings.tls());
        var listening = listening(settings, certificates);
        var folder = new ServerFolder(settings.data());
        try {
            folder.make();
        } catch (IOException failed) {
            throw new StartFailure(
                    "the data folder %s cannot be used: %s; choose another with --data, or correct its permissions"
                            .formatted(settings.data(), failed),
                    failed);
        }
        var database = opened(settings, adapters);
        try {
            return start(settings, listening, certificates, folder, database, adapters, time);
        } catch (StartFailure | InterruptedException | RuntimeException failed) {
            database.close();
            throw failed;
        }
    }

    private static Database opened(ServerSettings settings, ServerAdapters adapters) throws StartFailure {
        try {
            return adapters.database().open(settings);
        } catch (StoreFailure | PluginFailure | IllegalArgumentException failed) {
            throw new StartFailure(String.valueOf(failed.getMessage()), failed);
        }
    }

    private static TidewheelServer start(
            ServerSettings settings,
            HttpSettings listening,
            Optional<ServerCertificates> certificates,
            ServerFolder folder,
            Database database,
            ServerAdapters adapters,
            Time time)
            throws StartFailure, InterruptedException {
        var news = new CopyOnWriteArrayList<String>();
        boolean isNewFolder = folder.isNew();
        var keys = keys(settings, folder, database, news);
        var urls = keys.urls();
        var kept = objects(settings, adapters, database, time, news);
        var random = RandomGenerator.getDefault();
        var tuning =
                settings.fleet().map(plan -> plan.offeredBy(settings.engine())).orElse(settings.engine());
        var host = new EngineHost(settings.name(), database.store(), time, random, tuning);
        var tascaas = settings.tascaas().map(sites -> tascaas(sites, keys, database, kept, time, host));
        var server = ServerCore.start(
                host,
                database,
                time,
                random,
                tuning,
                settings.monitoring(),
                settings.workflows(),
                Optional.of(new RunObjects(kept, urls)),
                foreignSites(tascaas, database, kept),
                adapters.extensions());
        host.reachable(false);
        try {
            var tokens = new TokenRegistry(database.archive(), time, new SecureRandom());
            var newToken = new AdministratorToken(tokens, folder, settings).make(isNewFolder, news::add);
            newToken.ifPresent(made -> noteToken(server, made.record(), "admin of admin"));
            folder.markAsOf(settings.name());
            var shown = certificates.map(ServerCertificates::shown);
            ShownCertificate.remember(database.notes(), settings.name(), shown, news::add);
            var streams = new OpenStreams(database.archive(), time);
            var tallies = new StatusCounts(time);
            certificates.ifPresent(
                    files -> tallies.certificate(() -> files.shown().until()));
            tallies.failures().tell((source, failures) -> SignInAudit.noteFailures(server, source, failures));
            ObjectStore objects = tascaas.isPresent() ? new ObservedObjects(kept, tascaas.get()::stored) : kept;
            var inbox = tascaas.map(sites -> inbox(sites, settings, objects, server, time));
            var owners = new ObjectOwners(
                    objects,
                    run -> database.archive().run(run).map(known -> known.spec().owner()));
            var signed = new ObjectRoutes(
                    objects,
                    owners,
                    urls,
                    time,
                    name -> tascaas.isPresent() && tascaas.get().isFinal(name),
                    tallies);
            var routes = JoinedRoutes.of(
                    server, tokens, streams, tallies, time, Optional.of(signed), tascaas, inbox, settings.replays());
            var http = open(listening, routes, credentials(adapters, tokens, time), tallies);
            server.host().reachable(true);
            var url = url(http.address(), settings);
            server.host().describe(new ServerDescription(settings.name(), url.toString(), ProtocolVersions.software()));
            var program = new TidewheelServer(
                    folder,
                    database,
                    server,
                    http,
                    certificates,
                    routes,
                    streams,
                    objects,
                    urls,
                    url,
                    newToken.map(_ -> folder.tokenFile()),
                    tascaas,
                    tokens,
                    news);
            server.tell(adapters.notices(), settings, time);
            if (settings.fleet().isPresent())
                program.startFleet(settings.fleet().get(), time);
            program.announce();
            if (tascaas.isPresent()) {
                var sites = tascaas.get();
                var files = inbox.orElseThrow();
                program.siteWatch = Thread.ofVirtual().name("sites").start(() -> program.lookAfterSites(sites, files));
            }
            var temporary = new TemporaryFiles(database.archive(), settings.workflows(), settings.data());
            var unneeded = new UnneededObjects(database.archive(), objects);
            program.sweeper =
                    Thread.ofVirtual().name("temporary-files").start(() -> program.sweep(temporary, unneeded, time));
            program.auditWatch = AuditWatch.start(folder, server, keys, settings.cluster(), time, program.closing);
            var cleanup = new StoreCleanup(
                    database.cleaner(),
                    settings.engine().retention(),
                    time,
                    program.closing,
                    server.host().counters());
            program.storeWatch = Thread.ofVirtual()
                    .name("store-watch")
                    .start(new StoreWatch(database, server.host(), program.closing));
            program.cleaner = Thread.ofPlatform().daemon().name("store-cleanup").start(cleanup);
            var warmUp = new WarmUp(routes, database.archive(), () -> program.closing.getCount() > 0);
            program.warmUp = Thread.ofPlatform().daemon().name("warm-up").start(() -> program.warmUp(warmUp));
            return program;
        } catch (IOException failed) {
            server.close();
            throw new StartFailure("the folder of the server could not be written to: " + failed, failed);
        } catch (StartFailure | RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    private static Credentials credentials(ServerAdapters adapters, TokenRegistry tokens, Time time)
            throws StartFailure {
        var request = new AuthenticationRequest(tokens, time);
        try {
            return new JoinedCredentials(adapters.authentication().stream()
                    .map(way -> way.open(request))
                    .toList());
        } catch (PluginFailure | IllegalArgumentException failed) {
            throw new StartFailure(String.valueOf(failed.getMessage()), failed);
        }
    }

    private static ObjectStore objects(
            ServerSettings settings, ServerAdapters adapters, Database database, Time time, List<String> news)
            throws StartFailure, InterruptedException {
        try {
            var small = database.objects(time);
            var large = adapters.objects().open(settings, small, time);
            new LargeObjectsPlace(database.notes(), large, settings.name(), new SecureRandom())
                    .check(settings.cluster().newObjectsPlace(), news::add);
            return ServerAdapters.bySize(small, large);
        } catch (StoreFailure | ObjectFailure | PluginFailure | IllegalArgumentException failed) {
            throw new StartFailure(String.valueOf(failed.getMessage()), failed);
        }
    }

    private static TascaasService tascaas(
            TascaasSettings settings,
            ClusterKeys keys,
            Database database,
            ObjectStore objects,
            Time time,
            EngineHost host) {
        var ids = new SiteIds(keys.current().bytes(), new SecureRandom());
        return new TascaasService(settings, host, time, database.archive(), objects, keys.urls(), ids);
    }

    private static ForeignSites foreignSites(Optional<TascaasService> service, Database database, ObjectStore objects) {
        return service.map(known -> new ForeignSites(
                        Optional.of(known.controller()),
                        new EarlierSiteRows(new ArchivedHistories(database.archive()), objects),
                        known::engineBack))
                .orElseGet(() -> ForeignSites.none(database.archive()));
    }

    private static JobFileInbox inbox(
            TascaasService service, ServerSettings settings, ObjectStore objects, ServerCore server, Time time) {
        return new JobFileInbox(
                service.settings(),
                objects,
                server.jobControllers(),
                server.host()::engine,
                new SecureRandom(),
                time,
                settings.data().resolve("input"));
    }

    private void lookAfterSites(TascaasService service, JobFileInbox inbox) {
        try {
            while (!closing.await(SITES.toNanos(), TimeUnit.NANOSECONDS)) {
                try {
                    service.tick();
                    inbox.look();
                } catch (RuntimeException | OutOfMemoryError failed) {
                    log.warn("sites could not be looked after, the next time may do: {}", failed.toString());
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static ClusterKeys keys(ServerSettings settings, ServerFolder folder, Database database, List<String> news)
            throws StartFailure {
        try {
            return ClusterKeys.open(
                    database.notes(), folder.earlierKey(), settings.cluster().secrets(), new SecureRandom(), news::add);
        } catch (IOException | StoreFailure failed) {
            throw new StartFailure("the key for addresses of objects cannot be used: " + failed.getMessage(), failed);
        }
    }

    private static HttpSettings listening(ServerSettings settings, Optional<ServerCertificates> certificates)
            throws StartFailure {
        try {
            return new HttpSettings(
                    settings.bind(),
                    certificates.map(shown -> shown),
                    settings.names(),
                    settings.proxies(),
                    MOST_CONNECTIONS,
                    settings.watchers(),
                    PeerTimeouts.DEFAULT,
                    LinkLimits.DEFAULT);
        } catch (IllegalArgumentException refused) {
            throw new StartFailure(String.valueOf(refused.getMessage()), refused);
        }
    }

    private static Optional<ServerCertificates> certificates(Optional<ServerSettings.Tls> tls) throws StartFailure {
        if (tls.isEmpty()) return Optional.empty();
        try {
            return Optional.of(new ServerCertificates(tls.get()));
        } catch (IOException bad) {
            throw new StartFailure("TLS cannot be used: " + bad.getMessage(), bad);
        }
    }

    private static HttpServer open(
            HttpSettings listening, RouteTable routes, Credentials credentials, StatusCounts tallies)
            throws StartFailure {
        var bind = listening.bind();
        try {
            return HttpServer.open(listening, routes, credentials, tallies);
        } catch (IOException failed) {
            var advice = failed.getCause() instanceof BindException
                    ? ": another program uses this port, or the address is not of this machine; stop that program (is"
                            + " a server running already?), or choose another port with --port"
                    : "";
            throw new StartFailure(
                    "cannot listen on %s:%d%s (%s)"
                            .formatted(bind.getHostString(), bind.getPort(), advice, failed.getMessage()),
                    failed);
        }
    }

    private static void noteToken(ServerCore server, TokenRecord token, String of) {
        server.host()
                .engine()
                .note(Actor.anyone("server"), "token-make", "token " + token.id(), of)
                .join();
    }

    private void startFleet(FleetPlan plan, Time time) throws StartFailure {
        try {
            agentTokenFile();
            var driver = plan.machines().open(new FolderAgentAccess(url.toString(), folder));
            server.use(new FleetHost(plan, server.host(), database.machines(), driver, time));
            log.info(
                    "machines on demand: {} setups, {}",
                    plan.settings().setups().size(),
                    driver.description());
        } catch (StartFailure failed) {
            http.close();
            throw failed;
        } catch (MachineFailure | PluginFailure failed) {
            http.close();
            throw new StartFailure(String.valueOf(failed.getMessage()), failed);
        }
    }

    /** What agents show that this server's program starts: with it they can do nothing but work. */
    public String agentToken() throws StartFailure {
        var file = agentTokenFile();
        try {
            return folder.agentToken().orElseThrow();
        } catch (IOException failed) {
            throw new StartFailure("the token for agents could not be read from " + file, failed);
        }
    }

    /** Agents may do nothing but work: they get a token of their own, made once. */
    private synchronized Path agentTokenFile() throws StartFailure {
        try {
            boolean usable = folder.agentToken()
                    .flatMap(tokens::callerOf)
                    .map(caller -> caller.role() == Role.AGENT)
                    .orElse(false);
            if (usable) return folder.agentTokenFile();
            var made =
                    tokens.draft(Role.AGENT, ADMINISTRATOR, "for the agents that the server starts", Optional.empty());
            folder.writeAgentToken(made.secret());
            tokens.keep(made);
            noteToken(server, made.record(), "agent of admin");
            return folder.agentTokenFile();
        } catch (IOException | RuntimeException failed) {
            throw new StartFailure("the token for agents could not be made: " + failed.getMessage(), failed);
        }
    }

    private void announce() throws StartFailure {
        try {
            folder.writeNote(url);
        } catch (IOException failed) {
            http.close();
            throw new StartFailure("the file server.json could not be written: " + failed, failed);
        }
        Thread.ofVirtual().name("stream-watch").start(this::watchStreams);
        log.info("listening on {}, store: {}", url, database.description());
    }

    private void watchStreams() {
        try {
            while (!stopped.await(OpenStreams.interval().toNanos(), TimeUnit.NANOSECONDS)) {
                RepeatedStep.run("streams", streams::look);
                certificates.ifPresent(shown -> RepeatedStep.run("certificates", () -> {
                    shown.look();
                    shown.warn(Instant.now());
                }));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void warmUp(WarmUp pages) {
        try {
            if (!closing.await(BEFORE_WARM_UP.toNanos(), TimeUnit.NANOSECONDS)) RepeatedStep.run("pages", pages::run);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void sweep(TemporaryFiles temporary, UnneededObjects unneeded, Time time) {
        try {
            while (!closing.await(SWEEP.toSeconds(), TimeUnit.SECONDS)) {
                try {
                    temporary.sweep();
                    if (!SweepPause.isOn(database.notes(), time.instant())) unneeded.sweep(time.instant());
                } catch (IOException | RuntimeException | OutOfMemoryError failed) {
                    log.warn(
                            "temporary files of workflows could not be removed, the next time may do: {}",
                            failed.toString());
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static URI url(InetSocketAddress address, ServerSettings settings) {
        var any = address.getAddress().isAnyLocalAddress();
        var name = settings.names().stream().sorted().findFirst();
        var host = any || settings.tls().isPresent()
                ? name.orElse(any ? "127.0.0.1" : address.getAddress().getHostAddress())
                : address.getAddress().getHostAddress();
        var shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return URI.create(
                "%s://%s:%d".formatted(settings.tls().isPresent() ? "https" : "http", shown, address.getPort()));
    }

    /** The address under which the server can be reached. */
    public URI url() {
        return url;
    }

    /** What this start has made anew or has missed, in sentences for people. */
    public List<String> news() {
        return List.copyOf(news);
    }

    /** The file with the administrator's token, if this start has made it. */
    public Optional<Path> newToken() {
        return newToken;
    }

    public ServerCore server() {
        return server;
    }

    /** The files that it keeps for agents which share no disk. */
    public ObjectStore objects() {
        return objects;
    }

    /** Makes the addresses under which agents fetch and bring them. */
    public ObjectUrls objectUrls() {
        return objectUrls;
    }

    /** Everything it answers. */
    public RouteTable routes() {
        return routes;
    }

    /** Returns when it has been closed. */
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    /** Ends the service for foreign sites, after the thread that looks after them: that one writes into the data folder. */
    private void closeSites() {
        awaitEnd(siteWatch);
        tascaas.ifPresent(TascaasService::close);
    }

    private static void awaitEnd(@Nullable Thread thread) {
        try {
            if (thread != null) thread.join();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets requests that are being answered come to their end, then stops. Whatever was acknowledged is in the database. */
    @Override
    public void close() {
        if (stopped.getCount() == 0) return;
        closing.countDown();
        try {
            folder.removeNote();
        } catch (IOException left) {
            log.warn("the file server.json could not be removed: {}", left.getMessage());
        }
        server.closeFleet();
        server.feed().close();
        server.host().close();
        streams.stop();
        http.stop(GRACE);
        awaitEnd(warmUp);
        awaitEnd(sweeper);
        awaitEnd(cleaner);
        awaitEnd(storeWatch);
        awaitEnd(auditWatch);
        server.close();
        closeSites();
        database.close();
        stopped.countDown();
    }
}
