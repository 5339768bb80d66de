package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.GivenFile;
import io.tidewheel.protocol.wire.PartitionOrder;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partitions of iterative jobs, seen through a whole agent. */
class PartTasksTest {
    /** Works until its share is done, one iteration after the other. */
    private static final String WORK = """
        done=0
        while [ "$done" -lt "$(cat "$TIDEWHEEL_SHARE")" ]; do
          done=$((done + 1))
          echo "$done" >> "$TIDEWHEEL_PROGRESS"
          sleep 0.01
        done
        """;

    private final Path scratch;
    private final FakeServer server = FakeServer.inMemory();
    private final Agent agent;

    PartTasksTest(@TempDir Path scratch) {
        this.scratch = scratch;
        this.agent = TestAgent.start(server, scratch, 2, settings -> settings.withGrace(Duration.ofMillis(200)));
    }

    @AfterEach
    void end() throws Exception {
        agent.close();
        server.close();
        assertThat(server.complaints()).isEmpty();
        try (var left = Files.list(scratch)) {
            assertThat(left).isEmpty();
        }
    }

    private AttemptId add(String script) {
        return server.add(part(script).build());
    }

    private static Work.Builder part(String script) {
        return TestCommands.shell(script).toBuilder()
                .setPart(PartitionOrder.newBuilder()
                        .setPartition(3)
                        .setIterations(1000)
                        .setFirst(250)
                        .setReportMillis(20));
    }

    private void awaitQuestion(AttemptId id) {
        await("the question for a share").until(() -> !server.progress(id).isEmpty());
    }

    private Ending ended(AttemptId id) {
        await("the end of " + id).until(() -> server.report(id).isPresent());
        return server.report(id).map(Report::getEnding).orElseThrow();
    }

    @Test
    void aProgramBeginsWhenItsShareIsKnownAndTellsWhatItHasDone() {
        var id = add(WORK + "echo $TIDEWHEEL_PARTITION $TIDEWHEEL_ITERATIONS $TIDEWHEEL_FIRST");
        awaitQuestion(id);
        assertThat(server.progress(id).getFirst().hasTold()).isFalse();
        server.share(id, 5, 10);
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(id).getPart().getIterations()).isEqualTo(5);
        assertThat(server.outcome(id).getPart().getToldByProgram()).isTrue();
        assertThat(server.stdout(id)).isEqualTo("3 1000 250\n");
    }

    @Test
    void aShareThatChangesReachesTheRunningProgram() {
        var id = add(WORK);
        awaitQuestion(id);
        server.share(id, 1_000_000, 10);
        await("progress").until(() -> server.progress(id).getLast().getIterations() >= 3);
        assertThat(server.progress(id).getLast().getTold()).isEqualTo(1_000_000);
        server.share(id, 1, 10);
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(id).getPart().getIterations()).isBetween(3L, 999_999L);
    }

    @Test
    void aProgramThatNeverTellsHasDoneTheShareItBeganWith() {
        var id = add("sleep 0.1");
        awaitQuestion(id);
        server.share(id, 40, 10);
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(id).getPart().getIterations()).isEqualTo(40);
        assertThat(server.outcome(id).getPart().getToldByProgram()).isFalse();
    }

    @Test
    void whatIsNoCountIsAMistakeOfTheProgram() {
        var id = add("echo plenty > \"$TIDEWHEEL_PROGRESS\"");
        awaitQuestion(id);
        server.share(id, 40, 10);
        assertThat(ended(id)).isEqualTo(Ending.ERROR);
        assertThat(server.outcome(id).getMessage()).contains("TIDEWHEEL_PROGRESS");
        assertThat(server.outcome(id).hasPart()).isFalse();
    }

    @Test
    void afterAReconnectEverythingIsToldAnew() {
        var id = add(WORK);
        awaitQuestion(id);
        server.share(id, 1_000_000, 3_600_000);
        await("it runs").until(() -> server.started().contains(id));
        int before = server.progress(id).size();
        server.cut();
        await("its progress").until(() -> server.progress(id).size() > before);
        assertThat(server.progress(id).getLast().getTold()).isEqualTo(1_000_000);
        server.share(id, 0, 10);
        server.stop(id, false, false);
        ended(id);
    }

    @Test
    void aPartitionThatWaitsForItsShareCanBeStopped() {
        var id = add(WORK);
        awaitQuestion(id);
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
    }

    @Test
    void aCheckpointIsToldAndComesBackWithTheFirstShareOfTheNextTry() {
        var id = add("cat \"$TIDEWHEEL_PROGRESS\" \"$TIDEWHEEL_CHECKPOINT\"\n"
                + "printf '9\\nnew state\\n' > \"$TIDEWHEEL_CHECKPOINT.new\"\n"
                + "mv \"$TIDEWHEEL_CHECKPOINT.new\" \"$TIDEWHEEL_CHECKPOINT\"\n"
                + "echo 9 >> \"$TIDEWHEEL_PROGRESS\"; sleep 600");
        awaitQuestion(id);
        server.share(id, 40, 10, ByteString.copyFromUtf8("7\nold state\n"));
        await("the checkpoint")
                .until(() -> server.progress(id).stream()
                        .anyMatch(each -> each.getCheckpoint().toStringUtf8().equals("9\nnew state\n")));
        server.stop(id, false, false);
        ended(id);
        assertThat(server.stdout(id)).isEqualTo("7\n7\nold state\n");
    }

    @Test
    void filesThatComeWithAChainAreThereBeforeIt() {
        var id = server.add(TestCommands.shell("cat results/0 manifest").toBuilder()
                .addFiles(GivenFile.newBuilder().setPath("results/0").setContent(ByteString.copyFromUtf8("zero\n")))
                .addFiles(GivenFile.newBuilder().setPath("manifest").setContent(ByteString.copyFromUtf8("all\n")))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(id)).isEqualTo("zero\nall\n");
    }

    @Test
    void aFileThatWouldLieElsewhereIsRefused() {
        var id = server.add(TestCommands.shell("true").toBuilder()
                .addFiles(GivenFile.newBuilder().setPath("../out").setContent(ByteString.copyFromUtf8("x")))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
    }
}
