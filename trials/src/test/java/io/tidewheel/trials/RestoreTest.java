package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A backup is taken amid the work, the server dies with its machine, and another begins with the backup: the agents have gone on meanwhile. */
class RestoreTest extends StagedTrial {
    private int port;

    @AfterEach
    void stop() {
        stopAgents();
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded", "postgres"})
    void workGoesOnFromTheMomentOfTheBackupAndNothingCountsTwice(String kind) throws Exception {
        // Larger than what is small: with the embedded database it is a file beside it.
        Files.writeString(folder.resolve("text"), "a\nb\nc\n" + ("x".repeat(60_000) + "\n").repeat(3));
        server = new ServerPlace(kind, folder.resolve("before"), port).start();
        port = server.url().getPort();
        token = Files.readString(folder.resolve("before/admin.token")).strip();
        startAgent("one", server);
        startAgent("two", server);
        long done = submit("");
        assertThat(ended(done)).as(why(done)).isEqualTo("SUCCEEDED");
        var result = content(named(results(done), "result"));

        long underWay = submit("");
        var file = folder.resolve("backup");
        var answer = http.send(request("/backup").build(), HttpResponse.BodyHandlers.ofFile(file));
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(ended(underWay)).as(why(underWay)).isEqualTo("SUCCEEDED");
        long lost = submit("");
        server.close();

        var after = new ServerPlace(kind, folder.resolve("after"), port);
        after.restore(file);
        server = after.start();
        assertThat(server.news()).singleElement().asString().contains("a new administrator's token");
        assertThat(content(named(results(done), "result")))
                .as("with the token of before")
                .isEqualTo(result);
        assertThat(ended(underWay)).as(why(underWay)).isEqualTo("SUCCEEDED");
        assertThat(content(named(results(underWay), "result"))).isEqualTo(result);
        assertThat(get("/runs/" + lost).path("status").asInt()).isEqualTo(404);
        long anew = submit("");
        assertThat(anew).as("nobody's number of before").isGreaterThan(lost);
        assertThat(ended(anew)).as(why(anew)).isEqualTo("SUCCEEDED");
        assertThat(get("/runs/" + anew).path("made").asInt())
                .isEqualTo(get("/runs/" + done).path("made").asInt());
        assertThat(get("/audit?limit=1000").toString()).contains("\"backup\"");
    }
}
