package io.tidewheel.server.host;

import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.server.endpoints.rest.RunReplays;
import io.tidewheel.server.http.TrustedProxies;
import io.tidewheel.server.http.WatcherLimits;
import io.tidewheel.server.sites.TascaasSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

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
 * @param cluster what it is told about the things that its cluster keeps together
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
        ClusterStart cluster,
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
                WorkflowSettings.in(data.toAbsolutePath().normalize().toString()),
                Optional.empty(),
                Optional.empty(),
                ClusterStart.USUAL,
                Optional.empty());
    }

    /** Servers that share a database have different ones. */
    public ServerSettings withName(String other) {
        return with(draft -> draft.name = other);
    }

    public ServerSettings withBind(InetSocketAddress other) {
        return with(draft -> draft.bind = other);
    }

    public ServerSettings withTls(Tls shown) {
        return with(draft -> draft.tls = Optional.of(shown));
    }

    public ServerSettings withNames(Set<String> others) {
        return with(draft -> draft.names = others);
    }

    /** Proxies that are believed. */
    public ServerSettings withProxies(TrustedProxies others) {
        return with(draft -> draft.proxies = others);
    }

    /** How many conversations may last at a time. */
    public ServerSettings withWatchers(WatcherLimits others) {
        return with(draft -> draft.watchers = others);
    }

    public ServerSettings withEngine(EngineSettings other) {
        return with(draft -> draft.engine = other);
    }

    public ServerSettings withSharedDatabase() {
        return with(draft -> draft.sharedDatabase = true);
    }

    public ServerSettings withMonitoring(boolean on) {
        return with(draft -> draft.monitoring = on);
    }

    public ServerSettings withWorkflows(WorkflowSettings other) {
        return with(draft -> draft.workflows = other);
    }

    public ServerSettings withFleet(FleetPlan plan) {
        return with(draft -> draft.fleet = Optional.of(plan));
    }

    public ServerSettings withTascaas(TascaasSettings sites) {
        return with(draft -> draft.tascaas = Optional.of(sites));
    }

    public ServerSettings withCluster(ClusterStart told) {
        return with(draft -> draft.cluster = told);
    }

    public ServerSettings withReplays(RunReplays player) {
        return with(draft -> draft.replays = Optional.of(player));
    }

    private ServerSettings with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    /** The same settings while they are being changed. */
    private static final class Draft {
        String name;
        Path data;
        boolean sharedDatabase;
        InetSocketAddress bind;
        Optional<Tls> tls;
        Set<String> names;
        TrustedProxies proxies;
        WatcherLimits watchers;
        EngineSettings engine;
        boolean monitoring;
        WorkflowSettings workflows;
        Optional<FleetPlan> fleet;
        Optional<TascaasSettings> tascaas;
        ClusterStart cluster;
        Optional<RunReplays> replays;

        Draft(ServerSettings from) {
            this.name = from.name;
            this.data = from.data;
            this.sharedDatabase = from.sharedDatabase;
            this.bind = from.bind;
            this.tls = from.tls;
            this.names = from.names;
            this.proxies = from.proxies;
            this.watchers = from.watchers;
            this.engine = from.engine;
            this.monitoring = from.monitoring;
            this.workflows = from.workflows;
            this.fleet = from.fleet;
            this.tascaas = from.tascaas;
            this.cluster = from.cluster;
            this.replays = from.replays;
        }

        ServerSettings settings() {
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
                    cluster,
                    replays);
        }
    }
}
