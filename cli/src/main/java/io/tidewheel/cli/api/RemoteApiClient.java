package io.tidewheel.cli.api;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.links.ApiCall;
import io.tidewheel.protocol.links.ApiCalls;
import io.tidewheel.protocol.links.ApiReply;
import io.tidewheel.protocol.links.QueueLinks;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import tools.jackson.databind.JsonNode;

/** A client of the server at the other end of a link, whatever that is. */
final class RemoteApiClient implements ApiClient {
    private static final Duration ANSWER = Duration.ofSeconds(90);
    /** Slower than this is taken for dead. */
    private static final long LEAST_BYTES_PER_SECOND = 10_000;

    private final String address;
    private final ApiCalls calls;

    RemoteApiClient(String address, QueueLinks links) {
        this.address = address;
        this.calls = links.api();
    }

    @Override
    public JsonNode get(String path) {
        return ApiAnswers.json(ask(ApiCall.of("GET", path).within(ANSWER)));
    }

    @Override
    public JsonNode post(String path, JsonNode body, Map<String, String> headers) {
        var call = post(path, body);
        for (var header : headers.entrySet()) call = call.with(header.getKey(), header.getValue());
        return ApiAnswers.json(ask(call));
    }

    private static ApiCall post(String path, JsonNode body) {
        return ApiCall.of("POST", path)
                .within(ANSWER)
                .bringing(
                        new ApiCall.Content.Bytes(Payload.of(JsonText.MAPPER.writeValueAsBytes(body))),
                        "application/json");
    }

    @Override
    public RawAnswer postForBytes(String path, JsonNode body) {
        try (var answer = send(post(path, body))) {
            return new RawAnswer(whole(answer), answer.header());
        } catch (IOException broken) {
            throw broken(broken);
        }
    }

    @Override
    public JsonNode put(String path, Path file) {
        try {
            var patience = ANSWER.plusSeconds(Files.size(file) / LEAST_BYTES_PER_SECOND);
            return ApiAnswers.json(ask(ApiCall.of("PUT", path)
                    .within(patience)
                    .bringing(new ApiCall.Content.OfFile(file), "application/octet-stream")));
        } catch (IOException unreadable) {
            throw CliError.usage("%s cannot be read: %s".formatted(file, unreadable.getMessage()));
        }
    }

    @Override
    public void delete(String path) {
        ask(ApiCall.of("DELETE", path).within(ANSWER));
    }

    @Override
    public void copy(String path, OutputStream to) throws IOException {
        try (var answer = send(ApiCall.of("GET", path))) {
            if (!ApiAnswers.isGood(answer.status()))
                throw ApiAnswers.refusal(answer.status(), answer.body().readAllBytes());
            var buffer = new byte[16 << 10];
            for (int count = answer.body().read(buffer);
                    count >= 0;
                    count = answer.body().read(buffer)) {
                to.write(buffer, 0, count);
                to.flush();
            }
        }
    }

    @Override
    public boolean isAlive() {
        return true;
    }

    private byte[] ask(ApiCall call) {
        try (var answer = send(call)) {
            return whole(answer);
        } catch (IOException broken) {
            throw broken(broken);
        }
    }

    private static byte[] whole(ApiReply answer) throws IOException {
        var body = answer.body().readAllBytes();
        if (!ApiAnswers.isGood(answer.status())) throw ApiAnswers.refusal(answer.status(), body);
        return body;
    }

    private ApiReply send(ApiCall call) {
        try {
            return calls.ask(call);
        } catch (HttpTimeoutException slow) {
            throw ApiAnswers.unreachable("%s did not answer in time".formatted(address));
        } catch (SSLException untrusted) {
            throw new CliError(
                    ExitCodes.UNREACHABLE,
                    "no secure connection to %s: %s".formatted(address, untrusted.getMessage()),
                    "name the certificate to trust with --certificate FILE");
        } catch (ConnectException refused) {
            throw new CliError(
                    ExitCodes.UNREACHABLE,
                    "no server answers at %s".formatted(address),
                    "is it running? start one with: tidewheel server start");
        } catch (IOException broken) {
            throw broken(broken);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new CliError(ExitCodes.INTERRUPTED, "interrupted");
        }
    }

    private CliError broken(IOException why) {
        return ApiAnswers.unreachable("no answer from %s: %s".formatted(address, why.getMessage()));
    }

    @Override
    public void close() {
        calls.close();
    }
}
