package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.host.DatabaseOpener;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is promised whatever the database. */
abstract class LogsContract {
    @TempDir
    Path folder;

    private ApiFixture api;

    abstract DatabaseOpener opener();

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder.resolve("data"), opener());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void outputComesAsItWasKept() throws Exception {
        api.agent("one", 1);
        long id = api.submit("{\"command\": [\"print\", \"one\\ntwo \\u001b[31m\\nthree\"]}");
        api.ended(id);
        var path = "/api/v1/runs/" + id + "/tasks/0/logs";
        assertThat(api.get(path + "?stream=stdout").body()).isEqualTo("one\ntwo \u001b[31m\nthree");
        assertThat(api.get(path + "?stream=stderr").body()).isEqualTo("to stderr\n");
        assertThat(api.get(path).body()).contains("one\n", "to stderr\n");
        assertThat(api.get(path + "?stream=stdout&offset=4").body()).isEqualTo("two \u001b[31m\nthree");
        assertThat(api.get(path + "?stream=stdout&offset=4000").body()).isEmpty();
        assertThat(api.get(path + "?stream=stdout&tail=1").body()).isEqualTo("three");
        assertThat(api.get(path + "?stream=stdout&tail=2").body()).isEqualTo("two \u001b[31m\nthree");
        assertThat(api.get(path + "?stream=stdout&tail=0").body()).isEmpty();
        assertThat(api.get(path + "?stream=stdout&tail=99").body()).startsWith("one\n");
        assertThat(api.get(path + "?attempt=2").body()).isEmpty();
        assertThat(api.get(path + "?offset=4").status()).isEqualTo(400);
        assertThat(api.get(path + "?stream=stdin").status()).isEqualTo(400);
        assertThat(api.get(path + "?follow=true&stream=stdout").body()).endsWith("three");
    }

    @Test
    void whatWasLeftOutIsSaid() throws Exception {
        var agent = api.agent("one", 1);
        long id = api.submit("{\"command\": [\"hang\"]}");
        Awaitility.await().until(() -> agent.hangs(id, 0));
        agent.printFrom(id, 0, 1_008, "later\n");
        agent.release(id, 0);
        api.ended(id);
        assertThat(api.get("/api/v1/runs/" + id + "/tasks/0/logs?stream=stdout").body())
                .isEqualTo("hanging\n[1000 bytes left out]\nlater\n");
        var cut = "{\"index\":0,\"attempt\":1,\"stream\":\"stdout\",\"written\":1014,\"kept\":14}";
        var path = "/api/v1/runs/" + id;
        assertThat(api.get(path + "/logs/cut").body()).isEqualTo("{\"items\":[" + cut + "],\"more\":false}");
        assertThat(api.get(path + "/logs/cut?index=0").body()).contains(cut);
        assertThat(api.get(path + "/logs/cut?index=1").body()).isEqualTo("{\"items\":[],\"more\":false}");
        var chain = api.get(path + "/tasks/0").json();
        assertThat(chain.get("stdoutKept").asLong()).isEqualTo(14);
        assertThat(chain.has("stderrKept")).isFalse();
    }

    @Test
    void followingShowsWhatComesAndEndsWithTheTask() throws Exception {
        var agent = api.agent("one", 1);
        long id = api.submit("{\"command\": [\"hang\"]}");
        try (var lines = new BufferedReader(new InputStreamReader(
                api.open(api.admin, "/api/v1/runs/" + id + "/tasks/0/logs?follow=true&stream=stdout"),
                StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("hanging");
            agent.printFrom(id, 0, 8, "more\n");
            assertThat(lines.readLine()).isEqualTo("more");
            agent.release(id, 0);
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void theLinesOfARunBeginWithTheIndexOfTheirTask() throws Exception {
        api.agent("one", 2);
        long id = api.submit("{\"command\": [\"print\", \"value {}\\nend\"], \"items\": [\"a\", \"b\", \"c\"]}");
        api.ended(id);
        var path = "/api/v1/runs/" + id + "/logs?stream=stdout";
        var all = "0: value a\n0: end\n1: value b\n1: end\n2: value c\n2: end\n";
        assertThat(api.get(path).body()).isEqualTo(all);
        assertThat(api.get(path + "&follow=true").body()).isEqualTo(all);
        assertThat(api.get(path + "&grep=value%20b").body()).isEqualTo("1: value b\n");
        assertThat(api.get(path + "&grep=.*").body()).isEmpty();
    }

    @Test
    void eventsBeginWithTheStateNowAndEndWithTheRun() throws Exception {
        var agent = api.agent("one", 1);
        long id = api.submit("{\"name\": \"watched\", \"command\": [\"hang\"]}");
        Awaitility.await().until(() -> agent.hangs(id, 0));
        try (var events = new BufferedReader(new InputStreamReader(
                        api.open(api.admin, "/api/v1/runs/" + id + "/events"), StandardCharsets.UTF_8));
                var all = new BufferedReader(
                        new InputStreamReader(api.open(api.admin, "/api/v1/events"), StandardCharsets.UTF_8))) {
            assertThat(next(events)).contains("\"id\":" + id, "\"state\":\"RUNNING\"", "\"running\":1", "watched");
            assertThat(next(all)).contains("\"id\":" + id, "\"state\":\"RUNNING\"");
            agent.release(id, 0);
            String last = "";
            for (var data = next(events); !data.isEmpty(); data = next(events)) last = data;
            assertThat(last).contains("\"state\":\"SUCCEEDED\"", "\"succeeded\":1");
            for (var data = next(all); !data.contains("SUCCEEDED"); data = next(all))
                assertThat(data).isNotEmpty();
        }
    }

    private static String next(BufferedReader events) throws Exception {
        for (var line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("data: ")) return line;
        }
        return "";
    }
}
