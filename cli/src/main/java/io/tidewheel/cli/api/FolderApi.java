package io.tidewheel.cli.api;

import io.tidewheel.cli.Exit;
import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.embedded.Embedded;
import io.tidewheel.cli.embedded.LocalRoutes;
import io.tidewheel.cli.text.Json;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.LocalCalls;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A server inside this process, asked without a port: the same handlers answer. */
public final class FolderApi implements Api {
    private static final String BASE = "/api/v1";
    private static final byte[] NOTHING = {};

    private final Runnable end;
    private final boolean works;
    private final LocalCalls calls;

    /** @param works true if an agent is there too. The server is closed with this. */
    public FolderApi(Embedded embedded, boolean works) {
        this.end = embedded::close;
        this.works = works;
        this.calls = new LocalCalls(LocalRoutes.of(embedded.server()).routes(), LocalRoutes.ADMINISTRATOR);
    }

    /** Of a server that somebody else closes. */
    public FolderApi(LocalCalls calls) {
        this.end = () -> {};
        this.works = true;
        this.calls = calls;
    }

    @Override
    public JsonNode get(String path) {
        return Answers.json(full(call("GET", path, Map.of(), NOTHING)));
    }

    @Override
    public JsonNode post(String path, JsonNode body, Map<String, String> headers) {
        return Answers.json(full(call("POST", path, headers, Json.MAPPER.writeValueAsBytes(body))));
    }

    @Override
    public RawAnswer postForBytes(String path, JsonNode body) {
        var answer = call("POST", path, Map.of(), Json.MAPPER.writeValueAsBytes(body));
        var bytes = full(answer);
        var headers = answer instanceof Answer.Full full ? full.headers() : Map.<String, String>of();
        return new RawAnswer(bytes, name -> Optional.ofNullable(headers.get(name)));
    }

    @Override
    public JsonNode put(String path, Path file) {
        try {
            return Answers.json(full(call("PUT", path, Map.of(), Files.readAllBytes(file))));
        } catch (IOException unreadable) {
            throw Trouble.usage("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
        }
    }

    @Override
    public void delete(String path) {
        full(call("DELETE", path, Map.of(), NOTHING));
    }

    @Override
    public void copy(String path, OutputStream to) throws IOException {
        var answer = call("GET", path, Map.of(), NOTHING);
        if (answer instanceof Answer.Full full && !Answers.isGood(full.status())) {
            throw Answers.refusal(full.status(), full.body());
        }
        try {
            LocalCalls.write(answer, to);
            to.flush();
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new Trouble(Exit.INTERRUPTED, "interrupted");
        }
    }

    @Override
    public boolean isAlive() {
        return works;
    }

    private Answer call(String method, String path, Map<String, String> headers, byte[] body) {
        try {
            return calls.call(method, BASE + path, headers, body);
        } catch (RuntimeException known) {
            throw known;
        } catch (Exception unexpected) {
            throw new IllegalStateException("could not answer %s %s".formatted(method, path), unexpected);
        }
    }

    private static byte[] full(Answer answer) {
        if (!(answer instanceof Answer.Full full)) throw new IllegalStateException("this path answers with a stream");
        if (!Answers.isGood(full.status())) throw Answers.refusal(full.status(), full.body());
        return full.body();
    }

    @Override
    public void close() {
        end.run();
    }
}
