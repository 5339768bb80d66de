package io.tidewheel.cli.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.api.EmbeddedApiClient;
import io.tidewheel.cli.embedded.EmbeddedServer;
import io.tidewheel.cli.embedded.FolderDatabase;
import io.tidewheel.cli.text.JsonText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looking at runs in a data folder that no server uses. */
class LookingTest {
    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void sitDown() {
        user = new UserSession(folder);
    }

    @Test
    void whereNothingRanThereIsNothingToSeeAndNothingIsMade() {
        assertThat(user.type("ls").out()).isEqualTo("RUN  NAME  STATE  DONE  FAILED  CREATED  TOOK\n");
        assertThat(user.type("ls", "-o", "json").out()).isEqualTo("[ ]\n");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void aRunThatDoesNotExistIsNotFound() {
        for (var line :
                new String[] {"show 7", "logs last", "status nobody", "explain 7/0", "wait 7", "retry 7", "cancel 7"}) {
            var answer = user.type(line.split(" "));
            assertThat(answer.code()).as(line + ": " + answer.err()).isEqualTo(5);
            assertThat(answer.out()).as(line).isEmpty();
        }
    }

    @Test
    void everyFormatTellsOfTheSameRuns() {
        user.type("run", "--name", "first", "--label", "a=b", "--", "true");
        user.type("run", "--name", "second", "--", "false");
        var json = JsonText.MAPPER.readTree(user.type("ls", "-o", "json").out());
        assertThat(json.get(0).get("id").asLong()).isEqualTo(2);
        assertThat(json.get(0).get("state").asString()).isEqualTo("FAILED");
        assertThat(json.get(1).get("labels").get("a").asString()).isEqualTo("b");
        assertThat(user.type("ls", "-o", "jsonl").out().lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("{\"id\":"));
        assertThat(user.type("ls", "-o", "yaml").out()).contains("name: first", "state: FAILED");
        assertThat(user.type("ls", "-o", "csv").out())
                .startsWith("RUN,NAME,STATE,DONE,FAILED")
                .contains("\r\n2,second,FAILED,1/1,1,");
        assertThat(user.type("ls", "-o", "name").out()).isEqualTo("2\n1\n");
        assertThat(user.type("ls", "-o", "none").out()).isEmpty();
        assertThat(user.type("ls", "-o", "wide").out()).contains("OWNER", "a=b");
        assertThat(user.type("ls").out()).contains("first").doesNotContain("OWNER");
    }

    @Test
    void selectorsNameRuns() {
        for (int i = 0; i < 4; i++) user.type("run", "--name", "r" + i, "--noop");
        assertThat(user.type("status", "1,3-4", "-o", "name").out()).isEqualTo("1\n3\n4\n");
        assertThat(user.type("status", "last", "@latest", "4", "-o", "name").out())
                .isEqualTo("4\n");
        assertThat(user.type("status", "r1", "-o", "name").out()).isEqualTo("2\n");
        assertThat(user.type("status", "-o", "name").out()).isEqualTo("4\n");
        user.type("run", "--name", "r1", "--noop");
        var ambiguous = user.type("status", "r1");
        assertThat(ambiguous.code()).isEqualTo(2);
        assertThat(ambiguous.err()).contains("2 runs are called 'r1'", "the newest is 5");
    }

    @Test
    void logsCanBeNarrowed() {
        user.type("run", "--", "sh", "-c", "for i in 1 2 3 4; do echo out $i; echo err $i >&2; done");
        assertThat(user.type("logs").out()).isEqualTo("out 1\nout 2\nout 3\nout 4\n");
        assertThat(user.type("logs").err()).isEqualTo("err 1\nerr 2\nerr 3\nerr 4\n");
        assertThat(user.type("logs", "--stderr", "--tail", "1").out()).isEqualTo("err 4\n");
        assertThat(user.type("logs", "--stdout", "--grep", "[13]$").out()).isEqualTo("out 1\nout 3\n");
        assertThat(user.type("logs", "-f", "--stdout").out()).startsWith("out 1\n");
    }

    @Test
    void onATerminalOutputAndNamesAreHarmless() {
        user.type("run", "--name", "plain", "--", "printf", "a\\033[2Jb\\n");
        assertThat(user.type("logs").out()).isEqualTo("a\u001b[2Jb\n");
        assertThat(new UserSession(folder).onTerminal().type("logs").out()).isEqualTo("a^[[2Jb\n");
    }

    @Test
    void coloursAreForTerminalsAndCanBeSwitchedOff() {
        user.type("run", "--noop");
        assertThat(user.type("ls").out()).doesNotContain("\u001b");
        assertThat(user.type("ls", "--color", "always").out()).contains("\u001b[32mSUCCEEDED\u001b[0m");
        assertThat(new UserSession(folder).onTerminal().type("ls").out()).contains("\u001b[32mSUCCEEDED");
        assertThat(new UserSession(folder)
                        .onTerminal()
                        .with("NO_COLOR", "1")
                        .type("ls")
                        .out())
                .doesNotContain("\u001b");
    }

    /** As a server would that was stopped before it could begin with it. */
    private void leaveARetryOfRun1() throws InterruptedException {
        var data = folder.resolve("data");
        try (var api = new EmbeddedApiClient(EmbeddedServer.open(FolderDatabase.look(data), data), false)) {
            api.post("/runs/1/retry", JsonText.object().put("failed", true), Map.of());
        }
    }

    @Test
    void aRunThatNobodyWorksOnCanBeLookedAtAndChanged() throws InterruptedException {
        user.type("run", "--array", "1-3", "--", "sh", "-c", "test {} = 2");
        leaveARetryOfRun1();
        assertThat(user.type("wait", "2").code()).isEqualTo(7);
        assertThat(user.type("explain", "2").out()).contains("2 is QUEUED");
        assertThat(user.type("hold", "2").code()).isZero();
        assertThat(user.type("release", "2").code()).isZero();
        assertThat(user.type("priority", "2", "7").err()).contains("run 2 has the priority 7");
        assertThat(JsonText.MAPPER
                        .readTree(user.type("show", "2", "-o", "json").out())
                        .path("priority")
                        .asInt())
                .isEqualTo(7);
        assertThat(user.type("priority", "2", "--", "-5").code()).isZero();
        assertThat(user.type("priority", "2/1", "9").err()).contains("task 2/1 has the priority 9");
        assertThat(user.type("priority", "2", "high").code()).isEqualTo(2);
        assertThat(user.type("priority", "2").code()).isEqualTo(2);
        assertThat(user.type("priority", "77", "1").code()).isEqualTo(5);
        assertThat(user.type("priority", "1", "1").err()).contains("has ended");
        assertThat(user.type("cancel", "2").code()).isZero();
        assertThat(user.type("wait", "2").code()).isEqualTo(4);
        assertThat(user.type("wait", "1").code()).isEqualTo(3);
        var again = user.type("cancel", "1");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("run 1 has ended");
    }

    @Test
    void runPrintsDataWhenAsked() {
        var json = user.type("run", "-o", "json", "--", "echo", "not printed");
        assertThat(JsonText.MAPPER.readTree(json.out()).get("state").asString()).isEqualTo("SUCCEEDED");
        var lines = user.type("run", "-o", "jsonl", "-q", "--array", "1-3", "--", "sh", "-c", "exit {}");
        assertThat(lines.out().lines()).hasSize(3).anyMatch(line -> line.contains("\"exitCode\":3"));
        assertThat(lines.err()).doesNotContain("100%");
        assertThat(user.type("run", "-o", "name", "--noop").out()).isEqualTo("3\n");
    }

    @Test
    void aTokenIsShownOnceAndCanBeRevoked() {
        user.type("run", "--noop");
        var made = user.type("token", "create", "--role", "agent", "--note", "rack 7");
        assertThat(made.out()).startsWith("tw_");
        var id = user.type("token", "ls", "-o", "name").out().strip();
        assertThat(user.type("token", "ls").out())
                .contains(id, "agent", "rack 7")
                .doesNotContain(made.out().strip());
        assertThat(user.type("token", "revoke", id).code()).isZero();
        assertThat(user.type("token", "revoke", "nothing").code()).isEqualTo(5);
    }

    @Test
    void completionScriptsKnowEveryCommandAndOption() throws Exception {
        for (var shell : new String[] {"bash", "zsh", "fish"}) {
            var script = user.type("completion", shell);
            assertThat(script.code()).isZero();
            assertThat(script.out()).contains("each-line", "explain", "drain", "tls-cert", "token-file");
        }
        var ask = "COMP_WORDS=(tidewheel agent start --cap); COMP_CWORD=3; _tidewheel; echo \"${COMPREPLY[@]}\"";
        var bash =
                new ProcessBuilder("bash", "-c", user.type("completion", "bash").out() + ask).start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("--capabilities\n");
    }

    @Test
    void aFinishedRunIsPlayedAgain() {
        assertThat(user.type("run", "--array", "1-3", "--", "sleep", "0.05").code())
                .isZero();
        var answer = user.type("replay", "last", "--budget", "2", "--policy", "leap");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).contains("leap", "The run times of all 3 tasks are known");
        var poor = user.type("replay", "last", "--budget", "0.5");
        assertThat(poor.code()).isEqualTo(2);
        assertThat(poor.err()).contains("buys no machine");
    }
}
