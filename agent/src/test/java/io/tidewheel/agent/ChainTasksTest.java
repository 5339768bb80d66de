package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.TimeLimit;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chains of several commands with labels, tries, limits and files of their own, seen through a whole agent. */
class ChainTasksTest {
    private final Path shared;
    private final Path scratch;
    private final FakeServer server = FakeServer.inMemory();
    private final Agent agent;

    ChainTasksTest(@TempDir Path scratch, @TempDir Path shared) {
        this.scratch = scratch;
        this.shared = shared;
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

    // Several commands.

    @Test
    void eachCommandIsTold() {
        var id = server.add(
                TestCommands.of(shell("make", "printf one"), shell("use", "echo two; exit 3"), shell("no", "echo")));
        assertThat(ended(id)).isEqualTo(Ending.EXIT_CODE);
        assertThat(server.stdout(id))
                .isEqualTo("--- make (command 1 of 3) ---\none\n--- use (command 2 of 3) ---\ntwo\n");
        var outcome = server.outcome(id);
        assertThat(outcome.getMessage()).isEqualTo("use (command 2 of 3): ended with exit code 3");
        assertThat(outcome.getLastOutput().toStringUtf8()).isEqualTo("two\n");
        assertThat(outcome.getFailedCommand()).isEqualTo(1);
        assertThat(outcome.getCommandsList()).extracting("label").containsExactly("make", "use");
        assertThat(outcome.getCommandsList()).extracting("exitCode").containsExactly(0, 3);
        assertThat(outcome.getCommandsList()).extracting("attempts").containsExactly(1, 1);
        var first = outcome.getCommands(0);
        var second = outcome.getCommands(1);
        assertThat(first.getStartedMicros()).isEqualTo(outcome.getStartedMicros());
        assertThat(first.getFinishedMicros()).isGreaterThan(first.getStartedMicros());
        assertThat(second.getStartedMicros()).isGreaterThanOrEqualTo(first.getFinishedMicros());
        assertThat(second.getFinishedMicros()).isLessThanOrEqualTo(outcome.getFinishedMicros());
        assertThat(second.getUserCpuMicros() + second.getSystemCpuMicros()).isPositive();
    }

    @Test
    void aSingleCommandHasNoMarkerAndWithoutALabelNoRecord() {
        var plain = server.add(TestCommands.shell("echo hello"));
        var named = server.add(TestCommands.of(shell("greet", "echo hello; exit 1")));
        assertThat(ended(plain)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(plain).getCommandsList()).isEmpty();
        assertThat(ended(named)).isEqualTo(Ending.EXIT_CODE);
        assertThat(server.stdout(named)).isEqualTo("hello\n");
        assertThat(server.outcome(named).getMessage()).isEqualTo("greet: ended with exit code 1");
        assertThat(server.outcome(named).getCommandsList()).hasSize(1);
    }

    @Test
    void mergedOutputsKeepTheirOrder() {
        var script = "for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done";
        var id = server.add(TestCommands.of(shell("", script).setMergeStderr(true)));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(id)).startsWith("out 1\nerr 1\nout 2\nerr 2\n").endsWith("out 9\nerr 9\n");
        assertThat(server.outcome(id).getStderrBytes()).isZero();
    }

    // Tries.

    @Test
    void aCommandIsTriedAgainOnItsOwn() {
        var count = shared.resolve("count");
        var flaky = shell("flaky", "echo x >> " + count + "; echo again; [ $(wc -l < " + count + ") -ge 3 ]")
                .setRetry(RetryRule.newBuilder().setMaxAttempts(5).setDelayMillis(1));
        var once = shared.resolve("once");
        var id = server.add(TestCommands.of(shell("first", "echo x >> " + once), flaky));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(count).hasContent("x\nx\nx\n");
        assertThat(once).hasContent("x\n");
        assertThat(server.outcome(id).getCommandsList()).extracting("attempts").containsExactly(1, 3);
        assertThat(server.stdout(id))
                .endsWith(
                        "--- flaky (command 2 of 2), try 2 ---\nagain\n--- flaky (command 2 of 2), try 3 ---\nagain\n");
    }

    @Test
    void whenAllTriesHaveFailedTheLastOneIsTold() {
        var id = server.add(TestCommands.of(shell("", "echo try; exit 9")
                .setRetry(RetryRule.newBuilder()
                        .setMaxAttempts(3)
                        .setDelayMillis(1)
                        .setExponentialBackoff(2))));
        assertThat(ended(id)).isEqualTo(Ending.EXIT_CODE);
        assertThat(reportOf(id).getExitCode()).isEqualTo(9);
        assertThat(server.outcome(id).getMessage()).isEqualTo("ended with exit code 9 (try 3)");
        assertThat(server.stdout(id)).isEqualTo("try\n--- try 2 ---\ntry\n--- try 3 ---\ntry\n");
        assertThat(server.outcome(id).getLastOutput().toStringUtf8()).isEqualTo("try\n");
    }

    @Test
    void aDelayBetweenTriesCanBeStopped() {
        var id = server.add(TestCommands.of(shell("", "echo failed; exit 1")
                .setRetry(RetryRule.newBuilder().setMaxAttempts(-1).setDelayMillis(3_600_000))));
        await().until(() -> server.stdout(id).equals("failed\n"));
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
        assertThat(reportOf(id).getCancels()).isFalse();
    }

    @Test
    void anAgentIsStoppedDuringADelay() throws Exception {
        var id = server.add(TestCommands.of(shell("", "echo failed; exit 1")
                .setRetry(RetryRule.newBuilder().setMaxAttempts(2).setDelayMillis(3_600_000))));
        await().until(() -> server.stdout(id).equals("failed\n"));
        agent.close();
        assertThat(server.report(id)).isEmpty();
    }

    @Test
    void endlessTriesEndWhenTheyAreKilled() {
        var id = server.add(TestCommands.of(
                shell("", "echo x; exit 1").setRetry(RetryRule.newBuilder().setMaxAttempts(-1))));
        await().until(() -> server.stdout(id).contains("try 5"));
        server.stop(id, true, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
    }

    // Limits.

    @Test
    void aLimitCancelsUnlessItIsSetToFail() {
        var cancels = server.add(TestCommands.of(shell("a", "sleep 60").setMaxRuntime(limit(100, false))));
        var fails = server.add(TestCommands.of(shell("b", "sleep 60").setMaxRuntime(limit(100, true))));
        var quiet = server.add(TestCommands.of(shell("c", "echo; sleep 60").setMaxInactivity(limit(150, false))));
        var late = server.add(TestCommands.of(shell("d", "sleep 60").setDeadline(limit(100, false))));
        assertThat(ended(cancels)).isEqualTo(Ending.TIMEOUT);
        assertThat(reportOf(cancels).getCancels()).isTrue();
        assertThat(server.outcome(cancels).getMessage())
                .isEqualTo("a: ended because it ran longer than its limit of 100ms");
        assertThat(ended(fails)).isEqualTo(Ending.TIMEOUT);
        assertThat(reportOf(fails).getCancels()).isFalse();
        assertThat(ended(quiet)).isEqualTo(Ending.INACTIVITY);
        assertThat(reportOf(quiet).getCancels()).isTrue();
        assertThat(ended(late)).isEqualTo(Ending.DEADLINE);
        assertThat(reportOf(late).getCancels()).isTrue();
    }

    @Test
    void aTryThatTookTooLongIsRepeatedOnlyIfThatIsAFailure() {
        var retry = RetryRule.newBuilder().setMaxAttempts(3);
        var fails = server.add(TestCommands.of(
                shell("", "echo begun; sleep 60").setRetry(retry).setMaxRuntime(limit(200, true))));
        var cancels = server.add(TestCommands.of(
                shell("", "echo begun; sleep 60").setRetry(retry).setMaxRuntime(limit(200, false))));
        assertThat(ended(fails)).isEqualTo(Ending.TIMEOUT);
        assertThat(server.stdout(fails)).isEqualTo("begun\n--- try 2 ---\nbegun\n--- try 3 ---\nbegun\n");
        assertThat(ended(cancels)).isEqualTo(Ending.TIMEOUT);
        assertThat(server.stdout(cancels)).isEqualTo("begun\n");
    }

    @Test
    void theDeadlineOfACommandIsAroundAllItsTries() {
        var retry = RetryRule.newBuilder().setMaxAttempts(-1).setDelayMillis(3_600_000);
        var id = server.add(TestCommands.of(
                shell("x", "exit 5").setRetry(retry).setDeadline(limit(60_000, false)), shell("never", "echo")));
        assertThat(ended(id)).isEqualTo(Ending.DEADLINE);
        assertThat(reportOf(id).getCancels()).isTrue();
        assertThat(server.outcome(id).getMessage()).contains("no time left for another try", "exit code 5");
    }

    @Test
    void theLimitsOfACommandBeginWithItAndThoseOfTheChainHoldBesides() {
        server.newLane(lane -> lane.setMaxRuntimeMillis(1_000));
        var second = shell("b", "sleep 0.25").setMaxRuntime(limit(900, true)).setDeadline(limit(900, true));
        var fine = server.add(TestCommands.of(shell("a", "sleep 0.25"), second));
        var slow = server.add(TestCommands.of(shell("a", "sleep 60")
                .setMaxRuntime(limit(50_000, false))
                .setRetry(RetryRule.newBuilder().setMaxAttempts(-1))));
        assertThat(ended(fine)).isEqualTo(Ending.SUCCEEDED);
        assertThat(ended(slow)).isEqualTo(Ending.TIMEOUT);
        assertThat(reportOf(slow).getCancels()).isFalse();
        assertThat(server.outcome(slow).getMessage()).contains("its limit of 1s");
    }

    @Test
    void limitsHoldForSleepsToo() {
        var sleep = TestCommands.command(Runtime.SLEEP).setSleepMicros(60_000_000);
        var late = server.add(TestCommands.of(sleep.clone().setMaxRuntime(limit(50, false))));
        var quiet = server.add(TestCommands.of(sleep.clone().setMaxInactivity(limit(50, true))));
        assertThat(ended(late)).isEqualTo(Ending.TIMEOUT);
        assertThat(reportOf(late).getCancels()).isTrue();
        assertThat(ended(quiet)).isEqualTo(Ending.INACTIVITY);
        assertThat(reportOf(quiet).getCancels()).isFalse();
    }

    // Files.

    @Test
    void foldersAreMadeAndOutputsAreCollectedAndHashed() throws Exception {
        var input = Files.writeString(shared.resolve("input"), "input");
        var file = shared.resolve("a/b/file");
        var folder = shared.resolve("c/d");
        var make = shell("make", "printf one > " + file)
                .addMakeFolders(file.getParent().toString())
                .addInputFiles(input.toString())
                .addCollect(collect("file", file.toString(), CollectKind.FILE).setStore(true));
        var fill = shell("fill", "cd " + folder + "; mkdir -p x/y; printf 2 > x/y/z; printf 1 > a; ln -s a b; mkfifo p")
                .addMakeFolders(folder.toString())
                .addInputFiles(file.toString())
                .addCollect(collect("folder", folder.toString(), CollectKind.DIRECTORY))
                .addCollect(collect("perhaps", folder + "/no", CollectKind.FILE_OR_EMPTY_LIST))
                .addCollect(collect("here", folder + "/a", CollectKind.FILE_OR_EMPTY_LIST));
        var id = server.add(
                TestCommands.of(make, fill).toBuilder().setHashFiles(true).build());
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        var outcome = server.outcome(id);
        assertThat(outcome.getInputsList()).containsExactly(facts(input, "input"), facts(file, "one"));
        assertThat(outcome.getCollectedList()).extracting("name").containsExactly("file", "folder", "perhaps", "here");
        assertThat(outcome.getCollected(0).getFilesList()).containsExactly(facts(file, "one"));
        assertThat(outcome.getCollected(0).getStore()).isTrue();
        assertThat(outcome.getCollected(1).getCommand()).isEqualTo(1);
        assertThat(outcome.getCollected(1).getFilesList())
                .containsExactly(
                        facts(folder.resolve("a"), "1"),
                        facts(folder.resolve("b"), "1"),
                        facts(folder.resolve("x/y/z"), "2"));
        assertThat(outcome.getCollected(2).getMissing()).isTrue();
        assertThat(outcome.getCollected(2).getFilesList()).isEmpty();
        assertThat(outcome.getCollected(3).getFilesList()).hasSize(1);
    }

    @Test
    void relativePathsStartFromTheChainsOwnFolder() {
        var id = server.add(TestCommands.of(shell("", "printf 1 > out/one")
                .addMakeFolders("out")
                .addCollect(collect("folder", "out", CollectKind.DIRECTORY))
                .addCollect(collect("file", "out/one", CollectKind.FILE))));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        for (var found : server.outcome(id).getCollectedList()) {
            assertThat(found.getFilesList())
                    .containsExactly(
                            FileFacts.newBuilder().setPath("out/one").setSize(1).build());
        }
    }

    @Test
    void aMissingOutputIsAFailureThatMayBeTriedAgain() {
        var file = shared.resolve("late");
        var again = shared.resolve("again");
        var wish = collect("result", file.toString(), CollectKind.FILE);
        var missing = server.add(TestCommands.of(shell("liar", "echo done").addCollect(wish)));
        assertThat(ended(missing)).isEqualTo(Ending.ERROR);
        assertThat(server.outcome(missing).getMessage())
                .isEqualTo("liar: it succeeded, but its output 'result' is missing: there is no file '" + file + "'");
        assertThat(server.outcome(missing).getCollectedList()).isEmpty();
        var folder = server.add(TestCommands.of(
                shell("", "true").addCollect(collect("result", shared + "/no", CollectKind.DIRECTORY))));
        assertThat(ended(folder)).isEqualTo(Ending.ERROR);
        assertThat(server.outcome(folder).getMessage()).contains("there is no folder");
        var second = server.add(TestCommands.of(shell("", "[ -e " + again + " ] && touch " + file + "; touch " + again)
                .setRetry(RetryRule.newBuilder().setMaxAttempts(2))
                .addCollect(wish)));
        assertThat(ended(second)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(second).getCollected(0).getFilesCount()).isEqualTo(1);
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        var file = Files.writeString(shared.resolve("file"), "");
        var id = server.add(TestCommands.of(shell("x", "echo started").addMakeFolders(file + "/below")));
        assertThat(ended(id)).isEqualTo(Ending.NOT_STARTED);
        assertThat(server.outcome(id).getMessage()).startsWith("x: its folder '" + file + "/below' could not be made");
        assertThat(server.stdout(id)).isEmpty();
    }

    @Test
    void moreFilesThanCanBeToldAreAFailure() {
        var folder = shared.resolve("many");
        var long200 = "x".repeat(200);
        var id =
                server.add(TestCommands.of(shell("", "seq -f '" + folder + "/%g-" + long200 + "' 1 40000 | xargs touch")
                        .addMakeFolders(folder.toString())
                        .addCollect(collect("many", folder.toString(), CollectKind.DIRECTORY))));
        assertThat(ended(id)).isEqualTo(Ending.ERROR);
        assertThat(server.outcome(id).getMessage())
                .contains("output 'many'", "more files than can be told", "100,000", "archive");
        assertThat(server.outcome(id).getCollectedList()).isEmpty();
    }

    @Test
    void aSearchForFilesCanBeStoppedAndHasTheTimeOfTheChain() {
        var endless = collect("endless", "/proc", CollectKind.DIRECTORY);
        var stopped = server.add(TestCommands.of(shell("", "echo ready")
                .setRetry(RetryRule.newBuilder().setMaxAttempts(-1))
                .addCollect(endless)));
        await().until(() -> server.stdout(stopped).startsWith("ready\n"));
        server.stop(stopped, false, false);
        assertThat(ended(stopped)).isEqualTo(Ending.CANCELLED);
        var late = server.add(TestCommands.of(shell("", "true")
                .setRetry(RetryRule.newBuilder().setMaxAttempts(-1))
                .setDeadline(limit(300, true))
                .addCollect(endless)));
        assertThat(ended(late)).isEqualTo(Ending.DEADLINE);
    }

    @Test
    void noopsWithFilesLookForThem() throws Exception {
        var file = Files.writeString(shared.resolve("there"), "x");
        var id = server.add(TestCommands.of(TestCommands.command(Runtime.NOOP)
                .addMakeFolders(shared + "/made")
                .addCollect(collect("there", file.toString(), CollectKind.FILE))));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(shared.resolve("made")).isDirectory();
        assertThat(server.outcome(id).getCollected(0).getFiles(0).getSize()).isEqualTo(1);
    }

    @Test
    void whatMakesNoSenseIsToldAndTakesNothingDown() {
        var retry = server.add(TestCommands.of(
                shell("", "true").setRetry(RetryRule.newBuilder().setMaxAttempts(-7))));
        var path = server.add(TestCommands.of(shell("", "true").addMakeFolders("a\0b")));
        var kind = server.add(TestCommands.of(shell("", "true")
                .addCollect(Collect.newBuilder().setName("n").setPath("p").setKindValue(99))));
        assertThat(ended(retry)).isEqualTo(Ending.NOT_STARTED);
        assertThat(server.outcome(retry).getMessage()).contains("-7");
        assertThat(ended(path)).isEqualTo(Ending.NOT_STARTED);
        assertThat(ended(kind)).isEqualTo(Ending.ERROR);
        assertThat(server.outcome(kind).getMessage()).contains("too old");
        assertThat(agent.status().connected()).isTrue();
    }

    private static Command.Builder shell(String label, String script) {
        return TestCommands.command(Runtime.PROCESS).setLabel(label).addAllArguments(List.of("/bin/sh", "-c", script));
    }

    private static TimeLimit limit(long millis, boolean fails) {
        return TimeLimit.newBuilder().setMillis(millis).setFails(fails).build();
    }

    private static Collect.Builder collect(String name, String path, CollectKind kind) {
        return Collect.newBuilder().setName(name).setPath(path).setKind(kind);
    }

    private static FileFacts facts(Path path, String content) throws Exception {
        var bytes = content.getBytes(StandardCharsets.UTF_8);
        return FileFacts.newBuilder()
                .setPath(path.toString())
                .setSize(bytes.length)
                .setSha256(
                        ByteString.copyFrom(MessageDigest.getInstance("SHA-256").digest(bytes)))
                .build();
    }

    private Ending ended(AttemptId id) {
        await().until(() -> server.report(id).isPresent());
        return reportOf(id).getEnding();
    }

    private Report reportOf(AttemptId id) {
        return server.report(id).orElseThrow();
    }
}
