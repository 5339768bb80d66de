package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.FilePart;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Reuse;
import io.tidewheel.protocol.wire.ReuseOutput;
import io.tidewheel.protocol.wire.StageIn;
import io.tidewheel.protocol.wire.StageOut;
import io.tidewheel.protocol.wire.Staged;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that come from another machine and go to it, seen through a whole agent. */
class StagingTest {
    @TempDir
    Path scratch;

    @TempDir
    Path elsewhere;

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
        var work = TestCommands.shell("./bin/tool < data/in > out; printf more > second").toBuilder()
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
        var id = server.add(TestCommands.shell("echo started").toBuilder()
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
        var patient = server.add(TestCommands.shell("cat in").toBuilder()
                .addStageIn(in("/in", "in"))
                .build());
        assertThat(ended(patient)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(patient)).isEqualTo("x");
        files.fail(
                "/out", 9, 403, "{\"title\": \"Forbidden\", \"detail\": \"this address was good until \\\"noon\\\"\"}");
        var late = server.add(TestCommands.shell("touch out").toBuilder()
                .addStageOut(out("out", "/out?signature=secret", "result"))
                .build());
        assertThat(ended(late)).isEqualTo(Ending.ERROR);
        assertThat(message(late))
                .contains("its output 'result' (out) could not be brought away", "answered 403", "good until \"noon\"")
                .doesNotContain("secret");
        assertThat(files.calls()).filteredOn("PUT /out"::equals).hasSize(1);
        assertThat(server.outcome(late).getStagedList()).isEmpty();
    }

    /** Whoever still writes when the command has ended: the hash that was announced is no longer that of what comes. */
    @ParameterizedTest
    @ValueSource(strings = {"grows", "shrinks", "changes"})
    void aFileThatIsChangedWhileItIsBroughtIsBroughtAgainAndComesAsItIsThen(String how) throws Exception {
        var out = elsewhere.resolve("out");
        files.duringUpload("/out", () -> change(out, how));
        var id = server.add(TestCommands.shell("head -c 30000000 /dev/zero > " + out).toBuilder()
                .addStageOut(out(out.toString(), "/out", "result"))
                .build());
        assertThat(ended(id)).as(message(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(files.calls()).contains("PUT /out");
        var kept = files.get("/out");
        assertThat(kept.equals(Files.readString(out)))
                .as("what was kept is the file")
                .isTrue();
        var staged = server.outcome(id).getStaged(0);
        assertThat(staged.getSize()).isEqualTo(Files.size(out));
        assertThat(staged.getSha256()).isEqualTo(hash(kept));
    }

    private static void change(Path file, String how) {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            switch (how) {
                case "grows" -> channel.write(ByteBuffer.wrap(new byte[] {'x'}), channel.size());
                case "shrinks" -> channel.truncate(channel.size() / 2);
                default -> channel.write(ByteBuffer.wrap(new byte[] {'x'}), channel.size() - 1);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    @Test
    void outputsThatAreNotThereAreNamed() {
        var id = server.add(TestCommands.shell("true").toBuilder()
                .addStageOut(out("no", "/out", "result"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.ERROR);
        assertThat(message(id)).contains("'result' (no)", "there is no such file");
        assertThat(files.calls()).isEmpty();
    }

    @Test
    void nothingIsBroughtAwayWhenACommandFailed() {
        var id = server.add(TestCommands.shell("touch out; exit 1").toBuilder()
                .addStageOut(out("out", "/out", "result"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.EXIT_CODE);
        assertThat(files.calls()).isEmpty();
    }

    @Test
    void addressesThatLeadNowhereAreRefused() {
        for (var url : new String[] {"file:///etc/passwd", "relative", "http://", "a b"}) {
            var id = server.add(TestCommands.shell("true").toBuilder()
                    .addStageIn(StageIn.newBuilder().setUrl(url).setPath("in"))
                    .build());
            assertThat(ended(id)).as(url).isEqualTo(Ending.NOT_STARTED);
            assertThat(message(id)).contains("its input 'in' could not be fetched");
        }
    }

    @Test
    void aTransferThatHangsCanBeStopped() {
        var id = server.add(TestCommands.shell("true").toBuilder()
                .addStageIn(in("/endless", "in"))
                .build());
        await().until(() -> files.calls().contains("endless"));
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
    }

    @Test
    void aTransferThatHangsEndsWithTheChainsTime() {
        server.newLane(lane -> lane.setMaxRuntimeMillis(500));
        var id = server.add(TestCommands.shell("true").toBuilder()
                .addStageIn(in("/endless", "in"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.TIMEOUT);
        assertThat(message(id)).contains("on their way");
    }

    @Test
    void anAgentThatIsStoppedDoesNotWaitForATransfer() {
        var id = server.add(TestCommands.shell("true").toBuilder()
                .addStageIn(in("/endless", "in"))
                .build());
        await().until(() -> files.calls().contains("endless"));
        agent.close();
        assertThat(server.report(id)).isEmpty();
    }

    @Test
    void aLargeFileComesWhole() throws Exception {
        var large = "0123456789abcdef".repeat(1 << 18);
        files.put("/large", large);
        var id = server.add(TestCommands.shell("cp large copy").toBuilder()
                .addStageIn(in("/large", "large").setSha256(hash(large)))
                .addStageOut(out("copy", "/copy", "copy"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(files.get("/copy").equals(large)).isTrue();
    }

    @Test
    void aFolderGoesAsOneArchiveAndComesWholeOrInPart() throws Exception {
        var making = TestCommands.shell("mkdir -p dir/sub; printf alpha > dir/a; printf beta > dir/sub/b").toBuilder()
                .addStageOut(out("dir", "/archive", "parts").setFolder(true).setAdd(true))
                .addStageOut(out("none", "/none", "none").setOptional(true));
        making.getCommandsBuilder(0)
                .addCollect(Collect.newBuilder().setName("parts").setPath("dir").setKind(CollectKind.DIRECTORY));
        var made = server.add(making.build());
        assertThat(ended(made)).as(message(made)).isEqualTo(Ending.SUCCEEDED);
        assertThat(files.calls()).containsExactly("POST /archive");
        assertThat(server.outcome(made).getStagedList()).hasSize(1);
        var staged = server.outcome(made).getStaged(0);
        assertThat(staged.getOffsetsList()).hasSize(2);

        var whole = server.add(TestCommands.shell("cat deep/got/a deep/got/sub/b").toBuilder()
                .addStageIn(in("/archive", "deep/got").setUnpack(true).setSha256(staged.getSha256()))
                .build());
        assertThat(ended(whole)).as(message(whole)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(whole)).isEqualTo("alphabeta");

        var part = server.add(TestCommands.shell("cat deep/b").toBuilder()
                .addStageIn(in("/archive", "deep/b")
                        .setPart(FilePart.newBuilder()
                                .setOffset(staged.getOffsets(1))
                                .setSize(4))
                        .setSha256(hash("beta")))
                .build());
        assertThat(ended(part)).as(message(part)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(part)).isEqualTo("beta");
    }

    @Test
    void whatIsNoArchiveIsNotUnpacked() {
        files.put("/archive", "x".repeat(2_000));
        var id = server.add(TestCommands.shell("true").toBuilder()
                .addStageIn(in("/archive", "got").setUnpack(true))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
        assertThat(message(id)).contains("its input 'got' could not be fetched", "malformed");
    }

    @Test
    void aRelativeNameDoesNotLeadOutOfTheChainsFolder() {
        files.put("/in", "x");
        var id = server.add(TestCommands.shell("true").toBuilder()
                .addStageIn(in("/in", "files/../../outside"))
                .build());
        assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
        assertThat(message(id)).contains("leads out of the chain's folder");
        assertThat(files.calls()).isEmpty();
    }

    @Test
    void whatAnEarlierChainBroughtIsCopiedAndNotMadeAgain() throws Exception {
        files.put("/earlier", "made before");
        var work = TestCommands.shell("echo again > files/out").toBuilder()
                .addStageOut(out("files/out", "/kept", "result").setAdd(true))
                .setReuse(Reuse.newBuilder()
                        .setOrigin("1/2")
                        .addOutputs(ReuseOutput.newBuilder()
                                .setName("result")
                                .setFrom("files/run-1/x")
                                .setTo("files/out")
                                .addFiles(FileFacts.newBuilder().setSize(11).setSha256(hash("made before")))
                                .setUrl(files.url("/earlier?signed"))
                                .setStaged(Staged.newBuilder()
                                        .setName("result")
                                        .setPath("files/run-1/x")
                                        .setSize(11)
                                        .setSha256(hash("made before")))));
        var id = server.add(work.build());
        assertThat(ended(id)).as(message(id)).isEqualTo(Ending.SUCCEEDED);
        var outcome = server.outcome(id);
        assertThat(outcome.getReused()).isEqualTo("1/2");
        assertThat(files.get("/kept")).isEqualTo("made before");
        assertThat(files.calls()).containsExactly("POST /kept");
        assertThat(outcome.getStaged(0).getPath()).isEqualTo("files/out");
        assertThat(outcome.getCollected(0).getFiles(0).getPath()).isEqualTo("files/out");

        files.fail("/kept", 1, 404, "{\"detail\": \"it is gone\"}");
        var missed = server.add(work.clone()
                .setCommands(
                        0,
                        TestCommands.shell("mkdir files; echo again > files/out")
                                .getCommands(0))
                .build());
        assertThat(ended(missed)).as(message(missed)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(missed).getReuseMiss()).contains("could not be taken", "it is gone");
        assertThat(files.get("/kept")).isEqualTo("again\n");
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
        await().until(() -> server.report(id).isPresent());
        return server.report(id).map(Report::getEnding).orElseThrow();
    }
}
