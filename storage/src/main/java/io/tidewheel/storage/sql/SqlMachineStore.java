package io.tidewheel.storage.sql;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Billing;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.MachineStore;
import io.tidewheel.model.MachineUse;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.WorkTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The record of machines in SQL that both databases understand, on the connections of an archive. */
public final class SqlMachineStore implements MachineStore {
    private static final String COLUMNS = "id, setup, state, external_id, address, owner, price, billing_interval,"
            + " created, since, agent_joined, ended, wanted, reason, failed";
    private static final String MACHINES = "SELECT " + COLUMNS + " FROM machine";
    private static final String SAVE =
            "INSERT INTO machine (" + COLUMNS + ") VALUES (" + SqlConnection.marks(15) + ")" + """
                 ON CONFLICT (id) DO UPDATE SET state = excluded.state, external_id = excluded.external_id,
                    address = excluded.address, since = excluded.since, agent_joined = excluded.agent_joined,
                    ended = excluded.ended, reason = excluded.reason, failed = excluded.failed
                """;
    private static final String TAKE_OVER =
            "INSERT INTO fleet (id, server) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET server = excluded.server";
    /** Takes the machines over, but only from a server that has fallen silent. */
    private static final String TAKE_OVER_FROM_THE_SILENT = TAKE_OVER + """
         WHERE NOT EXISTS (SELECT 1 FROM server WHERE server.number = fleet.server
               AND server.beat >= clock_timestamp() - ? * interval '1 microsecond')
        """;
    /** Changes nothing, but nobody can take over before the transaction has ended. */
    private static final String STAY = "UPDATE fleet SET server = server WHERE id = 1 AND server = ?";

    private static final String USE = """
        INSERT INTO machine_use (machine, period, run, slot_micros) VALUES (?, ?, ?, ?)
            ON CONFLICT (machine, period, run) DO UPDATE SET slot_micros = machine_use.slot_micros + excluded.slot_micros
        """;
    private static final String LEARN = """
        INSERT INTO work_time (owner, setup, kind, chains, micros, last) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, setup, kind) DO UPDATE SET chains = work_time.chains + excluded.chains,
                micros = work_time.micros + excluded.micros,
                last = CASE WHEN excluded.last > work_time.last THEN excluded.last ELSE work_time.last END
        """;
    private static final String OLDEST =
            "SELECT id FROM machine WHERE ended IS NOT NULL AND ended < ? ORDER BY ended, id LIMIT ?";

    private static final String LEADS = "SELECT 1 FROM fleet WHERE id = 1 AND server = ?";

    private final SqlArchive archive;
    private final boolean shared;

    /** @param shared whether several servers may use the database at the same time */
    public SqlMachineStore(SqlArchive archive, boolean shared) {
        this.archive = archive;
        this.shared = shared;
    }

    @Override
    public boolean lead(ServerNumber server, Duration silentFor) {
        boolean leads = archive.read(
                "see who looks after the machines",
                link -> link.first(LEADS, _ -> true, server.value()).isPresent());
        if (leads) return true;
        return archive.write("take over the machines", link -> {
            if (shared) link.update(TAKE_OVER_FROM_THE_SILENT, server.value(), SqlTimes.micros(silentFor));
            else link.update(TAKE_OVER, server.value());
            return link.first(LEADS, _ -> true, server.value()).isPresent();
        });
    }

    @Override
    public boolean save(ServerNumber server, List<MachineRecord> machines, List<AuditEntry> audit) {
        return archive.write("record %d machines".formatted(machines.size()), link -> {
            if (link.update(STAY, server.value()) == 0 || hasEnded(link, machines)) return false;
            for (var machine : machines) save(link, machine);
            for (var entry : audit) {
                link.update(
                        "INSERT INTO audit (at, who, action, target, detail) VALUES (?, ?, ?, ?, ?)",
                        SqlTimes.micros(entry.at()),
                        entry.who(),
                        entry.action(),
                        entry.target(),
                        entry.detail());
            }
            return true;
        });
    }

    private static boolean hasEnded(SqlConnection link, List<MachineRecord> machines) throws SQLException {
        for (var machine : machines) {
            boolean ended = link.first(
                            "SELECT 1 FROM machine WHERE id = ? AND ended IS NOT NULL",
                            _ -> true,
                            machine.id().name())
                    .isPresent();
            if (ended) return true;
        }
        return false;
    }

    private static void save(SqlConnection link, MachineRecord machine) throws SQLException {
        link.update(
                SAVE,
                machine.id().name(),
                machine.setup(),
                EnumCodes.of(machine.state()),
                machine.externalId().orElse(null),
                machine.address().orElse(null),
                machine.owner().map(Owner::name).orElse(null),
                machine.billing().pricePerInterval().toString(),
                SqlTimes.micros(machine.billing().interval()),
                SqlTimes.micros(machine.created()),
                SqlTimes.micros(machine.since()),
                SqlTimes.micros(machine.agentJoined()),
                SqlTimes.micros(machine.ended()),
                machine.wanted(),
                machine.reason(),
                machine.failed() ? 1 : 0);
    }

    @Override
    public List<MachineRecord> present() {
        return archive.read(
                "list the machines",
                link -> link.list(MACHINES + " WHERE ended IS NULL ORDER BY created, id", SqlMachineStore::machine));
    }

    @Override
    public Optional<MachineRecord> machine(MachineId id) {
        return archive.read(
                "read machine " + id,
                link -> link.first(MACHINES + " WHERE id = ?", SqlMachineStore::machine, id.name()));
    }

    @Override
    public List<MachineRecord> machines(Set<MachineState> states, Optional<MachineId> after, int limit) {
        return archive.read("list the machines", link -> {
            var sql = new StringBuilder(MACHINES).append(" WHERE created > ?");
            var values = new ArrayList<Object>(List.of(Long.MIN_VALUE));
            if (after.isPresent()) {
                sql.append(" AND (created, id) < (SELECT created, id FROM machine WHERE id = ?)");
                values.add(after.get().name());
            }
            if (!states.isEmpty()) {
                sql.append(" AND state IN (")
                        .append(SqlConnection.marks(states.size()))
                        .append(')');
                states.stream().sorted().map(EnumCodes::of).forEach(values::add);
            }
            sql.append(" ORDER BY created DESC, id DESC LIMIT ").append(Math.max(0, limit));
            return link.list(sql.toString(), SqlMachineStore::machine, values);
        });
    }

    @Override
    public List<MachineRecord> lastOf(String setup, int limit) {
        return archive.read(
                "list the machines of setup " + setup,
                link -> link.list(
                        MACHINES + " WHERE setup = ? ORDER BY created DESC, id DESC LIMIT ?",
                        SqlMachineStore::machine,
                        setup,
                        limit));
    }

    @Override
    public List<MachineRecord> between(Instant from, Instant to, int limit) {
        return archive.read(
                "list the machines of a time",
                link -> link.list(
                        MACHINES + " WHERE created < ? AND (ended IS NULL OR ended >= ?) ORDER BY created, id LIMIT ?",
                        SqlMachineStore::machine,
                        SqlTimes.micros(to),
                        SqlTimes.micros(from),
                        limit));
    }

    @Override
    public boolean use(ServerNumber server, List<MachineUse> uses, List<WorkTime> times) {
        return archive.write("record %d uses of machines".formatted(uses.size()), link -> {
            if (link.update(STAY, server.value()) == 0) return false;
            for (var use : uses) {
                link.batch(
                        USE, use.machine().name(), use.period(), use.run().number(), SqlTimes.micros(use.slotTime()));
            }
            link.runBatch(USE);
            for (var time : times) {
                link.batch(
                        LEARN,
                        time.owner().name(),
                        time.setup(),
                        time.kind(),
                        time.chains(),
                        SqlTimes.micros(time.took()),
                        SqlTimes.micros(time.last()));
            }
            link.runBatch(LEARN);
            return true;
        });
    }

    @Override
    public List<MachineUse> usesOf(MachineId machine) {
        return archive.read(
                "read the uses of machine " + machine,
                link -> link.list(
                        "SELECT period, run, slot_micros FROM machine_use WHERE machine = ? ORDER BY period, run",
                        row -> new MachineUse(
                                machine, row.getLong(1), new RunId(row.getLong(2)), SqlTimes.duration(row.getLong(3))),
                        machine.name()));
    }

    @Override
    public List<MachineId> usedBy(RunId run, int limit) {
        return archive.read(
                "read the machines of run " + run,
                link -> link.list(
                        "SELECT machine FROM machine_use WHERE run = ? GROUP BY machine ORDER BY machine LIMIT ?",
                        row -> new MachineId(row.getString(1)),
                        run.number(),
                        limit));
    }

    @Override
    public List<WorkTime> workTimes(int limit) {
        return archive.read(
                "read how long work takes",
                link -> link.list(
                        "SELECT owner, setup, kind, chains, micros, last FROM work_time ORDER BY last DESC, owner,"
                                + " setup, kind LIMIT ?",
                        row -> new WorkTime(
                                new Owner(row.getString(1)),
                                row.getString(2),
                                row.getString(3),
                                row.getLong(4),
                                SqlTimes.duration(row.getLong(5)),
                                SqlTimes.instant(row.getLong(6))),
                        limit));
    }

    @Override
    public int forget(Instant endedBefore, int limit) {
        return archive.write("forget machines", link -> {
            link.update("DELETE FROM work_time WHERE last < ?", SqlTimes.micros(endedBefore));
            link.update(
                    "DELETE FROM machine_use WHERE machine IN (" + OLDEST + ")", SqlTimes.micros(endedBefore), limit);
            return link.update("DELETE FROM machine WHERE id IN (" + OLDEST + ")", SqlTimes.micros(endedBefore), limit);
        });
    }

    private static MachineRecord machine(ResultSet row) throws SQLException {
        return new MachineRecord(
                new MachineId(row.getString(1)),
                row.getString(2),
                MachineState.of(row.getInt(3)),
                Optional.ofNullable(row.getString(4)),
                Optional.ofNullable(row.getString(5)),
                Optional.ofNullable(row.getString(6)).map(Owner::new),
                new Billing(Money.parse(row.getString(7)), SqlTimes.duration(row.getLong(8))),
                SqlTimes.instant(row.getLong(9)),
                SqlTimes.instant(row.getLong(10)),
                RunTables.number(row, 11).map(SqlTimes::instant),
                RunTables.number(row, 12).map(SqlTimes::instant),
                row.getString(13),
                row.getString(14),
                row.getInt(15) != 0);
    }
}
