package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.server.http.HeardMessages;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs watched over a WebSocket, as a page would: with the token among the protocols. */
class WatchSocketTest {
    private final ApiFixture api;
    private final HttpClient client = HttpClient.newHttpClient();

    WatchSocketTest(@TempDir Path folder) throws Exception {
        api = new ApiFixture(folder);
    }

    @AfterEach
    void closeServer() {
        client.shutdownNow();
        api.close();
    }

    private HeardMessages watch(String token, String path) {
        var heard = new HeardMessages();
        var uri = URI.create(api.uri(path).toString().replaceFirst("http", "ws"));
        client.newWebSocketBuilder()
                .subprotocols("tidewheel", "tidewheel.token." + token)
                .buildAsync(uri, heard)
                .join();
        return heard;
    }

    @Test
    void aRunIsWatchedFromHowItStandsToItsEnd() throws Exception {
        var agent = api.agent("one", 1);
        long id = api.submit("{\"name\": \"watched\", \"command\": [\"hang\"]}");
        Awaitility.await().until(() -> agent.hangs(id, 0));
        var one = watch(api.admin, "/api/v1/runs/" + id + "/events");
        var all = watch(api.admin, "/api/v1/events");
        assertThat(one.words.take())
                .startsWith("{\"event\":\"run\",\"data\":{")
                .contains("\"id\":" + id, "\"state\":\"RUNNING\"", "watched");
        assertThat(all.words.take()).contains("\"id\":" + id, "\"state\":\"RUNNING\"");
        agent.release(id, 0);
        var last = "";
        for (var next = one.words.take(); !next.startsWith("closed"); next = one.words.take()) last = next;
        assertThat(last).contains("\"state\":\"SUCCEEDED\"", "\"succeeded\":1");
        while (!all.words.take().contains("SUCCEEDED")) continue;
    }

    @Test
    void nobodySeesTheRunsOfOthers() throws Exception {
        var ann = api.token("user", "ann");
        var bob = api.token("user", "bob");
        long hidden = api.submit(ann, "{\"name\": \"hidden\", \"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        assertThatThrownBy(() -> watch(bob, "/api/v1/runs/" + hidden + "/events"))
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(404));
        var heard = watch(bob, "/api/v1/events");
        api.submit(ann, "{\"name\": \"hidden\", \"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        long own = api.submit(bob, "{\"name\": \"own\", \"command\": [\"go\"], \"requires\": [\"nothing\"]}");
        var seen = new StringBuilder();
        while (!seen.toString().contains("\"id\":" + own)) seen.append(heard.words.take());
        assertThat(seen.toString()).doesNotContain("hidden");
    }

    @Test
    void aRevokedTokenEndsItsSocket() throws Exception {
        var made = api.post("/api/v1/tokens", "{\"role\": \"user\", \"owner\": \"ann\", \"expires\": \"1h\"}")
                .json();
        var heard = watch(made.get("token").asString(), "/api/v1/events");
        api.delete(api.admin, "/api/v1/tokens/" + made.get("id").asString());
        assertThat(heard.words.take()).isEqualTo("closed 1000");
    }

    @Test
    void aPathWithoutEventsHasNoSocket() {
        assertThatThrownBy(() -> client.newWebSocketBuilder()
                        .header("Authorization", "Bearer " + api.admin)
                        .buildAsync(
                                URI.create(api.uri("/api/v1/runs").toString().replaceFirst("http", "ws")),
                                new WebSocket.Listener() {})
                        .join())
                .cause()
                .isInstanceOf(WebSocketHandshakeException.class);
    }
}
