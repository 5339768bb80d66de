package io.tidewheel.server.api;

import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.Request;
import io.tidewheel.server.tascaas.Desk;
import io.tidewheel.server.tascaas.Inbox;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Foreign sites, and the jobs that they do. */
final class SiteRoutes {
    private static final int LARGEST_CONFIG = 1 << 20;
    private static final int LARGEST_INPUT = 64 << 20;
    private static final int LONGEST_NAME = 200;

    static final class Draft {
        private Optional<String> file = Optional.empty();
        private Optional<String> text = Optional.empty();
        private Optional<Input> input = Optional.empty();
    }

    static final class Input {
        private String name = "";
        private byte[] content = {};

        String name() {
            return name;
        }

        byte[] content() {
            return content;
        }
    }

    static final Shape<Input> INPUT = new Shape<Input>()
            .with("name", (input, in) -> input.name = in.text(LONGEST_NAME))
            .with("content", (input, in) -> input.content = in.base64(LARGEST_INPUT));

    static final Shape<Draft> SHAPE = new Shape<Draft>()
            .with("file", (draft, in) -> draft.file = Optional.of(in.text(LONGEST_NAME)))
            .with("text", (draft, in) -> draft.text = Optional.of(in.text(LARGEST_CONFIG)))
            .with("input", (draft, in) -> {
                var input = new Input();
                in.object(INPUT, input);
                draft.input = Optional.of(input);
            });

    private final Backend backend;
    private final Optional<Desk> desk;
    private final Optional<Inbox> inbox;
    private final RunViews views;

    SiteRoutes(Backend backend, Optional<Desk> desk, Optional<Inbox> inbox, RunViews views) {
        this.backend = backend;
        this.desk = desk;
        this.inbox = inbox;
        this.views = views;
    }

    Answer list(Request request) {
        request.query().allow();
        return Json.answer(200, json -> {
            json.writeBooleanProperty("served", desk.isPresent());
            json.writeArrayPropertyStart("items");
            for (var site : desk.map(Desk::view).map(Desk.View::sites).orElse(List.of())) {
                json.writeStartObject();
                json.writeStringProperty("id", site.id());
                json.writeStringProperty("state", site.presence().name().toLowerCase(Locale.ROOT));
                json.writeNumberProperty("slots", site.slots());
                json.writeNumberProperty("maxSlots", site.mostSlots());
                json.writeNumberProperty("running", site.running());
                json.writeNumberProperty("offered", site.leased());
                Json.write(json, "heard", site.heard());
                json.writeEndObject();
            }
            json.writeEndArray();
            problems(json, request);
            desk.map(Desk::view).ifPresent(view -> {
                json.writeStringProperty("requiredCapacity", view.requiredCapacity());
                json.writeStringProperty("why", view.why());
                Json.write(json, "scaleTime", view.scaleTime());
            });
        });
    }

    /** Files that have not become jobs, for whoever may see those jobs. */
    private void problems(JsonGenerator json, Request request) {
        if (inbox.isEmpty() || !request.caller().maySee(Inbox.OWNER)) return;
        json.writeArrayPropertyStart("problems");
        for (var fault : inbox.get().faults()) {
            json.writeStartObject();
            json.writeStringProperty("file", fault.file());
            json.writeStringProperty("text", Text.shown(fault.text()));
            Json.write(json, "at", fault.at());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    Answer submit(Request request) {
        request.query().allow();
        var there = inbox.orElseThrow(SiteRoutes::notServed);
        var print = Fingerprint.of(request, "config");
        var draft = JsonReader.object(Json.LARGE_TEXTS, print.body(), SHAPE, new Draft());
        var file = draft.file.orElseThrow(() -> JsonReader.invalid("", "file is missing: the name, as in pi.config"));
        var text = draft.text.orElseThrow(() -> JsonReader.invalid("", "text is missing: what is in the job file"));
        var owner = request.caller().owner();
        draft.input.ifPresent(
                input -> JsonReader.checked("input.name", () -> there.keep(owner, input.name, input.content)));
        var asked = JsonReader.checked("text", () -> there.submit(file, text, owner, print.key()));
        var accepted = backend.await(asked);
        return views.answer(accepted.known() ? 200 : 201, accepted.run())
                .with("Location", "/api/v1/runs/" + accepted.run());
    }

    static ProblemException notServed() {
        return Problem.of(
                        409,
                        "conflict",
                        "this server serves no foreign sites: start it with --tascaas-secret-file FILE, or let"
                                + " agents alone do the job: a job with a command needs no sites")
                .asException();
    }
}
