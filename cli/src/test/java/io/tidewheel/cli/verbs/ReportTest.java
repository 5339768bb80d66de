package io.tidewheel.cli.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.text.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of runs in a data folder that no server uses, and what top draws. */
class ReportTest {
    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void sitDown() {
        user = new UserSession(folder);
    }

    @Test
    void aReportIsOneFileThatNeedsNothingElse() throws Exception {
        user.type("run", "--name", "</script><b>", "--array", "1-3", "--", "sh", "-c", "exit $(( {} / 3 ))");
        var answer = user.type("report", "-o", "run.html");
        assertThat(answer.code()).as(answer.err()).isZero();
        var page = Files.readString(folder.resolve("run.html"));
        assertThat(page)
                .contains("Content-Security-Policy", "sha256-", "\\u003c/script\\u003e\\u003cb\\u003e")
                .doesNotContain("src=", "href=", "url(", "https://", "@data@", "@script@");
        assertThat(page.split("</script>", -1)).hasSize(3);
        assertThat(user.type("report", "1").code()).isZero();
        assertThat(folder.resolve("run-1.html")).exists();
    }

    @Test
    void dataGoesToStandardOutputUnlessAFileIsNamed() throws Exception {
        user.type("run", "--array", "1-3", "--", "sh", "-c", "exit $(( {} / 3 ))");
        var json =
                JsonText.MAPPER.readTree(user.type("report", "--format", "json").out());
        assertThat(json.path("run").path("failed").asInt()).isEqualTo(1);
        assertThat(json.path("statistics").path("looked").asInt()).isEqualTo(3);
        var csv = user.type("report", "--format", "csv").out().lines().toList();
        assertThat(csv).hasSize(4);
        assertThat(csv.getFirst()).startsWith("index,state,reason,parameter");
        assertThat(csv.get(3)).startsWith("2,FAILED,EXIT_CODE,3,");
        user.type("report", "--format", "trace", "-o", "trace.txt");
        var trace = Files.readAllLines(folder.resolve("trace.txt"));
        assertThat(trace).hasSize(4);
        assertThat(trace.get(1).split("\t")).hasSize(16);
        assertThat(trace.get(3)).contains("\tFAILED\t1\t");
    }

    @Test
    void whatCannotBeWrittenOrIsNotThereIsSaid() {
        assertThat(user.type("report", "7").code()).isEqualTo(5);
        user.type("run", "--noop");
        var answer = user.type("report", "-o", "no/such/folder.html");
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.err()).contains("cannot be written");
    }

    @Test
    void topDrawsALaneForEachAgentAndABarForEachRun() {
        var agent = JsonText.object()
                .put("name", "crane")
                .put("session", "s")
                .put("slots", 4)
                .put("utilisation", 0.5);
        var run = JsonText.object()
                .put("id", 7)
                .put("name", "render\u001b[2J")
                .put("size", 10)
                .put("succeeded", 5)
                .put("failed", 0);
        var queue = JsonText.object().put("tasks", 12);
        queue.putArray("requires").add("gpu");
        var machine = JsonText.object().put("setup", "dredger").put("supply", "busy");
        var budget = JsonText.object()
                .put("owner", "ada")
                .put("budget", "3")
                .put("left", "1.5")
                .put("interval", 60);
        var lines = new TopScreen(false, 80, Instant.EPOCH)
                .lines(new TopScreen.Seen(
                        List.of(1.0, 2.0),
                        List.of(agent),
                        Map.of("s", 3.0),
                        List.of(queue),
                        List.of(run),
                        List.of(machine),
                        List.of(budget)));
        assertThat(lines).first().asString().contains("1 agent, 4 slots", "50% busy", "12 waiting");
        assertThat(lines).anyMatch(line -> line.contains("now 2.0 tasks/s"));
        assertThat(lines).anyMatch(line -> line.startsWith("dredger") && line.endsWith("B"));
        assertThat(lines)
                .anyMatch(line -> line.startsWith("ada") && line.contains("██████████░") && line.contains("1.5"));
        assertThat(lines)
                .anyMatch(line -> line.startsWith("crane") && line.contains("██████████░") && line.contains("50%"));
        assertThat(lines)
                .anyMatch(line -> line.contains("render") && line.contains("5/10") && !line.contains("\u001b"));
        assertThat(lines).anyMatch(line -> line.startsWith("gpu") && line.contains("no agent offers this"));
    }

    @Test
    void lanesAreDrawnWithCharacters() {
        var timeline = JsonText.MAPPER.readTree("""
            {"width": 8, "rowsAfter": 3, "rows": [
              {"agent": "crane", "segments": [[0, 2, 0, 0, 1, 0], [2.5, 3, 0, 0, 1, 1], [6, 7, 0, 3, 1, 2]]},
              {"agent": "crane", "segments": [[4, 4.01, 0, 0, 1, 3]]}]}\
            """);
        assertThat(LaneLines.of(timeline, 6, false))
                .containsExactly("crane  ██▌···x·", "       ····▏···", "and 3 more lanes");
        assertThat(LaneLines.of(timeline, 6, true)).first().asString().contains("\u001b[31m", "\u001b[0m");
    }
}
