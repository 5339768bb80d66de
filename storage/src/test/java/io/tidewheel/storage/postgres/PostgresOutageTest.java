package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.CommitResult;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.TurnChanges.NewChains;
import io.tidewheel.model.TurnChanges.NewLane;
import io.tidewheel.model.TurnChanges.NewRun;
import io.tidewheel.testing.PatientWaiting;
import io.tidewheel.testing.RealPostgres;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What happens when the database goes away and comes back. */
class PostgresOutageTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final LaneId LANE = new LaneId(new RunId(1), 0);

    @Test
    void aDatabaseThatWasKilledIsFoundAgainWithAllThatWasAcknowledged() throws Exception {
        try (var postgres = RealPostgres.start()) {
            var address = EmptySchemas.address(postgres.createDatabase(), "loginTimeout=20");
            try (var database = PostgresDatabase.open(address, NOON)) {
                var store = database.store();
                var server = store.begin("one", NOON);
                var told = new LinkedBlockingQueue<RunId>();
                store.onChange(told::add);
                assertThat(store.commit(newRun(server))).isInstanceOf(CommitResult.Done.class);
                for (int i = 0; i < 20; i++)
                    assertThat(store.commit(chain(server, i))).isInstanceOf(CommitResult.Done.class);

                postgres.kill9();
                assertThatThrownBy(() -> store.commit(chain(server, 20)))
                        .isInstanceOf(StoreFailure.class)
                        .hasMessageStartingWith("could not commit");
                assertThatThrownBy(() -> store.beat(server, NOON, Duration.ofSeconds(5)))
                        .isInstanceOf(StoreFailure.class);

                postgres.restart();
                var again = store.begin("one", NOON);
                assertThat(again.value()).isGreaterThan(server.value());
                assertThat(store.openRuns()).hasSize(1);
                assertThat(store.openRuns().getFirst().ready()).containsEntry(LANE, 20L);
                assertThat(store.commit(chain(again, 20))).isInstanceOf(CommitResult.Done.class);
                assertThat(database.archive().run(LANE.run()).orElseThrow().made())
                        .isEqualTo(21);
                // Nobody knows what others told meanwhile, so every unfinished run may have changed.
                assertThat(told.poll(PatientWaiting.LONGEST.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo(LANE.run());
            }
        }
    }

    @Test
    void whoReadsOnAConnectionThatWasEndedGetsAnother() throws Exception {
        try (var postgres = RealPostgres.start()) {
            var place = postgres.createDatabase();
            try (var database = PostgresDatabase.open(EmptySchemas.address(place, "loginTimeout=20"), NOON);
                    var other = DriverManager.getConnection(place.jdbcUrl(), place.user(), place.password());
                    var statement = other.createStatement()) {
                assertThat(database.archive().run(LANE.run())).isEmpty();
                statement.execute("""
                    SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """);
                assertThat(database.archive().run(LANE.run())).isEmpty();
            }
        }
    }

    @Test
    void aDatabaseThatCannotBeReachedIsSaidSo() {
        var address = PostgresAddress.parse("postgresql://nobody:secret@127.0.0.1:1/nothing");
        assertThatThrownBy(() -> PostgresDatabase.open(address, NOON))
                .isInstanceOf(StoreFailure.class)
                .hasMessageContaining(
                        "could not open PostgreSQL at 127.0.0.1:1/nothing (the database cannot be reached)")
                .hasMessageNotContaining("secret");
    }

    private static TurnChanges newRun(ServerNumber server) {
        var changes = new TurnChanges(server);
        var spec = RunSpec.tasks(new Owner("alice"), "run");
        changes.runs().add(new NewRun(LANE.run(), spec, Optional.empty(), NOON, false, false));
        changes.lanes().add(new NewLane(LANE, LaneSpec.PLAIN));
        return changes;
    }

    private static TurnChanges chain(ServerNumber server, int index) {
        var changes = new TurnChanges(server);
        changes.chains().add(new NewChains(LANE, index, List.of(new NewChain("", Payload.NONE)), NOON));
        return changes;
    }
}
