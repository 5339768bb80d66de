package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs as pages and reports show them; what they did is pretended. */
class ReportRoutesTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String SERVICES = """
        - {id: good, name: g, description: g, path: good, runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 0..n},
            {id: out, name: o, description: o, type: output, cardinality: 1..1}]}
        - {id: bad, name: b, description: b, path: fail, runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 0..n}]}
        """;
    private static final String FLOW = """
        api: 4.7.0
        name: flow
        vars: [{id: list, value: [1, 2, 3]}, {id: each}, {id: x}, {id: all}]
        actions:
          - type: for
            id: loop
            input: list
            enumerator: each
            output: all
            yieldToOutput: x
            actions:
              - {type: execute, id: work, service: good, inputs: [{id: in, var: each}], outputs: [{id: out, var: x}]}
          - {type: execute, id: join, service: bad, inputs: [{id: in, var: all}]}
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

    private JsonNode of(long run, String what) {
        var reply = api.get("/api/v1/runs/" + run + "/" + what);
        assertThat(reply.status()).as(reply.body()).isEqualTo(200);
        return reply.json();
    }

    private String workflow(String source) {
        var body = MAPPER.createObjectNode().put("source", source);
        body.putArray("services").addObject().put("name", "services").put("text", SERVICES);
        return body.toString();
    }

    private long submitted(String source) {
        var reply = api.post("/api/v1/workflows", workflow(source));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().get("id").asLong();
    }

    @Test
    void everyChainIsInALaneOfItsAgent() {
        long run = api.submit("{\"command\": [\"good\"], \"array\": \"1-40\", \"name\": \"forty\"}");
        api.ended(run);
        var timeline = of(run, "timeline?width=200");
        OpenApiTest.check("Timeline", timeline);
        assertThat(timeline.get("looked").asInt()).isEqualTo(40);
        assertThat(timeline.get("services").get(0).asString()).isEqualTo("forty");
        int chains = 0;
        for (var row : timeline.get("rows")) {
            assertThat(row.get("agent").asString()).isEqualTo("one");
            assertThat(row.get("slot").asInt()).isLessThan(2);
            for (var segment : row.get("segments")) chains += segment.get(4).asInt();
        }
        assertThat(chains).isEqualTo(40);
        assertThat(timeline.get("waiting")).hasSize(200);
    }

    @Test
    void aLargeRunIsLookedAtInPartAndSaysSo() {
        int size = ReportRoutes.LOOKED_AT * 2;
        long run = api.submit("{\"command\": [\"good\"], \"array\": \"1-%d\"}".formatted(size));
        api.ended(run);
        var timeline = of(run, "timeline");
        assertThat(timeline.get("tasks").asInt()).isEqualTo(size);
        assertThat(timeline.get("looked").asInt()).isEqualTo(ReportRoutes.LOOKED_AT);
        var statistics = of(run, "report").get("statistics");
        assertThat(statistics.get("looked").asInt()).isEqualTo(size);
        // Chains are read by several threads, and still come in their order: what is drawn by chance is the same again.
        assertThat(of(run, "report").get("statistics")).isEqualTo(statistics);
    }

    @Test
    void figuresTellWhoDidWhatAndWhatWentWrong() {
        long run = api.submit("{\"command\": [\"fail\"], \"array\": \"1-5\", \"retry\": {\"maxAttempts\": 2}}");
        api.ended(run);
        var figures = of(run, "statistics");
        OpenApiTest.check("Statistics", figures);
        assertThat(figures.get("attempts").asInt()).isEqualTo(10);
        assertThat(figures.get("retried").asInt()).isEqualTo(5);
        var cause = figures.get("causes").get(0);
        assertThat(cause.get("tasks").asInt()).isEqualTo(5);
        assertThat(cause.get("exitCode").asInt()).isEqualTo(3);
        assertThat(cause.get("message").asString()).isEqualTo("it failed as told");
        assertThat(figures.get("failures")).hasSize(5);
        var attempt = figures.get("failedAttempts").get(0);
        assertThat(attempt.get("attempts").asInt()).isEqualTo(10);
        assertThat(attempt.get("reason").asString()).isEqualTo("EXIT_CODE");
        OpenApiTest.check("Elasticity", figures.get("elasticity"));
        assertThat(figures.get("supply").get(0).get(1).asInt()).isBetween(1, 5);
        assertThat(figures.get("agents").get(0).get("failed").asInt()).isEqualTo(5);
    }

    @Test
    void theGraphShowsHowTheChainsOfEachActionStand() {
        long run = submitted(FLOW);
        api.ended(run);
        var graph = of(run, "graph");
        OpenApiTest.check("Graph", graph);
        var ids = new ArrayList<String>();
        graph.get("nodes").forEach(node -> ids.add(node.get("id").asString()));
        assertThat(ids).containsExactly("work", "join");
        assertThat(graph.get("nodes").get(0).get("succeeded").asInt()).isEqualTo(3);
        assertThat(graph.get("nodes").get(0).get("loop").asString()).isEqualTo("loop");
        assertThat(graph.get("nodes").get(1).get("failed").asInt()).isEqualTo(1);
        assertThat(graph.get("edges").toString()).isEqualTo("[[\"work\",\"join\"]]");
        assertThat(of(run, "timeline").get("services").toString()).contains("good", "bad");
        var report = of(run, "report");
        OpenApiTest.check("Report", report);
        assertThat(report.get("run").get("name").asString()).isEqualTo("flow");
    }

    @Test
    void aRunThatHasNotBegunHasNothingToShow() {
        long run = api.submit("{\"command\": [\"good\"], \"requires\": [\"gpu\"]}");
        assertThat(of(run, "timeline").get("rows")).isEmpty();
        assertThat(of(run, "statistics").get("agents")).isEmpty();
        assertThat(of(run, "graph").get("drawn").asBoolean()).isFalse();
        assertThat(api.get("/api/v1/queues")
                        .json()
                        .get("items")
                        .get(0)
                        .get("oldestRun")
                        .asLong())
                .isEqualTo(run);
    }

    @Test
    void theHistoryTellsWhoWasThere() {
        var seen = api.get("/api/v1/history").json().get("items");
        assertThat(seen).hasSize(1);
        OpenApiTest.check("Load", seen.get(0));
        assertThat(seen.get(0).get("slots").asInt()).isEqualTo(2);
        assertThat(api.get("/api/v1/history").json().get("items")).hasSize(1);
    }

    @Test
    void whatIsNotOverOrCannotBePlayedAgainIsRefusedWithAReason() {
        long waits = api.submit("{\"command\": [\"good\"], \"requires\": [\"gpu\"]}");
        assertThat(api.get("/api/v1/runs/%d/replay".formatted(waits)).status()).isEqualTo(409);
        long over = api.submit("{\"command\": [\"good\"]}");
        api.ended(over);
        var nobodyPlays = api.get("/api/v1/runs/%d/replay".formatted(over));
        assertThat(nobodyPlays.status()).isEqualTo(501);
        assertThat(nobodyPlays.body()).contains("tidewheel replay");
        assertThat(api.get("/api/v1/runs/%d/replay?policies=leap".formatted(over))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void badPartsOfTheTimeAreRefused() {
        long run = api.submit("{\"command\": [\"good\"]}");
        for (var query : new String[] {"from=5&to=4", "from=x", "width=5", "width=100000", "rows=0", "colour=red"})
            assertThat(api.get("/api/v1/runs/%d/timeline?%s".formatted(run, query))
                            .status())
                    .as(query)
                    .isEqualTo(400);
    }

    @Test
    void mistakesInAWorkflowAreToldWithoutSubmittingIt() {
        var good = api.post("/api/v1/workflows/lint", workflow(FLOW));
        assertThat(good.status()).as(good.body()).isEqualTo(200);
        OpenApiTest.check("Findings", good.json());
        assertThat(good.json().get("valid").asBoolean()).isTrue();
        var bad = api.post("/api/v1/workflows/lint", workflow(FLOW.replace("service: bad", "service: bat")));
        assertThat(bad.json().get("valid").asBoolean()).isFalse();
        var error = bad.json().get("errors").get(0);
        assertThat(error.get("message").asString()).contains("bat");
        assertThat(error.get("line").asInt()).isEqualTo(13);
        assertThat(api.get("/api/v1/runs").json().get("items")).isEmpty();
    }
}
