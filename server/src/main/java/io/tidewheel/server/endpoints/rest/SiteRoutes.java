package io.tidewheel.server.endpoints.rest;

import io.tidewheel.controllers.sites.SiteOverview;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.sites.JobFileInbox;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
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

    static final JsonFields<Input> INPUT = new JsonFields<Input>()
            .with("name", (input, in) -> input.name = in.text(LONGEST_NAME))
            .with("content", (input, in) -> input.content = in.base64(LARGEST_INPUT));

    static final JsonFields<Draft> SHAPE = new JsonFields<Draft>()
            .with("file", (draft, in) -> draft.file = Optional.of(in.text(LONGEST_NAME)))
            .with("text", (draft, in) -> draft.text = Optional.of(in.text(LARGEST_CONFIG)))
            .with("input", (draft, in) -> {
                var input = new Input();
                in.object(INPUT, input);
                draft.input = Optional.of(input);
            });

    private final ApiQueries backend;
    private final Optional<Supplier<SiteOverview>> sites;
    private final Optional<JobFileInbox> inbox;
    private final RunViews views;

    SiteRoutes(
            ApiQueries backend, Optional<Supplier<SiteOverview>> sites, Optional<JobFileInbox> inbox, RunViews views) {
        this.backend = backend;
        this.sites = sites;
        this.inbox = inbox;
        this.views = views;
    }

    HttpAnswer list(AdmittedRequest request) {
        request.query().allow();
        var overview = sites.map(Supplier::get);
        return JsonWriter.answer(200, json -> {
            json.writeBooleanProperty("served", sites.isPresent());
            json.writeArrayPropertyStart("items");
            for (var site : overview.map(SiteOverview::sites).orElse(List.of())) {
                json.writeStartObject();
                json.writeStringProperty("id", site.id());
                json.writeStringProperty("state", site.presence().name().toLowerCase(Locale.ROOT));
                json.writeNumberProperty("slots", site.slots());
                json.writeNumberProperty("maxSlots", site.mostSlots());
                json.writeNumberProperty("running", site.running());
                json.writeNumberProperty("offered", site.leased());
                JsonWriter.write(json, "heard", site.heard());
                json.writeEndObject();
            }
            json.writeEndArray();
            problems(json, request);
            overview.ifPresent(view -> {
                json.writeStringProperty("requiredCapacity", view.requiredCapacity());
                json.writeStringProperty("why", view.why());
                JsonWriter.write(json, "scaleTime", view.scaleTime());
            });
        });
    }

    /** Files that have not become jobs, for whoever may see those jobs. */
    private void problems(JsonGenerator json, AdmittedRequest request) {
        if (inbox.isEmpty() || !request.caller().maySee(JobFileInbox.OWNER)) return;
        json.writeArrayPropertyStart("problems");
        for (var fault : inbox.get().faults()) {
            json.writeStartObject();
            json.writeStringProperty("file", fault.file());
            json.writeStringProperty("text", QuotedText.shown(fault.text()));
            JsonWriter.write(json, "at", fault.at());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    HttpAnswer submit(AdmittedRequest request) {
        request.query().allow();
        var there = inbox.orElseThrow(SiteRoutes::notServed);
        var print = RequestFingerprint.of(request, "config");
        var draft = JsonReader.object(JsonWriter.LARGE_TEXTS, print.body(), SHAPE, new Draft());
        var file = draft.file.orElseThrow(() -> JsonReader.invalid("", "file is missing: the name, as in pi.config"));
        var text = draft.text.orElseThrow(() -> JsonReader.invalid("", "text is missing: what is in the job file"));
        var owner = request.caller().owner();
        var known = print.known(backend, owner);
        if (known.isPresent()) return views.accepted(known.get());
        draft.input.ifPresent(
                input -> JsonReader.checked("input.name", () -> there.keep(owner, input.name, input.content)));
        var asked = JsonReader.checked("text", () -> there.submit(file, text, owner, print.key(), print.text()));
        var accepted = backend.await(asked);
        if (accepted.known()) print.check(backend.present(accepted.run()));
        return views.accepted(accepted);
    }

    static ProblemException notServed() {
        return HttpProblem.of(
                        409,
                        "conflict",
                        "this server serves no foreign sites: start it with --tascaas-secret-file FILE, or let"
                                + " agents alone do the job: a job with a command needs no sites")
                .asException();
    }
}
