package io.tidewheel.cli.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmitTest {
    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void sitDown() {
        user = new UserSession(folder);
    }

    @Test
    void aFileDescribesARun() throws IOException {
        write("name: two\ncommand: [sh, -c, 'echo {}']\nitems: [a, b]\nlabels: {project: apollo}\n");
        var answer = user.type("submit", "run.yaml");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).isEqualTo("1\n");
        assertThat(user.type("logs", "two").out()).isEqualTo("0: a\n1: b\n");
        assertThat(user.type("ls", "--label", "project=apollo", "-o", "name").out())
                .isEqualTo("1\n");
    }

    @Test
    void jsonIsUnderstoodToo() throws IOException {
        write("{\"command\": [\"true\"], \"array\": \"1-5\"}");
        assertThat(user.type("submit", "run.yaml").code()).isZero();
    }

    @Test
    void standardInputToo() {
        var answer = user.typing("command: ['false']").type("submit", "-");
        assertThat(answer.code()).isEqualTo(3);
    }

    @Test
    void malformedTextIsRefusedWithItsPlace() throws IOException {
        write("command: [sh, -c\nname: x\n");
        var answer = user.type("submit", "run.yaml");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("run.yaml:2:");
    }

    @Test
    void aKeyGivenTwiceIsRefused() throws IOException {
        write("command: ['true']\ncommand: ['false']\n");
        var answer = user.type("submit", "run.yaml");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("run.yaml:2:").containsIgnoringCase("duplicate");
    }

    @Test
    void anUnknownFieldIsRefusedWithItsPlaceAndTheKnownOnes() throws IOException {
        write("command: ['true']\nretry:\n  maxAttemps: 3\n");
        var answer = user.type("submit", "run.yaml");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("run.yaml:3:", "maxAttemps", "maxAttempts");
    }

    @Test
    void aWrongValueIsRefusedWithItsPlace() throws IOException {
        write("command: ['true']\nmaxRuntime: -5s\n");
        var answer = user.type("submit", "run.yaml");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("run.yaml:2:", "maxRuntime");
    }

    @Test
    void aBombOfAliasesIsRefused() throws IOException {
        var text = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 200; i++) text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        write(text.toString());
        assertThat(user.type("submit", "run.yaml").code()).isEqualTo(2);
    }

    @Test
    void aListIsNoRun() throws IOException {
        write("- command: ['true']\n");
        var answer = user.type("submit", "run.yaml");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("example: command: [echo, hello]");
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("run.yaml"), text);
    }
}
