package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.host.ServerSettings;
import io.tidewheel.server.host.TidewheelServer;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Workflows on two agents that share no disk, on a whole server. */
class StagedWorkflowTest extends StagedTrial {
    @BeforeEach
    void start() throws Exception {
        var settings = ServerSettings.local(folder.resolve("data")).withBind(new InetSocketAddress("127.0.0.1", 0));
        server = TidewheelServer.start(settings);
        token = Files.readString(folder.resolve("data/admin.token")).strip();
        startAgent("one", server);
        startAgent("two", server);
    }

    @AfterEach
    void stop() {
        stopAgents();
        server.close();
    }

    @Test
    void filesAndFoldersGoFromOneAgentToTheOther() throws Exception {
        long run = submit("");
        assertThat(ended(run)).as(why(run)).isEqualTo("SUCCEEDED");
        var results = results(run);
        assertThat(results).hasSize(5);
        assertThat(content(named(results, "result"))).isEqualTo("A\nB\nC\n");
        var copy = results.stream()
                .filter(file -> file.path("path").asString().endsWith("/copy/b/part"))
                .findFirst()
                .orElseThrow();
        assertThat(content(copy)).isEqualTo("b\n");
        assertThat(named(results, "result").path("path").asString()).contains("/joined-");
        assertThat(results)
                .filteredOn(file -> file.path("executable").asBoolean())
                .singleElement()
                .satisfies(file -> assertThat(file.path("path").asString()).endsWith("/run"));
        assertThat(folder.resolve("data/workflows"))
                .as("nothing is on the server's disk")
                .doesNotExist();

        int before = objects("tmp/").size();
        assertThat(before).isPositive();
        assertThat(sweep()).isEqualTo(before);
        assertThat(content(named(results, "result"))).as("results stay").isEqualTo("A\nB\nC\n");
    }

    @Test
    void aRetryFetchesWhatTheFirstRunMade() throws Exception {
        Files.writeString(folder.resolve("text"), "a\nbroken\nc\n");
        long first = submit("");
        assertThat(ended(first)).isEqualTo("FAILED");
        takeTraces();
        assertThat(sweep()).as("what a retry needs stays").isZero();

        stop();
        start();
        Files.createFile(folder.resolve("mended"));
        long second = post("/runs/%d/retry".formatted(first), "{}").path("id").asLong();
        assertThat(ended(second)).as(why(second)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces()).containsExactlyInAnyOrder("upper", "same", "same");
        assertThat(content(named(results(second), "result"))).isEqualTo("A\nBROKEN\nC\n");
        assertThat(sweep()).isPositive();
        assertThat(objects("tmp/")).isEmpty();
    }

    @Test
    void aRunThatResumesTakesTheObjectsOfAnEarlierOne() throws Exception {
        long first = submit("\"reuse\": true,");
        assertThat(ended(first)).as(why(first)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces()).hasSize(9);

        long same = submit("\"resume\": %d,".formatted(first));
        assertThat(ended(same)).as(why(same)).isEqualTo("SUCCEEDED");
        assertThat(takeTraces())
                .as("nothing has changed: " + get("/runs/%d/reuse".formatted(same)))
                .isEmpty();
        assertThat(sweep()).as("what can be resumed stays").isZero();
        assertThat(content(named(results(same), "result"))).isEqualTo("A\nB\nC\n");

        Files.writeString(folder.resolve("text"), "a\nbb\nc\n");
        long second = submit("\"resume\": \"last\",");
        assertThat(ended(second)).as(why(second)).isEqualTo("SUCCEEDED");
        var summary = get("/runs/%d/reuse".formatted(second));
        assertThat(takeTraces())
                .as("one round and what goes over all: " + summary)
                .hasSize(5);
        assertThat(content(named(results(second), "result"))).isEqualTo("A\nBB\nC\n");
    }
}
