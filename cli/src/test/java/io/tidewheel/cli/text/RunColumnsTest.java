package io.tidewheel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunColumnsTest {
    @Test
    void ofAJobIterationsAreDoneInEveryFormat() {
        var job = JsonText.object();
        job.put("id", 1)
                .put("iterations", 1_000_000L)
                .put("stored", 250_000L)
                .put("size", 4)
                .put("succeeded", 1);
        var task = JsonText.object();
        task.put("id", 2).put("size", 4).put("succeeded", 1).put("failed", 2);
        for (var run : List.of(job, task)) {
            var done = RunColumns.runs(Instant.EPOCH).stream()
                    .filter(column -> column.title().equals("DONE"))
                    .findFirst()
                    .orElseThrow();
            assertThat(done.exact().apply(run)).isEqualTo(run == job ? "250000/1000000" : "3/4");
        }
    }
}
