package io.tidewheel.storage.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteReadersTest {
    @TempDir
    Path home;

    @Test
    void closingWaitsForWhatIsBeingReadAndNothingIsOpenedAfterwards() throws Exception {
        SqliteDatabase.open(home, Instant.EPOCH).close();
        var readers = new SqliteReaders(home.resolve("tidewheel.db"));
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        var begun = new CountDownLatch(1);
        var closer = Thread.ofPlatform().unstarted(() -> {
            readers.close();
            events.add("closed");
        });
        var reader = Thread.ofPlatform().start(() -> {
            try {
                readers.run(link -> {
                    begun.countDown();
                    while (closer.getState() == Thread.State.NEW || closer.getState() == Thread.State.RUNNABLE)
                        Thread.onSpinWait();
                    return events.add("read");
                });
            } catch (SQLException failed) {
                events.add(failed.toString());
            }
        });
        begun.await();
        closer.start();
        closer.join();
        reader.join();
        assertThat(events).containsExactly("read", "closed");
        assertThatThrownBy(() -> readers.run(_ -> "late")).hasMessageContaining("closed");
    }
}
