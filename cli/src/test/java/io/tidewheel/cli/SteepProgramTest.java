package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A real server with real agents, used with plain HTTP as clients of Steep do. */
class SteepProgramTest {
    private static final String SERVICES = """
        - id: say
          name: Say
          description: Says something, on its output and in a file
          path: ./say.sh
          runtime: other
          parameters:
            - {id: text, name: Text, description: What to say, type: input, cardinality: 1..n}
            - {id: out, name: Out, description: Where to, type: output, cardinality: 1..1, label: --to, fileSuffix: .txt}
        - id: nap
          name: Nap
          description: Takes its time
          path: /bin/sleep
          runtime: other
          parameters:
            - {id: seconds, name: Seconds, description: How long, type: input, cardinality: 1..1, dataType: integer}
        """;

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private RealProgram tidewheel;
    private RealProgram.Running server;
    private String url = "";
    private String token = "";

    @BeforeEach
    void start() throws IOException {
        tidewheel = new RealProgram(folder);
        var script = folder.resolve("say.sh");
        Files.writeString(script, """
            #!/bin/sh
            echo "saying $1"
            case $1 in
              token) ln -s "$PWD_OF_TEST/data/admin.token" "$3";;
              *) echo "$1" > "$3";;
            esac
            """.replace("$PWD_OF_TEST", folder.toString()));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        // Its program is named from the folder of the file, as in the tutorial of Steep.
        Files.writeString(folder.resolve("services.yaml"), SERVICES);
        server = tidewheel.start(
                "server",
                "start",
                "--port",
                "0",
                "--slots",
                "2",
                "--services",
                "services.yaml",
                "--out-path",
                "results",
                "--tmp-path",
                "scratch");
        await().until(() -> server.said().contains("listening on "));
        url = server.said().lines().findFirst().orElseThrow().replace("listening on ", "");
        token = Files.readString(folder.resolve("data/admin.token")).strip();
    }

    @AfterEach
    void stop() {
        server.signal("TERM");
        server.await();
        http.close();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(
                    request.header("Authorization", "Bearer " + token).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError("no answer", failed);
        }
    }

    private HttpRequest.Builder at(String path) {
        return HttpRequest.newBuilder(URI.create(url + path));
    }

    private JsonNode get(String path) {
        var answer = send(at(path));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.MAPPER.readTree(answer.body());
    }

    private String submit(String workflow) {
        var answer = send(at("/workflows").POST(HttpRequest.BodyPublishers.ofString(workflow)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return JsonText.text(JsonText.MAPPER.readTree(answer.body()), "id").orElseThrow();
    }

    private JsonNode awaited(String path, String status) {
        await().until(() -> JsonText.text(get(path), "status").orElse("").equals(status));
        return get(path);
    }

    @Test
    void resultsOnASharedDiskAreListedAndFetchedButNotWhereverALinkLeads() throws IOException {
        var id = submit("""
            api: 4.7.0
            vars: [{id: words, value: [hello, token]}, {id: word}, {id: file}]
            actions:
              - type: for
                input: words
                enumerator: word
                actions:
                  - {type: execute, service: say, inputs: [{id: text, var: word}], outputs: [{id: out, var: file, store: true}]}
            """);
        awaited("/workflows/" + id, "SUCCESS");
        JsonNode here = JsonText.MAPPER.nullNode();
        JsonNode elsewhere = here;
        for (var item : get("/api/v1/runs/" + id + "/stored").path("items")) {
            assertThat(item.path("variable").asString()).startsWith("file");
            if (item.has("url")) here = item;
            else elsewhere = item;
        }
        assertThat(here.path("size").asLong()).isEqualTo(6);
        assertThat(here.path("sha256").asString())
                .isEqualTo("5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
        assertThat(here.path("preview").asString()).isEqualTo("hello\n");
        var fetched = send(at(here.path("url").asString()));
        assertThat(fetched.body()).isEqualTo("hello\n");
        assertThat(fetched.headers().firstValue("Repr-Digest").orElse("")).startsWith("sha-256=:");
        assertThat(elsewhere.path("unavailable").asString()).contains("a link leads out of");

        var told = tidewheel.run("results", id, "--fetch", "fetched");
        assertThat(told.code()).isEqualTo(1);
        assertThat(told.err()).contains("1 file is in", "cannot be fetched", "a link leads out of");
        assertThat(told.out()).contains("5891b5b522d5");
        assertThat(folder.resolve("fetched").resolve(here.path("name").asString()))
                .hasContent("hello\n");
        int index = here.path("task").asInt();
        for (var path : new String[] {"%d/files/0".formatted(1 - index), "%d/files/1".formatted(index), "0/files/x"}) {
            var refused = send(at("/api/v1/runs/%s/tasks/%s".formatted(id, path)));
            assertThat(refused.statusCode()).as(path).isEqualTo(404);
            assertThat(refused.body()).doesNotContain(token);
        }

        var made = Path.of(here.path("path").asString());
        Files.writeString(made, "other!");
        assertThat(tidewheel.run("results", id, "--fetch", "changed").code()).isNotZero();
        assertThat(folder.resolve("changed").resolve(here.path("name").asString()))
                .doesNotExist();
        Files.writeString(made, "longer than before");
        assertThat(tidewheel.run("results", id).err()).contains("has been changed since");
    }

    @Test
    void aWorkflowIsSubmittedWatchedAndRead() throws IOException {
        var id = submit("""
            api: 4.7.0
            name: speeches
            vars:
              - {id: words, value: [hello, world]}
              - {id: word}
              - {id: file}
            actions:
              - type: for
                input: words
                enumerator: word
                actions:
                  - type: execute
                    service: say
                    inputs: [{id: text, var: word}]
                    outputs: [{id: out, var: file, store: true}]
            """);
        var done = awaited("/workflows/" + id, "SUCCESS");
        var files = done.get("results").get("file");
        assertThat(files).hasSize(2);
        for (var file : files) {
            assertThat(Path.of(file.asString()))
                    .startsWith(folder.resolve("results").toRealPath());
            assertThat(Files.readString(Path.of(file.asString()))).isIn("hello\n", "world\n");
        }
        var chains = get("/processchains?submissionId=" + id);
        assertThat(chains).hasSize(2);
        var chain = JsonText.text(chains.get(0), "id").orElseThrow();
        assertThat(get("/processchains/" + chain + "/runs")).hasSize(1);
        var log = send(at("/logs/processchains/" + chain));
        assertThat(log.body()).contains("saying world");
        int start = log.body().indexOf("world");
        var part = send(at("/logs/processchains/" + chain).header("Range", "bytes=%d-".formatted(start)));
        assertThat(part.statusCode()).isEqualTo(206);
        assertThat(part.body()).isEqualTo(log.body().substring(start));

        var shown = tidewheel.run("show", id);
        assertThat(shown.code()).isZero();
        assertThat(shown.out()).contains("results").contains(files.get(0).asString());
        assertThat(tidewheel.run("show", id, "--tasks").out()).contains("say");
    }

    @Test
    void aWorkflowInJsonIsCancelledChainByChain() {
        var id = submit("""
            {"api": "4.7.0", "actions": [
              {"type": "execute", "id": "one", "service": "nap", "inputs": [{"id": "seconds", "value": 600}]},
              {"type": "execute", "id": "two", "service": "nap", "inputs": [{"id": "seconds", "value": 600}]}]}
            """);
        awaited("/processchains/" + id + "-0", "RUNNING");
        awaited("/processchains/" + id + "-1", "RUNNING");
        var first = send(at("/processchains/" + id + "-0")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"status\": \"CANCELLED\"}")));
        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(JsonText.text(get("/processchains/" + id + "-0"), "status")).contains("CANCELLED");
        assertThat(JsonText.text(get("/workflows/" + id), "status")).contains("RUNNING");
        var second = tidewheel.run("cancel", id + "/1");
        assertThat(second.code()).isZero();
        assertThat(second.err()).contains("task %s/1 is being cancelled".formatted(id));
        awaited("/workflows/" + id, "CANCELLED");
        await().until(() -> get("/agents").get(0).get("available").asBoolean());
    }

    @Test
    void aServerDoesNotStartWithFlawedFilesAndNamesEveryFlaw() throws IOException {
        Files.writeString(folder.resolve("bad.yaml"), """
            - {id: one, name: One, description: One, path: one, runtime: other}
            - {id: two, nam: Two, description: Two, path: two, runtime: other, parameters: []}
            """);
        Files.writeString(folder.resolve("more.yaml"), SERVICES);
        var end = tidewheel.run(
                "server", "start", "--services", "bad.yaml", "--services", "more.yaml,services.yaml", "--port", "0");
        assertThat(end.code()).isEqualTo(2);
        assertThat(end.err())
                .contains("bad.yaml:1:")
                .contains("bad.yaml:2:")
                .contains("'nam'")
                .contains("services.yaml:1:")
                .contains("there is a service 'say' in more.yaml already");
        var inside = tidewheel.run("server", "start", "--tmp-path", "a/b", "--out-path", "a", "--port", "0");
        assertThat(inside.code()).isEqualTo(2);
        assertThat(inside.err()).contains("--tmp-path").contains("side by side");
    }

    @Test
    void whyAWorkflowFailedIsSaidEverywhere() throws IOException {
        // The first makes two files for an input that takes one, which is known only when it has run.
        var maker = Files.createDirectories(folder.resolve("bin")).resolve("maker.sh");
        Files.writeString(maker, "#!/bin/sh\ntouch \"$1/a\" \"$1/b\"\n");
        assertThat(maker.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("more.yaml"), """
            - id: make
              name: Make
              description: Makes two files
              path: bin/maker.sh
              runtime: other
              parameters:
                - {id: to, name: To, description: Where to, type: output, cardinality: 1..1, dataType: directory}
            - id: take
              name: Take
              description: Takes one file
              path: /bin/true
              runtime: other
              parameters:
                - {id: file, name: File, description: Which, type: input, cardinality: 1..1}
            """);
        Files.writeString(folder.resolve("unfit.yaml"), """
            api: 4.7.0
            actions:
              - {type: execute, id: first, service: make, outputs: [{id: to, var: files}]}
              - {type: execute, id: second, service: take, inputs: [{id: file, var: files}]}
              - {type: execute, id: third, service: take, inputs: [{id: file, var: files}]}
            """);
        var reason = "the input 'file' of service 'take' got 2 values, but its cardinality is 1..1";
        var submitted = tidewheel.run("submit", "unfit.yaml", "--services", "more.yaml", "--wait");
        assertThat(submitted.code()).isEqualTo(ExitCodes.FAILED);
        assertThat(submitted.err()).contains("action second was not done: " + reason);
        var id = submitted.out().strip();
        assertThat(tidewheel.run("wait", id).err()).contains(reason);
        assertThat(tidewheel.run("show", id).out()).contains(reason);
        assertThat(tidewheel.run("explain", id).out()).contains("the action 'second' was not done", reason);
        assertThat(get("/api/v1/runs/" + id)
                        .path("undone")
                        .get(0)
                        .path("reason")
                        .asString())
                .contains(reason);
        assertThat(JsonText.text(get("/workflows/" + id), "errorMessage").orElse(""))
                .contains("action second", reason);
    }

    @Test
    void aRelativeProgramOfWhichNobodyKnowsTheFolderIsRefused() {
        var body = JsonText.object().put("source", """
            api: 4.7.0
            actions: [{type: execute, service: own}]
            """);
        body.putArray("services").addObject().put("name", "own.yaml").put("text", """
            - {id: own, name: Own, description: Own, path: ./own.sh, runtime: other, parameters: []}
            """);
        var answer = send(at("/api/v1/workflows").POST(HttpRequest.BodyPublishers.ofString(body.toString())));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("the path './own.sh' of service 'own' is relative", "give an absolute path");
    }
}
