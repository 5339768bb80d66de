package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.controllers.tasks.RetrySelection;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Actor;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunSpec;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retries of runs with so many tasks that they are copied in several steps. */
class RetriedRunsTest {
    private static final int TASKS = 1_200;
    private static final int COPIED = 700;
    private static final RetrySelection FAILED = new RetrySelection(true, Optional.empty());

    @TempDir
    Path folder;

    private final MemoryDatabase database = MemoryDatabase.empty();
    private ApiFixture api;
    private RunId first = new RunId(1);

    @BeforeEach
    void run() throws Exception {
        api = new ApiFixture(folder.resolve("data"), _ -> database);
        api.agent("one", 8);
        first = new RunId(api.submit("{\"array\": \"1-%d\", \"command\": [\"fail\"]}".formatted(TASKS)));
        assertThat(api.ended(first.number()).get("failed").asInt()).isEqualTo(TASKS);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void whatFailedIsCopiedWhole() {
        var reply = api.post("/api/v1/runs/%s/retry".formatted(first), "");
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        assertThat(reply.json().get("size").asInt()).isEqualTo(TASKS);
        assertComplete(reply.json().get("id").asLong());
    }

    @Test
    void aRetryThatWasBrokenOffByAKillIsGoneOnWithAlthoughNobodyAsksAgain() throws Exception {
        long copy = begun();
        api.close();
        api = new ApiFixture(folder.resolve("data"), _ -> database.reopened());
        await("the rest").until(() -> api.run(copy).get("size").asInt() == TASKS);
        assertThat(api.post("/api/v1/runs/%d/release".formatted(copy), "").status())
                .isEqualTo(200);
        api.agent("two", 8);
        assertComplete(copy);
    }

    /** As far as a server comes that is killed in the middle. */
    private long begun() {
        var engine = api.server.server().host().engine();
        var archive = api.server.server().archive();
        var run = archive.run(first).orElseThrow();
        var spec = new RunSpec(
                run.spec().kind(), run.spec().owner(), run.spec().asked(), Optional.empty(), Optional.of(first), "");
        var asked = new NewRun(
                        spec, run.lanes().getFirst().spec(), Optional.empty(), List.of(), false, true, false, "me")
                .with(FAILED.document());
        var copy = engine.submit(asked).join().run();
        var some = FAILED.of(archive.chains(first, FAILED.states(), 0, COPIED, false));
        assertThat(engine.add(copy, 0, some, Actor.anyone("me")).join()).isGreaterThanOrEqualTo(COPIED);
        return copy.number();
    }

    private void assertComplete(long copy) {
        assertThat(api.ended(copy).get("failed").asInt()).isEqualTo(TASKS);
        assertThat(parameter(copy, 0)).isEqualTo("1");
        assertThat(parameter(copy, COPIED)).isEqualTo(Integer.toString(COPIED + 1));
        assertThat(parameter(copy, TASKS - 1)).isEqualTo(Integer.toString(TASKS));
    }

    private String parameter(long run, int task) {
        return api.get("/api/v1/runs/%d/tasks/%d".formatted(run, task))
                .json()
                .get("parameter")
                .asString();
    }
}
