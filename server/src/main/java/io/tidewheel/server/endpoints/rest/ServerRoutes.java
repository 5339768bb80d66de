package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.Engine;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.RequestBodies;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.core.JsonGenerator;

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

    /** The servers that share the database; the one that is asked knows itself best. */
    HttpAnswer list(AdmittedRequest request) {
        request.query().allow();
        var servers = backend.ask(engine -> engine.servers());
        long self = backend.server().host().engine().number().value();
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var server : servers) write(json, server, server.number().value() == self);
            json.writeEndArray();
        });
    }

    /** Has a server drained. That takes a moment: how it stands is learned by listing the servers again. */
    HttpAnswer drain(AdmittedRequest request) {
        request.query().allow();
        JsonReader.object(RequestBodies.json(request), RunRoutes.NOTHING, this);
        var name = request.part("server");
        backend.ask(engine -> engine.drainServer(name, request.caller().actor()));
        return JsonWriter.answer(200, json -> {
            json.writeStringProperty("name", name);
            json.writeBooleanProperty("draining", true);
        });
    }

    private static void write(JsonGenerator json, ServerRecord server, boolean asked) {
        json.writeStartObject();
        json.writeStringProperty("name", server.name());
        json.writeNumberProperty("number", server.number().value());
        json.writeStringProperty("state", EnumWords.of(server.state(Engine.serverSilence())));
        json.writeStringProperty("address", server.description().address());
        json.writeStringProperty("version", server.description().version());
        JsonWriter.write(json, "since", server.since());
        json.writeNumberProperty("agents", server.agents());
        json.writeNumberProperty("runs", server.runs());
        JsonWriter.write(json, "silentSeconds", server.silentFor());
        json.writeBooleanProperty("asked", asked);
        json.writeEndObject();
    }

    HttpAnswer live(AdmittedRequest request) {
        request.query().allow();
        return HttpAnswer.text("ok\n");
    }

    HttpAnswer ready(AdmittedRequest request) {
        request.query().allow();
        var host = backend.server().host();
        if (host.isReady() && host.engine().isDraining()) {
            throw HttpProblem.of(503, "draining", "the server is being drained: use another one")
                    .asException();
        }
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
