package io.tidewheel.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a measurement asks of a server over HTTP. Anything but success is an exception with the server's words. */
public final class RestCalls implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int PAGE = 1_000;

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final String token;

    RestCalls(URI server, String token) {
        this.server = server;
        this.token = token;
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return MAPPER.readTree(send(request("/api/v1" + path).GET()));
    }

    public JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
        var publisher = HttpRequest.BodyPublishers.ofString(MAPPER.writeValueAsString(body));
        return MAPPER.readTree(send(request("/api/v1" + path)
                .header("Content-Type", "application/json")
                .POST(publisher)));
    }

    /** Every item of a list, page by page. */
    public void each(String path, Consumer<JsonNode> item) throws IOException, InterruptedException {
        var next = path + "?limit=" + PAGE;
        while (true) {
            var page = get(next);
            page.path("items").forEach(item);
            if (!page.has("next")) return;
            next = path + "?limit=" + PAGE + "&cursor=" + page.path("next").asString();
        }
    }

    /** Submits a workflow with its services; returns its run. */
    public long submitWorkflow(String source, String services) throws IOException, InterruptedException {
        var body = object();
        body.put("source", source);
        var file = body.putArray("services").addObject();
        file.put("name", "services.yaml");
        file.put("text", services);
        return post("/workflows", body).path("id").asLong();
    }

    public ServerFigures figures() throws IOException, InterruptedException {
        return ServerFigures.parse(send(request("/metrics").GET()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path)).header("Authorization", "Bearer " + token);
    }

    private String send(HttpRequest.Builder builder) throws IOException, InterruptedException {
        var request = builder.build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("%s %s was answered with %d: %s"
                    .formatted(request.method(), request.uri().getPath(), answer.statusCode(), answer.body()));
        }
        return answer.body();
    }

    @Override
    public void close() {
        http.close();
    }
}
