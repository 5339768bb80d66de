package io.tidewheel.cli.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BalanceTest {
    @TempDir
    Path folder;

    private UserSession user;

    @BeforeEach
    void sitDown() {
        user = new UserSession(folder);
    }

    @Test
    void itAnswersLineByLineAndEndsWithInstructionZero() {
        var answer = user.typing("2 0 0\nhello\n\n9\n1 7 5 5\n0\n2 1 0\n").type("balance", "1000", "2", "60");
        assertThat(answer.out()).isEqualTo("0 \n Assigned: 500\n ETA: 100000000000\n-1\n-1\n-1 29\n1 3\n");
        assertThat(answer.code()).isZero();
    }

    @Test
    void itEndsWithTheInputAndDoesNotRepeatTheLastInstruction() {
        var answer = user.typing("2 0 0\r\n2 1 0").type("balance", "1_000", "2", "60");
        assertThat(answer.out())
                .isEqualTo("0 \n Assigned: 500\n ETA: 100000000000\n0 \n Assigned: 500\n ETA: 100000000000\n");
        assertThat(answer.code()).isZero();
    }

    @Test
    void theOriginCanLieInThePast() throws IOException {
        Files.writeString(folder.resolve("state"), "1000 1000 500 50 1 1 0\n0\n0\n1000 1 0 100 50 2\n0 0\n50 2\n");
        var answer = user.typing("4 state\n1 0 200 100\n6 0\n0\n").type("balance", "5", "1", "5", "-100 s");
        assertThat(answer.out())
                .isEqualTo("0\n0\n Assigned: 1000\n ETA: 400\n0 \n timestamp: 100\n speed: 2.000000E+00\n");
    }

    @Test
    void aStateIsSavedBesideTheCallerAndReadAgain() throws IOException {
        var answer = user.typing("2 0 0\n5 kept\n5 no/such/folder/kept\n4 kept\n4 missing\n0\n")
                .type("balance", "1000", "2", "60");
        assertThat(answer.out()).isEqualTo("0 \n Assigned: 500\n ETA: 100000000000\n0\n5 25\n0\n4 -1\n");
        assertThat(Files.readString(folder.resolve("kept")))
                .startsWith("1000 1000 100000000000 60 2 1 0\n0\n-1\n0\n-1\n500 1 0 0 0 1\n");
    }

    @Test
    void anEndlessLineIsOneMistake() {
        var answer = user.typing("1".repeat(1 << 20) + "\n0\n").type("balance", "1000", "2", "60");
        assertThat(answer.out()).isEqualTo("-1 29\n");
    }
}
