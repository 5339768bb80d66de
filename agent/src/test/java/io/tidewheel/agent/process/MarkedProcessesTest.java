package io.tidewheel.agent.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkedProcessesTest {

    @ParameterizedTest
    @CsvSource({
        "'MARK=a.1|B=2|', true, true",
        "'B=2|MARK=a.1|', true, true",
        "'B=2|MARK=a.1', true, true",
        "'B=2|MARK=a.12|', false, true",
        "'B=2|XMARK=a.1|', false, false",
        "'B=MARK=a.1|', false, false",
        "'MARK=a.|', false, false",
        "'', false, false",
        "'||', false, false"
    })
    void anEntryIsFoundWholeOrByItsBeginning(String environment, boolean whole, boolean beginning) {
        var bytes = environment.replace('|', '\0').getBytes(UTF_8);
        var entry = "MARK=a.1".getBytes(UTF_8);
        assertThat(MarkedProcesses.hasEntry(bytes, entry, true)).isEqualTo(whole);
        assertThat(MarkedProcesses.hasEntry(bytes, entry, false)).isEqualTo(beginning);
    }

    @Test
    void theProcessesOfATaskAreKilledAndNoOthers() throws IOException, InterruptedException {
        var session = AgentSession.random(new Random());
        var first = sleeper(session.markOfTask(1));
        var second = sleeper(session.markOfTask(12));
        assertThat(MarkedProcesses.killTask(session.markOfTask(1))).containsExactly(first.pid());
        assertThat(first.waitFor()).isEqualTo(137);
        assertThat(second.isAlive()).isTrue();

        assertThat(MarkedProcesses.killSession(session)).containsExactly(second.pid());
        assertThat(second.waitFor()).isEqualTo(137);
    }

    @Test
    void aSearchThatFindsNothingHarmsNothing() {
        assertThat(MarkedProcesses.killSession(AgentSession.random(new Random())))
                .isEmpty();
    }

    /** The mark is in the environment once the new program runs, so its first output is waited for. */
    private static Process sleeper(String mark) throws IOException {
        var builder = new ProcessBuilder("sh", "-c", "echo; exec sleep 1000");
        builder.environment().put(AgentSession.VARIABLE, mark);
        var process = builder.start();
        assertThat(process.getInputStream().read()).isEqualTo('\n');
        return process;
    }
}
