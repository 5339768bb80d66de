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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wherever a workflow is handed in, the same is refused and the same is taken. */
class SubmissionEndpointsTest {
    private static final String SERVICES = """
        - id: nap
          name: Nap
          description: Takes its time
          path: sleep
          runtime: sleep
          parameters:
            - {id: seconds, name: Seconds, description: How long, type: input, cardinality: 1..1, dataType: float}
        - id: warp
          name: Warp
          description: Is run by something that nobody knows
          path: warp
          runtime: warp
          parameters: []
        """;
    private static final String MACROS = """
        - id: twice
          name: Twice
          description: Naps two times
          parameters: [{id: long, name: Long, type: input}]
          vars: []
          actions:
            - {type: execute, service: nap, inputs: [{id: seconds, var: long}]}
            - {type: execute, service: nap, inputs: [{id: seconds, var: long}]}
        """;
    /** What can be wrong, by what is put into the list of actions. */
    private static final List<String> FAULTS = List.of(
            "- {type: execute, service: warp}",
            "- {type: execute, service: nobody}",
            "- {type: execute, service: nap}",
            "- {type: execute, service: nap, inputs: [{id: seconds, var: short}, {id: minutes, var: short}]}",
            "- {type: execute, service: nap, inputs: [{id: seconds, value: long}]}",
            "- {type: execute, service: nap, inputs: [{id: seconds, var: never}]}",
            "- {type: execute, id: same, service: nap, dependsOn: same, inputs: [{id: seconds, var: short}]}",
            "- {type: include, macro: thrice}",
            "- {type: include, macro: twice}",
            "- {type: for, input: short, enumerator: short, actions: []}",
            "- {type: execute, service: nap, when: short >< 3, inputs: [{id: seconds, var: short}]}",
            "- {type: job, service: nap, iterations: -1, inputs: [{id: seconds, var: short}]}",
            "- {type: dance}",
            "- 7");

    @TempDir
    Path folder;

    @TempDir
    Path elsewhere;

    private final HttpClient http = HttpClient.newHttpClient();

    private record Workflow(String name, String text, boolean isFine) {}

    private static List<Workflow> workflows() {
        var all = new ArrayList<Workflow>();
        all.add(workflow("fine", List.of()));
        all.add(new Workflow("nameless", text("x".repeat(201), List.of()), false));
        for (int i = 0; i < FAULTS.size(); i++) all.add(workflow("fault" + i, List.of(FAULTS.get(i))));
        var random = new SplittableRandom(7);
        for (int i = 0; i < 6; i++) {
            var some = FAULTS.stream().filter(_ -> random.nextInt(4) == 0).toList();
            all.add(workflow("some" + i, some));
        }
        return all;
    }

    private static Workflow workflow(String name, List<String> faults) {
        return new Workflow(name, text(name, faults), faults.isEmpty());
    }

    private static String text(String name, List<String> faults) {
        return """
            api: 4.7.0
            name: %s
            vars: [{id: short, value: 0.01}]
            actions:
            - {type: execute, service: nap, inputs: [{id: seconds, var: short}]}
            - {type: include, macro: twice, inputs: [{id: long, var: short}]}
            %s
            """.formatted(name, String.join("\n", faults));
    }

    @Test
    void allDoorsAgree() throws IOException {
        for (var place : List.of(folder, elsewhere)) {
            Files.writeString(place.resolve("services.yaml"), SERVICES);
            Files.writeString(place.resolve("macros.yaml"), MACROS);
        }
        var program = new RealProgram(folder);
        var server = program.start(
                "server", "start", "--port", "0", "--services", "services.yaml", "--macros", "macros.yaml");
        try {
            await().until(() -> server.said().contains("listening on "));
            var url = server.said().lines().findFirst().orElseThrow().replace("listening on ", "");
            for (var workflow : workflows()) {
                var answers = answers(workflow, url);
                assertThat(answers.values())
                        .as("%s%n%s", workflow.text, answers)
                        .containsOnly(workflow.isFine);
            }
        } finally {
            server.signal("TERM");
            server.await();
            http.close();
        }
    }

    /** By endpoint, whether it takes the workflow. */
    private Map<String, Boolean> answers(Workflow workflow, String url) throws IOException {
        var file = workflow.name + ".yaml";
        Files.writeString(folder.resolve(file), workflow.text);
        Files.writeString(elsewhere.resolve(file), workflow.text);
        var answers = new LinkedHashMap<String, Boolean>();
        var there = new UserSession(folder);
        var alone = new UserSession(elsewhere);
        answers.put("lint through the server", takes(there.type("lint", file)));
        answers.put("submit to the server", takes(there.type("submit", file)));
        var files = List.of(file, "--services", "services.yaml", "--macros", "macros.yaml");
        for (var verb : List.of("lint", "plan", "submit")) {
            answers.put(verb + " with files", takes(type(there, verb, files)));
            answers.put(verb + " without a server", takes(type(alone, verb, files)));
        }
        var body = JsonText.object().put("source", workflow.text).toString();
        var lint = JsonText.MAPPER.readTree(
                post(url + "/api/v1/workflows/lint", body).body());
        answers.put("REST lint", lint.path("valid").asBoolean());
        answers.put("REST submit", post(url + "/api/v1/workflows", body).statusCode() == 201);
        answers.put("Steep", post(url + "/workflows", workflow.text).statusCode() == 202);
        return answers;
    }

    private static UserSession.Answer type(UserSession session, String verb, List<String> files) {
        var words = new ArrayList<>(files);
        words.addFirst(verb);
        return session.type(words.toArray(String[]::new));
    }

    private static boolean takes(UserSession.Answer answer) {
        assertThat(answer.code()).as(answer.err()).isIn(ExitCodes.OK, ExitCodes.USAGE);
        return answer.code() == ExitCodes.OK;
    }

    private HttpResponse<String> post(String address, String body) throws IOException {
        var token = Files.readString(folder.resolve("data/admin.token")).strip();
        var request = HttpRequest.newBuilder(URI.create(address))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException stopped) {
            throw new AssertionError("no answer", stopped);
        }
    }
}
