package io.tidewheel.experiments.faults;

import io.tidewheel.engine.Engine;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.experiments.faults.LabSites.BroughtResult;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Database;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunId;
import io.tidewheel.model.VirtualTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Servers, agents, network and store, all under one clock and one seed. */
final class FaultWorld {
    private record PartitionKey(RunId job, int partition) {}

    private final VirtualTime time;
    private final RandomGenerator random;
    private final SimNetwork network;
    private final LabWorkflows workflows;
    private final LabJobs jobs;
    private final LabSites sites = new LabSites();
    private final Archive archive;
    private final FaultOracles oracles;
    private final WorldHistory history;
    private final List<SimServer> servers = new ArrayList<>();
    private final List<SimAgent> agents = new ArrayList<>();
    private final List<WorldSite> foreignSites = new ArrayList<>();
    private final Map<ChainId, ChainState> ended = new HashMap<>();
    private final Map<ChainId, Integer> attemptsDone = new HashMap<>();
    private final Map<PartitionKey, Integer> partitionsBegun = new HashMap<>();
    private final Map<ChainId, Integer> starts = new HashMap<>();
    private final Map<BroughtResult, Integer> begunAtSites = new HashMap<>();
    private boolean isStormy;
    private long checks;
    private long traceHash = 1125899906842597L;

    FaultWorld(VirtualTime time, RandomGenerator random, Archive archive) {
        this.time = time;
        this.random = random;
        this.network = new SimNetwork(time, random);
        this.jobs = new LabJobs(archive, sites);
        this.workflows = new LabWorkflows(archive, jobs, this::isOffered);
        this.archive = archive;
        this.history = new WorldHistory(time);
        this.oracles = new FaultOracles(archive, ended, workflows, jobs, history);
    }

    void addServer(Database database, EngineSettings settings) {
        var store = new FaultyStore(database.store(), random, ended, sites);
        servers.add(new SimServer("server-" + servers.size(), this, random, settings, store));
    }

    VirtualTime time() {
        return time;
    }

    LabWorkflows workflows() {
        return workflows;
    }

    LabJobs jobs() {
        return jobs;
    }

    LabSites sites() {
        return sites;
    }

    List<WorldSite> foreignSites() {
        return foreignSites;
    }

    Archive archive() {
        return archive;
    }

    private boolean isOffered(RequiredResources need) {
        return servers.stream()
                .flatMap(server -> server.engine().stream())
                .anyMatch(engine -> engine.offers().stream().anyMatch(offer -> offer.covers(need)));
    }

    SimNetwork network() {
        return network;
    }

    FaultOracles oracles() {
        return oracles;
    }

    WorldHistory history() {
        return history;
    }

    List<SimServer> servers() {
        return servers;
    }

    /** One of them, by chance: whom an agent or a client turns to. */
    SimServer anyServer() {
        return servers.get(servers.size() == 1 ? 0 : random.nextInt(servers.size()));
    }

    List<SimAgent> agents() {
        return agents;
    }

    Map<ChainId, ChainState> ended() {
        return ended;
    }

    Map<ChainId, Integer> starts() {
        return starts;
    }

    long traceHash() {
        return traceHash;
    }

    boolean isStormy() {
        return isStormy;
    }

    void hazards(FaultRates now) {
        isStormy = !now.equals(FaultRates.NONE);
        servers.forEach(server -> server.store().hazards(now));
        network.hazards(now);
    }

    void trace(String event) {
        for (int i = 0; i < event.length(); i++) traceHash = 31 * traceHash + event.charAt(i);
        traceHash = 31 * traceHash + time.nanos();
    }

    void afterTurn(SimServer server, Engine engine) {
        if (servers.size() == 1 && engine.counters().claimsMissed.sum() > 0) {
            throw new AssertionError("the engine counts more ready chains than there are");
        }
        if (engine.counters().bugs.sum() > 0)
            throw new AssertionError(server.name() + " had an error nobody thought of");
        oracles.afterTurn(this, ++checks);
    }

    void started(ChainId chain, int attempt) {
        starts.merge(chain, 1, Integer::sum);
        trace("started " + chain + ":" + attempt);
    }

    boolean attemptFails(ChainId chain, SimTask task) {
        return attemptsDone.merge(chain, 1, Integer::sum) <= task.failures();
    }

    /** One more try of a partition begins, of which the first so many fail, whatever chain it is. */
    boolean partitionFails(RunId job, int partition, int failures) {
        return partitionsBegun.merge(new PartitionKey(job, partition), 1, Integer::sum) <= failures;
    }

    /** The same for a partition at a foreign site. */
    boolean partitionFails(BroughtResult partition, int failures) {
        return begunAtSites.merge(partition, 1, Integer::sum) <= failures;
    }
}
