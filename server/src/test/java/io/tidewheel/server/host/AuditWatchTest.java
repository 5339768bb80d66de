package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.Payload;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.audit.AuditFinding.What;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server seals the audit log, and remembers in its folder how far it was. */
class AuditWatchTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path folder;

    private final VirtualTime time = new VirtualTime(NOON);

    private AuditWatch watch(MemoryDatabase database, int key) {
        var keys = new ClusterKeys(Payload.of(new byte[] {(byte) key, 2, 3}), Optional.empty());
        return new AuditWatch(new ServerFolder(folder), database.audit(), keys, true, time, new CountDownLatch(1));
    }

    private void writeAndSeal(MemoryDatabase database, AuditWatch watch) {
        var changes = new TurnChanges(database.store().begin("one", NOON));
        changes.audit().add(new AuditEntry(NOON, "ada", "cancel", "run 1", ""));
        database.store().commit(changes);
        for (int look = 0; look < 7; look++) {
            watch.look();
            time.advance(Duration.ofSeconds(10));
        }
    }

    @Test
    void whatWasWrittenIsSealedWithinAMinute() throws Exception {
        var database = MemoryDatabase.empty();
        var watch = watch(database, 1);
        writeAndSeal(database, watch);
        var report = watch.proof().verify(Optional.empty());
        assertThat(report.isIntact()).isTrue();
        assertThat(report.good()).isEqualTo(1);
        assertThat(report.unsealed()).isZero();
        assertThat(Files.readString(folder.resolve("audit.seal")))
                .contains(report.last().orElseThrow().toString());
    }

    @Test
    void aServerThatIsStartedAgainNoticesThatTheLogWasCutMeanwhile() throws Exception {
        var database = MemoryDatabase.empty();
        writeAndSeal(database, watch(database, 1));
        var again = watch(database, 1);
        again.look();
        assertThat(again.proof().verify(Optional.empty()).isIntact()).isTrue();

        var noted = Files.readString(folder.resolve("audit.seal"));
        var cut = MemoryDatabase.empty();
        var afterwards = watch(cut, 1);
        assertThat(afterwards.proof().verify(Optional.empty()).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.what()).isEqualTo(What.SEAL_MISSING));
        writeAndSeal(cut, afterwards);
        assertThat(afterwards.proof().verify(Optional.empty()).isIntact())
                .as("the same entries sealed at another time are another log")
                .isFalse();
        assertThat(folder.resolve("audit.seal")).as("it stays remembered").hasContent(noted);

        Files.delete(folder.resolve("audit.seal"));
        assertThat(watch(cut, 1).proof().verify(Optional.empty()).isIntact()).isTrue();
    }

    @Test
    void whatWasNotedOfAnotherDatabaseIsNobodysFault() throws Exception {
        var database = MemoryDatabase.empty();
        writeAndSeal(database, watch(database, 1));
        var other = watch(MemoryDatabase.empty(), 9);
        assertThat(other.proof().verify(Optional.empty()).isIntact()).isTrue();
        Files.writeString(folder.resolve("audit.seal"), "nonsense");
        assertThat(watch(database, 1).proof().verify(Optional.empty()).isIntact())
                .isTrue();
    }
}
