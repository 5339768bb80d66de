package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.agent.process.CommandNotStarted.Reason;
import io.tidewheel.agent.process.OutputSink.Appetite;
import io.tidewheel.agent.process.ProcessEnd.Cause;
import io.tidewheel.agent.process.RunningProcess.Urgency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every launcher promises, tried with real processes. The time-out is there to find a hang, not to measure. */
abstract class ProcessLauncherContract {

    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final Duration AGES = Duration.ofHours(1);
    private static long lastTask;

    @TempDir
    Path folder;

    final AgentSession session = AgentSession.random(new Random());
    final String mark = session.markOfTask(++lastTask);
    final CollectedOutput output = new CollectedOutput();
    ProcessLauncher launcher = launchers().open();

    abstract ProcessLaunchers launchers();

    /** How many starts show a leak; fewer where a start is expensive. */
    abstract int manyStarts();

    @BeforeEach
    void openLauncher() {
        launcher.close();
        launcher = launchers().open();
    }

    @AfterEach
    void leaveNothingBehind() {
        launcher.close();
        MarkedProcesses.killSession(session);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 100, 255})
    void theExitCodeIsTold(int code) {
        var end = run(ProcessLimits.NONE, "sh", "-c", "exit " + code);
        assertThat(end.exitCode()).isEqualTo(code);
        assertThat(end.signal()).isZero();
        assertThat(end.shellCode()).isEqualTo(code);
        assertThat(end.cause()).isEqualTo(Cause.ITSELF);
    }

    @Test
    void outputsThatAreMergedComeInTheOrderOfWriting() {
        var script = "i=0; while [ $i -lt 500 ]; do echo out$i; echo err$i >&2; i=$((i+1)); done; exit 3";
        var spec = new ProcessSpec(List.of("sh", "-c", script), Map.of("PATH", PATH), folder, true);
        assertThat(launcher.start(spec)).isInstanceOfSatisfying(RunningProcess.class, process -> {
            var end = process.pump(output, ProcessLimits.NONE);
            assertThat(end.exitCode()).isEqualTo(3);
            assertThat(end.stderr().total()).isZero();
            assertThat(end.stdout().total()).isEqualTo(output.stdoutBytes().length);
        });
        var expected = IntStream.range(0, 500)
                .mapToObj(i -> "out" + i + "\nerr" + i + "\n")
                .collect(Collectors.joining());
        assertThat(output.stdout()).isEqualTo(expected);
        assertThat(output.stderr()).isEmpty();
        // The next one has two outputs again.
        run(ProcessLimits.NONE, "sh", "-c", "echo other >&2");
        assertThat(output.stderr()).isEqualTo("other\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 10, 11, 13, 15})
    void theSignalThatEndedAProcessIsTold(int signal) {
        var end = run(ProcessLimits.NONE, "sh", "-c", "kill -" + signal + " $$");
        assertThat(end.signal()).isEqualTo(signal);
        assertThat(end.exitCode()).isZero();
        assertThat(end.shellCode()).isEqualTo(128 + signal);
    }

    @Test
    void theTwoOutputsAreKeptApart() {
        var end = run(ProcessLimits.NONE, "sh", "-c", "echo to out; echo to err >&2; printf more");
        assertThat(output.stdout()).isEqualTo("to out\nmore");
        assertThat(output.stderr()).isEqualTo("to err\n");
        assertThat(end.stdout().delivered()).isEqualTo(11);
        assertThat(end.stderr().delivered()).isEqualTo(7);
    }

    @Test
    void tenMegabytesOfLinesArriveWhole() {
        var end = run(ProcessLimits.NONE, "sh", "-c", "yes 'a line of output' | head -c 10485760");
        assertThat(end.stdout().delivered()).isEqualTo(10_485_760);
        assertThat(output.stdout().lines().limit(600_000)).isNotEmpty().allMatch("a line of output"::startsWith);
    }

    @Test
    void oneLineOfFiftyMegabytesPassesInSmallPieces() {
        var seen = new long[2];
        var end = run(
                ProcessLimits.NONE,
                (_, bytes) -> {
                    seen[0] += bytes.remaining();
                    seen[1] = Math.max(seen[1], bytes.remaining());
                    return Appetite.MORE;
                },
                "sh",
                "-c",
                "head -c 52428800 /dev/zero | tr '\\0' x");
        assertThat(seen[0]).isEqualTo(52_428_800);
        assertThat(seen[1]).isLessThanOrEqualTo(64 * 1024);
        assertThat(end.stdout().total()).isEqualTo(52_428_800);
    }

    @Test
    void binaryOutputIsNotTouched() throws IOException {
        var bytes = new byte[300_000];
        new Random(7).nextBytes(bytes);
        Files.write(folder.resolve("data"), bytes);
        run(ProcessLimits.NONE, "cat", "data");
        assertThat(output.stdoutBytes()).isEqualTo(bytes);
    }

    @Test
    void whenTheSinkHasEnoughTheRestIsReadAndCounted() {
        var calls = new int[1];
        var end = run(
                ProcessLimits.NONE,
                (_, _) -> {
                    calls[0]++;
                    return Appetite.ENOUGH;
                },
                "sh",
                "-c",
                "yes | head -c 3000000");
        assertThat(calls[0]).isEqualTo(1);
        assertThat(end.stdout().discarded()).isPositive();
        assertThat(end.stdout().total()).isEqualTo(3_000_000);
        assertThat(end.exitCode()).isZero();
    }

    @Test
    void aProcessThatClosesItsOutputsMayRunOn() {
        var end = run(ProcessLimits.NONE, "sh", "-c", "echo first; exec >&- 2>&-; sleep 0.3; exit 3");
        assertThat(end.exitCode()).isEqualTo(3);
        assertThat(output.stdout()).isEqualTo("first\n");
    }

    @Test
    void standardInputIsEmpty() {
        run(ProcessLimits.NONE, "sh", "-c", "cat; echo end");
        assertThat(output.stdout()).isEqualTo("end\n");
    }

    @Test
    void aFileCanBeItsStandardInput() throws IOException {
        var file = Files.writeString(folder.resolve("input"), "hello\n");
        var spec = new ProcessSpec(List.of("cat"), Map.of("PATH", PATH), folder);
        pump(start(spec.reading(file)), ProcessLimits.NONE);
        // The next one does not read what was left of it.
        run(ProcessLimits.NONE, "sh", "-c", "cat; echo end");
        assertThat(output.stdout()).endsWith("end\n").contains("hello\n").hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void theEnvironmentIsExactlyWhatWasGiven() {
        var environment =
                Map.of("PATH", PATH, "EMPTY", "", "NAME", "Zoë 雨 🌊", "WITH_EQUALS", "a=b=c", "LINES", "one\ntwo");
        pump(start(new ProcessSpec(List.of("env", "-0"), environment, folder)), ProcessLimits.NONE);
        assertThat(Arrays.asList(output.stdout().split("\0")))
                .containsExactlyInAnyOrder(
                        "PATH=" + PATH, "EMPTY=", "NAME=Zoë 雨 🌊", "WITH_EQUALS=a=b=c", "LINES=one\ntwo");
    }

    @Test
    void argumentsArriveUnchanged() {
        run(ProcessLimits.NONE, "printf", "[%s]", "", " two  spaces ", "$HOME `id` \"q\" 'q'", "*", "-n", "línea\n");
        assertThat(output.stdout()).isEqualTo("[][ two  spaces ][$HOME `id` \"q\" 'q'][*][-n][línea\n]");
    }

    @Test
    void theWorkingFolderIsEntered() throws IOException {
        run(ProcessLimits.NONE, "pwd", "-P");
        assertThat(output.stdout().strip()).isEqualTo(folder.toRealPath().toString());
    }

    @Test
    void onlyTheStandardDescriptorsAreOpen() {
        run(ProcessLimits.NONE, "sh", "-c", "echo /proc/self/fd/*");
        assertThat(output.stdout().strip().replace("/proc/self/fd/", "")).isIn("0 1 2", "0 1 2 3");
    }

    @Test
    void aProcessLeadsItsOwnGroupAndHasNoTerminal() {
        run(ProcessLimits.NONE, "sh", "-c", "cut -d' ' -f1,5,7 /proc/$$/stat");
        var numbers = output.stdout().strip().split(" ");
        assertThat(numbers).hasSize(3);
        assertThat(numbers[1]).isEqualTo(numbers[0]);
        assertThat(numbers[2]).isEqualTo("0");
    }

    @Test
    void aMissingCommandIsToldApart() {
        var not = failure("no-such-command");
        assertThat(not.reason()).isEqualTo(Reason.COMMAND_NOT_FOUND);
        assertThat(not.exitCode()).isEqualTo(127);
        assertThat(not.message()).contains("no-such-command").contains(PATH);
    }

    @Test
    void aMissingPathIsToldApart() {
        var not = failure("/no/such/program");
        assertThat(not.reason()).isEqualTo(Reason.COMMAND_NOT_FOUND);
        assertThat(not.message()).contains("/no/such/program");
    }

    @Test
    void aFolderIsNoCommand() {
        var not = failure(folder.toString());
        assertThat(not.reason()).isEqualTo(Reason.COMMAND_NOT_EXECUTABLE);
        assertThat(not.exitCode()).isEqualTo(126);
        assertThat(not.message()).contains("is a folder");
    }

    @Test
    void aFileWithoutExecutePermissionIsNoCommand() throws IOException {
        var file = script("plain", "rw-r--r--", "#!/bin/sh\necho no\n");
        assertThat(failure(file.toString()).reason()).isEqualTo(Reason.COMMAND_NOT_EXECUTABLE);
        assertThat(failure(file.toString()).message()).contains("chmod +x");
    }

    @Test
    void aMissingInterpreterIsNamed() throws IOException {
        var file = script("lost", "rwxr-xr-x", "#!/no/such/interpreter -x\n");
        var not = failure(file.toString());
        assertThat(not.reason()).isEqualTo(Reason.COMMAND_NOT_EXECUTABLE);
        assertThat(not.message()).contains("/no/such/interpreter").doesNotContain("-x'");
    }

    @Test
    void aBinaryOfAForeignKindIsNoCommand() throws IOException {
        var file = folder.resolve("foreign");
        Files.write(file, new byte[] {1, 2, 0, 3, 4, 5, 6, 7});
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        var not = failure("./foreign");
        assertThat(not.reason()).isEqualTo(Reason.COMMAND_NOT_EXECUTABLE);
        assertThat(not.message()).contains("not a program for this machine");
    }

    @Test
    void aScriptWithoutInterpreterLineRunsInAShell() throws IOException {
        script("bare.sh", "rwxr-xr-x", "echo \"ran with $1 and $2\"\nexit 4\n");
        var end = run(ProcessLimits.NONE, "./bare.sh", "one", "t w o");
        assertThat(output.stdout()).isEqualTo("ran with one and t w o\n");
        assertThat(end.exitCode()).isEqualTo(4);
    }

    @Test
    void theCommandIsLookedUpInTheTasksOwnPath() throws IOException {
        var bin = Files.createDirectory(folder.resolve("bin"));
        script("bin/mine", "rwxr-xr-x", "#!/bin/sh\necho mine\n");
        Files.createDirectory(folder.resolve("first"));
        Files.createDirectory(folder.resolve("first/mine"));
        var environment = Map.of("PATH", folder.resolve("first") + ":" + bin + ":" + PATH);
        pump(start(new ProcessSpec(List.of("mine"), environment, folder)), ProcessLimits.NONE);
        assertThat(output.stdout()).isEqualTo("mine\n");
    }

    @Test
    void withoutAPathTheUsualFoldersAreSearched() {
        var end = pump(start(new ProcessSpec(List.of("true"), Map.of(), folder)), ProcessLimits.NONE);
        assertThat(end.exitCode()).isZero();
    }

    @Test
    void aRelativeCommandStartsFromTheWorkingFolder() throws IOException {
        script("tool", "rwxr-xr-x", "#!/bin/sh\necho tool\n");
        run(ProcessLimits.NONE, "./tool");
        assertThat(output.stdout()).isEqualTo("tool\n");
    }

    @Test
    void aMissingWorkingFolderIsToldApart() {
        var spec = new ProcessSpec(List.of("true"), Map.of("PATH", PATH), folder.resolve("gone"));
        assertThat(launcher.start(spec)).isInstanceOfSatisfying(CommandNotStarted.class, not -> {
            assertThat(not.reason()).isEqualTo(Reason.WORKING_FOLDER_UNUSABLE);
            assertThat(not.message()).contains("gone").contains("does not exist");
        });
    }

    @Test
    void aFileIsNoWorkingFolder() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "");
        var spec = new ProcessSpec(List.of("/bin/true"), Map.of(), file);
        assertThat(launcher.start(spec)).isInstanceOfSatisfying(CommandNotStarted.class, not -> {
            assertThat(not.reason()).isEqualTo(Reason.WORKING_FOLDER_UNUSABLE);
            assertThat(not.message()).contains("is not a folder");
        });
    }

    @Test
    void anEndlessCommandLineIsRefused() {
        var not = failure("true", "x".repeat(3_000_000));
        assertThat(not.reason()).isEqualTo(Reason.COMMAND_TOO_LONG);
    }

    @Test
    void aLongCommandLineArrives() {
        var word = "x".repeat(100_000);
        run(ProcessLimits.NONE, "printf", "%s", word);
        assertThat(output.stdout()).isEqualTo(word);
    }

    @Test
    void anEndOnRequestIsPoliteFirst() {
        var running = start("sh", "-c", "trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done");
        output.when("ready", () -> running.end(Urgency.POLITE));
        var end = pump(running, ProcessLimits.NONE.withGrace(AGES));
        assertThat(end.exitCode()).isEqualTo(5);
        assertThat(end.cause()).isEqualTo(Cause.REQUEST);
        assertThat(output.stdout()).isEqualTo("ready\nbye\n");
    }

    @Test
    void whoDoesNotListenIsKilledAfterTheGrace() {
        var running = start("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done");
        output.when("ready", () -> running.end(Urgency.POLITE));
        var end = pump(running, ProcessLimits.NONE.withGrace(Duration.ofMillis(200)));
        assertThat(end.signal()).isEqualTo(9);
        assertThat(end.cause()).isEqualTo(Cause.REQUEST);
    }

    @Test
    void anEndAtOnceDoesNotAsk() {
        var running = start("sh", "-c", "trap 'exit 5' TERM; echo ready; while :; do sleep 0.05; done");
        output.when("ready", () -> running.end(Urgency.AT_ONCE));
        assertThat(pump(running, ProcessLimits.NONE.withGrace(AGES)).signal()).isEqualTo(9);
    }

    @Test
    void impatienceCutsTheGraceShort() {
        var running = start("sh", "-c", "trap 'echo no' TERM; echo ready; while :; do sleep 0.05; done");
        output.when("ready", () -> {
            output.when("no", () -> running.end(Urgency.AT_ONCE));
            running.end(Urgency.POLITE);
        });
        assertThat(pump(running, ProcessLimits.NONE.withGrace(AGES)).signal()).isEqualTo(9);
    }

    @Test
    void anotherThreadCanEndAProcessThatSaysNothing() throws Exception {
        var running = start("sleep", "1000");
        var canceller = Thread.ofPlatform().start(() -> running.end(Urgency.POLITE));
        var end = pump(running, ProcessLimits.NONE);
        canceller.join();
        assertThat(end.signal()).isEqualTo(15);
        assertThat(end.cause()).isEqualTo(Cause.REQUEST);
    }

    @Test
    void aStoppedProcessHearsThePoliteRequest() {
        var running = start("sh", "-c", "trap 'exit 5' TERM; echo ready; while :; do sleep 0.05; done");
        output.when("ready", () -> {
            assertThat(running.signal(19)).isTrue();
            running.end(Urgency.POLITE);
        });
        assertThat(pump(running, ProcessLimits.NONE.withGrace(AGES)).exitCode()).isEqualTo(5);
    }

    @Test
    void anEndedProcessIsNotSignalledAnyMore() {
        var running = start("true");
        pump(running, ProcessLimits.NONE);
        assertThat(running.signal(15)).isFalse();
        running.end(Urgency.AT_ONCE);
        assertThat(run(ProcessLimits.NONE, "sh", "-c", "exit 6").exitCode()).isEqualTo(6);
    }

    @Test
    void theWholeTreeIsEnded() {
        var script = "sleep 1000 & echo $!; sh -c 'sleep 1000 & echo $!; echo $$; wait' & wait";
        var running = start("sh", "-c", script);
        var end = pump(running, ProcessLimits.NONE, (channel, bytes) -> {
            output.accept(channel, bytes);
            if (output.pids().size() == 3) running.end(Urgency.POLITE);
            return Appetite.MORE;
        });
        assertThat(end.cause()).isEqualTo(Cause.REQUEST);
        assertThat(output.pids()).hasSize(3).noneMatch(ProcessTable::runs);
    }

    @Test
    void whoeverIsLeftInTheGroupEndsWithTheProcess() {
        var end = run(ProcessLimits.NONE, "sh", "-c", "sleep 1000 & echo $!; sleep 1000 >/dev/null 2>&1 & echo $!");
        assertThat(end.exitCode()).isZero();
        assertThat(output.pids()).hasSize(2).noneMatch(ProcessTable::runs);
    }

    @Test
    void theRestOfTheGroupMayUseTheGraceToo() {
        var saving = "trap 'sleep 0.3; : > saved; exit' TERM; echo ready; while :; do sleep 0.05; done";
        var running = start("sh", "-c", "sh -c \"" + saving + "\" 2>/dev/null & wait");
        output.when("ready", () -> running.end(Urgency.POLITE));
        var end = pump(running, ProcessLimits.NONE.withGrace(AGES).withLinger(Duration.ZERO));
        assertThat(end.signal()).isEqualTo(15);
        assertThat(folder.resolve("saved")).exists();
    }

    @Test
    void whoLeftTheGroupIsEndedByForceToo() {
        var running = start("sh", "-c", "setsid sh -c 'echo $$; exec sleep 1000' & wait");
        var end = pump(running, ProcessLimits.NONE, (channel, bytes) -> {
            output.accept(channel, bytes);
            running.end(Urgency.POLITE);
            return Appetite.MORE;
        });
        assertThat(end.cause()).isEqualTo(Cause.REQUEST);
        assertThat(output.pids()).hasSize(1).noneMatch(ProcessTable::runs);
    }

    @Test
    void whoLeftTheGroupDoesNotHoldUpTheEnd() {
        var script = "setsid sh -c 'echo $$; : > told; exec sleep 1000' & " + untilExists("told") + "; exit 2";
        var end = run(ProcessLimits.NONE, "sh", "-c", script);
        assertThat(end.exitCode()).isEqualTo(2);
        assertThat(output.pids()).hasSize(1);
    }

    @Test
    void aProcessThatRunsTooLongIsEnded() {
        var end = run(ProcessLimits.NONE.withMaxRuntime(Duration.ofMillis(100)), "sleep", "1000");
        assertThat(end.cause()).isEqualTo(Cause.MAX_RUNTIME);
        assertThat(end.signal()).isEqualTo(15);
        assertThat(end.runtime()).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void aProcessThatFallsSilentIsEnded() {
        var limits = ProcessLimits.NONE.withMaxInactivity(Duration.ofSeconds(2)).withMaxRuntime(AGES);
        var end = run(limits, "sh", "-c", "echo one; sleep 1000");
        assertThat(end.cause()).isEqualTo(Cause.MAX_INACTIVITY);
        assertThat(output.stdout()).isEqualTo("one\n");
    }

    @Test
    void aSinkThatFailsEndsTheProcessAndHarmsNothingElse() {
        var running = start("sh", "-c", "echo $$; exec sleep 1000");
        assertThatThrownBy(() -> pump(running, ProcessLimits.NONE, (_, _) -> {
                    throw new IllegalStateException("sink is broken");
                }))
                .hasMessage("sink is broken");
        assertThat(ProcessTable.runs(running.pid())).isFalse();
        assertThat(run(ProcessLimits.NONE, "sh", "-c", "exit 6").exitCode()).isEqualTo(6);
    }

    @Test
    void aProcessIsPumpedOnce() {
        var running = start("true");
        pump(running, ProcessLimits.NONE);
        assertThatThrownBy(() -> pump(running, ProcessLimits.NONE)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void manyStartsLeaveNoDescriptorAndNoProcessBehind() {
        run(ProcessLimits.NONE, "true");
        long before = ProcessTable.openDescriptors();
        for (int i = 0; i < manyStarts(); i++) {
            switch (i % 4) {
                case 0 -> run(ProcessLimits.NONE, "sh", "-c", "echo out; echo err >&2; (exit 1) & exit 1");
                case 1 -> failure("/no/such/program");
                case 2 ->
                    assertThat(launcher.start(new ProcessSpec(List.of("true"), Map.of(), folder.resolve("gone"))))
                            .isInstanceOf(CommandNotStarted.class);
                default -> run(ProcessLimits.NONE, "true");
            }
        }
        assertThat(ProcessTable.openDescriptors()).isLessThan(before + manyStarts() / 10);
        assertThat(ProcessTable.children()).noneMatch(ProcessTable::runs);
    }

    @Test
    void slotsDoNotDisturbEachOther() throws Exception {
        try (var slots = Executors.newFixedThreadPool(4)) {
            var answers = new ArrayList<Future<String>>();
            for (int slot = 0; slot < 4; slot++) {
                var name = "slot" + slot;
                answers.add(slots.submit(() -> manyEchoes(name)));
            }
            for (int slot = 0; slot < 4; slot++) {
                assertThat(answers.get(slot).get()).isEqualTo(("slot" + slot + "\n").repeat(25));
            }
        }
    }

    /** Shell code that waits for a file in the working folder. */
    static String untilExists(String file) {
        return "while [ ! -e " + file + " ]; do sleep 0.02; done";
    }

    private String manyEchoes(String name) {
        var own = new CollectedOutput();
        try (var mine = launchers().open()) {
            for (int i = 0; i < 25; i++) {
                var outcome = mine.start(new ProcessSpec(List.of("echo", name), Map.of("PATH", PATH), folder));
                assertThat(outcome).isInstanceOf(RunningProcess.class);
                ((RunningProcess) outcome).pump(own, ProcessLimits.NONE);
            }
        }
        return own.stdout();
    }

    ProcessEnd run(ProcessLimits limits, String... argv) {
        return pump(start(argv), limits);
    }

    ProcessEnd run(ProcessLimits limits, OutputSink sink, String... argv) {
        return pump(start(argv), limits, sink);
    }

    RunningProcess start(String... argv) {
        return start(spec(argv));
    }

    RunningProcess start(ProcessSpec spec) {
        return switch (launcher.start(spec)) {
            case RunningProcess running -> running;
            case CommandNotStarted not -> throw new AssertionError(not.message());
        };
    }

    ProcessEnd pump(RunningProcess running, ProcessLimits limits) {
        return pump(running, limits, output);
    }

    static ProcessEnd pump(RunningProcess running, ProcessLimits limits, OutputSink sink) {
        return running.pump(sink, limits);
    }

    CommandNotStarted failure(String... argv) {
        return switch (launcher.start(spec(argv))) {
            case CommandNotStarted not -> not;
            case RunningProcess running -> {
                running.pump(OutputSink.NOTHING, ProcessLimits.NONE.withMaxRuntime(Duration.ofMillis(1)));
                throw new AssertionError(argv[0] + " was started");
            }
        };
    }

    ProcessSpec spec(String... argv) {
        return new ProcessSpec(List.of(argv), Map.of("PATH", PATH, AgentSession.VARIABLE, mark), folder);
    }

    Path script(String name, String permissions, String text) throws IOException {
        var file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
