package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchdogTest {

    private static final int PROCESSES_PER_TREE = 4;

    @TempDir
    Path folder;

    private final AgentSession session = AgentSession.random(new Random());

    @AfterEach
    void leaveNothingBehind() {
        MarkedProcesses.killSession(session);
    }

    @ParameterizedTest
    @ValueSource(strings = {"best", "portable"})
    void aKilledAgentLeavesNoProcessAndNoScratchFolder(String way) throws Exception {
        var scratch = folder.resolve("agent-" + session.id());
        var agent = startStandIn(way, scratch);
        try (var lines = agent.inputReader()) {
            long watchdog = Long.parseLong(lines.readLine().substring("watchdog ".length()));
            var pids = readPids(lines, 2 * PROCESSES_PER_TREE);
            assertThat(pids).allMatch(ProcessTable::runs);
            assertThat(scratch).isDirectory();

            agent.destroyForcibly();

            await().until(() -> pids.stream().noneMatch(ProcessTable::runs));
            await().until(() -> !Files.exists(scratch));
            await().until(() -> !ProcessTable.runs(watchdog));
        }
    }

    @Test
    void anOrderlyEndTouchesNothing() throws IOException {
        var scratch = Files.createDirectory(folder.resolve("agent-" + session.id()));
        var bystander = sleeper();
        var watchdog = Watchdog.start(session, List.of(scratch));
        assertThat(watchdog.isAlive()).isTrue();
        watchdog.close();
        assertThat(watchdog.isAlive()).isFalse();
        assertThat(bystander.isAlive()).isTrue();
        assertThat(scratch).exists();
    }

    @Test
    void politeSignalsDoNotEndIt() throws Exception {
        try (var watchdog = Watchdog.start(session, List.of())) {
            for (var signal : List.of("TERM", "INT", "HUP")) {
                new ProcessBuilder("kill", "-" + signal, "" + watchdog.pid())
                        .start()
                        .waitFor();
            }
            assertThat(ProcessTable.runs(watchdog.pid())).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/home", "relative", "/home/SESSION/sub", "/home/.."})
    void itRefusesToRemoveAnythingButItsOwnFolders(String path) {
        var scratch = Path.of(path.replace("SESSION", session.id()));
        assertThatThrownBy(() -> Watchdog.start(session, List.of(scratch)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(scratch.toString())
                .hasMessageContaining(session.id());
    }

    @Test
    void sessionsAreNamedSafely() {
        assertThatThrownBy(() -> new AgentSession("a b")).hasMessageContaining("'a b'");
        assertThat(AgentSession.random(new Random(1)).id()).hasSize(32);
        assertThat(new AgentSession("abcdefgh").markOfTask(7)).isEqualTo("abcdefgh.7");
    }

    private Process sleeper() throws IOException {
        var builder = new ProcessBuilder("sh", "-c", "echo; exec sleep 1000");
        builder.environment().put(AgentSession.VARIABLE, session.markOfTask(1));
        var process = builder.start();
        assertThat(process.getInputStream().read()).isEqualTo('\n');
        return process;
    }

    private Process startStandIn(String way, Path scratch) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        AgentStandIn.class.getName(),
                        way,
                        session.id(),
                        scratch.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static List<Long> readPids(BufferedReader lines, int count) throws IOException {
        var pids = new ArrayList<Long>();
        while (pids.size() < count) pids.add(Long.valueOf(lines.readLine()));
        return pids;
    }
}
