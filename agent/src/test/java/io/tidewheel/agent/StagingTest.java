package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.StageIn;
import io.tidewheel.protocol.wire.StageOut;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that come from another machine and go to it, seen through a whole agent. */
class StagingTest {
    @TempDir
    Path scratch;

    private final FakeServer server = FakeServer.inMemory();
    private final FileServer files;
    private Agent agent;

    StagingTest() throws Exception {
        files = new FileServer();
    }

    @BeforeEach
    void begin() {
        agent = TestAgent.start(server, scratch, 1);
    }

    @AfterEach
    void end() throws Exception {
        agent.close();
        files.close();
        server.close();
        assertThat(server.complaints()).isEmpty();
        try (var left = Files.list(scratch)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void inputsComeBeforeTheCommandsAndOutputsGoAfterThem() throws Exception {
        files.put("/in", "hello");
        files.put("/tool", "#!/bin/sh\ntr a-z A-Z\n");
        var work = Works.shell("./bin/tool < data/in > out; printf more > second").toBuilder()
                .addStageIn(in("/in", "data/in").setSha256(hash("hello")))
                .addStageIn(in("/tool", "bin/tool").setExecutable(true))
                .addStageOut(out("out", "/out", "result"))
                .addStageOut(out("second", "/second", "other"));
        work.getCommandsBuilder(0)
                .addCollect(Collect.newBuilder().setName("out").setPath("out").setKind(CollectKind.FILE));
        var id = server.add(work.build());
        assertThat(ended(id)).as(message(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(files.get("/out")).isEqualTo("HELLO");
        assertThat(files.get("/second")).isEqualTo("more");
        var staged = server.outcome(id).getStagedList();
        assertThat(staged).extracting("name").containsExactly("result", "other");
        assertThat(staged.getFirst().getSize()).isEqualTo(5);
        assertThat(staged.getFirst().getSha256()).isEqualTo(hash("HELLO"));
    }

    @Test
    void aWrongHashIsTriedAgainAndThenAClearFailure() throws Exception {
        files.put("/in", "damaged");
        var id = server.add(Works.shell("echo started").toBuilder()
                .addStageIn(in("/in", "in").setSha256(hash("whole")))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
        assertThat(message(id)).contains("its input 'in' could not be fetched", "SHA-256", "was expected");
        assertThat(files.calls()).hasSize(4).containsOnly("GET /in");
        assertThat(server.stdout(id)).isEmpty();
    }

    @Test
    void whatPassesIsTriedAgainAndWhatIsRefusedIsNot() {
        files.put("/in", "x");
        files.fail("/in", 2, 503, "");
        var patient = server.add(
                Works.shell("cat in").toBuilder().addStageIn(in("/in", "in")).build());
        assertThat(ended(patient)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(patient)).isEqualTo("x");
        files.fail(
                "/out", 9, 403, "{\"title\": \"Forbidden\", \"detail\": \"this address was good until \\\"noon\\\"\"}");
        var late = server.add(Works.shell("touch out").toBuilder()
                .addStageOut(out("out", "/out?signature=secret", "result"))
                .build());
        assertThat(ended(late)).isEqualTo(Ending.ERROR);
        assertThat(message(late))
                .contains("its output 'result' (out) could not be brought away", "answered 403", "good until \"noon\"")
                .doesNotContain("secret");
        assertThat(files.calls()).filteredOn("PUT /out"::equals).hasSize(1);
        assertThat(server.outcome(late).getStagedList()).isEmpty();
    }

    @Test
    void outputsThatAreNotThereAreNamed() {
        var id = server.add(Works.shell("true").toBuilder()
                .addStageOut(out("no", "/out", "result"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.ERROR);
        assertThat(message(id)).contains("'result' (no)", "there is no such file");
        assertThat(files.calls()).isEmpty();
    }

    @Test
    void nothingIsBroughtAwayWhenACommandFailed() {
        var id = server.add(Works.shell("touch out; exit 1").toBuilder()
                .addStageOut(out("out", "/out", "result"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.EXIT_CODE);
        assertThat(files.calls()).isEmpty();
    }

    @Test
    void addressesThatLeadNowhereAreRefused() {
        for (var url : new String[] {"file:///etc/passwd", "relative", "http://", "a b"}) {
            var id = server.add(Works.shell("true").toBuilder()
                    .addStageIn(StageIn.newBuilder().setUrl(url).setPath("in"))
                    .build());
            assertThat(ended(id)).as(url).isEqualTo(Ending.NOT_STARTED);
            assertThat(message(id)).contains("its input 'in' could not be fetched");
        }
    }

    @Test
    void aTransferThatHangsCanBeStopped() {
        var id = server.add(
                Works.shell("true").toBuilder().addStageIn(in("/endless", "in")).build());
        await().until(() -> files.calls().contains("endless"));
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
    }

    @Test
    void aTransferThatHangsEndsWithTheChainsTime() {
        server.newLane(lane -> lane.setMaxRuntimeMillis(500));
        var id = server.add(
                Works.shell("true").toBuilder().addStageIn(in("/endless", "in")).build());
        assertThat(ended(id)).isEqualTo(Ending.TIMEOUT);
        assertThat(message(id)).contains("on their way");
    }

    @Test
    void anAgentThatIsStoppedDoesNotWaitForATransfer() {
        var id = server.add(
                Works.shell("true").toBuilder().addStageIn(in("/endless", "in")).build());
        await().until(() -> files.calls().contains("endless"));
        agent.close();
        assertThat(server.report(id)).isEmpty();
    }

    @Test
    void aLargeFileComesWhole() throws Exception {
        var large = "0123456789abcdef".repeat(1 << 18);
        files.put("/large", large);
        var id = server.add(Works.shell("cp large copy").toBuilder()
                .addStageIn(in("/large", "large").setSha256(hash(large)))
                .addStageOut(out("copy", "/copy", "copy"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(files.get("/copy").equals(large)).isTrue();
    }

    private StageIn.Builder in(String from, String path) {
        return StageIn.newBuilder().setUrl(files.url(from)).setPath(path);
    }

    private StageOut.Builder out(String path, String to, String name) {
        return StageOut.newBuilder().setPath(path).setUrl(files.url(to)).setName(name);
    }

    private static ByteString hash(String content) throws Exception {
        var digest = MessageDigest.getInstance("SHA-256");
        return ByteString.copyFrom(digest.digest(content.getBytes(StandardCharsets.UTF_8)));
    }

    private String message(AttemptId id) {
        ended(id);
        return server.outcome(id).getMessage();
    }

    private Ending ended(AttemptId id) {
        await().atMost(Duration.ofSeconds(30)).until(() -> server.report(id).isPresent());
        return server.report(id).map(Report::getEnding).orElseThrow();
    }
}
