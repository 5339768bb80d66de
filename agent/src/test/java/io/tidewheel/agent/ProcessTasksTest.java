package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command that runs as a process can rely on, seen through a whole agent. */
class ProcessTasksTest {
    private final Path scratch;
    private final Path elsewhere;
    private final FakeServer server = FakeServer.inMemory();
    private Agent agent;

    ProcessTasksTest(@TempDir Path scratch, @TempDir Path elsewhere) {
        this.scratch = scratch;
        this.elsewhere = elsewhere;
        this.agent = TestAgent.start(
                server,
                scratch,
                2,
                settings -> settings.withGrace(Duration.ofMillis(300)).withBatch(2));
    }

    @AfterEach
    void end() throws Exception {
        agent.close();
        server.close();
        assertThat(server.complaints()).isEmpty();
    }

    @Test
    void itsWordsArriveUnchangedWhateverTheyContain() {
        var words = List.of("-n", "$HOME; `id` && *", "two\nlines", "", "äöü €", "--");
        var work = TestCommands.of(TestCommands.command(Runtime.PROCESS)
                .addArguments("/usr/bin/printf")
                .addArguments("[%s]")
                .addAllArguments(words));
        assertThat(stdout(work)).isEqualTo("[-n][$HOME; `id` && *][two\nlines][][äöü €][--]");
    }

    @Test
    void theParameterStaysOneWord() {
        var work = TestCommands.process("/usr/bin/printf", "[%s]", "{}", "x{}y{}").toBuilder()
                .setSubstitute(true)
                .build();
        var id = server.add(work, "-a; b {} $c", 0);
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(id)).isEqualTo("[-a; b {} $c][x-a; b {} $cy-a; b {} $c]");
    }

    @Test
    void withoutSubstitutionBracesAreBraces() {
        assertThat(stdout(TestCommands.process("/bin/echo", "{}"))).isEqualTo("{}\n");
    }

    @Test
    void itsEnvironmentIsCleanAndTellsWhatItIs() {
        var command = TestCommands.command(Runtime.PROCESS)
                .addArguments("/usr/bin/env")
                .putEnvironment("MINE", "my value")
                .putEnvironment("TIDEWHEEL_RUN_ID", "forged");
        server.newLane(lane -> lane.setMaxRuntimeMillis(60_000));
        var id = server.add(TestCommands.of(command), "a parameter", 0);
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        var environment = new TreeMap<String, String>();
        for (var line : server.stdout(id).lines().toList()) {
            environment.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
        }
        var folder = environment.get("TIDEWHEEL_SCRATCH");
        var deadline = environment.remove("TIDEWHEEL_DEADLINE");
        assertThat(Instant.parse(deadline))
                .isAfter(Instant.now())
                .isBefore(Instant.now().plusSeconds(60));
        assertThat(environment.remove("TIDEWHEEL_AGENT_SESSION")).isNotEmpty();
        assertThat(environment.remove("TIDEWHEEL_CPUS")).isNotEmpty();
        assertThat(environment)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("PATH", "/usr/local/bin:/usr/bin:/bin"),
                        Map.entry("HOME", "/nowhere"),
                        Map.entry("LANG", "C.UTF-8"),
                        Map.entry("TMPDIR", folder),
                        Map.entry("MINE", "my value"),
                        Map.entry("TIDEWHEEL_RUN_ID", "7"),
                        Map.entry("TIDEWHEEL_TASK_ID", Integer.toString(id.index())),
                        Map.entry("TIDEWHEEL_ATTEMPT", "1"),
                        Map.entry("TIDEWHEEL_TOKEN", "7/" + id.index() + "/1"),
                        Map.entry("TIDEWHEEL_PARAMETER", "a parameter"),
                        Map.entry("TIDEWHEEL_AGENT", "tester"),
                        Map.entry("TIDEWHEEL_SCRATCH", folder),
                        Map.entry("TIDEWHEEL_RESULT", folder + "/tidewheel-result")));
    }

    @Test
    void itsFolderIsFreshAndGoneAfterwards() throws Exception {
        var script = "pwd; ls -A; mkdir -p deep/er; touch deep/er/file; ln -s /etc link; chmod 500 deep";
        var first = server.add(TestCommands.shell(script));
        var second = server.add(TestCommands.shell(script));
        assertThat(List.of(ended(first), ended(second))).containsOnly(Ending.SUCCEEDED);
        assertThat(server.stdout(first)).isNotEqualTo(server.stdout(second)).doesNotContain("deep");
        assertThat(Path.of(server.stdout(first).strip())).doesNotExist();
        assertThat(Path.of(server.stdout(second).strip())).doesNotExist();
        assertThat(Path.of("/etc/passwd")).exists();
    }

    @Test
    void aFolderOfItsChoiceIsLeftAlone() {
        var command = TestCommands.command(Runtime.PROCESS)
                .addAllArguments(List.of("/bin/sh", "-c", "pwd; touch left"))
                .setWorkingFolder(elsewhere.toString());
        assertThat(stdout(TestCommands.of(command)).strip()).isEqualTo(elsewhere.toString());
        assertThat(elsewhere.resolve("left")).exists();
    }

    @Test
    void whatItWritesIntoTheResultFileIsItsResult() {
        var id = server.add(TestCommands.shell("printf 42 > \"$TIDEWHEEL_RESULT\""));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(id).getResult().toStringUtf8()).isEqualTo("42");
    }

    @Test
    void aLargeResultIsCutAndSaysSo() {
        var id = server.add(TestCommands.shell("head -c 300000 /dev/zero > \"$TIDEWHEEL_RESULT\""));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(id).getResult().size()).isEqualTo(256 << 10);
        assertThat(server.outcome(id).getMessage()).contains("300,000");
    }

    @Test
    void aLinkOrAPipeInPlaceOfTheResultIsNotRead() throws Exception {
        var secret = Files.writeString(elsewhere.resolve("secret"), "canary");
        var link = server.add(TestCommands.shell("ln -s " + secret + " \"$TIDEWHEEL_RESULT\""));
        var pipe = server.add(TestCommands.shell("mkfifo \"$TIDEWHEEL_RESULT\""));
        for (var id : List.of(link, pipe)) {
            assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
            assertThat(server.outcome(id).getResult()).isEmpty();
            assertThat(server.outcome(id).getMessage()).contains("not a plain file");
        }
        assertThat(secret).hasContent("canary");
    }

    @Test
    void itsEndIsToldWithCodeSignalAndLastWords() {
        var code = server.add(TestCommands.shell("echo out; echo the reason >&2; exit 3"));
        var signal = server.add(TestCommands.shell("kill -SEGV $$"));
        var missing = server.add(TestCommands.process("no-such-program"));
        var empty = server.add(TestCommands.process());
        var nul = server.add(TestCommands.process("echo", "a\0b"));
        assertThat(ended(code)).isEqualTo(Ending.EXIT_CODE);
        assertThat(reportOf(code).getExitCode()).isEqualTo(3);
        assertThat(server.outcome(code).getLastOutput().toStringUtf8()).contains("out\n", "the reason\n");
        assertThat(server.stderr(code)).isEqualTo("the reason\n");
        assertThat(server.outcome(code).getStdoutBytes()).isEqualTo(4);
        assertThat(ended(signal)).isEqualTo(Ending.SIGNAL);
        assertThat(reportOf(signal).getExitCode()).isEqualTo(139);
        assertThat(server.outcome(signal).getSignal()).isEqualTo(11);
        assertThat(server.outcome(signal).getMessage()).contains("SIGSEGV");
        assertThat(ended(missing)).isEqualTo(Ending.NOT_STARTED);
        assertThat(reportOf(missing).getExitCode()).isEqualTo(127);
        assertThat(server.outcome(missing).getMessage()).contains("no-such-program");
        assertThat(ended(empty)).isEqualTo(Ending.NOT_STARTED);
        assertThat(ended(nul)).isEqualTo(Ending.NOT_STARTED);
        assertThat(server.outcome(nul).getMessage()).contains("NUL");
    }

    @Test
    void usageIsMeasured() {
        var id = server.add(TestCommands.shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"));
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.outcome(id).getUserCpuMicros()).isPositive();
    }

    @Test
    void severalCommandsShareAFolderAndTheFirstFailureEndsThem() {
        var fine = server.add(TestCommands.of(shell("echo one > file"), shell("cat file; echo two")));
        var bad = server.add(TestCommands.of(shell("echo one"), shell("exit 4"), shell("echo three")));
        assertThat(ended(fine)).isEqualTo(Ending.SUCCEEDED);
        assertThat(server.stdout(fine)).isEqualTo("one\ntwo\n");
        assertThat(ended(bad)).isEqualTo(Ending.EXIT_CODE);
        assertThat(server.outcome(bad).getFailedCommand()).isEqualTo(1);
        assertThat(server.stdout(bad)).isEqualTo("one\n");
    }

    @Test
    void timeLimitsAreKept() {
        server.newLane(lane -> lane.setMaxRuntimeMillis(200));
        var slow = server.add(TestCommands.shell("sleep 60"));
        var both = server.add(TestCommands.of(shell("sleep 0.15"), shell("sleep 0.15")));
        server.newLane(lane -> lane.setMaxInactivityMillis(300));
        var quiet = server.add(TestCommands.shell("sleep 60"));
        server.newLane(lane -> lane.setMaxRuntimeMillis(60_000));
        var late = server.add(TestCommands.shell("sleep 60"), "", 300);
        assertThat(ended(slow)).isEqualTo(Ending.TIMEOUT);
        assertThat(server.outcome(slow).getMessage()).contains("200ms");
        assertThat(ended(both)).isEqualTo(Ending.TIMEOUT);
        assertThat(ended(quiet)).isEqualTo(Ending.INACTIVITY);
        assertThat(ended(late)).isEqualTo(Ending.DEADLINE);
    }

    @Test
    void aChainWhoseDeadlinePassedIsNotStarted() {
        var marker = elsewhere.resolve("marker");
        server.add(TestCommands.sleep(Duration.ofMillis(400)));
        server.add(TestCommands.sleep(Duration.ofMillis(400)));
        var late = server.add(TestCommands.process("/usr/bin/touch", marker.toString()), "", 100);
        assertThat(ended(late)).isEqualTo(Ending.DEADLINE);
        assertThat(server.outcome(late).getMessage()).contains("before it was started");
        assertThat(marker).doesNotExist();
    }

    @Test
    void aPoliteStopLetsItCleanUp() throws Exception {
        agent.close();
        agent = TestAgent.start(server, scratch, 1, settings -> settings.withGrace(Duration.ofMinutes(5)));
        var id = server.add(
                TestCommands.shell("trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done"));
        await().until(() -> server.stdout(id).contains("ready"));
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
        assertThat(server.stdout(id)).isEqualTo("ready\nbye\n");
    }

    @Test
    void whoeverDoesNotListenIsKilledWithAllItStarted() {
        var id = server.add(TestCommands.shell(
                "trap '' TERM; (trap '' TERM; setsid sleep 987 & sleep 987) & echo ready; wait; sleep 987"));
        await().until(() -> server.stdout(id).contains("ready"));
        server.stop(id, false, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
        assertThat(running("987")).isEmpty();
    }

    @Test
    void aKillDoesNotAsk() {
        var id = server.add(TestCommands.shell("trap 'echo bye' TERM; echo ready; while :; do sleep 0.05; done"));
        await().until(() -> server.stdout(id).contains("ready"));
        server.stop(id, true, false);
        assertThat(ended(id)).isEqualTo(Ending.CANCELLED);
        assertThat(server.outcome(id).getSignal()).isEqualTo(9);
    }

    @Test
    void orphansOfADeadParentEndWithIt() {
        var id = server.add(TestCommands.shell("sleep 986 & sleep 0.1; kill -9 $$"));
        assertThat(ended(id)).isEqualTo(Ending.SIGNAL);
        assertThat(running("986")).isEmpty();
    }

    @Test
    void aStoppedAgentLeavesNothingBehind() throws Exception {
        server.add(TestCommands.shell("trap '' TERM; touch file; sleep 985"));
        await().until(() -> agent.status().running() == 1);
        agent.close();
        assertThat(running("985")).isEmpty();
        try (var left = Files.list(scratch)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void fewSlotsRunManyCommands() {
        var ids = IntStream.range(0, 100)
                .mapToObj(i -> server.add(TestCommands.process("/bin/echo", Integer.toString(i))))
                .toList();
        await().until(() -> server.reported().size() >= ids.size());
        for (int i = 0; i < ids.size(); i++)
            assertThat(server.stdout(ids.get(i))).isEqualTo(i + "\n");
    }

    private static io.tidewheel.protocol.wire.Command.Builder shell(String script) {
        return TestCommands.command(Runtime.PROCESS).addAllArguments(List.of("/bin/sh", "-c", script));
    }

    private String stdout(Work work) {
        var id = server.add(work);
        assertThat(ended(id)).isEqualTo(Ending.SUCCEEDED);
        return server.stdout(id);
    }

    private Ending ended(AttemptId id) {
        await().until(() -> server.report(id).isPresent());
        return reportOf(id).getEnding();
    }

    private Report reportOf(AttemptId id) {
        return server.report(id).orElseThrow();
    }

    /** Processes with this word in their command line. */
    private static List<String> running(String word) {
        return ProcessHandle.allProcesses()
                .map(process -> commandLine(process.pid()))
                .filter(line -> line.contains("sleep\0" + word + "\0"))
                .toList();
    }

    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"));
        } catch (IOException gone) {
            return "";
        }
    }
}
