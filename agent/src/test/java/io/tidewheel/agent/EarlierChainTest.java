package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Reuse;
import io.tidewheel.protocol.wire.ReuseInput;
import io.tidewheel.protocol.wire.ReuseOutput;
import io.tidewheel.protocol.wire.Runtime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of an earlier chain in the place of commands, seen through a whole agent. */
class EarlierChainTest {
    private final Path shared;
    private final FakeServer server = FakeServer.inMemory();
    private final Agent agent;
    private Path input;
    private Path from;
    private Path to;

    EarlierChainTest(@TempDir Path scratch, @TempDir Path shared) {
        this.shared = shared;
        this.agent = TestAgent.start(server, scratch, 1, settings -> settings);
    }

    @BeforeEach
    void begin() throws IOException {
        input = Files.writeString(shared.resolve("input"), "input");
        from = Files.writeString(shared.resolve("from"), "made before");
        to = shared.resolve("new/to");
    }

    @AfterEach
    void end() throws IOException {
        agent.close();
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void whatIsThereIsTakenAndNothingIsRun() throws Exception {
        var outcome = run(reuse());
        assertThat(outcome.getReused()).isEqualTo("4/2");
        assertThat(outcome.getReuseMiss()).isEmpty();
        assertThat(Files.readString(to)).isEqualTo("made before");
        assertThat(outcome.getCollected(0).getName()).isEqualTo("out");
        assertThat(outcome.getCollected(0).getFilesList()).containsExactly(facts(to.toString(), "made before"));
        assertThat(outcome.getInputsList()).containsExactly(facts(input.toString(), "input"));
        assertThat(outcome.getCommandsList()).isEmpty();
    }

    @Test
    void anInputThatChangedIsNamedAndTheCommandsAreRun() throws Exception {
        var reuse = reuse();
        Files.writeString(input, "other");
        var outcome = run(reuse);
        assertThat(outcome.getReused()).isEmpty();
        assertThat(outcome.getReuseMiss())
                .matches("input " + input + " changed: sha256 [0-9a-f]{8}\\.\\. -> [0-9a-f]{8}\\.\\.");
        assertThat(Files.readString(to)).isEqualTo("made now");
    }

    @Test
    void anOutputThatIsGoneOrChangedIsMadeAgain() throws Exception {
        var reuse = reuse();
        Files.writeString(from, "damaged");
        assertThat(run(reuse).getReuseMiss()).startsWith("output " + from + " changed");
        Files.delete(from);
        assertThat(run(reuse).getReuseMiss()).isEqualTo("output " + from + " is gone");
    }

    @Test
    void whatTheServerKnowsToBeNewIsHandedBack() {
        var outcome = run(Reuse.newBuilder().setMiss("argument changed"));
        assertThat(outcome.getReuseMiss()).isEqualTo("argument changed");
        assertThat(outcome.getReused()).isEmpty();
    }

    /** An attempt that died had put a link there already: the commands must not write through it. */
    @Test
    void commandsNeverWriteIntoFilesOfAnEarlierRun() throws Exception {
        var reuse = reuse();
        Files.createDirectories(to.getParent());
        Files.createLink(to, from);
        Files.writeString(input, "other");
        assertThat(run(reuse).getReuseMiss()).startsWith("input");
        assertThat(Files.readString(to)).isEqualTo("made now");
        assertThat(Files.readString(from)).isEqualTo("made before");
    }

    @Test
    void foldersAreRestoredExactlyAndWhatWasMissingStaysMissing() throws Exception {
        var folder = Files.createDirectories(shared.resolve("folder/x"));
        Files.writeString(folder.resolve("1"), "one");
        Files.createSymbolicLink(shared.resolve("folder/link"), folder.resolve("1"));
        Files.createDirectories(to);
        Files.writeString(to.resolve("leftover"), "of an attempt that died");
        var reuse = Reuse.newBuilder()
                .setOrigin("4/2")
                .addOutputs(ReuseOutput.newBuilder()
                        .setName("out")
                        .setFrom(shared.resolve("folder").toString())
                        .setTo(to.toString())
                        .setFolder(true)
                        .addFiles(facts("link", "one"))
                        .addFiles(facts("x/1", "one")))
                .addOutputs(ReuseOutput.newBuilder()
                        .setName("perhaps")
                        .setFrom(shared.resolve("no").toString())
                        .setTo(shared.resolve("nothing").toString())
                        .setMissing(true));
        var outcome = run(reuse);
        assertThat(outcome.getReused()).isEqualTo("4/2");
        assertThat(to.resolve("leftover")).doesNotExist();
        assertThat(Files.readString(to.resolve("x/1"))).isEqualTo("one");
        assertThat(to.resolve("link")).isRegularFile();
        assertThat(outcome.getCollected(1).getMissing()).isTrue();
        assertThat(shared.resolve("nothing")).doesNotExist();
    }

    @Test
    void aFileMoreInAFolderIsAnotherInput() throws Exception {
        var folder = Files.createDirectories(shared.resolve("folder"));
        Files.writeString(folder.resolve("a"), "a");
        Files.writeString(folder.resolve("b"), "b");
        var reuse = reuse().addInputs(
                        ReuseInput.newBuilder().setPath(folder.toString()).addFiles(facts("a", "a")));
        assertThat(run(reuse).getReuseMiss()).isEqualTo("input " + folder.resolve("b") + " is new");
    }

    private Reuse.Builder reuse() {
        return Reuse.newBuilder()
                .setOrigin("4/2")
                .addInputs(ReuseInput.newBuilder().setPath(input.toString()).addFiles(facts("", "input")))
                .addOutputs(ReuseOutput.newBuilder()
                        .setName("out")
                        .setFrom(from.toString())
                        .setTo(to.toString())
                        .addFiles(facts("", "made before")));
    }

    private Outcome run(Reuse.Builder reuse) {
        var command = TestCommands.command(Runtime.PROCESS)
                .addArguments("/bin/sh")
                .addArguments("-c")
                .addArguments("printf 'made now' > " + to)
                .addMakeFolders(to.getParent().toString())
                .addCollect(Collect.newBuilder()
                        .setName("out")
                        .setPath(to.toString())
                        .setKind(CollectKind.FILE_OR_EMPTY_LIST));
        var id = server.add(TestCommands.of(command).toBuilder()
                .setHashFiles(true)
                .setReuse(reuse)
                .build());
        await().until(() -> server.report(id).isPresent());
        assertThat(server.report(id).orElseThrow().getEnding()).isEqualTo(Ending.SUCCEEDED);
        return server.outcome(id);
    }

    private static FileFacts facts(String path, String content) {
        var bytes = content.getBytes(StandardCharsets.UTF_8);
        var sum = new Sha256.Sum();
        sum.add(bytes, 0, bytes.length);
        return FileFacts.newBuilder()
                .setPath(path)
                .setSize(bytes.length)
                .setSha256(ByteString.copyFrom(sum.take().bytes()))
                .build();
    }
}
