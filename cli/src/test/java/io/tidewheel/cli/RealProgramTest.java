package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The program from outside: processes, exit codes, signals. */
class RealProgramTest {
    @TempDir
    Path folder;

    private RealProgram tidewheel;

    @BeforeEach
    void install() {
        tidewheel = new RealProgram(folder);
    }

    @Test
    void aCommandRunsAsIfItHadBeenStartedDirectly() {
        var end = tidewheel.run("run", "--", "sh", "-c", "echo out; echo err >&2; pwd");
        assertThat(end.code()).isZero();
        assertThat(end.out()).isEqualTo("out\n" + real(folder) + "\n");
        assertThat(end.err()).isEqualTo("err\n");
    }

    @Test
    void itsExitCodeIsOurs() {
        var end = tidewheel.run("run", "--", "sh", "-c", "exit 42");
        assertThat(end.code()).isEqualTo(42);
        assertThat(end.err()).contains("run 1 failed: ended with exit code 42");
    }

    @Test
    void aSignalBecomes128AndItsNumber() {
        assertThat(tidewheel.run("run", "--", "sh", "-c", "kill -9 $$").code()).isEqualTo(128 + 9);
    }

    @Test
    void aCommandThatDoesNotExistIsNamed() {
        var end = tidewheel.run("run", "--", "no-such-program");
        assertThat(end.code()).isEqualTo(127);
        assertThat(end.err()).contains("'no-such-program' not found");
    }

    @Test
    void aFileThatIsNoProgramIsNamed() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "not a program");
        var end = tidewheel.run("run", "--", "./notes.txt");
        assertThat(end.code()).isEqualTo(126);
        assertThat(end.err()).contains("notes.txt");
    }

    @Test
    void bytesArePassedOnUnchangedAndInFull() throws IOException {
        var bytes = new byte[3 << 20];
        new java.util.Random(7).nextBytes(bytes);
        Files.write(folder.resolve("bytes"), bytes);
        var running = tidewheel.start("run", "--", "cat", "bytes");
        assertThat(running.await().code()).isZero();
        assertThat(Files.readAllBytes(running.out())).isEqualTo(bytes);
    }

    @Test
    void whatRanCanBeLookedAtAfterwards() {
        tidewheel.run("run", "--name", "first", "--", "echo", "hello");
        tidewheel.run("run", "--array", "1-3", "--", "sh", "-c", "echo {}; test {} != 2");
        assertThat(tidewheel.run("ls", "-o", "name").out()).isEqualTo("2\n1\n");
        assertThat(tidewheel.run("logs", "first").out()).isEqualTo("hello\n");
        assertThat(tidewheel.run("logs", "2").out()).isEqualTo("0: 1\n1: 2\n2: 3\n");
        assertThat(tidewheel.run("show", "2", "--failed", "-o", "name").out()).isEqualTo("2/1\n");
    }

    @Test
    void anArrayOfWhichATaskFailsEndsWith3AndSaysWhichAndWhatNext() {
        var end = tidewheel.run("run", "--array", "1-20", "--", "sh", "-c", "echo last words of {} >&2; test {} != 7");
        assertThat(end.code()).isEqualTo(3);
        assertThat(end.out()).isEmpty();
        assertThat(end.err())
                .contains("20/20 100%", "1 of 20 tasks failed", "task 6: ended with exit code 1", "| last words of 7")
                .contains("tidewheel logs 1/6 --stderr", "tidewheel retry 1 --failed");
    }

    @Test
    void linesFromStandardInputBecomeTasks() {
        var end = tidewheel
                .startIn(
                        "printf 'a b\\n\\n; echo owned\\n' | \"$@\"", "run", "--each-line", "-", "--logs", "--", "echo")
                .await();
        assertThat(end.code()).isZero();
        assertThat(end.out().lines()).containsExactlyInAnyOrder("0: a b", "1: ; echo owned");
    }

    @Test
    void controlCEndsTheCommandAndEverythingItStarted() throws IOException {
        var script = "sleep 100 & echo $! > child; echo ready; wait";
        try (var running = tidewheel.start("run", "--", "sh", "-c", script)) {
            await().until(() -> running.said().equals("ready\n"));
            running.signal("INT");
            assertThat(running.await().code()).isEqualTo(130);
        }
        long child = Long.parseLong(Files.readString(folder.resolve("child")).strip());
        await().until(() -> hasEnded(child));
        assertThat(tidewheel.run("ls", "--state", "cancelled", "-o", "name").out())
                .isEqualTo("1\n");
    }

    /** Also one that nobody has asked for its end yet: the first process of a machine may take its time. */
    private static boolean hasEnded(long process) throws IOException {
        try {
            var stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'Z';
        } catch (NoSuchFileException gone) {
            return true;
        }
    }

    @Test
    void aCommandThatIsTerminatedEndsWith143() {
        try (var running = tidewheel.start("run", "--", "sh", "-c", "echo ready; sleep 100")) {
            await().until(() -> running.said().equals("ready\n"));
            running.signal("TERM");
            assertThat(running.await().code()).isEqualTo(143);
        }
    }

    @Test
    void whenNobodyReadsTheOutputTheCommandEnds() {
        var end = tidewheel
                .startIn("{ \"$@\"; echo $? > code; } | head -n 1", "run", "--", "yes")
                .await();
        assertThat(end.out()).isEqualTo("y\n");
        assertThat(folder.resolve("code")).content().isEqualTo("141\n");
    }

    @Test
    void aRunThatTakesTooLongEndsWith8() {
        var end = tidewheel.run("run", "--timeout", "1s", "--", "sleep", "100");
        assertThat(end.code()).isEqualTo(8);
        assertThat(end.err()).contains("--timeout");
    }

    @Test
    void aTaskThatIsTooSlowFailsWithItsReason() {
        var end = tidewheel.run("run", "--max-runtime", "300ms", "--", "sleep", "100");
        assertThat(end.code()).isNotZero();
        assertThat(end.err()).contains("ran longer than its limit of 300ms");
    }

    @Test
    void whatNoAgentHereOffersIsRefused() {
        var end = tidewheel.run("run", "--requires", "quantum", "--", "true");
        assertThat(end.code()).isEqualTo(10);
        assertThat(end.err()).contains("quantum");
    }

    @Test
    void twoRunsAtTheSameTimeDoNotDisturbEachOther() {
        try (var slow = tidewheel.start("run", "--", "sh", "-c", "echo ready; until test -e go; do sleep 0.1; done")) {
            await().until(() -> slow.said().equals("ready\n"));
            var end = tidewheel.run("run", "--", "sh", "-c", "echo other; touch go");
            assertThat(end.code()).isZero();
            assertThat(end.out()).isEqualTo("other\n");
            assertThat(slow.await().code()).isZero();
        }
    }

    @Test
    void aRunThatLastsCanBeWatchedAndCancelledByOthers() {
        try (var slow = tidewheel.start("run", "--name", "long", "--", "sh", "-c", "echo ready; sleep 100")) {
            await().until(() -> Files.exists(folder.resolve("data/run.json")));
            assertThat(tidewheel.run("ls", "--state", "running", "-o", "name").out())
                    .isEqualTo("1\n");
            assertThat(tidewheel.run("cancel", "long").code()).isZero();
            assertThat(slow.await().code()).isEqualTo(4);
        }
        assertThat(folder.resolve("data/run.json")).doesNotExist();
    }

    @Test
    void aRunWhoseProcessWasKilledCanBeResumed() throws IOException {
        var script = "echo {} >> done; test {} != 2 || until test -e go; do sleep 0.1; done";
        try (var first = tidewheel.start("run", "--array", "1-3", "--slots", "1", "--", "sh", "-c", script)) {
            await().until(() -> lines("done").contains("2"));
            first.signal("KILL");
            first.await();
        }
        var unrelated = tidewheel.run("run", "--", "echo", "unrelated");
        assertThat(unrelated.out()).isEqualTo("unrelated\n");
        assertThat(tidewheel.run("wait", "1").err()).contains("tidewheel run --resume");
        assertThat(lines("done")).containsExactly("1", "2");

        Files.createFile(folder.resolve("go"));
        assertThat(tidewheel.run("run", "--resume", "1").code()).isZero();
        // What was not acknowledged when the process was killed is done again.
        var again = lines("done").subList(2, lines("done").size());
        assertThat(again).contains("2", "3").doesNotHaveDuplicates().isSubsetOf("1", "2", "3");
        assertThat(tidewheel
                        .run("show", "1", "--state", "succeeded", "--tasks", "-o", "name")
                        .out())
                .isEqualTo("1/0\n1/1\n1/2\n");
        assertThat(tidewheel.run("run", "--resume", "1").code()).isEqualTo(2);
        assertThat(tidewheel.run("run", "--resume", "99").code()).isEqualTo(5);
    }

    private List<String> lines(String file) throws IOException {
        var path = folder.resolve(file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }

    @Test
    void aServerServesRunsFromOtherProcesses() throws IOException {
        try (var server = tidewheel.start("server", "start", "--port", "0", "--slots", "2")) {
            await().until(() -> server.said().contains("listening on http://127.0.0.1:"));
            await().until(() -> tidewheel.run("agent", "ls", "-o", "name").out().equals("local-1\n"));

            var single = tidewheel.run("run", "--", "sh", "-c", "echo out; echo err >&2; exit 5");
            assertThat(single.code()).isEqualTo(5);
            assertThat(single.out()).isEqualTo("out\n");
            assertThat(single.err()).startsWith("err\n").contains("run 1 failed");

            assertThat(tidewheel.run("run", "--array", "1-50", "--", "true").code())
                    .isZero();
            var detached = tidewheel.run("run", "--detach", "--", "sh", "-c", "until test -e go; do sleep 0.1; done");
            assertThat(detached.out()).isEqualTo("3\n");
            var impatient = tidewheel.run("wait", "3", "--timeout", "200ms");
            assertThat(impatient.code()).isEqualTo(8);
            Files.createFile(folder.resolve("go"));
            assertThat(tidewheel.run("wait", "3").code()).isZero();

            Files.writeString(folder.resolve("run.yaml"), "name: nightly\ncommand: [sh, -c, 'exit 9']\n");
            assertThat(tidewheel.run("submit", "run.yaml", "--wait").code()).isEqualTo(3);
            assertThat(tidewheel.run("explain", "nightly").out()).contains("FAILED");

            var waiting = tidewheel.start("run", "--", "sh", "-c", "echo ready; sleep 100");
            await().until(() -> waiting.said().equals("ready\n"));
            waiting.signal("INT");
            var gone = waiting.await();
            assertThat(gone.code()).isEqualTo(130);
            assertThat(gone.err()).contains("run 5 goes on", "tidewheel watch 5");
            assertThat(tidewheel.run("kill", "5").code()).isZero();
            assertThat(tidewheel.run("wait", "5").code()).isEqualTo(4);

            var token = tidewheel.run("token", "create", "--role", "read-only", "--owner", "eve");
            Files.writeString(folder.resolve("eve"), token.out());
            var denied = tidewheel.run("cancel", "1", "--token-file", "eve");
            assertThat(denied.code()).isEqualTo(6);

            server.signal("TERM");
            server.await();
        }
        await().until(() -> processesIn(folder).isEmpty());
        assertThat(folder.resolve("data/server.json")).doesNotExist();
        assertThat(tidewheel.run("ls", "-o", "name").out()).isEqualTo("5\n4\n3\n2\n1\n");
    }

    @Test
    void throughAServerBytesArePassedOnInFullAndItIsSaidHowManyAreKept() throws IOException {
        var bytes = new byte[30_000_000];
        new java.util.Random(14).nextBytes(bytes);
        Files.write(folder.resolve("bytes"), bytes);
        try (var server = tidewheel.start("server", "start", "--port", "0", "--slots", "2")) {
            await().until(() -> server.said().contains("listening on http://127.0.0.1:"));
            var running = tidewheel.start("run", "--", "sh", "-c", "cat bytes; cat bytes >&2");
            assertThat(running.await().code()).isZero();
            assertThat(Files.readAllBytes(running.out())).isEqualTo(bytes);
            var err = Files.readAllBytes(running.err());
            assertThat(Arrays.copyOf(err, bytes.length)).isEqualTo(bytes);
            assertThat(new String(err, bytes.length, err.length - bytes.length, StandardCharsets.UTF_8))
                    .contains(
                            "run 1: of 30000000 bytes of stdout the first 10485760 are kept",
                            "run 1: of 30000000 bytes of stderr the first 10485760 are kept");
            var reading = tidewheel.startIn("cat bytes | \"$@\"", "run", "--", "cat");
            assertThat(reading.await().code()).isZero();
            assertThat(Files.readAllBytes(reading.out())).isEqualTo(bytes);
            var kept = tidewheel.start("logs", "1", "--stderr");
            assertThat(kept.await().code()).isZero();
            assertThat(Files.readAllBytes(kept.out())).startsWith(Arrays.copyOf(bytes, 10 << 20));
            assertThat(tail(kept.out())).contains("[19514240 bytes left out]");
            assertThat(kept.complained())
                    .isEqualTo("tidewheel: task 1/0: of 30000000 bytes of stderr 10485760 are kept\n");
            server.signal("TERM");
            server.await();
        }
    }

    private static String tail(Path file) throws IOException {
        var bytes = Files.readAllBytes(file);
        return new String(bytes, bytes.length - 100, 100, StandardCharsets.ISO_8859_1);
    }

    @Test
    void whatWeAreGivenIsWhatASingleCommandReads() throws IOException {
        var bytes = new byte[3 << 20];
        new java.util.Random(15).nextBytes(bytes);
        Files.write(folder.resolve("bytes"), bytes);
        for (var script : List.of("cat bytes | \"$@\"", "\"$@\" < bytes")) {
            var reading = tidewheel.startIn(script, "run", "--", "cat");
            assertThat(reading.await().code()).isZero();
            assertThat(Files.readAllBytes(reading.out())).isEqualTo(bytes);
        }
    }

    @Test
    void everyTryReadsTheSameFromTheBeginning() {
        var script = "cat > read-$TIDEWHEEL_ATTEMPT; test $TIDEWHEEL_ATTEMPT = 2";
        var running = tidewheel.startIn("echo hello | \"$@\"", "run", "--retries", "1", "--", "sh", "-c", script);
        assertThat(running.await().code()).isZero();
        assertThat(folder.resolve("read-1")).hasContent("hello\n");
        assertThat(folder.resolve("read-2")).hasContent("hello\n");
    }

    @Test
    void inputThatNobodyReadsIsSaid() throws IOException {
        Files.writeString(folder.resolve("lines"), "hello\n");
        var running = tidewheel.startIn("\"$@\" < lines", "run", "--array", "1-2", "--", "true");
        assertThat(running.await().err()).contains("standard input is not read here");
    }

    @Test
    void aServerThatDiedIsSaidToBeDead() throws IOException {
        try (var server = tidewheel.start("server", "start", "--port", "0", "--agents", "0")) {
            await().until(() -> server.said().contains("listening on http://127.0.0.1:"));
            server.signal("KILL");
            server.await();
        }
        for (var line : List.of("ls", "run -- true", "retry 1", "show 1", "logs 1", "agent ls", "cancel 1")) {
            var end = tidewheel.run(line.split(" "));
            assertThat(end.code()).as(line).isEqualTo(7);
            assertThat(end.err()).as(line).contains("has died", "tidewheel server start --data");
        }
    }

    @Test
    void withoutAServerRetryDoesTheWorkItself() throws IOException {
        assertThat(tidewheel
                        .run("run", "--array", "1-2", "--", "test", "-e", "go")
                        .code())
                .isEqualTo(3);
        Files.createFile(folder.resolve("go"));
        var end = tidewheel.run("retry", "1");
        assertThat(end.code()).isZero();
        assertThat(end.out()).startsWith("2\n");
        assertThat(tidewheel.run("show", "2", "-o", "json").out()).contains("\"SUCCEEDED\"");
    }

    @Test
    void aSecondRunAtTheSameTimeIsSeen() throws IOException {
        var script = "echo ready; until test -e go; do sleep 0.1; done";
        var first = tidewheel.start("run", "--", "sh", "-c", script);
        await().until(() -> first.said().equals("ready\n"));
        var second = tidewheel.start("run", "--", "sh", "-c", script);
        await().until(() -> second.said().equals("ready\n"));
        await().until(() -> tidewheel.run("ls").err().contains("another run is going on in"));
        Files.createFile(folder.resolve("go"));
        assertThat(first.await().code()).isZero();
        assertThat(second.await().code()).isZero();
    }

    @Test
    void aClassThatNoAgentOffersIsSaidAtOnceWithAdviceThatTheProgramUnderstands() {
        try (var server = tidewheel.start("server", "start", "--port", "0", "--agents", "0")) {
            await().until(() -> server.said().contains("listening on http://127.0.0.1:"));
            var end = tidewheel.run("run", "--jvm", "org.example.Shout", "--", "a", "b");
            assertThat(end.code()).isEqualTo(10);
            assertThat(end.err()).contains("no agent that is present calls classes such as org.example.Shout");
            var advice = end.err()
                    .substring(end.err().indexOf("tidewheel agent start"))
                    .strip();
            var words = Arrays.copyOfRange(advice.split(" "), 1, advice.split(" ").length);
            var console = new UserSession(folder)
                    .console(new java.io.ByteArrayOutputStream(), new java.io.ByteArrayOutputStream());
            assertThat(Main.all(console).parseArgs(words).hasSubcommand()).isTrue();
            server.signal("TERM");
            server.await();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOutputOfManyTasksIsPrintedAndItIsSaidOfWhichTaskHowMuchIsKept(boolean local) {
        var script = "if [ $1 = 1 ]; then head -c 12000000 /dev/zero | tr '\\0' x; fi; echo end $1";
        if (local) {
            manyTasks(script);
            return;
        }
        try (var server = tidewheel.start("server", "start", "--port", "0", "--slots", "2")) {
            await().until(() -> server.said().contains("listening on http://127.0.0.1:"));
            manyTasks(script);
            server.signal("TERM");
            server.await();
        }
    }

    private void manyTasks(String script) {
        var end = tidewheel.run("run", "--array", "0-2", "--logs", "--", "sh", "-c", script, "sh", "{}");
        assertThat(end.code()).isZero();
        assertThat(end.out()).contains("0: end 0\n", "1: xxx", "2: end 2\n").doesNotContain("end 1");
        assertThat(end.err()).contains("tidewheel: task 1/1: of 12000006 bytes of stdout 10485760 are kept\n");
    }

    @Test
    void whatIsNotKeptHereIsSaid() throws IOException {
        var running = tidewheel.start("run", "--", "head", "-c", "70000000", "/dev/zero");
        assertThat(running.await().code()).isZero();
        assertThat(Files.size(running.out())).isEqualTo(70_000_000);
        assertThat(running.complained()).contains("of 70000000 bytes of stdout the first 67108864 are kept");
        var kept = tidewheel.start("logs", "1");
        assertThat(kept.await().code()).isZero();
        assertThat(tail(kept.out())).contains("[2891136 bytes left out]");
    }

    /** Whatever was started for this test names its folder on its command line or works in it. */
    private static List<Long> processesIn(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(folder.toString()))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
