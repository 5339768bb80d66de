package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.workflows.WorkflowSettings;
import io.tidewheel.model.RunId;
import io.tidewheel.server.workflows.TemporaryFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Which temporary files go, and which stay. */
class TemporaryFilesTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    @TempDir
    Path folder;

    private ApiFixture api;
    private TemporaryFiles temporary;

    @BeforeEach
    void begin() throws Exception {
        var data = folder.resolve("data");
        api = new ApiFixture(data);
        api.agent("one", 2);
        temporary = new TemporaryFiles(api.server.server().archive(), WorkflowSettings.in(data.toString()), data);
    }

    @AfterEach
    void end() {
        api.close();
    }

    @Test
    void theyGoWhenTheirRunHasSucceeded() throws Exception {
        assertThat(temporary.sweep()).isEmpty();
        long done = ended("good", "");
        long failed = ended("fail", "");
        long resumable = ended("good", "\"reuse\": true,");
        long elsewhere = ended("good", "\"tmpPath\": \"/elsewhere\",");
        long open = submit("hang", "");
        for (long run : new long[] {done, failed, resumable, elsewhere, open}) files(run);
        assertThat(temporary.sweep()).containsExactly(new RunId(done));
        assertThat(tmp().resolve("run-" + done)).doesNotExist();
        assertThat(tmp().resolve("run-" + failed)).isNotEmptyDirectory();
        assertThat(temporary.sweep()).isEmpty();
    }

    @Test
    void linksAreNotFollowedAndOtherThingsStay() throws Exception {
        var precious = Files.createDirectories(folder.resolve("precious"));
        Files.writeString(precious.resolve("file"), "precious");
        long first = ended("good", "");
        long second = ended("good", "");
        Files.createSymbolicLink(files(first).resolve("link"), precious);
        Files.createSymbolicLink(tmp().resolve("run-" + second), precious);
        Files.createDirectories(tmp().resolve("run-0007"));
        Files.createDirectories(tmp().resolve("mine"));
        Files.createDirectories(tmp().resolve("run-99999"));
        assertThat(temporary.sweep()).containsExactly(new RunId(first));
        assertThat(precious.resolve("file")).hasContent("precious");
        assertThat(tmp().resolve("mine")).exists();
        assertThat(tmp().resolve("run-0007")).exists();
        assertThat(tmp().resolve("run-99999"))
                .as("of a run that is yet to come")
                .exists();
    }

    /** The number belongs to tasks here, which have no such files: the workflow of that number is gone. */
    @Test
    void whatNoRunOwnsGoes() throws Exception {
        long tasks = api.submit("{\"command\": [\"x\"]}");
        files(tasks);
        assertThat(temporary.sweep()).containsExactly(new RunId(tasks));
    }

    @Test
    void aFailedRunKeepsThemUntilARetrySucceeds() throws Exception {
        long failed = ended("fail", "");
        files(failed);
        var reply = api.post("/api/v1/runs/%d/retry".formatted(failed), "");
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        api.ended(reply.json().get("id").asLong());
        assertThat(temporary.sweep()).isEmpty();
        assertThat(tmp().resolve("run-" + failed)).isNotEmptyDirectory();
    }

    @Test
    void resultsMustNotBeAmongThem() {
        var reply = post("good", "\"outPath\": \"%s/mine\",".formatted(tmp()));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.detail()).startsWith("outPath: ").contains("temporary files");
    }

    private Path tmp() {
        return Path.of(WorkflowSettings.in(folder.resolve("data").toString()).tmpPath());
    }

    private Path files(long run) throws IOException {
        var inside = Files.createDirectories(tmp().resolve("run-" + run));
        Files.writeString(Files.createDirectories(inside.resolve("a/b")).resolve("file"), "x");
        return inside;
    }

    private long ended(String program, String more) {
        long run = submit(program, more);
        api.ended(run);
        return run;
    }

    private long submit(String program, String more) {
        var reply = post(program, more);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().get("id").asLong();
    }

    private ApiFixture.Reply post(String program, String more) {
        var services =
                "- {id: s, name: s, description: s, path: %s, runtime: other, parameters: []}".formatted(program);
        return api.post(
                "/api/v1/workflows",
                "{%s \"source\": %s, \"services\": [{\"name\": \"s\", \"text\": %s}]}"
                        .formatted(
                                more,
                                MAPPER.writeValueAsString("api: 4.7.0\nactions: [{type: execute, service: s}]"),
                                MAPPER.writeValueAsString(services)));
    }
}
