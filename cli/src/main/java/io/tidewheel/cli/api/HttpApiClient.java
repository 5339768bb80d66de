package io.tidewheel.cli.api;

import io.tidewheel.cli.CliError;
import io.tidewheel.cli.ExitCodes;
import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.protocol.PemFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import tools.jackson.databind.JsonNode;

/** A server that listens somewhere. */
final class HttpApiClient implements ApiClient {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(90);
    /** Slower than this is taken for dead. */
    private static final long LEAST_BYTES_PER_SECOND = 10_000;

    private static final String BASE = "/api/v1";

    private final ServerTarget.Remote server;
    private final HttpClient http;

    HttpApiClient(ServerTarget.Remote server) {
        this.server = server;
        this.http = client(server);
    }

    private static HttpClient client(ServerTarget.Remote server) {
        var client = HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1);
        try {
            if (server.certificate().isPresent())
                client.sslContext(PemFiles.trust(server.certificate().get()));
        } catch (IOException unusable) {
            throw CliError.usage("--certificate: " + unusable.getMessage());
        }
        return client.build();
    }

    @Override
    public JsonNode get(String path) {
        return ApiAnswers.json(ask(request(path).timeout(ANSWER).GET()));
    }

    @Override
    public JsonNode post(String path, JsonNode body, Map<String, String> headers) {
        var request = request(path)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(JsonText.MAPPER.writeValueAsBytes(body)));
        headers.forEach(request::header);
        return ApiAnswers.json(ask(request));
    }

    @Override
    public RawAnswer postForBytes(String path, JsonNode body) {
        var request = request(path)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(JsonText.MAPPER.writeValueAsBytes(body)));
        var answer = send(request, BodyHandlers.ofByteArray());
        if (!ApiAnswers.isGood(answer.statusCode())) throw ApiAnswers.refusal(answer.statusCode(), answer.body());
        return new RawAnswer(answer.body(), answer.headers()::firstValue);
    }

    @Override
    public JsonNode put(String path, Path file) {
        try {
            var request = request(path)
                    .timeout(ANSWER.plusSeconds(Files.size(file) / LEAST_BYTES_PER_SECOND))
                    .header("Content-Type", "application/octet-stream")
                    .PUT(BodyPublishers.ofFile(file));
            return ApiAnswers.json(ask(request));
        } catch (IOException unreadable) {
            throw CliError.usage("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
        }
    }

    @Override
    public void delete(String path) {
        ask(request(path).timeout(ANSWER).DELETE());
    }

    @Override
    public void copy(String path, OutputStream to) throws IOException {
        var answer = send(request(path).GET(), BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            if (!ApiAnswers.isGood(answer.statusCode()))
                throw ApiAnswers.refusal(answer.statusCode(), body.readAllBytes());
            var buffer = new byte[16 << 10];
            for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
                to.write(buffer, 0, count);
                to.flush();
            }
        }
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.url() + BASE + path))
                .header("Authorization", "Bearer " + server.token());
    }

    private byte[] ask(HttpRequest.Builder request) {
        var answer = send(request, BodyHandlers.ofByteArray());
        if (!ApiAnswers.isGood(answer.statusCode())) throw ApiAnswers.refusal(answer.statusCode(), answer.body());
        return answer.body();
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request.build(), handler);
        } catch (HttpTimeoutException slow) {
            throw ApiAnswers.unreachable("%s did not answer in time".formatted(server.url()));
        } catch (SSLException untrusted) {
            throw new CliError(
                    ExitCodes.UNREACHABLE,
                    "no secure connection to %s: %s".formatted(server.url(), untrusted.getMessage()),
                    "name the certificate to trust with --certificate FILE");
        } catch (ConnectException refused) {
            throw new CliError(
                    ExitCodes.UNREACHABLE,
                    "no server answers at %s".formatted(server.url()),
                    "is it running? start one with: tidewheel server start");
        } catch (IOException broken) {
            throw ApiAnswers.unreachable("no answer from %s: %s".formatted(server.url(), broken.getMessage()));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new CliError(ExitCodes.INTERRUPTED, "interrupted");
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
