package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PostgresErrorsTest {
    @Test
    void aFailedBatchDoesNotTellWhatWasInIt() {
        var reason = new SQLException("An I/O error occurred", "08006");
        var batch = new BatchUpdateException(
                "Batch entry 0 INSERT ... VALUES ('secret') was aborted", "08006", new int[0], reason);
        assertThat(PostgresErrors.failure("commit", batch))
                .hasMessage("could not commit (the database cannot be reached): An I/O error occurred");
        batch.setNextException(new SQLException("the first of several", "08006"));
        assertThat(PostgresErrors.failure("commit", batch)).hasMessageEndingWith(": the first of several");
    }
}
