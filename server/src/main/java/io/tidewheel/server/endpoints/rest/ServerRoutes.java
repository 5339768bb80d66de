package io.tidewheel.server.endpoints.rest;

import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;

/** The server itself: what it is, whether it lives, whether it is ready, what it has counted. */
final class ServerRoutes {
    private final ApiQueries backend;
    private final Metrics metrics;
    private final Instant started;

    ServerRoutes(ApiQueries backend, Metrics metrics) {
        this.backend = backend;
        this.metrics = metrics;
        this.started = backend.now();
    }

    HttpAnswer about(AdmittedRequest request) {
        request.query().allow();
        var counts = backend.ask(engine -> engine.tally());
        var number = backend.server().host().engine().number();
        return JsonWriter.answer(200, json -> {
            json.writeStringProperty("version", ProtocolVersions.software());
            json.writeNumberProperty("protocol", ProtocolVersions.PROTOCOL);
            json.writeNumberProperty("server", number.value());
            json.writeStringProperty("store", backend.server().database().description());
            JsonWriter.write(json, "started", started);
            JsonWriter.write(json, "uptimeSeconds", Duration.between(started, backend.now()));
            json.writeNumberProperty("runs", counts.runs());
            json.writeNumberProperty("queued", counts.queued());
            json.writeNumberProperty("held", counts.held());
            json.writeNumberProperty("running", counts.running());
            json.writeNumberProperty("agents", counts.agents());
            json.writeBooleanProperty("makesMachines", backend.server().fleet().isPresent());
            json.writeStringProperty("role", EnumWords.of(request.caller().role()));
            json.writeStringProperty("owner", request.caller().owner().name());
        });
    }

    HttpAnswer live(AdmittedRequest request) {
        request.query().allow();
        return HttpAnswer.text("ok\n");
    }

    HttpAnswer ready(AdmittedRequest request) {
        request.query().allow();
        var host = backend.server().host();
        if (host.isReady()) return HttpAnswer.text("ready\n");
        throw HttpProblem.of(503, "unavailable", host.whyNotReady())
                .with("Retry-After", "1")
                .asException();
    }

    HttpAnswer metrics(AdmittedRequest request) {
        request.query().allow();
        return new HttpAnswer.Full(
                200,
                "text/plain; version=0.0.4; charset=utf-8",
                metrics.text(request.caller()).getBytes(java.nio.charset.StandardCharsets.UTF_8),
                java.util.Map.of());
    }
}
