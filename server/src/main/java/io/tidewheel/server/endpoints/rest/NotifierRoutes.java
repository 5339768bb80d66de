package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.NotifierFailure;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.http.json.RequestBodies;
import io.tidewheel.server.notices.NoticeService;
import io.tidewheel.server.notices.NoticeTarget;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** The routes about notifiers: whom the server tells what happens. */
final class NotifierRoutes {
    private final ApiQueries backend;

    NotifierRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    HttpAnswer list(AdmittedRequest request) {
        request.query().allow();
        var targets = backend.server().notices().map(NoticeService::targets).orElse(List.of());
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var status : targets) {
                json.writeStartObject();
                write(json, status.target());
                json.writeNumberProperty("waiting", status.waiting());
                JsonWriter.writeIfAny(json, "lastFailure", status.lastFailure());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static void write(JsonGenerator json, NoticeTarget target) {
        json.writeStringProperty("name", target.name());
        json.writeStringProperty("notifier", target.provider());
        json.writeStringProperty("tells", target.notifier().description());
        target.owner().ifPresent(owner -> json.writeStringProperty("owner", owner.name()));
        JsonWriter.writeTexts(
                json,
                "on",
                target.kinds().stream().map(kind -> kind.word()).sorted().toList());
        json.writeObjectPropertyStart("labels");
        target.labels().forEach(json::writeStringProperty);
        json.writeEndObject();
    }

    HttpAnswer test(AdmittedRequest request) {
        request.query().allow();
        JsonReader.object(RequestBodies.json(request), RunRoutes.NOTHING, this);
        var name = request.part("notifier");
        try {
            var told = backend.server()
                    .notices()
                    .orElseThrow(() -> unknown(name))
                    .test(name)
                    .orElseThrow(() -> unknown(name));
            return JsonWriter.answer(200, json -> write(json, told));
        } catch (NotifierFailure failure) {
            throw HttpProblem.of(409, "not-told", name + " could not be told: " + failure.getMessage())
                    .asException();
        }
    }

    private static ProblemException unknown(String name) {
        return HttpProblem.notFound("the server tells nobody called '%s': list them with: tidewheel notifier ls"
                        .formatted(QuotedText.shown(name)))
                .asException();
    }
}
