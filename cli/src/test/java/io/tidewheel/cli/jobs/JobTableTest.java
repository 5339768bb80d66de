package io.tidewheel.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.text.RunColumns;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class JobTableTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'inTime': true|job: 10 of 10 stored, 0 left, took 20s: the target was met",
                "'inTime': false, 'late': 5|job: 10 of 10 stored, 0 left, took 20s: the target was missed by 5s",
            })
    void aJobThatHasEndedSaysWhetherItsTargetWasMet(String field, String line) {
        var job = "{'iterations': 10, 'stored': 10, 'left': 0, 'target': 15, 'took': 20, 'speed': 0, %s}"
                .formatted(field);
        assertThat(JobTable.line(JsonMapper.shared().readTree(job.replace('\'', '"'))))
                .isEqualTo(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'iterations': 100, 'stored': 103, 'size': 5, 'succeeded': 3, 'failed': 0, 'cancelled': 2|100/100",
                "'size': 5, 'succeeded': 3, 'failed': 0, 'cancelled': 2|5/5",
            })
    void aJobIsListedWithItsIterationsAndNotWithItsTasks(String fields, String done) {
        var run = JsonMapper.shared().readTree("{%s}".formatted(fields).replace('\'', '"'));
        var column = RunColumns.runs(Instant.EPOCH).stream()
                .filter(each -> each.title().equals("DONE"))
                .findFirst()
                .orElseThrow();
        assertThat(column.cell().apply(run)).isEqualTo(done);
    }
}
