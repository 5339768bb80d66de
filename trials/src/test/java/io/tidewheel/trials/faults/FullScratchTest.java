package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The disk on which an agent lets its tasks work is full, or is filled by one of them. */
class FullScratchTest {
    private static final int MEGABYTES = 8;
    private static final String LITTLE = "set -e; echo well > little; cat little";

    @Test
    void tasksThatNeedRoomFailWithAClearWordAndOthersGoOn() throws Exception {
        try (var site = TrialSite.open("scratch", StoreKind.EMBEDDED);
                var disk = SmallDisk.mount(site.file("scratch-agent"), MEGABYTES)) {
            assumeTrue(
                    disk.isMounted(),
                    "a small disk for the scratch folder can only be mounted by root: " + disk.trouble());
            site.startAgentApart("agent", 1);
            var greedy = ended(site, "head -c 100000000 /dev/zero > much");
            assertThat(greedy.path("state").stringValue()).isEqualTo("FAILED");
            assertThat(log(site, greedy)).contains("No space left");
            assertThat(ended(site, LITTLE).path("state").stringValue())
                    .as("what it left is gone")
                    .isEqualTo("SUCCEEDED");

            disk.fill();
            var cramped = ended(site, LITTLE);
            assertThat(cramped.path("state").stringValue()).isEqualTo("FAILED");
            assertThat(ended(site, "echo nothing to write").path("state").stringValue())
                    .isEqualTo("SUCCEEDED");
            assertThat(site.program("agent").isAlive()).isTrue();

            disk.empty();
            assertThat(ended(site, LITTLE).path("state").stringValue()).isEqualTo("SUCCEEDED");
        }
    }

    private static JsonNode ended(TrialSite site, String script) throws Exception {
        var body = RestAnswers.object();
        body.putArray("command").add("/bin/sh").add("-c").add(script);
        var answer = site.rest().post("/runs", body.toString(), "run-" + script.hashCode() + "-" + System.nanoTime());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        var path = "/runs/" + RestAnswers.parse(answer.body()).path("id").longValue();
        await("the end of: " + script).until(() -> site.rest().json(path).has("finished"));
        return site.rest().json(path);
    }

    private static String log(TrialSite site, JsonNode run) {
        return site.rest().text("/api/v1/runs/%d/logs".formatted(run.path("id").longValue()));
    }
}
