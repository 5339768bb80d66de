package io.tidewheel.protocol.links;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Asks a server of ours. */
final class HttpApiCalls implements ApiCalls {
    private static final String BASE = "/api/v1";

    private final URI server;
    private final String token;
    private final HttpClient http;

    HttpApiCalls(URI server, String token, Optional<SSLContext> tls, Duration patience) {
        this.server = server;
        this.token = token;
        var client = HttpClient.newBuilder().connectTimeout(patience).version(HttpClient.Version.HTTP_1_1);
        tls.ifPresent(client::sslContext);
        this.http = client.build();
    }

    @Override
    public ApiReply ask(ApiCall call) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server + BASE + call.path()))
                .header("Authorization", "Bearer " + token)
                .method(call.method(), body(call));
        call.patience().ifPresent(request::timeout);
        call.headers().forEach(request::header);
        var answer = http.send(request.build(), BodyHandlers.ofInputStream());
        return new ApiReply(answer.statusCode(), answer.headers()::firstValue, answer.body());
    }

    private static BodyPublisher body(ApiCall call) throws IOException {
        return switch (call.content()) {
            case ApiCall.Content.Nothing _ -> BodyPublishers.noBody();
            case ApiCall.Content.Bytes(var payload) -> BodyPublishers.ofByteArray(payload.bytes());
            case ApiCall.Content.OfFile(var file) -> BodyPublishers.ofFile(file);
        };
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
