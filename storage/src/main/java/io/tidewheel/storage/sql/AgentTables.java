package io.tidewheel.storage.sql;

import io.tidewheel.model.AgentChanges;
import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.AgentStanding;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Owner;
import io.tidewheel.model.ServerDescription;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.TurnChanges;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables of agents that are present, and of servers: the same in both databases, but that one that is not shared has no table of servers. */
public final class AgentTables {
    private static final String COLUMNS =
            "session, server, told, since, milli_cpus, memory_bytes, gpus, left_milli_cpus, left_memory_bytes,"
                + " left_gpus, finished, first_held, free_memory, slots, state, holds, credit, busy_slots,"
                + " milli_utilisation, milli_load, name, host, offers, undecided, custom_amounts, left_custom_amounts,"
                + " only_for, limits";
    private static final String SAVE =
            "INSERT INTO present_agent (" + COLUMNS + ") VALUES (" + SqlConnection.marks(28) + ")" + """
                 ON CONFLICT (session) DO UPDATE SET server = excluded.server, told = excluded.told, since = excluded.since,
                    milli_cpus = excluded.milli_cpus, memory_bytes = excluded.memory_bytes, gpus = excluded.gpus,
                    left_milli_cpus = excluded.left_milli_cpus, left_memory_bytes = excluded.left_memory_bytes,
                    left_gpus = excluded.left_gpus, finished = excluded.finished, first_held = excluded.first_held,
                    free_memory = excluded.free_memory, slots = excluded.slots, state = excluded.state,
                    holds = excluded.holds, credit = excluded.credit, busy_slots = excluded.busy_slots,
                    milli_utilisation = excluded.milli_utilisation, milli_load = excluded.milli_load,
                    name = excluded.name, host = excluded.host, offers = excluded.offers, undecided = excluded.undecided,
                    custom_amounts = excluded.custom_amounts, left_custom_amounts = excluded.left_custom_amounts,
                    only_for = excluded.only_for, limits = excluded.limits
                """;
    private static final String REMOVE = "DELETE FROM present_agent WHERE session = ? AND server = ?";
    private static final String OF_SERVER =
            "SELECT " + COLUMNS + " FROM present_agent WHERE server = ? AND told > ? ORDER BY session";
    private static final String DRAIN = "UPDATE present_agent SET drain = 1 WHERE session = ?";
    /** 2 is the state of an agent that is draining. */
    private static final String TO_DRAIN =
            "SELECT session FROM present_agent WHERE server = ? AND drain = 1 AND state <> 2 ORDER BY session";

    private static final String DESCRIBE_SERVER =
            "UPDATE server SET address = ?, version = ?, agents = ?, told = ?, runs = ? WHERE number = ?";
    private static final String DRAIN_SERVER = "UPDATE server SET draining = 1 WHERE number = ?";
    private static final String FORGET_AGENTS = "DELETE FROM present_agent WHERE server = ?";
    private static final String FORGET_SERVER = "UPDATE server SET agents = 0 WHERE number = ?";
    private static final String INHERIT = "UPDATE present_agent SET server = ?, told = 0";
    /** Columns of a server; behind them stands how long it has been silent, in microseconds. */
    public static final String SERVER_COLUMNS = "number, name, address, version, since, draining, agents, told, runs";

    private final SqlConnection link;

    public AgentTables(SqlConnection link) {
        this.link = link;
    }

    void save(TurnChanges changes, boolean shared) throws SQLException {
        var agents = changes.agents();
        if (agents.isEmpty()) return;
        saveAgents(changes.server(), agents);
        if (shared) saveServers(agents);
    }

    private void saveAgents(ServerNumber self, AgentChanges agents) throws SQLException {
        long told = agents.self().map(ServerRecord::told).orElse(0L);
        // In one order at all servers, so that none waits for another that waits for it.
        var sorted = new ArrayList<>(agents.present());
        sorted.sort(Comparator.comparingLong(agent -> agent.session().value()));
        for (var agent : sorted) link.batch(SAVE, row(agent, told));
        link.runBatch(SAVE);
        var gone = agents.gone().stream().mapToLong(SessionId::value).sorted().toArray();
        for (long session : gone) link.batch(REMOVE, session, self.value());
        link.runBatch(REMOVE);
        for (var session : agents.drained()) link.update(DRAIN, session.value());
    }

    private void saveServers(AgentChanges agents) throws SQLException {
        for (var server : agents.drainedServers()) link.update(DRAIN_SERVER, server.value());
        for (var server : agents.forgotten()) {
            link.update(FORGET_AGENTS, server.value());
            link.update(FORGET_SERVER, server.value());
        }
        if (agents.self().isEmpty()) return;
        var self = agents.self().get();
        link.update(
                DESCRIBE_SERVER,
                self.description().address(),
                self.description().version(),
                self.agents(),
                self.told(),
                self.runs(),
                self.number().value());
    }

    private static @Nullable Object[] row(AgentRecord agent, long told) {
        var now = agent.standing();
        return new @Nullable Object[] {
            agent.session().value(),
            agent.server().value(),
            told,
            SqlTimes.micros(agent.since()),
            agent.has().milliCpus(),
            agent.has().memoryBytes(),
            agent.has().gpus(),
            now.left().milliCpus(),
            now.left().memoryBytes(),
            now.left().gpus(),
            now.finished(),
            now.firstHeld().map(RowKeys::of).orElse(null),
            now.load().map(AgentLoad::freeMemoryBytes).orElse(null),
            agent.slots(),
            EnumCodes.of(now.state()),
            now.holds(),
            now.credit(),
            now.load().map(AgentLoad::busySlots).orElse(null),
            now.load().map(load -> Math.round(load.utilisation() * 1e3)).orElse(null),
            now.load().map(load -> Math.round(load.loadAverage() * 1e3)).orElse(null),
            agent.name(),
            agent.host(),
            agent.offers().toString(),
            agent.undecided().toString(),
            agent.has().custom().text(),
            now.left().custom().text(),
            agent.only().map(Owner::name).orElse(null),
            agent.limits().map(LossLimits::text).orElse("")
        };
    }

    /** The agents of the former life of a server become those of the new one, which expects them; answers how many. */
    public int inherit(ServerNumber now, Optional<String> condition, Object... values) throws SQLException {
        var all = new ArrayList<Object>(List.of(now.value()));
        all.addAll(List.of(values));
        return link.update(INHERIT + condition.map(text -> " WHERE " + text).orElse(""), all.toArray());
    }

    List<AgentRecord> agentsOf(ServerNumber server, long after) throws SQLException {
        return link.list(OF_SERVER, AgentTables::agent, server.value(), after);
    }

    public List<SessionId> toDrain(ServerNumber self) throws SQLException {
        return link.list(TO_DRAIN, row -> new SessionId(row.getLong(1)), self.value());
    }

    private static AgentRecord agent(ResultSet row) throws SQLException {
        var only = row.getString(27);
        return new AgentRecord(
                new SessionId(row.getLong(1)),
                new ServerNumber(row.getLong(2)),
                row.getString(21),
                row.getString(22),
                Capabilities.parse(row.getString(23)),
                Capabilities.parse(row.getString(24)),
                new Amounts(row.getLong(5), row.getLong(6), row.getLong(7), CustomAmounts.parse(row.getString(25))),
                row.getInt(14),
                Optional.ofNullable(only).map(Owner::new),
                SqlTimes.instant(row.getLong(4)),
                LossLimits.parse(row.getString(28)),
                standing(row));
    }

    private static AgentStanding standing(ResultSet row) throws SQLException {
        return new AgentStanding(
                AgentState.of(row.getInt(15)),
                row.getInt(16),
                row.getInt(17),
                new Amounts(row.getLong(8), row.getLong(9), row.getLong(10), CustomAmounts.parse(row.getString(26))),
                row.getLong(11),
                RunTables.number(row, 12).map(RowKeys::chain),
                load(row));
    }

    private static Optional<AgentLoad> load(ResultSet row) throws SQLException {
        var memory = RunTables.number(row, 13);
        if (memory.isEmpty()) return Optional.empty();
        return Optional.of(new AgentLoad(row.getInt(18), row.getLong(19) / 1e3, row.getLong(20) / 1e3, memory.get()));
    }

    /** A row of {@link #SERVER_COLUMNS}, and the microseconds of silence. */
    public static ServerRecord server(ResultSet row) throws SQLException {
        return new ServerRecord(
                new ServerNumber(row.getLong(1)),
                new ServerDescription(row.getString(2), row.getString(3), row.getString(4)),
                SqlTimes.instant(row.getLong(5)),
                row.getInt(6) != 0,
                row.getInt(7),
                row.getLong(8),
                row.getInt(9),
                SqlTimes.duration(Math.max(0, row.getLong(10))));
    }
}
