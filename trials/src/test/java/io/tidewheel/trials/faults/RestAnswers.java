package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a server says over REST. */
final class RestAnswers {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private static final JsonMapper JSON = new JsonMapper();

    private final URI server;
    private final String token;

    RestAnswers(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    /** Whether a server is there that can do its work. */
    static boolean isReady(URI server) {
        try {
            var request = HttpRequest.newBuilder(server.resolve("/readyz"))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    JsonNode json(String path) {
        return parse(text("/api/v1" + path));
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    static JsonNode parse(String text) {
        return JSON.readTree(text);
    }

    JsonNode chain(long run, int index) {
        return json("/runs/%d/tasks/%d".formatted(run, index));
    }

    /** The value of a metric, whose labels are part of its name. */
    long metric(String name) {
        var matcher =
                Pattern.compile("(?m)^" + Pattern.quote(name) + " (\\d+)$").matcher(text("/metrics"));
        assertThat(matcher.find()).as("the metric " + name).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    String text(String path) {
        var answer = send(request(path).build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as("GET %s: %s", path, answer.body()).isEqualTo(200);
        return answer.body();
    }

    byte[] bytes(String path) {
        var answer = send(request(path).build(), BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as("GET " + path).isEqualTo(200);
        return answer.body();
    }

    HttpResponse<String> post(String path, String body, String key) throws IOException, InterruptedException {
        var request = request("/api/v1" + path)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(request("/api/v1" + path).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + token);
    }

    private static <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return HTTP.send(request, body);
        } catch (IOException error) {
            throw new UncheckedIOException("no answer to " + request, error);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
