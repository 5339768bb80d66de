package io.tidewheel.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.CommitResult;
import io.tidewheel.model.Database;
import io.tidewheel.model.Lease;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.storage.RecordedTables.TableWords;
import io.tidewheel.storage.sql.Migrations;
import io.tidewheel.storage.sql.SqlConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A database that an earlier release has left in the middle of its work is opened by this one: nothing of it is lost, and it comes to its end. */
public abstract class RecordedStoreContract {
    protected static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    /** Tables of which release. */
    private static final List<String> RELEASES = List.of("12");

    protected abstract String kind();

    protected abstract TableWords words();

    /** A connection to an empty database. */
    protected abstract Connection connect() throws SQLException, IOException;

    /** Opens what was connected to. */
    protected abstract Database open();

    @Test
    void whatAnEarlierReleaseHasLeftIsThereAndComesToItsEnd() throws SQLException, IOException {
        for (var release : RELEASES) {
            var recorded = new RecordedTables(lines("%s-%s.sql".formatted(kind(), release)));
            assertThat(recorded.migrations()).hasSize(Integer.parseInt(release));
            assertThat(recorded.said()).hasSizeGreaterThan(30);
            load(recorded);
            try (var database = open()) {
                assertThat(RecordedTables.said(database.archive())).isEqualTo(recorded.said());
                workOff(database);
            }
        }
    }

    private void load(RecordedTables recorded) throws SQLException, IOException {
        try (var connection = connect()) {
            connection.setAutoCommit(false);
            var link = new SqlConnection(connection);
            new Migrations(home(), recorded.migrations())
                    .apply(
                            work -> {
                                work.run(link);
                                connection.commit();
                            },
                            kind(),
                            NOON);
            recorded.load(connection, words());
            connection.commit();
        }
    }

    /** The class beside which the migrations are. */
    protected abstract Class<?> home();

    /** Everything that is leased ends well, and everything that waits is cancelled. */
    private static void workOff(Database database) {
        var store = database.store();
        var server = store.begin("new", NOON);
        var changes = new TurnChanges(server);
        var agent = new SessionId(77);
        changes.sessions().add(new SessionRecord(agent, "new", "host", Capabilities.NONE, 2, NOON, server));
        for (var lease : store.orphanedLeases(server, Duration.ZERO))
            changes.finishes().add(succeeded(lease));
        assertThat(changes.finishes()).as("work that was under way").isNotEmpty();
        assertThat(store.commit(changes)).isInstanceOf(CommitResult.Done.class);
        for (var run : store.openRuns())
            store.endQueued(run.run().id(), ChainState.CANCELLED, Reason.CANCELLED, NOON, 100_000);
        for (var run : database.archive().runs(RunFilter.ALL, Long.MAX_VALUE, 1_000))
            assertThat(run.totals().open()).as("open chains of " + run.id()).isZero();
        assertThat(store.reserveRuns(1).getFirst())
                .as("a number that no run has")
                .isGreaterThan(database.archive()
                        .runs(RunFilter.ALL, Long.MAX_VALUE, 1)
                        .getFirst()
                        .id());
    }

    private static TurnChanges.Finish succeeded(Lease lease) {
        return new TurnChanges.Finish(lease, ChainState.SUCCEEDED, Reason.NONE, 0, NOON, Payload.NONE);
    }

    private static List<String> lines(String name) {
        try (var text = RecordedStoreContract.class.getResourceAsStream("recorded/" + name)) {
            return new String(Objects.requireNonNull(text, name).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
