package io.tidewheel.storage.memory;

import io.tidewheel.model.AgentChanges;
import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.ClusterState;
import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.TurnChanges;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a memory database holds of agents that are present, and of servers. Guarded by the monitor of its {@link MemoryTables}. */
final class MemoryAgents {
    private record Present(AgentRecord record, long told, boolean drain) {}

    private final Map<SessionId, Present> agents = new TreeMap<>(Comparator.comparingLong(SessionId::value));
    private final Map<Long, ServerRecord> servers = new LinkedHashMap<>();

    /** A server begins, with the agents that these lives before it have left. */
    void begin(ServerNumber number, String name, Instant now, Collection<Long> former) {
        int inherited = 0;
        for (var each : List.copyOf(agents.values())) {
            if (!former.contains(each.record.server().value())) continue;
            inherited++;
            agents.put(each.record.session(), new Present(of(number, each.record), 0, each.drain));
        }
        servers.keySet().removeAll(former);
        agents.values()
                .removeIf(each -> each.record.server().value() != number.value()
                        && !servers.containsKey(each.record.server().value()));
        var described = ServerDescription.named(name);
        servers.put(number.value(), new ServerRecord(number, described, now, false, inherited, 0, 0, Duration.ZERO));
    }

    private static AgentRecord of(ServerNumber server, AgentRecord agent) {
        return new AgentRecord(
                agent.session(),
                server,
                agent.name(),
                agent.host(),
                agent.offers(),
                agent.undecided(),
                agent.has(),
                agent.slots(),
                agent.only(),
                agent.since(),
                agent.limits(),
                agent.standing());
    }

    void save(TurnChanges changes) {
        var asked = changes.agents();
        long told = asked.self().map(ServerRecord::told).orElse(0L);
        for (var agent : asked.present()) {
            var before = agents.get(agent.session());
            agents.put(agent.session(), new Present(agent, told, before != null && before.drain));
        }
        for (var session : asked.gone()) {
            var known = agents.get(session);
            if (known != null && known.record.server().equals(changes.server())) agents.remove(session);
        }
        for (var session : asked.drained())
            agents.computeIfPresent(session, (_, known) -> new Present(known.record, known.told, true));
        saveServers(asked);
    }

    private void saveServers(AgentChanges asked) {
        for (var server : asked.drainedServers())
            servers.computeIfPresent(server.value(), (_, known) -> known.toDrain());
        for (var server : asked.forgotten()) {
            servers.computeIfPresent(server.value(), (_, known) -> known.standing(0, known.told(), known.runs()));
            agents.values().removeIf(each -> each.record.server().equals(server));
        }
        asked.self()
                .ifPresent(self -> servers.computeIfPresent(
                        self.number().value(),
                        (_, known) -> known.describedAs(self.description())
                                .standing(self.agents(), self.told(), self.runs())));
    }

    /** @param silences how long each server has been silent */
    ClusterState cluster(ServerNumber self, Map<Long, Duration> silences) {
        var all = new ArrayList<ServerRecord>();
        servers.forEach((number, server) -> {
            var silent = silences.get(number);
            if (silent != null) all.add(server.silentFor(silent));
        });
        all.sort(Comparator.comparing(ServerRecord::name)
                .thenComparingLong(server -> server.number().value()));
        var toDrain = agents.values().stream()
                .filter(each -> each.drain
                        && each.record.server().equals(self)
                        && !each.record.standing().isDraining())
                .map(each -> each.record.session())
                .toList();
        return new ClusterState(all, toDrain);
    }

    List<AgentRecord> agentsOf(ServerNumber server, long after) {
        return agents.values().stream()
                .filter(each -> each.record.server().equals(server) && each.told > after)
                .map(Present::record)
                .toList();
    }
}
