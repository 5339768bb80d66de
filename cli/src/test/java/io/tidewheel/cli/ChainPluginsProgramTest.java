package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.cli.text.JsonText;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Plug-ins of a site that see chains, run commands and say how far they are: real programs, asked by a real server and its agents. */
class ChainPluginsProgramTest {
    private static final String SERVICES = """
        - id: count
          name: Count
          description: Counts, and goes on when it may
          path: ./count
          runtime: other
          parameters:
            - {id: word, name: Word, description: What to say, type: input, cardinality: 1..1}
            - {id: out, name: Out, description: What is made, type: output, cardinality: 1..1}
        - id: copy
          name: Copy
          description: Copies a file
          path: /bin/cp
          runtime: other
          parameters:
            - {id: in, name: In, description: What, type: input, cardinality: 1..1}
            - {id: out, name: Out, description: Where to, type: output, cardinality: 1..1}
        - id: lenient
          name: Lenient
          description: Ends with a code that need not mean anything
          path: ./lenient
          runtime: ignoreError
          parameters:
            - {id: code, name: Code, description: How it ends, type: input, cardinality: 1..1}
            - {id: in, name: In, description: What it waits for, type: input, cardinality: 0..1}
        """;
    private static final String PLUGINS = """
        - {name: note, type: processChainAdapter, command: [./note], timeout: 1m}
        - {name: apart, type: processChainConsistencyChecker, command: [./apart], timeout: 15s}
        - {name: percent, type: progressEstimator, supportedServiceIds: [count], command: [./percent], timeout: 1m}
        - {name: ignoreError, type: runtime, supportedRuntime: ignoreError, command: [./ignoreError]}
        """;
    private static final String BEGIN = """
        #!/bin/sh
        echo '{"ready":true}'
        while read -r line; do
          id=$(printf '%s' "$line" | sed 's/.*"v":1,"id":\\([0-9]*\\).*/\\1/')
        """;
    /** Writes down each step, and has another word said. */
    private static final String NOTE = """
          chains=$(printf '%s' "$line" | sed 's/.*"processChains":\\(.*\\),"workflow":.*/\\1/')
          printf '%s\\n' "$chains" >> steps
          case "$line" in *DIE*) echo 'no step' >&2; exit 4 ;; esac
          printf '{"id":%s,"result":%s}\\n' "$id" "$(printf '%s' "$chains" | sed 's/hello/goodbye/')"
        done
        """;
    /** What is lenient has chains of its own. */
    private static final String APART = """
          action=$(printf '%s' "$line" | sed 's/.*"action":\\(.*\\),"workflow":.*/\\1/')
          may=true
          case "$action" in *'"service":"lenient"'*) may=false ;; esac
          case "$line" in *'"processChain":[]'*) may=true ;; *HANG*) continue ;; esac
          case "$line" in *NONSENSE*) may='"perhaps"' ;; esac
          printf '{"id":%s,"result":%s}\\n' "$id" "$may"
        done
        """;

    private static final String PERCENT = """
          part=$(printf '%s' "$line" | sed 's/.*"\\([0-9]*\\)%"\\].*/\\1/')
          printf '{"id":%s,"result":0.%s}\\n' "$id" "$part"
        done
        """;
    private static final String IGNORE_ERROR = """
          path=$(printf '%s' "$line" | sed 's/.*"path":"\\([^"]*\\)".*/\\1/')
          word=$(printf '%s' "$line" | sed 's/.*"id":"code","variable":{[^}]*"value":"\\([^"]*\\)".*/\\1/')
          said=$("$path" "$word"); code=$?
          printf '{"id":%s,"line":"%s"}\\n' "$id" "$said"
          if [ $code -le 1 ]; then printf '{"id":%s,"result":null}\\n' "$id"
          else printf '{"id":%s,"error":"it failed","exitCode":%s,"output":"%s"}\\n' "$id" "$code" "$said"; fi
        done
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
        Files.writeString(folder.resolve("services.yaml"), SERVICES);
        Files.writeString(folder.resolve("plugins.yaml"), PLUGINS);
        program("note", BEGIN + NOTE);
        program("apart", BEGIN + APART);
        program("percent", BEGIN + PERCENT);
        program("ignoreError", BEGIN + IGNORE_ERROR);
        program("lenient", "#!/bin/sh\necho \"ending with $1\"; exit $1\n");
        program("count", """
            #!/bin/sh
            echo '30%'
            while [ ! -f FOLDER/go ]; do sleep 0.05; done
            echo "$1" > "$2"
            """.replace("FOLDER", folder.toString()));
        startServer();
    }

    private void startServer() throws IOException {
        server = tidewheel.start(
                "server",
                "start",
                "--port",
                "0",
                "--slots",
                "2",
                "--services",
                "services.yaml",
                "--extensions",
                "plugins.yaml",
                "--out-path",
                "results",
                "--tmp-path",
                "scratch");
        await().until(() -> server.said().contains("listening on "));
        url = server.said().lines().findFirst().orElseThrow().replace("listening on ", "");
        token = Files.readString(folder.resolve("data/admin.token")).strip();
    }

    private void program(String name, String script) throws IOException {
        Files.writeString(folder.resolve(name), script);
        assertThat(folder.resolve(name).toFile().setExecutable(true)).isTrue();
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

    private JsonNode get(String path) {
        var answer = send(HttpRequest.newBuilder(URI.create(url + path)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.MAPPER.readTree(answer.body());
    }

    private String submit(String word, String code) {
        var workflow = """
            api: 4.7.0
            actions:
              - {type: execute, id: a, service: count, inputs: [{id: word, value: %s}], outputs: [{id: out, var: a1}]}
              - {type: execute, id: b, service: copy, inputs: [{id: in, var: a1}], outputs: [{id: out, var: b1, store: true}]}
              - {type: execute, id: c, service: lenient, inputs: [{id: code, value: %s}, {id: in, var: b1}]}
            """.formatted(word, code);
        var answer = send(HttpRequest.newBuilder(URI.create(url + "/workflows"))
                .POST(HttpRequest.BodyPublishers.ofString(workflow)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return JsonText.text(JsonText.MAPPER.readTree(answer.body()), "id").orElseThrow();
    }

    private JsonNode ended(String id) {
        await().until(() -> !List.of("ACCEPTED", "RUNNING")
                .contains(JsonText.text(get("/workflows/" + id), "status").orElse("RUNNING")));
        return get("/workflows/" + id);
    }

    private void go() throws IOException {
        Files.writeString(folder.resolve("go"), "");
    }

    @Test
    void chainsAreCutCheckedChangedRunAndWatchedByTheSitesPrograms() throws Exception {
        var id = submit("hello", "1");
        await().until(() -> get("/processchains/" + id + "-0").has("estimatedProgress"));
        var chain = get("/processchains/" + id + "-0");
        assertThat(chain.path("estimatedProgress").asDouble()).isEqualTo(0.15);
        assertThat(get("/api/v1/runs/" + id + "/tasks/0")
                        .path("estimatedProgress")
                        .asDouble())
                .isEqualTo(0.15);
        var shown = tidewheel.run("show", id + "/0", "--server", url, "--token-file", "data/admin.token");
        assertThat(shown.out()).containsPattern("estimatedProgress +0.15");
        go();
        var run = ended(id);
        assertThat(run.path("status").asString()).as(run.toString()).isEqualTo("SUCCESS");
        assertThat(run.path("totalProcessChains").asInt()).isEqualTo(2);
        assertThat(run.path("results").path("b1").path(0).asString())
                .satisfies(file -> assertThat(Files.readString(Path.of(file))).isEqualTo("goodbye\n"));
        assertThat(Files.readAllLines(folder.resolve("steps")))
                .hasSize(3)
                .last()
                .isEqualTo("[]");
        assertThat(tidewheel.run("logs", id + "/1").out()).contains("ending with 1");
        assertThat(get("/processchains/" + id + "-0").has("estimatedProgress")).isFalse();
    }

    @Test
    void aServerThatWasKilledAsksNobodyAgainAboutChainsThatAreThere() throws Exception {
        var id = submit("hello", "0");
        await().until(() ->
                JsonText.text(get("/workflows/" + id), "status").orElse("").equals("RUNNING"));
        server.signal("KILL");
        server.await();
        startServer();
        go();
        var run = ended(id);
        assertThat(run.path("status").asString()).as(run.toString()).isEqualTo("SUCCESS");
        assertThat(run.path("totalProcessChains").asInt()).isEqualTo(2);
        assertThat(Files.readAllLines(folder.resolve("steps")))
                .filteredOn(step -> step.contains("\"id\":\"a\""))
                .hasSize(1);
    }

    @Test
    void whatGoesWrongFailsItsChainWithAReasonThatNamesThePluginAndTheServerGoesOn() throws Exception {
        go();
        assertFails(submit("DIE", "0"), "plug-in note ended with exit code 4: no step");
        assertFails(submit("NONSENSE", "0"), "plug-in apart answered with what is neither true nor false");
        assertFails(submit("HANG", "0"), "plug-in apart gave no answer in 15 s");
        var failing = submit("hello", "2");
        ended(failing);
        assertThat(get("/processchains/" + failing + "-1").path("errorMessage").asString())
                .contains("plug-in ignoreError: it failed, exit code: 2: ending with 2");
        assertThat(ended(submit("hello", "0")).path("status").asString()).isEqualTo("SUCCESS");
    }

    private void assertFails(String id, String why) {
        var run = ended(id);
        assertThat(run.path("status").asString()).as(run.toString()).isEqualTo("ERROR");
        assertThat(run.path("errorMessage").asString()).contains(why);
        assertThat(tidewheel.run("show", id).out()).contains(why);
    }

    @Test
    void allAreListedAndKnownWhenAWorkflowIsChecked() throws Exception {
        assertThat(get("/plugins").findValuesAsString("type"))
                .containsExactlyInAnyOrder(
                        "processChainAdapter", "processChainConsistencyChecker", "progressEstimator", "runtime");
        assertThat(get("/plugins/ignoreError").path("supportedRuntime").asString())
                .isEqualTo("ignoreError");
        assertThat(get("/plugins/percent").path("supportedServiceIds").path(0).asString())
                .isEqualTo("count");
        var elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("services.yaml"), SERVICES.replace("./", "/bin/"));
        Files.writeString(elsewhere.resolve("lenient.yaml"), """
            api: 4.7.0
            actions:
              - {type: execute, service: lenient, inputs: [{id: code, value: 0}]}
            """);
        var alone = new RealProgram(elsewhere);
        var without = alone.run("lint", "lenient.yaml", "--services", "services.yaml");
        assertThat(without.code()).isNotZero();
        assertThat(without.err() + without.out())
                .contains("service 'lenient' has the runtime 'ignoreError', which no agent knows");
        Files.createDirectories(elsewhere.resolve(".config/tidewheel"));
        Files.writeString(
                elsewhere.resolve(".config/tidewheel/config.yaml"),
                "workflows:\n  extensions: %s\n".formatted(folder.resolve("plugins.yaml")));
        var with = alone.run("lint", "lenient.yaml", "--services", "services.yaml");
        assertThat(with.code()).as(with.err() + with.out()).isZero();
        var plan = alone.run("plan", "lenient.yaml", "--services", "services.yaml");
        assertThat(plan.code()).as(plan.err()).isZero();
        assertThat(plan.out() + plan.err()).contains("may be changed by processChainAdapter note");
    }
}
