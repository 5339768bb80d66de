package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    private static final Pattern SAMPLE =
            Pattern.compile("(tidewheel_[a-z_]+)(\\{[a-z]+=\"(?:[^\"\\\\]|\\\\.)*\"})? ([0-9.E+-]+)");

    @TempDir
    Path folder;

    @Test
    void thePageIsWellFormedAndCountsWhatHappened() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            api.agent("one", 2);
            api.ended(api.submit("{\"command\": [\"go\"], \"array\": \"1-10\"}"));
            api.ended(api.submit("{\"command\": [\"fail\"], \"retry\": {\"maxAttempts\": 2}}"));
            api.submit("{\"command\": [\"go\"], \"requires\": [\"a\\\"b\"]}");
            api.get("/api/v1/nothing");
            var types = new HashMap<String, String>();
            var samples = new HashMap<String, Double>();
            var helped = new HashSet<String>();
            for (var line : api.get("/metrics").body().lines().toList()) {
                if (line.startsWith("# HELP ")) {
                    assertThat(helped.add(line.split(" ")[2])).as(line).isTrue();
                } else if (line.startsWith("# TYPE ")) {
                    types.put(line.split(" ")[2], line.split(" ")[3]);
                } else {
                    var sample = SAMPLE.matcher(line);
                    assertThat(sample.matches()).as(line).isTrue();
                    var family = sample.group(1).replaceAll("_(bucket|sum|count)$", "");
                    assertThat(types.keySet()).as(line).containsAnyOf(family, sample.group(1));
                    var series = line.substring(0, line.lastIndexOf(' '));
                    assertThat(samples.put(series, Double.valueOf(sample.group(3))))
                            .as(series)
                            .isNull();
                }
            }
            types.forEach((name, type) -> {
                if (type.equals("counter")) assertThat(name).endsWith("_total");
            });
            assertThat(samples)
                    .containsEntry("tidewheel_engine_tasks_submitted_total", 12.0)
                    .containsEntry("tidewheel_engine_tasks_started_total", 12.0)
                    .containsEntry("tidewheel_engine_tasks_finished_total{state=\"succeeded\"}", 10.0)
                    .containsEntry("tidewheel_engine_tasks_finished_total{state=\"failed\"}", 1.0)
                    .containsEntry("tidewheel_engine_attempts_retried_total", 1.0)
                    .containsEntry("tidewheel_engine_tasks{state=\"queued\"}", 1.0)
                    .containsEntry("tidewheel_engine_queue_wait_seconds_count", 11.0)
                    .containsEntry("tidewheel_engine_attempt_seconds_count", 12.0)
                    .containsEntry("tidewheel_engine_attempt_seconds_bucket{le=\"+Inf\"}", 12.0)
                    .containsEntry("tidewheel_engine_queue_tasks{requires=\"a\\\"b\"}", 1.0)
                    .containsEntry("tidewheel_agents{state=\"idle\"}", 1.0)
                    .containsEntry("tidewheel_agents_slots", 2.0);
            assertThat(samples.get("tidewheel_http_requests_total{status=\"4xx\"}"))
                    .isPositive();
            assertThat(samples.get("tidewheel_store_commit_seconds_count")).isPositive();
        }
    }
}
