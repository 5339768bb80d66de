package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.model.Time;
import io.tidewheel.server.host.TidewheelServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs with several servers on one database. */
class PostgresJobsTest {

    @TempDir
    Path folder;

    @Test
    void agentsOfAnotherServerAreBalancedTooAndHowItWentIsKept() throws Exception {
        var opener = EmptyPostgres.opener();
        long run;
        try (var keeper = ApiFixture.sharing(folder.resolve("keeper"), opener);
                var other = TidewheelServer.start(
                        ApiFixture.settings(folder.resolve("other")).withName("other"),
                        ApiFixture.shared(opener),
                        Time.system());
                var here = new FakePartitions(keeper.server.server().connectAgent(), "here", 1, 1)) {
            var reply = keeper.post(
                    "/api/v1/jobs",
                    "{\"iterations\": 1000, \"target\": \"1h\", \"partitions\": 2, \"maxPartitions\": 2, \"command\":"
                            + " [\"sim\"]}");
            assertThat(reply.status()).as(reply.body()).isEqualTo(201);
            run = reply.json().path("id").asLong();
            var mine = here.next();
            assertThat(here.begin(mine).getCount()).isEqualTo(500);
            try (var there = new FakePartitions(other.server().connectAgent(), "there", 1, 2)) {
                var theirs = there.next();
                assertThat(there.begin(theirs).getCount()).isEqualTo(500);
                there.tell(FakePartitions.progress(theirs)
                        .setIterations(123)
                        .setTold(500)
                        .setMostTold(500)
                        .build());
                assertThat(there.share().getCount()).as("the keeper's answer").isBetween(123L, 1000L);
                var part = keeper.get("/api/v1/runs/" + run + "/job")
                        .json()
                        .path("partitions")
                        .path(1);
                assertThat(part.path("iterations").asLong()).isEqualTo(123);
                assertThat(part.path("site").asString()).isEqualTo("there");
                here.succeed(mine, 600);
                await("its count")
                        .until(() -> keeper.get("/api/v1/runs/" + run + "/job")
                                        .json()
                                        .path("stored")
                                        .asLong()
                                == 600);
                there.tell(FakePartitions.progress(theirs)
                        .setIterations(400)
                        .setTold(500)
                        .setMostTold(500)
                        .build());
                assertThat(there.share().getCount())
                        .as("others have done the rest")
                        .isEqualTo(400);
                there.succeed(theirs, 400);
                await("the end")
                        .until(() -> keeper.get("/api/v1/runs/" + run)
                                .json()
                                .path("state")
                                .asString()
                                .equals("SUCCEEDED"));
            }
        }
        try (var later = ApiFixture.sharing(folder.resolve("keeper"), opener)) {
            var job = later.get("/api/v1/runs/" + run + "/job").json();
            assertThat(job.path("stored").asLong()).isEqualTo(1000);
            assertThat(job.path("partitions").path(1).path("history").toString())
                    .contains("\"iterations\":123,");
        }
    }
}
