package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Why a run waits whose chains do not all require the same. */
class ExplainedLanesTest {
    @Test
    void theLaneThatWaitsIsExplainedAndNotTheOneThatRuns(@TempDir Path folder) throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            var agent = api.agent("plain", 2);
            long run =
                    api.post("/api/v1/workflows", workflow()).json().get("id").asLong();
            await().until(() -> agent.hangs(run, 0) && api.run(run).get("size").asInt() == 2);
            var why = api.get("/api/v1/runs/%d/explain".formatted(run)).json();
            assertThat(why.path("reasons").path(0).path("code").asString()).isEqualTo("no-agent-offers");
            assertThat(why.path("sentence").asString()).contains("1 task is running", "[gpu]");
        }
    }

    private static String workflow() {
        var body = new JsonMapper().createObjectNode().put("source", """
            api: 4.7.0
            actions:
              - {type: execute, service: plain}
              - {type: execute, service: drawn}
            """);
        body.putArray("services").addObject().put("name", "s").put("text", """
            - {id: plain, name: p, description: p, path: hang, runtime: other, parameters: []}
            - {id: drawn, name: d, description: d, path: go, runtime: other, requiredCapabilities: [gpu], parameters: []}
            """);
        return body.toString();
    }
}
