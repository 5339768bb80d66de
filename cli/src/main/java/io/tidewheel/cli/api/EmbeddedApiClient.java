package io.tidewheel.cli.api;

import io.tidewheel.cli.embedded.EmbeddedServer;
import io.tidewheel.cli.embedded.LocalRoutes;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.LocalCalls;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A server inside this process, asked without a port: the same handlers answer. */
public final class EmbeddedApiClient implements ApiClient {
    private static final String BASE = "/api/v1";
    private static final byte[] NOTHING = {};

    private final Runnable end;
    private final boolean works;
    private final LocalCalls calls;

    /** @param works true if an agent is there too. The server is closed with this. */
    public EmbeddedApiClient(EmbeddedServer embedded, boolean works) {
        this.end = embedded::close;
        this.works = works;
        this.calls = new LocalCalls(LocalRoutes.of(embedded.server()).routes(), LocalRoutes.ADMINISTRATOR);
    }

    /** A client of a server that somebody else closes. */
    public EmbeddedApiClient(LocalCalls calls) {
        this.end = () -> {};
        this.works = true;
        this.calls = calls;
    }

    @Override
    public JsonNode get(String path) {
        return ApiAnswers.json(full(call("GET", path, Map.of(), NOTHING)));
    }

    @Override
    public JsonNode post(String path, JsonNode body, Map<String, String> headers) {
        return ApiAnswers.json(full(call("POST", path, headers, JsonText.MAPPER.writeValueAsBytes(body))));
    }

    @Override
    public RawAnswer postForBytes(String path, JsonNode body) {
        var answer = call("POST", path, Map.of(), JsonText.MAPPER.writeValueAsBytes(body));
        var bytes = full(answer);
        var headers = answer instanceof HttpAnswer.Full full ? full.headers() : Map.<String, String>of();
        return new RawAnswer(bytes, name -> Optional.ofNullable(headers.get(name)));
    }

    @Override
    public JsonNode put(String path, Path file) {
        try {
            return ApiAnswers.json(full(call("PUT", path, Map.of(), Files.readAllBytes(file))));
        } catch (IOException unreadable) {
            throw CliError.usage("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
        }
    }

    @Override
    public void delete(String path) {
        full(call("DELETE", path, Map.of(), NOTHING));
    }

    @Override
    public void copy(String path, OutputStream to) throws IOException {
        var answer = call("GET", path, Map.of(), NOTHING);
        if (answer instanceof HttpAnswer.Full full && !ApiAnswers.isGood(full.status())) {
            throw ApiAnswers.refusal(full.status(), full.body());
        }
        try {
            LocalCalls.write(answer, to);
            to.flush();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new CliError(ExitCodes.INTERRUPTED, "interrupted");
        }
    }

    @Override
    public boolean isAlive() {
        return works;
    }

    private HttpAnswer call(String method, String path, Map<String, String> headers, byte[] body) {
        try {
            return calls.call(method, BASE + path, headers, body);
        } catch (RuntimeException known) {
            throw known;
        } catch (Exception unexpected) {
            throw new IllegalStateException("could not answer %s %s".formatted(method, path), unexpected);
        }
    }

    private static byte[] full(HttpAnswer answer) {
        if (!(answer instanceof HttpAnswer.Full full))
            throw new IllegalStateException("this path answers with a stream");
        if (!ApiAnswers.isGood(full.status())) throw ApiAnswers.refusal(full.status(), full.body());
        return full.body();
    }

    @Override
    public void close() {
        end.run();
    }
}
