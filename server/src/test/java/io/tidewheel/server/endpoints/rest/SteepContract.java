package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.server.host.DatabaseOpener;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What clients of Steep find here, whatever the database. */
abstract class SteepContract {
    private static final String SERVICES = """
        - id: print
          name: Print
          description: Prints
          path: print
          runtime: other
          requiredCapabilities: [paper]
          parameters:
            - {id: text, name: Text, description: What to print, type: input, cardinality: 1..1}
            - {id: loud, name: Loud, description: Loudly, type: input, cardinality: 0..1, dataType: boolean, label: --loud}
            - {id: out, name: Out, description: A file, type: output, cardinality: 1..1, label: -o, fileSuffix: .txt}
        - {id: fail, name: Fail, description: Fails, path: fail, runtime: other, parameters: []}
        - {id: hang, name: Hang, description: Hangs, path: hang, runtime: other, parameters: []}
        """;

    private static final String PRINTS = """
        api: 4.7.0
        name: printer
        priority: 7
        vars:
          - {id: file}
        actions:
          - type: execute
            id: first
            service: print
            inputs: [{id: text, value: hello}, {id: loud, value: true}]
            outputs: [{id: out, var: file, store: true}]
        """;

    @TempDir
    Path folder;

    private ApiFixture api;

    abstract DatabaseOpener opener();

    @BeforeEach
    void start() throws Exception {
        var data = folder.resolve("data");
        var workflows = new WorkflowSettings(
                List.of(new Source("services.yaml", SERVICES)), List.of(), "/shared/tmp", "/shared/out");
        api = new ApiFixture(data, ApiFixture.settings(data).withWorkflows(workflows), opener());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static String executing(String service) {
        return "api: 4.7.0\nname: %s\nactions: [{type: execute, service: %s, id: %s}]\n"
                .formatted(service, service, service);
    }

    private String submit(String token, String workflow) {
        var reply = api.post(token, "/workflows", workflow);
        assertThat(reply.status()).as(reply.body()).isEqualTo(202);
        return reply.json().get("id").asString();
    }

    private String submit(String workflow) {
        return submit(api.admin, workflow);
    }

    private JsonNode awaited(String path, String status) {
        Awaitility.await()
                .until(() -> api.get(path).json().get("status").asString().equals(status));
        return api.get(path).json();
    }

    private static List<String> texts(JsonNode array, String field) {
        var texts = new ArrayList<String>();
        array.forEach(each -> texts.add(each.get(field).asString()));
        return texts;
    }

    @Test
    void aWorkflowInYamlIsAcceptedRunsAndShowsItsResults() throws Exception {
        var reply = api.post("/workflows", PRINTS);
        assertThat(reply.status()).isEqualTo(202);
        OpenApiTest.check("SteepSubmission", reply.json());
        assertThat(reply.json().get("status").asString()).isEqualTo("ACCEPTED");
        assertThat(reply.json().get("source").asString()).isEqualTo(PRINTS);
        assertThat(texts(reply.json().get("workflow").get("actions"), "service"))
                .containsExactly("print");
        api.agent("one", 2, "paper");
        var id = reply.json().get("id").asString();
        var done = awaited("/workflows/" + id, "SUCCESS");
        OpenApiTest.check("SteepSubmission", done);
        assertThat(done.get("name").asString()).isEqualTo("printer");
        assertThat(done.get("priority").asInt()).isEqualTo(7);
        assertThat(done.get("requiredCapabilities").get(0).asString()).isEqualTo("paper");
        assertThat(done.get("succeededProcessChains").asInt()).isEqualTo(1);
        assertThat(done.get("totalProcessChains").asInt()).isEqualTo(1);
        assertThat(done.get("startTime").asString()).endsWith("Z");
        assertThat(done.has("endTime")).isTrue();
        assertThat(done.get("results").get("file").get(0).asString())
                .startsWith("/shared/out/run-" + id + "/")
                .endsWith(".txt");
    }

    @Test
    void aWorkflowInJsonIsAcceptedToo() throws Exception {
        api.agent("one", 2, "paper");
        var id = submit("""
            {"api": "4.7.0", "actions": [{"type": "execute", "service": "print",
              "inputs": [{"id": "text", "value": 5}], "outputs": [{"id": "out", "var": "x"}]}]}
            """);
        var done = awaited("/workflows/" + id, "SUCCESS");
        assertThat(done.get("results")).isEmpty();
        assertThat(done.get("workflow")
                        .get("actions")
                        .get(0)
                        .get("inputs")
                        .get(0)
                        .get("value")
                        .asInt())
                .isEqualTo(5);
    }

    @Test
    void everythingThatIsWrongIsToldInPlainText() {
        var reply = api.post("/workflows", """
            api: 4.7.0
            actions:
              - {type: execute, service: prnt}
              - {type: execute, service: print, inputs: [{id: text, var: nobody}], outputs: [{id: out, var: x}]}
            """);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.raw().headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
        assertThat(reply.body())
                .startsWith("Invalid workflow:")
                .contains("prnt")
                .contains("nobody")
                .contains("workflow->actions[0](execute prnt)")
                .contains("line 3, column");
        assertThat(api.post("/workflows", "").status()).isEqualTo(400);
        assertThat(api.post("/workflows", "{").status()).isEqualTo(400);
        assertThat(api.get("/workflows").json()).isEmpty();
    }

    @Test
    void chainsShowTheirExecutablesAndArguments() throws Exception {
        api.agent("one", 2, "paper");
        var id = submit(PRINTS);
        awaited("/workflows/" + id, "SUCCESS");
        var list = api.get("/processchains?submissionId=" + id).json();
        assertThat(list).hasSize(1);
        OpenApiTest.check("SteepProcessChain", list.get(0));
        assertThat(list.get(0).get("id").asString()).isEqualTo(id + "-0");
        assertThat(list.get(0).get("agentId").asString()).isEqualTo("one");
        assertThat(list.get(0).has("executables")).isFalse();
        var chain = api.get("/processchains/" + id + "-0").json();
        OpenApiTest.check("SteepProcessChain", chain);
        assertThat(chain.get("submissionId").asString()).isEqualTo(id);
        assertThat(chain.get("status").asString()).isEqualTo("SUCCESS");
        assertThat(chain.get("priority").asInt()).isEqualTo(7);
        assertThat(chain.get("totalRuns").asInt()).isEqualTo(1);
        assertThat(chain.get("results").get("file")).hasSize(1);
        var executable = chain.get("executables").get(0);
        assertThat(executable.get("id").asString()).isEqualTo("first");
        assertThat(executable.get("serviceId").asString()).isEqualTo("print");
        assertThat(executable.get("path").asString()).isEqualTo("print");
        assertThat(executable.get("runtime").asString()).isEqualTo("other");
        var arguments = executable.get("arguments");
        assertThat(texts(arguments, "id")).containsExactly("text", "loud", "out");
        assertThat(texts(arguments, "type")).containsExactly("input", "input", "output");
        assertThat(texts(arguments, "dataType")).containsExactly("string", "boolean", "string");
        assertThat(arguments.get(0).get("variable").get("value").asString()).isEqualTo("hello");
        assertThat(arguments.get(1).get("label").asString()).isEqualTo("--loud");
        assertThat(arguments.get(1).get("variable").get("value").asString()).isEqualTo("true");
        assertThat(arguments.get(2).get("variable").get("id").asString()).isEqualTo("file");
        assertThat(arguments.get(2).get("variable").get("value").asString())
                .isEqualTo(chain.get("results").get("file").get(0).asString());
    }

    @Test
    void logsAreReadWholeOrInParts() throws Exception {
        api.agent("one", 2, "paper");
        var id = submit(PRINTS);
        awaited("/workflows/" + id, "SUCCESS");
        var path = "/logs/processchains/" + id + "-0";
        var whole = api.get(path);
        assertThat(whole.status()).isEqualTo(200);
        assertThat(whole.body()).isEqualTo("helloto stderr\n");
        assertThat(whole.raw().headers().firstValue("Accept-Ranges")).contains("bytes");
        var middle = api.send(api.request(api.admin, path).header("Range", "bytes=2-6"));
        assertThat(middle.status()).isEqualTo(206);
        assertThat(middle.body()).isEqualTo("lloto");
        assertThat(middle.raw().headers().firstValue("Content-Range")).contains("bytes 2-6/15");
        assertThat(api.send(api.request(api.admin, path).header("X-Range", "bytes=-7"))
                        .body())
                .isEqualTo("stderr\n");
        assertThat(api.send(api.request(api.admin, path).header("Range", "bytes=10-"))
                        .body())
                .isEqualTo("derr\n");
        var outside = api.send(api.request(api.admin, path).header("Range", "bytes=15-"));
        assertThat(outside.status()).isEqualTo(416);
        assertThat(outside.raw().headers().firstValue("Content-Range")).contains("bytes */15");
        var head = api.send(api.request(api.admin, path).HEAD());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        assertThat(head.raw().headers().firstValue("Content-Length")).contains("15");
        assertThat(api.get(path + "?forceDownload=true").raw().headers().firstValue("Content-Disposition"))
                .contains("attachment; filename=\"" + id + "-0.log\"");
        assertThat(api.get(path + "?runNumber=1").body()).isEqualTo(whole.body());
        assertThat(api.get(path + "?runNumber=2").status()).isEqualTo(404);
        assertThat(api.get(path + "?runNumber=x").status()).isEqualTo(400);
        assertThat(api.get("/logs/processchains/nobody").status()).isEqualTo(404);
        assertThat(api.send(api.request(api.admin, "/logs/processchains/nobody").HEAD())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void whatFailsShowsItsRunsAndItsError() throws Exception {
        api.agent("one", 1);
        var id = submit(executing("fail") + "retries: {processChains: {maxAttempts: 2}}\n");
        var failed = awaited("/workflows/" + id, "ERROR");
        OpenApiTest.check("SteepSubmission", failed);
        assertThat(failed.get("errorMessage").asString()).contains(id + "-0").contains("it failed as told");
        assertThat(failed.get("failedProcessChains").asInt()).isEqualTo(1);
        var chain = api.get("/processchains/" + id + "-0").json();
        assertThat(chain.get("status").asString()).isEqualTo("ERROR");
        assertThat(chain.get("errorMessage").asString()).contains("Exit code: 3");
        assertThat(chain.get("retries").get("maxAttempts").asInt()).isEqualTo(2);
        assertThat(chain.get("totalRuns").asInt()).isEqualTo(2);
        var runs = api.get("/processchains/" + id + "-0/runs").json();
        assertThat(texts(runs, "status")).containsExactly("ERROR", "ERROR");
        OpenApiTest.check("SteepRun", runs.get(0));
        assertThat(texts(runs, "agentId")).containsExactly("one", "one");
        var first = api.get("/processchains/" + id + "-0/runs/1").json();
        OpenApiTest.check("SteepProcessChain", first);
        assertThat(first.get("runNumber").asInt()).isEqualTo(1);
        assertThat(api.get("/processchains/" + id + "-0/runs/3").status()).isEqualTo(404);
        assertThat(api.get("/processchains/" + id + "-0/runs/0").status()).isEqualTo(400);
        assertThat(api.get("/processchains?status=ERROR").json()).hasSize(1);
        assertThat(api.get("/processchains?status=SUCCESS").json()).isEmpty();
    }

    @Test
    void oneChainIsCancelledAndItsWorkflowCountsIt() throws Exception {
        var agent = api.agent("one", 1);
        var id = submit("""
            api: 4.7.0
            actions:
              - {type: execute, id: one, service: hang}
              - {type: execute, id: two, service: hang}
            """);
        Awaitility.await().until(() -> agent.hangs(Long.parseLong(id), 0));
        assertThat(api.get("/processchains?status=RUNNING").json()).hasSize(1);
        assertThat(api.get("/processchains?status=REGISTERED").json()).hasSize(1);
        assertThat(api.get("/agents/one").json().get("processChainId").asString())
                .isEqualTo(id + "-0");
        assertThat(api.get("/agents/one").json().get("available").asBoolean()).isFalse();
        var cancelled = api.put(api.admin, "/processchains/" + id + "-0", "{\"status\": \"CANCELLED\"}");
        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.json().get("status").asString()).isEqualTo("CANCELLED");
        Awaitility.await().until(() -> agent.hangs(Long.parseLong(id), 1));
        assertThat(api.put(api.admin, "/processchains/" + id + "-0", "{\"status\": \"CANCELLED\"}")
                        .status())
                .isEqualTo(200);
        agent.release(Long.parseLong(id), 1);
        var done = awaited("/workflows/" + id, "CANCELLED");
        assertThat(done.get("cancelledProcessChains").asInt()).isEqualTo(1);
        assertThat(done.get("succeededProcessChains").asInt()).isEqualTo(1);
    }

    @Test
    void aWorkflowIsCancelledAndItsPriorityChanged() throws Exception {
        var id = submit(executing("hang"));
        var raised = api.put(api.admin, "/workflows/" + id, "{\"priority\": -3}");
        assertThat(raised.status()).isEqualTo(200);
        assertThat(raised.json().get("priority").asInt()).isEqualTo(-3);
        var chain = api.put(api.admin, "/processchains/" + id + "-0", "{\"priority\": 3}");
        assertThat(chain.status()).as(chain.body()).isEqualTo(200);
        assertThat(chain.json().get("priority").asInt()).isEqualTo(3);
        assertThat(api.get("/workflows/" + id).json().get("priority").asInt()).isEqualTo(-3);
        for (var bad : List.of("{}", "[]", "", "{\"status\": \"RUNNING\"}", "{\"priority\": \"high\"}")) {
            assertThat(api.put(api.admin, "/workflows/" + id, bad).status())
                    .as(bad)
                    .isEqualTo(400);
        }
        var cancelled = api.put(api.admin, "/workflows/" + id, "{\"status\": \"CANCELLED\"}");
        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.json().get("status").asString()).isEqualTo("CANCELLED");
        assertThat(api.put(api.admin, "/workflows/" + id, "{\"status\": \"CANCELLED\"}")
                        .status())
                .isEqualTo(200);
        assertThat(api.put(api.admin, "/workflows/" + id, "{\"priority\": 1}").status())
                .isEqualTo(422);
        assertThat(api.put(api.admin, "/workflows/99", "{\"priority\": 1}").status())
                .isEqualTo(404);
        var late = api.put(api.admin, "/processchains/" + id + "-0", "{\"priority\": 4}");
        assertThat(late.status()).isEqualTo(422);
        assertThat(late.body()).contains("cannot be changed any more: it has ended");
    }

    @Test
    void listsHavePages() {
        for (int i = 0; i < 3; i++) submit(executing("hang"));
        api.submit("{\"command\": [\"go\"]}");
        var page = api.get("/workflows?size=2&offset=1");
        assertThat(texts(page.json(), "id")).containsExactly("2", "1");
        assertThat(page.raw().headers().firstValue("x-page-size")).contains("2");
        assertThat(page.raw().headers().firstValue("x-page-offset")).contains("1");
        assertThat(page.raw().headers().firstValue("x-page-total")).contains("3");
        assertThat(page.json().get(0).has("source")).isFalse();
        assertThat(page.json().get(0).has("workflow")).isFalse();
        assertThat(api.get("/workflows?status=ACCEPTED").json()).hasSize(3);
        assertThat(api.get("/workflows?status=SUCCESS").json()).isEmpty();
        var chains = api.get("/processchains?size=2");
        assertThat(texts(chains.json(), "id")).containsExactly("3-0", "2-0");
        assertThat(chains.raw().headers().firstValue("x-page-total")).contains("3");
        assertThat(texts(api.get("/processchains?status=REGISTERED&offset=2").json(), "id"))
                .containsExactly("1-0");
        assertThat(api.get("/processchains?submissionId=77").json()).isEmpty();
        for (var bad :
                List.of("/workflows?size=x", "/workflows?offset=-1", "/workflows?status=DONE", "/workflows?sze=1"))
            assertThat(api.get(bad).status()).as(bad).isEqualTo(400);
        assertThat(api.get("/workflows/4").status()).isEqualTo(404);
        assertThat(api.get("/workflows/4").body()).isEqualTo("There is no submission with ID `4'");
    }

    @Test
    void whatBelongsToOthersIsNotThere() throws Exception {
        var ann = api.token("user", "ann");
        var bob = api.token("user", "bob");
        var reader = api.token("read-only", "ann");
        var id = submit(ann, executing("hang"));
        for (var path :
                List.of("/workflows/" + id, "/processchains/" + id + "-0", "/processchains/" + id + "-0/runs")) {
            assertThat(api.get(ann, path).status()).isEqualTo(200);
            assertThat(api.get(reader, path).status()).isEqualTo(200);
            assertThat(api.get(bob, path).status()).isEqualTo(404);
        }
        assertThat(api.get(bob, "/workflows").json()).isEmpty();
        assertThat(api.get(bob, "/workflows").raw().headers().firstValue("x-page-total"))
                .contains("0");
        assertThat(api.get(bob, "/processchains").json()).isEmpty();
        assertThat(api.put(bob, "/workflows/" + id, "{\"status\": \"CANCELLED\"}")
                        .status())
                .isEqualTo(404);
        assertThat(api.put(reader, "/workflows/" + id, "{\"status\": \"CANCELLED\"}")
                        .status())
                .isEqualTo(403);
        assertThat(api.send(HttpRequest.newBuilder(api.uri("/workflows"))).status())
                .isEqualTo(401);
        assertThat(api.get(bob, "/api/v1/runs/" + id + "/tasks/0/cancel").status())
                .isEqualTo(405);
        assertThat(api.post(bob, "/api/v1/runs/" + id + "/tasks/0/cancel", "").status())
                .isEqualTo(404);
    }

    @Test
    void theFleetTheServicesAndTheServerAreShown() throws Exception {
        api.agent("one", 2, "paper");
        var agents = api.get("/agents").json();
        OpenApiTest.check("SteepAgent", agents.get(0));
        assertThat(agents.get(0).get("id").asString()).isEqualTo("one");
        assertThat(agents.get(0).get("available").asBoolean()).isTrue();
        assertThat(agents.get(0).get("capabilities").get(0).asString()).isEqualTo("paper");
        assertThat(api.send(api.request(api.admin, "/agents/one").HEAD()).status())
                .isEqualTo(200);
        assertThat(api.send(api.request(api.admin, "/agents/two").HEAD()).status())
                .isEqualTo(404);
        var services = api.get("/services").json();
        assertThat(texts(services, "id")).containsExactly("print", "fail", "hang");
        OpenApiTest.check("Service", services.get(0));
        assertThat(texts(api.get("/services/print").json().get("parameters"), "cardinality"))
                .containsExactly("1..1", "0..1", "1..1");
        assertThat(api.get("/services/nobody").status()).isEqualTo(404);
        assertThat(texts(api.get("/api/v1/services").json().get("items"), "id"))
                .containsExactly("print", "fail", "hang");
        assertThat(api.get("/plugins").json()).isEmpty();
        assertThat(api.get("/plugins/nobody").status()).isEqualTo(404);
        assertThat(api.get("/setups").status()).isEqualTo(404);
        assertThat(api.get("/setups").body()).contains("the cloud is off");
        assertThat(api.get("/vms").json()).isEmpty();
        assertThat(api.get("/vms").raw().headers().firstValue("x-page-total")).contains("0");
        assertThat(api.get("/vms/nobody").status()).isEqualTo(404);
        assertThat(api.get("/search?q=x").status()).isEqualTo(404);
        assertThat(api.get("/search?q=x").body()).contains("/api/v1/runs?name=");
        assertThat(api.get("/").json().has("version")).isTrue();
        var health = api.get("/health").json();
        assertThat(health.get("health").asBoolean()).isTrue();
        assertThat(health.get("services").get("count").asInt()).isEqualTo(3);
        assertThat(health.get("agents").get("count").asInt()).isEqualTo(1);
    }

    @Test
    void aTaskIsCancelledByTheNativeInterfaceAndAWorkflowsTaskShowsItsActions() throws Exception {
        var id = submit(executing("hang"));
        var chain = api.get("/api/v1/runs/" + id + "/tasks/0").json();
        assertThat(chain.get("actions").get(0).asString()).isEqualTo("hang");
        OpenApiTest.check("Chain", chain);
        long array = api.submit("{\"command\": [\"go\"], \"array\": \"1-5\"}");
        var cancelled = api.post("/api/v1/runs/" + array + "/tasks/3/cancel", "");
        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.json().get("state").asString()).isEqualTo("CANCELLED");
        assertThat(api.post("/api/v1/runs/" + array + "/tasks/3/cancel", "").status())
                .isEqualTo(200);
        assertThat(api.post("/api/v1/runs/" + array + "/tasks/5/cancel", "").status())
                .isEqualTo(404);
        api.agent("one", 2);
        var ended = api.ended(array);
        assertThat(ended.get("state").asString()).isEqualTo("CANCELLED");
        assertThat(ended.get("succeeded").asInt()).isEqualTo(4);
        assertThat(api.post("/api/v1/runs/" + array + "/tasks/0/cancel", "").status())
                .isEqualTo(409);
        assertThat(api.get("/api/v1/audit").body()).contains("task 3");
    }
}
