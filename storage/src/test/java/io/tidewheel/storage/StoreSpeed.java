package io.tidewheel.storage;

import com.sun.management.OperatingSystemMXBean;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ClaimedChain;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.Database;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Lease;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.model.TurnChanges.Share;
import io.tidewheel.storage.embedded.SqliteDatabase;
import io.tidewheel.storage.memory.MemoryDatabase;
import io.tidewheel.storage.postgres.PostgresAddress;
import io.tidewheel.storage.postgres.PostgresDatabase;
import io.tidewheel.testing.RealPostgres;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Measures how fast chains pass through a store: added, leased and ended, in batches, each batch durable before the next. Arguments: which
 * database ({@code memory}, {@code sqlite FOLDER} or {@code postgres}), then any number of {@code BATCHxCYCLES[+BACKLOG][f]}; with
 * {@code f} one commit ends a batch, adds the next and leases it, as a busy engine does, else each is a commit of its own.
 */
final class StoreSpeed {
    private static final OperatingSystemMXBean MACHINE =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final SessionId SESSION = new SessionId(0x1234_5678_9abc_def0L);
    private static final NewChain CHAIN = new NewChain("", Payload.of(new byte[60]));
    private static final Payload REPORT = Payload.of(new byte[24]);

    private final Database database;
    private final ServerNumber server;
    private LaneId lane;
    private int added;
    private List<ClaimedChain> held = List.of();

    private StoreSpeed(Database database) {
        this.database = database;
        this.server = database.store().begin("speed", Instant.now());
        this.lane = newLane();
    }

    public static void main(String... arguments) throws Exception {
        int next = arguments[0].equals("sqlite") ? 2 : 1;
        try (var opened = open(arguments)) {
            for (; next < arguments.length; next++) new StoreSpeed(opened).measure(arguments[next]);
        }
    }

    private static Database open(String... arguments) throws IOException {
        return switch (arguments[0]) {
            case "memory" -> MemoryDatabase.empty();
            case "sqlite" ->
                SqliteDatabase.open(Files.createTempDirectory(Path.of(arguments[1]), "speed"), Instant.now());
            case "postgres" -> {
                var made = RealPostgres.shared().createDatabase();
                yield PostgresDatabase.open(
                        new PostgresAddress(made.jdbcUrl(), Optional.of(made.user()), Optional.of(made.password())),
                        Instant.now());
            }
            default -> throw new IllegalArgumentException("memory, sqlite FOLDER or postgres, not " + arguments[0]);
        };
    }

    private void measure(String what) {
        boolean together = what.endsWith("f");
        var numbers = what.replace("f", "").split("[x+]");
        int batch = Integer.parseInt(numbers[0]);
        int cycles = Integer.parseInt(numbers[1]);
        int backlog = numbers.length > 2 ? Integer.parseInt(numbers[2]) : 0;
        for (int done = 0; done < backlog; done += 1_000) commit(adding(changes(), 1_000));
        for (int done = 0; done < Math.min(cycles / 4, 50_000); done += batch) cycle(batch, together);
        long otherCpu = postgresCpu();
        long cpu = MACHINE.getProcessCpuTime();
        long start = System.nanoTime();
        for (int done = 0; done < cycles; done += batch) cycle(batch, together);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%-10s batch %5d, backlog %8d, %s: %8.0f cycles/s, %6.2f us CPU here, %6.2f us CPU in PostgreSQL,"
                        + " %7.3f ms a batch%n",
                database.description().split(" ")[0],
                batch,
                backlog,
                together ? "one commit   " : "three commits",
                cycles / seconds,
                (MACHINE.getProcessCpuTime() - cpu) / 1e3 / cycles,
                (postgresCpu() - otherCpu) / 1e3 / cycles,
                seconds * 1e3 * batch / cycles);
    }

    private void cycle(int batch, boolean together) {
        if (together) {
            held = commit(claiming(adding(ending(changes()), batch), batch)).claimed();
        } else {
            commit(adding(changes(), batch));
            held = commit(claiming(changes(), batch)).claimed();
            commit(ending(changes()));
        }
    }

    private TurnChanges changes() {
        return new TurnChanges(server);
    }

    private TurnChanges adding(TurnChanges changes, int count) {
        changes.chains().add(new NewChains(lane, added, Collections.nCopies(count, CHAIN), Instant.now()));
        added += count;
        return changes;
    }

    private TurnChanges claiming(TurnChanges changes, int count) {
        changes.claims().add(new TurnChanges.Claim(lane, List.of(new Share(SESSION, count)), Instant.now()));
        return changes;
    }

    private TurnChanges ending(TurnChanges changes) {
        var now = Instant.now();
        for (var chain : held) {
            var lease =
                    new Lease(chain.chain(), chain.lane(), chain.attempt(), 0, 0, SESSION, chain.firstClaimed(), true);
            changes.finishes().add(new TurnChanges.Finish(lease, ChainState.SUCCEEDED, Reason.NONE, 0, now, REPORT));
        }
        return changes;
    }

    private LaneId newLane() {
        var made = new LaneId(database.store().reserveRuns(1).getFirst(), 0);
        var changes = changes();
        changes.sessions()
                .add(new SessionRecord(SESSION, "agent", "host", Capabilities.NONE, 2, Instant.now(), server));
        changes.runs()
                .add(new NewRun(
                        made.run(),
                        RunSpec.tasks(new Owner("me"), "speed"),
                        Optional.empty(),
                        Instant.now(),
                        true,
                        false));
        changes.lanes().add(new NewLane(made, LaneSpec.PLAIN));
        commit(changes);
        return made;
    }

    private CommitResult.Done commit(TurnChanges changes) {
        if (database.store().commit(changes) instanceof CommitResult.Done done) return done;
        throw new IllegalStateException("refused");
    }

    /** Processor time, in nanoseconds, of all processes below this one. */
    private static long postgresCpu() {
        return ProcessHandle.current()
                .descendants()
                .mapToLong(process -> process.info()
                        .totalCpuDuration()
                        .map(java.time.Duration::toNanos)
                        .orElse(0L))
                .sum();
    }
}
