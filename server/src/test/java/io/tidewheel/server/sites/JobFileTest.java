package io.tidewheel.server.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.server.sites.JobFile.Defaults;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobFileTest {
    @Test
    void aBalancedJob() {
        var file = read("{\"iterations\": 5e10, \"time\": 500.9, \"inputFile\": \"pi.config\", \"initWorkers\": 2}");
        assertThat(file).isEqualTo(new JobFile("pi.config", 50_000_000_000L, 500, "pi.config", 2, List.of()));
        assertThat(file.goal(10).target()).contains(Duration.ofSeconds(500));
        assertThat(file.goal(10).reportEvery()).isEqualTo(Duration.ofSeconds(25));
        assertThat(file.jobId("1-2-3")).isEqualTo("1-2-3_pi.config");
    }

    @Test
    void aJobThatIsOnlySplit() {
        var file = read("{\"iterations\": \"22\", \"time\": -1, \"inputFile\": \"files.tar.xz\", \"initWorkers\": 5}");
        assertThat(file.goal(10).target()).isEmpty();
        assertThat(file.goal(10).reportEvery()).isEqualTo(Duration.ofSeconds(1_000_000_000));
    }

    @Test
    void partitionsAreLimitedByTheDeploymentAndUnknownFieldsReported() {
        var file = read("{\"iterations\": 1, \"time\": 1e-999999, \"inputFile\": \"a/b\", \"initWorkers\": 99,"
                + " \"initworkers\": [1]}");
        assertThat(file.partitions()).isEqualTo(10);
        assertThat(file.ignored()).containsExactly("initworkers");
        assertThat(read("{\"iterations\": 1, \"time\": 1, \"inputFile\": \"a\"}")
                        .partitions())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{~time~: 1, ~inputFile~: ~a~} | 'iterations' is missing",
                "{~iterations~: 1, ~inputFile~: ~a~} | 'time' is missing",
                "{~iterations~: 1, ~time~: 1} | 'inputFile' is missing",
                "{~iterations~: 0, ~time~: 1, ~inputFile~: ~a~} | 1 to 2^62, not 0",
                "{~iterations~: -7, ~time~: 1, ~inputFile~: ~a~} | 1 to 2^62, not -7",
                "{~iterations~: 9223372036854775808, ~time~: 1, ~inputFile~: ~a~} | beyond 2^63",
                "{~iterations~: 4611686018427387905, ~time~: 1, ~inputFile~: ~a~} | 1 to 2^62",
                "{~iterations~: 1e999999999, ~time~: 1, ~inputFile~: ~a~} | beyond 2^63",
                "{~iterations~: NaN, ~time~: 1, ~inputFile~: ~a~} | line 1, column",
                "{~iterations~: ~many~, ~time~: 1, ~inputFile~: ~a~} | must be a number, not 'many'",
                "{~iterations~: [1], ~time~: 1, ~inputFile~: ~a~} | 'iterations' must be a number",
                "{~iterations~: 1, ~time~: null, ~inputFile~: ~a~} | 'time' must be a number",
                "{~iterations~: 1, ~time~: 1e12, ~inputFile~: ~a~} | at most 100 years",
                "{~iterations~: 1, ~time~: 1, ~inputFile~: ~../a~} | 'inputFile' names an object",
                "{~iterations~: 1, ~time~: 1, ~inputFile~: ~/a~} | 'inputFile' names an object",
                "{~iterations~: 1, ~time~: 1, ~inputFile~: ~a b~} | 'inputFile' names an object",
                "{~iterations~: 1, ~time~: 1, ~inputFile~: ~a~, ~initWorkers~: 0} | 'initWorkers' is at least 1, not 0",
                "{~iterations~: 1, ~iterations~: 2} | line 1, column",
                "[] | must be a JSON object",
                "{~iterations~: 1, ~time~: 1, ~inputFile~: ~a~} x | line 1, column",
                "{~iterations~: | line 1, column"
            })
    void whatIsWrongIsNamedWithItsFile(String text, String told) {
        assertThatThrownBy(() -> read(text.replace('~', '"')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("pi.config")
                .hasMessageContaining(told);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pi.json", "a b.config", "../a.config", ".config", "x'y.config"})
    void aNameThatScriptsCannotCarryIsRefused(String name) {
        assertThatThrownBy(() -> JobFile.read(name, "{}", Defaults.OF_TASCAAS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must end with .config");
    }

    private static JobFile read(String text) {
        return JobFile.read("pi.config", text, Defaults.OF_TASCAAS);
    }
}
