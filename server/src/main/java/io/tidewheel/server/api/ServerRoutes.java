package io.tidewheel.server.api;

import io.tidewheel.protocol.Versions;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.Request;
import java.time.Duration;
import java.time.Instant;

/** The server itself: what it is, whether it lives, whether it is ready, what it has counted. */
final class ServerRoutes {
    private final Backend backend;
    private final Metrics metrics;
    private final Instant started;

    ServerRoutes(Backend backend, Metrics metrics) {
        this.backend = backend;
        this.metrics = metrics;
        this.started = backend.now();
    }

    Answer about(Request request) {
        request.query().allow();
        var tally = backend.ask(engine -> engine.tally());
        var number = backend.server().host().engine().number();
        return Json.answer(200, json -> {
            json.writeStringProperty("version", Versions.software());
            json.writeNumberProperty("protocol", Versions.PROTOCOL);
            json.writeNumberProperty("server", number.value());
            json.writeStringProperty("store", backend.server().database().description());
            Json.write(json, "started", started);
            Json.write(json, "uptimeSeconds", Duration.between(started, backend.now()));
            json.writeNumberProperty("runs", tally.runs());
            json.writeNumberProperty("queued", tally.queued());
            json.writeNumberProperty("held", tally.held());
            json.writeNumberProperty("running", tally.running());
            json.writeNumberProperty("agents", tally.agents());
            json.writeBooleanProperty("makesMachines", backend.server().fleet().isPresent());
            json.writeStringProperty("role", Words.of(request.caller().role()));
            json.writeStringProperty("owner", request.caller().owner().name());
        });
    }

    Answer live(Request request) {
        request.query().allow();
        return Answer.text("ok\n");
    }

    Answer ready(Request request) {
        request.query().allow();
        var host = backend.server().host();
        if (host.isReady()) return Answer.text("ready\n");
        throw Problem.of(503, "unavailable", host.whyNotReady())
                .with("Retry-After", "1")
                .asException();
    }

    Answer metrics(Request request) {
        request.query().allow();
        return new Answer.Full(
                200,
                "text/plain; version=0.0.4; charset=utf-8",
                metrics.text(request.caller()).getBytes(java.nio.charset.StandardCharsets.UTF_8),
                java.util.Map.of());
    }
}
