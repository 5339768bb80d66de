package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tidewheel.model.StoreFailure;
import io.tidewheel.storage.FinishedRuns;
import io.tidewheel.testing.RealPgbouncer;
import io.tidewheel.testing.RealPostgres;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pooler between server and database: what works, and what is said where it does not. */
class PoolerTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final RealPostgres postgres = RealPostgres.shared();
    private final RealPostgres.Database made = postgres.createDatabase();

    @BeforeEach
    void isThere() {
        assumeThat(RealPgbouncer.missing()).isEmpty();
    }

    @Test
    void transactionModeIsRefusedWithTheSettingToChange() {
        for (var order : new String[] {"server_round_robin = 0", "server_round_robin = 1"}) {
            try (var pooler = RealPgbouncer.start(postgres, made, "pool_mode = transaction", order)) {
                assertThatThrownBy(() -> PostgresDatabase.open(address(pooler), NOON))
                        .isInstanceOf(StoreFailure.class)
                        .hasMessageContaining("pool_mode = session")
                        .hasMessageContaining("127.0.0.1:" + pooler.port())
                        .hasMessageNotContaining(made.password());
            }
        }
    }

    @Test
    void sessionModeWorks() {
        try (var pooler = RealPgbouncer.start(postgres, made, "pool_mode = session");
                var database = PostgresDatabase.open(address(pooler), NOON)) {
            var run = new FinishedRuns(database, NOON).finished(10, NOON);
            assertThat(database.archive().run(run)).isPresent();
        }
    }

    private PostgresAddress address(RealPgbouncer pooler) {
        return new PostgresAddress(
                "jdbc:postgresql://127.0.0.1:%d/%s".formatted(pooler.port(), made.name()),
                Optional.of(made.user()),
                Optional.of(made.password()));
    }
}
