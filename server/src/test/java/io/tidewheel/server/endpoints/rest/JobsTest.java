package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.host.DatabaseOpener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Iterative jobs from submission to end, with agents that do as they are told. */
class JobsTest {

    @TempDir
    Path folder;

    @Test
    void aSplitJobGivesTheRemainderToTheFirstPartitionAndSaysWhereEachBegins() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 3, 1)) {
            long run = submit(
                    api, "{\"iterations\": 22, \"target\": -1, \"partitions\": 5, \"command\": [\"sim\", \"{}\"]}");
            var shares = new ArrayList<Long>();
            var firsts = new ArrayList<Long>();
            for (int i = 0; i < 5; i++) {
                var task = agent.next();
                var work = Work.parseFrom(task.getBody());
                firsts.add(work.getPart().getFirst());
                assertThat(work.getSubstitute()).isTrue();
                long share = agent.begin(task).getCount();
                shares.add(share);
                agent.succeed(task, share);
            }
            assertThat(shares).containsExactly(6L, 4L, 4L, 4L, 4L);
            assertThat(firsts).containsExactly(0L, 6L, 10L, 14L, 18L);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("SUCCEEDED");
            var job = api.get("/api/v1/runs/" + run + "/job").json();
            OpenApiTest.check("Job", job);
            OpenApiTest.check("JobPartition", job.path("partitions").path(0));
            assertThat(job.path("stored").asLong()).isEqualTo(22);
            assertThat(job.path("complete").asBoolean()).isTrue();
        }
    }

    @Test
    void aLostPartOfASplitIsDoneAgainWithTheSameNumber() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(api, "{\"iterations\": 10, \"partitions\": 2, \"command\": [\"sim\"]}");
            var first = agent.next();
            assertThat(agent.begin(first).getCount()).isEqualTo(5);
            agent.fail(first);
            var counted = new ArrayList<String>();
            for (int i = 0; i < 2; i++) {
                var task = agent.next();
                counted.add(task.getParameter());
                agent.succeed(task, agent.begin(task).getCount());
            }
            assertThat(counted).containsExactlyInAnyOrder("0", "1");
            var end = ended(api, run);
            assertThat(end.path("state").asString()).isEqualTo("SUCCEEDED");
            assertThat(end.path("failed").asInt()).isEqualTo(1);
        }
    }

    @Test
    void whatIsDoneCountsOnceWhateverIsRepeated() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 2, 1)) {
            long run = submit(
                    api,
                    "{\"iterations\": 1000, \"target\": \"1h\", \"partitions\": 2, \"maxPartitions\": 2, \"command\":"
                            + " [\"sim\"]}");
            var one = agent.next();
            var two = agent.next();
            long told = agent.begin(one).getCount();
            assertThat(told).isEqualTo(500);
            assertThat(agent.begin(two).getCount()).isEqualTo(500);
            for (int i = 0; i < 3; i++) agent.report(one, 100, told);
            agent.succeed(one, 500);
            agent.succeed(two, 500);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("SUCCEEDED");
            assertThat(api.get("/api/v1/runs/" + run + "/manifest")
                            .json()
                            .path("stored")
                            .asLong())
                    .isEqualTo(1000);
        }
    }

    @Test
    void whatIsMissingInTheEndIsDoneByAnother() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(api, "{\"iterations\": 100, \"target\": \"1h\", \"command\": [\"sim\"]}");
            var first = agent.next();
            agent.begin(first);
            agent.succeed(first, 70);
            var second = agent.next();
            assertThat(second.getParameter()).isEqualTo("1");
            assertThat(agent.begin(second).getCount()).isEqualTo(30);
            agent.succeed(second, 30);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("SUCCEEDED");
        }
    }

    @Test
    void theMergeStepGetsAllResultsAndTheManifest() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(
                    api, "{\"iterations\": 10, \"partitions\": 2, \"command\": [\"sim\"], \"merge\": [\"sum\"]}");
            for (int i = 0; i < 2; i++) {
                var task = agent.next();
                agent.succeed(task, agent.begin(task).getCount());
            }
            var merge = agent.next();
            assertThat(merge.getParameter()).isEqualTo("merge");
            var work = Work.parseFrom(merge.getBody());
            assertThat(work.getFilesList())
                    .extracting(file -> file.getPath())
                    .containsExactly("manifest.json", "results/0", "results/1");
            assertThat(work.getFiles(0).getContent().toStringUtf8()).contains("\"stored\": 10");
            agent.end(merge, Ending.SUCCEEDED, outcome -> outcome);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("SUCCEEDED");
        }
    }

    @Test
    void aFailedMergeFailsTheJob() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(api, "{\"iterations\": 10, \"command\": [\"sim\"], \"merge\": [\"sum\"]}");
            var task = agent.next();
            agent.succeed(task, agent.begin(task).getCount());
            agent.fail(agent.next());
            assertThat(ended(api, run).path("state").asString()).isEqualTo("FAILED");
        }
    }

    @Test
    void aJobWhosePartitionsFailIsGivenUp() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(api, "{\"iterations\": 10, \"target\": \"1h\", \"maxFails\": 1, \"command\": [\"sim\"]}");
            for (int i = 0; i < 2; i++) {
                var task = agent.next();
                agent.begin(task);
                agent.fail(task);
            }
            var end = ended(api, run);
            assertThat(end.path("state").asString()).isEqualTo("FAILED");
            assertThat(end.path("reason").asString()).isEqualTo("TOO_MANY_FAILS");
        }
    }

    @Test
    void anAgentThatIsTooOldToTellWhatItDidCountsForNothing() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(api, "{\"iterations\": 10, \"command\": [\"sim\"]}");
            for (int i = 0; i < 3; i++) agent.end(agent.next(), Ending.SUCCEEDED, outcome -> outcome);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("FAILED");
            assertThat(api.get("/api/v1/runs/" + run + "/job").body()).contains("too old");
        }
    }

    @Test
    void aPartitionThatWasAtWorkIsTakenUpWithWhatItHasDone() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(
                    api, "{\"iterations\": 1000, \"target\": \"1h\", \"maxPartitions\": 1, \"command\": [\"sim\"]}");
            var task = agent.next();
            // As if another life of the server had told it.
            var share = agent.report(task, 400, 1000);
            assertThat(share.getCount()).isEqualTo(1000);
            var job = api.get("/api/v1/runs/" + run + "/job").json();
            assertThat(job.path("partitions").path(0).path("iterations").asLong())
                    .isEqualTo(400);
        }
    }

    @Test
    void howAJobWentIsStillKnownWhenItHasEndedAndTheServerWasRestarted() throws Exception {
        long run;
        try (var api = durable();
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 2, 1)) {
            run = submit(
                    api,
                    "{\"iterations\": 1000, \"target\": \"1h\", \"partitions\": 2, \"maxPartitions\": 2, \"command\":"
                            + " [\"sim\"]}");
            var one = agent.next();
            var two = agent.next();
            long told = agent.begin(one).getCount();
            agent.begin(two);
            agent.report(one, 100, told);
            agent.report(two, 70, told);
        }
        try (var api = durable();
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 2, 1)) {
            var again = agent.next();
            agent.report(again, 200, 500);
            agent.fail(again);
            for (int left = 1000; left > 0; ) {
                var task = agent.next();
                long share = Math.min(left, agent.begin(task).getCount());
                agent.succeed(task, share);
                left -= (int) share;
            }
            assertThat(ended(api, run).path("state").asString()).isEqualTo("SUCCEEDED");
            assertRemembered(api, run);
        }
        try (var api = durable()) {
            assertRemembered(api, run);
            assertThat(api.get("/api/v1/runs/" + run + "/job?history=1")
                            .json()
                            .path("partitions")
                            .path(0)
                            .path("history")
                            .size())
                    .isEqualTo(1);
        }
    }

    private ApiFixture durable() throws Exception {
        return new ApiFixture(folder.resolve("data"), DatabaseOpener.standard());
    }

    private static void assertRemembered(ApiFixture api, long run) {
        var job = api.get("/api/v1/runs/" + run + "/job").json();
        var history = new ArrayList<Long>();
        var states = new ArrayList<String>();
        for (var part : job.path("partitions")) {
            states.add(part.path("state").asString());
            for (var sample : part.path("history"))
                history.add(sample.path("iterations").asLong());
        }
        assertThat(history).as(job.toString()).contains(100L, 70L, 200L);
        assertThat(states).as(job.toString()).contains("LOST", "STORED").doesNotContain("QUEUED", "RUNNING");
        assertThat(job.path("events").toString()).contains("its task failed").contains("complete");
    }

    @Test
    void newsOfAnAttemptThatIsOverMoveNothing() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(
                    api,
                    "{\"iterations\": 1000, \"target\": \"1h\", \"maxPartitions\": 1, \"retries\": 1, \"command\":"
                            + " [\"sim\"]}");
            var first = agent.next();
            agent.begin(first);
            agent.fail(first);
            var second = agent.next();
            assertThat(second.getAttempt()).isEqualTo(2);
            agent.begin(second);
            agent.tell(FakePartitions.progress(first)
                    .setIterations(900)
                    .setTold(1000)
                    .build());
            agent.report(second, 10, 1000);
            var job = api.get("/api/v1/runs/" + run + "/job").json();
            assertThat(job.path("partitions").path(0).path("iterations").asLong())
                    .isEqualTo(10);
        }
    }

    @Test
    void whatAnAttemptHasKeptIsHandedToTheNext() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(
                    api,
                    "{\"iterations\": 1000, \"target\": \"1h\", \"maxPartitions\": 1, \"retries\": 1, \"command\":"
                            + " [\"sim\"]}");
            var first = agent.next();
            assertThat(agent.begin(first).getCheckpoint()).isEqualTo(ByteString.EMPTY);
            var kept = ByteString.copyFromUtf8("250\nstate\n");
            agent.tell(FakePartitions.progress(first)
                    .setIterations(260)
                    .setTold(1000)
                    .setMostTold(1000)
                    .setCheckpoint(kept)
                    .build());
            agent.share();
            agent.fail(first);
            var second = agent.next();
            var share = agent.begin(second);
            assertThat(share.getCheckpoint()).isEqualTo(kept);
            assertThat(share.getCount()).isEqualTo(1000);
            var job = api.get("/api/v1/runs/" + run + "/job").json();
            assertThat(job.path("partitions").path(0).path("iterations").asLong())
                    .isEqualTo(250);
        }
    }

    @Test
    void whatAFailedOneHasKeptIsHandedToWhoeverBeginsNext() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(api, "{\"iterations\": 1000, \"target\": \"1h\", \"command\": [\"sim\"]}");
            var first = agent.next();
            agent.begin(first);
            var kept = ByteString.copyFromUtf8("250\nstate\n");
            agent.tell(FakePartitions.progress(first)
                    .setIterations(260)
                    .setTold(1000)
                    .setMostTold(1000)
                    .setCheckpoint(kept)
                    .build());
            agent.share();
            agent.fail(first);
            var second = agent.next();
            assertThat(second.getParameter()).isEqualTo("1");
            var share = agent.begin(second);
            assertThat(share.getCheckpoint()).isEqualTo(kept);
            assertThat(share.getCount()).isEqualTo(1000);
            agent.succeed(second, 1000);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("SUCCEEDED");
            var job = api.get("/api/v1/runs/" + run + "/job").json();
            assertThat(job.path("stored").asLong()).as("counted once").isEqualTo(1000);
            assertThat(job.path("events").toString()).contains("goes on from what a failed one has kept");
        }
    }

    @Test
    void aPartThatOnlyItselfCanDoEndsTheJobWhenItIsCancelled() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            long split = submit(api, "{\"iterations\": 10, \"command\": [\"sim\"]}");
            long balanced = submit(api, "{\"iterations\": 10, \"target\": \"1h\", \"command\": [\"sim\"]}");
            for (long run : List.of(split, balanced)) {
                await("its task")
                        .until(() -> api.get("/api/v1/runs/" + run)
                                        .json()
                                        .path("size")
                                        .asInt()
                                == 1);
                assertThat(api.post("/api/v1/runs/%d/tasks/0/cancel".formatted(run), "{}")
                                .status())
                        .isEqualTo(200);
                assertThat(ended(api, run).path("state").asString()).isEqualTo("CANCELLED");
            }
        }
    }

    @Test
    void cancellingStopsThePartitions() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 1, 1)) {
            long run = submit(api, "{\"iterations\": 1000, \"target\": \"1h\", \"command\": [\"sim\"]}");
            var task = agent.next();
            agent.begin(task);
            assertThat(api.post("/api/v1/runs/" + run + "/cancel", "{}").status())
                    .isEqualTo(200);
            assertThat(agent.stop().getAttempt().getIndex()).isEqualTo(task.getIndex());
            agent.end(task, Ending.CANCELLED, outcome -> outcome);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("CANCELLED");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'command': ['x']} | iterations",
                "{'iterations': 5} | command",
                "{'iterations': 0, 'command': ['x']} | iterations",
                "{'iterations': -3, 'command': ['x']} | iterations",
                "{'iterations': 1.5, 'command': ['x']} | iterations",
                "{'iterations': 'many', 'command': ['x']} | iterations",
                "{'iterations': 9223372036854775808, 'command': ['x']} | iterations",
                "{'iterations': 1e999999999, 'command': ['x']} | iterations",
                "{'iterations': 5, 'target': 'soon', 'command': ['x']} | target",
                "{'iterations': 5, 'partitions': 0, 'command': ['x']} | partitions",
                "{'iterations': 5, 'partitions': 6, 'command': ['x']} | partitions",
                "{'iterations': 5, 'target': 9, 'partitions': 3, 'maxPartitions': 2, 'command': ['x']} | maxPartitions",
                "{'iterations': 5, 'reportEvery': 0, 'command': ['x']} | reportEvery",
                "{'iterations': 5, 'merge': [], 'command': ['x']} | merge",
                "{'iterations': 5, 'speed': 3, 'command': ['x']} | speed",
            })
    void badInputIsRefusedAndNamesThePlace(String body, String place) throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            var reply = api.post("/api/v1/jobs", body.replace('\'', '"'));
            assertThat(reply.status()).as(reply.body()).isEqualTo(400);
            assertThat(reply.detail()).contains(place);
        }
    }

    @Test
    void whatIsNoJobHasNoJobView() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"))) {
            long run = api.submit("{\"command\": [\"true\"]}");
            assertThat(api.get("/api/v1/runs/" + run + "/job").status()).isEqualTo(409);
            assertThat(api.get("/api/v1/runs/77/job").status()).isEqualTo(404);
        }
    }

    @Test
    void theFieldsOfARequestAreDescribed() {
        assertThat(OpenApiTest.fields("JobRequest")).isEqualTo(JobRequest.SHAPE.names());
        assertThat(OpenApiTest.fields("ConfigRequest")).isEqualTo(SiteRoutes.SHAPE.names());
        assertThat(List.of("iterations", "target")).isSubsetOf(JobRequest.SHAPE.names());
    }

    private static final String FLOW = """
        api: 4.7.0
        name: flow
        actions:
          - {type: execute, id: before, service: s, outputs: [{id: out, var: a}]}
          - type: job
            id: sim
            service: s
            iterations: 100
            target: 1h
            partitions: 2
            maxPartitions: 2
            inputs: [{id: in, var: a}]
            outputs: [{id: out, var: parts}, {id: iterations, var: n}]
          - {type: execute, id: after, service: s, inputs: [{id: in, var: parts}, {id: in, var: n}]}
        """;
    private static final String SERVICE = """
        - {id: s, name: s, description: s, path: s, runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 0..n},
          {id: out, name: o, description: o, type: output, cardinality: 0..1}]}
        """;

    @Test
    void aJobIsANodeOfAWorkflowAndARetryGoesOnWithWhatItHas() throws Exception {
        long run;
        try (var api = durable();
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 2, 1)) {
            run = flow(api);
            assertThat(api.get("/api/v1/runs/" + run + "/job").detail()).contains("none has begun");
            assertThat(api.get("/api/v1/runs/" + run + "/jobs").json().path("items"))
                    .isEmpty();
            agent.end(agent.next(), Ending.SUCCEEDED, outcome -> outcome);
            var one = agent.next();
            var two = agent.next();
            assertThat(List.of(one.getParameter(), two.getParameter())).containsExactly("sim$p0", "sim$p1");
            assertThat(agent.begin(one).getCount()).isEqualTo(50);
            assertThat(agent.begin(two).getCount()).isEqualTo(50);
            agent.succeed(one, 60);
            assertThat(agent.report(two, 30, 50).getCount()).isBetween(40L, 50L);
            assertAtWork(api, run);
            agent.succeed(two, 40);
            var after = agent.next();
            assertThat(Work.parseFrom(after.getBody()).getCommands(0).getArgumentsList())
                    .contains("100");
            agent.fail(after);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("FAILED");
            assertDone(api, run);

            var retry = api.post("/api/v1/runs/" + run + "/retry", "{}");
            assertThat(retry.status()).as(retry.body()).isEqualTo(201);
            var again = agent.next();
            assertThat(again.getParameter()).isEqualTo("after");
            assertThat(again.getBody()).isEqualTo(after.getBody());
            agent.end(again, Ending.SUCCEEDED, outcome -> outcome);
            assertThat(ended(api, retry.json().path("id").asLong())
                            .path("state")
                            .asString())
                    .isEqualTo("SUCCEEDED");
        }
        try (var api = durable()) {
            assertDone(api, run);
        }
    }

    private static void assertAtWork(ApiFixture api, long run) {
        await("what the first has stored").until(() -> stored(api, run) == 60);
        var job = api.get("/api/v1/runs/" + run + "/job").json();
        OpenApiTest.check("Job", job);
        assertThat(job.path("action").asString()).isEqualTo("sim");
        assertThat(job.path("state").asString()).isEqualTo("RUNNING");
        assertThat(job.path("partitions").path(1).path("iterations").asLong()).isEqualTo(30);
        assertThat(api.get("/metrics").body())
                .contains("tidewheel_jobs_open 1\n")
                .contains("tidewheel_jobs_partitions_running 1\n");
    }

    private static long stored(ApiFixture api, long run) {
        return api.get("/api/v1/runs/" + run + "/job").json().path("stored").asLong();
    }

    private static void assertDone(ApiFixture api, long run) {
        var listed = api.get("/api/v1/runs/" + run + "/jobs").json().path("items");
        assertThat(listed).hasSize(1);
        OpenApiTest.check("JobSummary", listed.path(0));
        assertThat(listed.path(0).path("partitions").asInt()).isEqualTo(2);
        var job = api.get("/api/v1/runs/" + run + "/jobs/sim").json();
        assertThat(api.get("/api/v1/runs/" + run + "/job").json().path("stored"))
                .isEqualTo(job.path("stored"));
        assertThat(job.path("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(job.path("stored").asLong()).isEqualTo(100);
        assertThat(job.path("began").asString()).isNotEmpty();
        var second = job.path("partitions").path(1);
        assertThat(second.path("state").asString()).isEqualTo("STORED");
        assertThat(second.path("task").asInt()).isEqualTo(2);
        assertThat(second.path("history").findValuesAsString("iterations")).contains("30", "40");
        assertThat(job.path("events").toString()).contains("complete");
        assertThat(api.get("/api/v1/runs/" + run + "/jobs/sim/manifest")
                        .json()
                        .path("partitions")
                        .path(0)
                        .path("iterations")
                        .asLong())
                .isEqualTo(60);
        assertThat(api.get("/api/v1/runs/" + run + "/jobs/sun").detail()).contains("no iterative job 'sun'");
    }

    @Test
    void aJobInAWorkflowIsCancelledWithItAndARetryDoesOnlyTheRest() throws Exception {
        try (var api = new ApiFixture(folder.resolve("data"));
                var agent = new FakePartitions(api.server.server().connectAgent(), "a", 2, 1)) {
            long run = flow(api);
            agent.end(agent.next(), Ending.SUCCEEDED, outcome -> outcome);
            var one = agent.next();
            var two = agent.next();
            agent.begin(one);
            agent.begin(two);
            agent.succeed(one, 50);
            assertThat(api.post("/api/v1/runs/" + run + "/cancel", "{}").status())
                    .isEqualTo(200);
            assertThat(agent.stop().getAttempt().getIndex()).isEqualTo(two.getIndex());
            agent.end(two, Ending.CANCELLED, outcome -> outcome);
            assertThat(ended(api, run).path("state").asString()).isEqualTo("CANCELLED");
            var job = api.get("/api/v1/runs/" + run + "/job").json();
            assertThat(job.path("state").asString()).isEqualTo("CANCELLED");
            assertThat(job.path("stored").asLong()).isEqualTo(50);

            var retry = api.post("/api/v1/runs/" + run + "/retry", "{}");
            assertThat(retry.status()).as(retry.body()).isEqualTo(201);
            var rest = agent.next();
            assertThat(rest.getParameter()).isEqualTo("sim$p1");
            assertThat(agent.begin(rest).getCount()).isEqualTo(50);
            agent.succeed(rest, 50);
            var whole = api.get(
                    "/api/v1/runs/%d/job".formatted(retry.json().path("id").asLong()));
            assertThat(whole.json().path("partitions")).as(whole.body()).hasSize(2);
            agent.end(agent.next(), Ending.SUCCEEDED, outcome -> outcome);
            assertThat(ended(api, retry.json().path("id").asLong())
                            .path("state")
                            .asString())
                    .isEqualTo("SUCCEEDED");
        }
    }

    private static long flow(ApiFixture api) {
        var body = new JsonMapper().createObjectNode().put("source", FLOW);
        body.putArray("services").addObject().put("name", "s").put("text", SERVICE);
        var reply = api.post("/api/v1/workflows", body.toString());
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().path("id").asLong();
    }

    private static long submit(ApiFixture api, String body) {
        var reply = api.post("/api/v1/jobs", body);
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().path("id").asLong();
    }

    private static JsonNode ended(ApiFixture api, long run) {
        await("the end of run " + run)
                .until(() -> List.of("SUCCEEDED", "FAILED", "CANCELLED")
                        .contains(api.get("/api/v1/runs/" + run)
                                .json()
                                .path("state")
                                .asString()));
        return api.get("/api/v1/runs/" + run).json();
    }
}
