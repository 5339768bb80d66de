package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.workflows.UnneededObjects;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that users bring for workflows whose agents share no disk. */
class FileRoutesTest {
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    @TempDir
    Path folder;

    private ApiFixture api;
    private String ann;
    private String bob;

    @BeforeEach
    void begin() throws Exception {
        api = new ApiFixture(folder.resolve("data"));
        ann = api.token("user", "ann");
        bob = api.token("user", "bob");
    }

    @AfterEach
    void end() {
        api.close();
    }

    @Test
    void aFileIsKeptForWhoeverBroughtIt() {
        assertThat(bring(ann, ABC, "abd").status()).isEqualTo(422);
        assertThat(bring(ann, "zz", "abc").status()).isEqualTo(400);
        assertThat(api.get(ann, "/api/v1/files/" + ABC).status()).isEqualTo(404);
        assertThat(bring(ann, ABC, "abc").status()).isEqualTo(201);
        assertThat(api.get(ann, "/api/v1/files/" + ABC).json().get("size").asLong())
                .isEqualTo(3);
        assertThat(api.get(bob, "/api/v1/files/" + ABC).status()).isEqualTo(404);
    }

    @Test
    void aWorkflowNamesOnlyWhatItsUserHasBrought() {
        bring(ann, ABC, "abc");
        var named = "\"files\": [{\"value\": \"in\", \"sha256\": \"%s\"}]".formatted(ABC);
        assertThat(submit(ann, "\"staged\": true, " + named).status()).isEqualTo(201);
        assertThat(submit(bob, "\"staged\": true, " + named).detail())
                .contains("files[0].sha256", "you have brought no file", "/api/v1/files/" + ABC);
        assertThat(submit(ann, named).detail()).contains("files", "\"staged\": true");
        assertThat(submit(ann, "\"staged\": true, \"outPath\": \"/out\"").detail())
                .contains("outPath", "shared folder");
        assertThat(submit(ann, "\"staged\": true, \"files\": [{\"sha256\": \"%s\"}]".formatted(ABC))
                        .detail())
                .contains("files[0].value", "is missing");
        assertThat(submit(ann, "\"staged\": true, \"files\": [{\"value\": \"in\", \"sha256\": \"abc\"}]")
                        .detail())
                .contains("files[0].sha256", "64");
    }

    @Test
    void whatNoRunNamesGoesAfterADay() {
        bring(ann, ABC, "abc");
        bring(ann, EMPTY, "");
        submit(ann, "\"staged\": true, \"files\": [{\"value\": \"in\", \"sha256\": \"%s\"}]".formatted(ABC));
        assertThat(sweep(Duration.ofHours(1))).isZero();
        assertThat(sweep(Duration.ofHours(25))).isEqualTo(1);
        assertThat(api.get(ann, "/api/v1/files/" + ABC).status()).isEqualTo(200);
        assertThat(api.get(ann, "/api/v1/files/" + EMPTY).status()).isEqualTo(404);
    }

    @Test
    void aSingleCommandReadsAFileThatItsUserHasBroughtAndKeepsItWhileItWaits() {
        var reading = ", \"stdinSha256\": \"%s\"".formatted(ABC);
        assertThat(run(ann, "\"command\": [\"cat\"]" + reading).detail())
                .contains("is not here", "PUT /api/v1/files/" + ABC);
        bring(ann, ABC, "abc");
        assertThat(run(bob, "\"command\": [\"cat\"]" + reading).detail()).contains("is not here");
        assertThat(run(ann, "\"command\": [\"cat\"], \"array\": \"1-2\"" + reading)
                        .detail())
                .contains("only a single command has a standard input");
        assertThat(run(ann, "\"tasks\": [{\"command\": [\"cat\"]}]" + reading).detail())
                .contains("only a single command has a standard input");
        assertThat(run(ann, "\"command\": {\"runtime\": \"noop\"}" + reading).detail())
                .contains("only processes and containers");
        assertThat(run(ann, "\"command\": [\"cat\"], \"stdinSha256\": \"abc\"").detail())
                .contains("stdinSha256", "64");
        var accepted = run(ann, "\"command\": [\"cat\"]" + reading);
        assertThat(accepted.status()).isEqualTo(201);
        assertThat(sweep(Duration.ofHours(25))).isZero();
        assertThat(api.get(ann, "/api/v1/files/" + ABC).status()).isEqualTo(200);
    }

    private ApiFixture.Reply run(String token, String fields) {
        return api.post(token, "/api/v1/runs", "{%s}".formatted(fields));
    }

    private int sweep(Duration later) {
        var unneeded = new UnneededObjects(api.server.server().archive(), api.server.objects());
        return unneeded.sweep(Instant.now().plus(later));
    }

    private ApiFixture.Reply bring(String token, String hash, String content) {
        return api.send(api.request(token, "/api/v1/files/" + hash).PUT(BodyPublishers.ofString(content)));
    }

    private ApiFixture.Reply submit(String token, String more) {
        return api.post(
                token, "/api/v1/workflows", "{\"source\": \"api: 4.7.0\\nactions: []\\n\", %s}".formatted(more));
    }
}
