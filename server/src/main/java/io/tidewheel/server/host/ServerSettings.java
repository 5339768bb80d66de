package io.tidewheel.server.host;

import io.tidewheel.engine.EngineSettings;
import io.tidewheel.server.endpoints.rest.RunReplays;
import io.tidewheel.server.http.TrustedProxies;
import io.tidewheel.server.http.WatcherLimits;
import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.server.workflows.WorkflowSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What may be set about a server that is started as a program.
 *
 * @param name how it is called in logs and in the store
 * @param data its folder: the database if there is no other, the administrator's first token, and the note by which programs on this
 *     machine find it
 * @param sharedDatabase whether other servers work on its database, too
 * @param bind where it listens; only an address of this machine itself may do without TLS
 * @param tls the certificate it shows
 * @param names host names under which it is known, besides its addresses and localhost
 * @param proxies whose word about whom they forward is believed
 * @param watchers how many conversations that last there may be
 * @param monitoring whether agents measure how busy they are
 * @param workflows what workflows have in common
 * @param fleet the machines it makes on demand, if it does
 * @param tascaas how it serves foreign sites, if it does
 * @param replays plays finished runs again, if somebody has brought a simulator
 */
public record ServerSettings(
        String name,
        Path data,
        boolean sharedDatabase,
        InetSocketAddress bind,
        Optional<Tls> tls,
        Set<String> names,
        TrustedProxies proxies,
        WatcherLimits watchers,
        EngineSettings engine,
        boolean monitoring,
        WorkflowSettings workflows,
        Optional<FleetPlan> fleet,
        Optional<TascaasSettings> tascaas,
        Optional<RunReplays> replays) {
    public static final int PORT = 7117;

    /** PEM files: the chain of certificates, and the private key. */
    public record Tls(Path certificates, Path key) {}

    public ServerSettings {
        names = Set.copyOf(names);
    }

    /** On this machine only, with everything in one folder. */
    public static ServerSettings local(Path data) {
        return new ServerSettings(
                "tidewheel",
                data,
                false,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT),
                Optional.empty(),
                Set.of(),
                TrustedProxies.NONE,
                WatcherLimits.DEFAULT,
                EngineSettings.DEFAULT,
                true,
                WorkflowSettings.in(data),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Servers that share a database have different ones. */
    public ServerSettings withName(String other) {
        return new ServerSettings(
                other,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withBind(InetSocketAddress other) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                other,
                tls,
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withTls(Tls shown) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                Optional.of(shown),
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withNames(Set<String> others) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                others,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    /** Proxies that are believed. */
    public ServerSettings withProxies(TrustedProxies others) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                others,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    /** How many conversations may last at a time. */
    public ServerSettings withWatchers(WatcherLimits others) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                others,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withEngine(EngineSettings other) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                watchers,
                other,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withSharedDatabase() {
        return new ServerSettings(
                name,
                data,
                true,
                bind,
                tls,
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withMonitoring(boolean on) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                watchers,
                engine,
                on,
                workflows,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withWorkflows(WorkflowSettings other) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                other,
                fleet,
                tascaas,
                replays);
    }

    public ServerSettings withFleet(FleetPlan plan) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                Optional.of(plan),
                tascaas,
                replays);
    }

    public ServerSettings withTascaas(TascaasSettings sites) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                Optional.of(sites),
                replays);
    }

    public ServerSettings withReplays(RunReplays player) {
        return new ServerSettings(
                name,
                data,
                sharedDatabase,
                bind,
                tls,
                names,
                proxies,
                watchers,
                engine,
                monitoring,
                workflows,
                fleet,
                tascaas,
                Optional.of(player));
    }
}
