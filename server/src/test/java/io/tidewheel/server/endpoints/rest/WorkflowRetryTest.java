package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Workflows that are retried and resumed over REST; what they did is pretended. */
class WorkflowRetryTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String SERVICES = """
        - {id: good, name: g, description: g, path: good, runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 0..n},
            {id: out, name: o, description: o, type: output, cardinality: 1..1}]}
        - {id: bad, name: b, description: b, path: fail, runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 0..n},
            {id: out, name: o, description: o, type: output, cardinality: 1..1}]}
        - {id: slow, name: s, description: s, path: hang, runtime: other, parameters: []}
        """;
    /** Two independent ones succeed, one fails, and what needs it is left over. */
    private static final String FLOW = """
        api: 4.7.0
        name: flow
        actions:
          - {type: execute, id: a, service: good, outputs: [{id: out, var: x}]}
          - {type: execute, id: b, service: good, outputs: [{id: out, var: y}]}
          - {type: execute, id: c, service: bad, inputs: [{id: in, var: x}, {id: in, var: y}], outputs: [{id: out, var: z}]}
          - {type: execute, id: d, service: good, inputs: [{id: in, var: z}], outputs: [{id: out, var: w}]}
        """;

    private ApiFixture api;

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        api = new ApiFixture(folder.resolve("data"));
        api.agent("one", 2);
    }

    @AfterEach
    void end() {
        api.close();
    }

    @Test
    void onlyWhatFailedIsRunAgainUnderTheSameNames() {
        long first = submit(FLOW);
        assertThat(api.ended(first).get("state").asString()).isEqualTo("FAILED");
        assertThat(api.run(first).get("size").asInt()).isEqualTo(3);
        long second = retried(first);
        assertThat(api.ended(second).get("retryOf").asLong()).isEqualTo(first);
        var chain = onlyChain(second);
        assertThat(chain.get("parameter").asString()).isEqualTo("c\nd");
        assertThat(chain.toString()).contains("/run-" + first + "/").doesNotContain("/run-" + second);
        // A retry of a retry still knows what the first one did.
        long third = retried(second);
        assertThat(api.ended(third).get("retryOf").asLong()).isEqualTo(second);
        assertThat(onlyChain(third).get("parameter").asString()).isEqualTo("c\nd");
        assertThat(onlyChain(third).toString()).contains("/run-" + first + "/");
    }

    @Test
    void whatWasLeftOverIsNamedWithTheInputThatNeverCame() {
        long run = submit(FLOW
                + "  - {type: execute, id: e, service: good, inputs: [{id: in, var: z}], outputs: [{id: out,"
                + " var: v}]}\n");
        assertThat(api.ended(run).get("reason").asString()).isEqualTo("LEFT_OVER");
        var said = api.get("/api/v1/runs/%d/explain".formatted(run)).json();
        assertThat(said.get("sentence").asString())
                .contains("actions were left over")
                .doesNotContain("ended early");
        assertThat(said.get("reasons").findValuesAsString("text"))
                .contains("the action 'd' was not done: the variable 'z' never came: the chain 'c' failed")
                .contains("the action 'e' was not done: the variable 'z' never came: the chain 'c' failed");
    }

    private JsonNode onlyChain(long run) {
        assertThat(api.run(run).get("size").asInt()).isEqualTo(1);
        return api.get("/api/v1/runs/%d/tasks/0".formatted(run)).json();
    }

    @Test
    void whatCannotBeRetriedIsRefusedWithTheReason() {
        long fine = submit("api: 4.7.0\nactions: [{type: execute, service: good, outputs: [{id: out, var: x}]}]");
        assertThat(api.ended(fine).get("state").asString()).isEqualTo("SUCCEEDED");
        var nothing = api.post("/api/v1/runs/%d/retry".formatted(fine), "{}");
        assertThat(nothing.status()).isEqualTo(409);
        assertThat(nothing.detail()).contains("there is nothing to retry");
        long failed = submit(FLOW);
        api.ended(failed);
        var some = api.post("/api/v1/runs/%d/retry".formatted(failed), "{\"tasks\": [0]}");
        assertThat(some.status()).isEqualTo(400);
        assertThat(some.detail()).startsWith("tasks: run %d is a workflow".formatted(failed));
        var all = api.post("/api/v1/runs/%d/retry".formatted(failed), "{\"failed\": false}");
        assertThat(all.status()).isEqualTo(400);
        assertThat(all.detail()).startsWith("failed: ");
        long open = submit("api: 4.7.0\nactions: [{type: execute, service: slow}]");
        var early = api.post("/api/v1/runs/%d/retry".formatted(open), "{}");
        assertThat(early.status()).isEqualTo(409);
        assertThat(early.detail()).contains("has not ended");
    }

    @Test
    void whatCannotBeResumedIsRefusedWithTheReason() {
        long plain = submit(FLOW);
        api.ended(plain);
        assertThat(refused("77")).contains("there is no run 77");
        assertThat(refused("\"first\"")).contains("\"last\"", "'first'");
        assertThat(refused(Long.toString(plain))).contains("kept no hashes", "\"reuse\": true");
        long tasks = api.submit("{\"command\": [\"x\"]}");
        assertThat(refused(Long.toString(tasks))).contains("is no workflow");
    }

    @Test
    void everyMissHasItsReasonAndTheFirstRunHasNothingToResume() {
        long first = submit(FLOW, "\"last\"");
        api.ended(first);
        long second = submit(FLOW.replace("service: bad", "service: good"), "\"last\"");
        assertThat(api.ended(second).get("state").asString()).isEqualTo("SUCCEEDED");
        var summary = api.get("/api/v1/runs/%d/reuse".formatted(second)).json();
        OpenApiTest.check("ReuseSummary", summary);
        assertThat(summary.get("resumes").asBoolean()).isTrue();
        assertThat(summary.get("reused").asInt()).isZero();
        assertThat(summary.path("next").isMissingNode()).as("all is counted").isTrue();
        int ended = 0;
        var next = "";
        do {
            var page = api.get("/api/v1/runs/%d/reuse?limit=1%s"
                            .formatted(second, next.isEmpty() ? "" : "&cursor=" + next))
                    .json();
            OpenApiTest.check("ReuseSummary", page);
            assertThat(page.get("ended").asInt()).isLessThanOrEqualTo(1);
            ended += page.get("ended").asInt();
            next = page.path("next").asString("");
        } while (!next.isEmpty());
        assertThat(ended).isEqualTo(summary.get("ended").asInt()).isPositive();
        var plain = api.get("/api/v1/runs/%d/reuse".formatted(submit(FLOW))).json();
        assertThat(plain.get("resumes").asBoolean()).isFalse();
    }

    private String refused(String resume) {
        var reply = api.post("/api/v1/workflows", body(FLOW, resume));
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        return reply.detail();
    }

    private long retried(long run) {
        var reply = api.post("/api/v1/runs/%d/retry".formatted(run), "");
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().get("id").asLong();
    }

    private long submit(String flow) {
        return submit(flow, "");
    }

    private long submit(String flow, String resume) {
        var reply = api.post("/api/v1/workflows", body(flow, resume));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().get("id").asLong();
    }

    private static String body(String flow, String resume) {
        ObjectNode body = MAPPER.createObjectNode();
        body.put("source", flow);
        body.putArray("services").addObject().put("name", "s").put("text", SERVICES);
        if (!resume.isEmpty()) body.set("resume", MAPPER.readTree(resume));
        return body.toString();
    }
}
