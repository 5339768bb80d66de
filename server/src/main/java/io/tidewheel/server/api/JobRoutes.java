package io.tidewheel.server.api;

import io.tidewheel.engine.Submission;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.Request;
import io.tidewheel.server.jobs.JobView;
import io.tidewheel.server.jobs.Manifest;
import io.tidewheel.server.tascaas.Inbox;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Iterative jobs: submit them, and see how their partitions are doing. */
final class JobRoutes {
    private final Backend backend;
    private final RunViews views;
    private final Optional<Inbox> inbox;

    /** @param inbox is there if foreign sites are served */
    JobRoutes(Backend backend, RunViews views, Optional<Inbox> inbox) {
        this.inbox = inbox;
        this.backend = backend;
        this.views = views;
    }

    Answer submit(Request request) {
        request.query().allow();
        var print = Fingerprint.of(request, "job");
        var read = JobRequest.read(print.body(), backend.now());
        var owner = request.caller().owner();
        var spec = read.spec(owner, print.text());
        var document = read.isOpenToSites() ? openToSites(read) : read.document();
        var planting = JsonReader.checked("", () -> backend.server().jobs().plant(document));
        var asked = Submission.growing(spec, planting, print.key(), read.held(), owner.name());
        var accepted = backend.ask(engine -> engine.submit(asked));
        if (accepted.known()) print.check(backend.present(accepted.run()));
        return views.answer(accepted.known() ? 200 : 201, accepted.run())
                .with("Location", "/api/v1/runs/" + accepted.run());
    }

    private JobDocument openToSites(JobRequest read) {
        var there = inbox.orElseThrow(SiteRoutes::notServed);
        return JsonReader.checked("siteInput", () -> there.opened(read.document(), read.name(), read.siteInput()));
    }

    Answer show(Request request) {
        var query = request.query().allow("history");
        int history = Parameters.whole(query, "history", 0, 120).orElse(120L).intValue();
        var run = job(request);
        var view = backend.server().jobs().view(run, history);
        return Json.answer(200, json -> {
            json.writeNumberProperty("run", run.id().number());
            json.writeStringProperty("state", run.state().name());
            write(json, view);
        });
    }

    Answer manifest(Request request) {
        request.query().allow();
        var run = job(request);
        return Answer.json(
                200, Manifest.of(run.id().number(), backend.server().jobs().view(run, 0)));
    }

    private RunRecord job(Request request) {
        var run = backend.run(request);
        if (run.spec().kind() == RunKind.JOB) return run;
        throw Problem.of(
                        409,
                        "conflict",
                        "run %s is no iterative job: GET /api/v1/runs/%s says what it is".formatted(run.id(), run.id()))
                .asException();
    }

    static void write(JsonGenerator json, JobView view) {
        var goal = view.goal();
        json.writeNumberProperty("iterations", goal.iterations());
        goal.target().ifPresent(target -> Json.write(json, "target", target));
        json.writeBooleanProperty("balanced", goal.target().isPresent());
        Json.write(json, "reportEvery", goal.reportEvery());
        json.writeNumberProperty("firstPartitions", goal.partitions());
        json.writeNumberProperty("maxPartitions", goal.mostPartitions());
        Json.write(json, "began", view.began());
        json.writeBooleanProperty("complete", view.complete());
        json.writeNumberProperty("stored", view.stored());
        if (!view.foreignId().isEmpty()) json.writeStringProperty("tascaasId", view.foreignId());
        outlook(json, view);
        json.writeArrayPropertyStart("partitions");
        for (var part : view.partitions()) write(json, part);
        json.writeEndArray();
        json.writeArrayPropertyStart("events");
        for (var event : view.events()) {
            json.writeStartObject();
            Json.write(json, "at", event.at());
            json.writeStringProperty("text", event.sentence());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What is left, and whether it will be done in time. */
    private static void outlook(JsonGenerator json, JobView view) {
        var seen = view.outlook();
        json.writeNumberProperty("left", view.complete() ? 0 : seen.left());
        json.writeNumberProperty("speed", seen.speed());
        json.writeNumberProperty("running", seen.running());
        json.writeNumberProperty("queued", seen.queued());
        if (view.complete()) return;
        seen.toGo().ifPresent(toGo -> Json.write(json, "toGo", toGo));
        seen.timeLeft().ifPresent(left -> json.writeNumberProperty("timeLeft", left.toMillis() / 1e3));
        if (seen.toGo().isPresent() && seen.timeLeft().isPresent()) {
            json.writeBooleanProperty(
                    "inTime", seen.toGo().get().compareTo(longer(seen.timeLeft().get())) <= 0);
        }
    }

    private static Duration longer(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }

    private static void write(JsonGenerator json, JobView.PartView part) {
        json.writeStartObject();
        json.writeNumberProperty("partition", part.index());
        if (part.chain() >= 0) json.writeNumberProperty("task", part.chain());
        json.writeStringProperty("state", part.state());
        Json.writeIfAny(json, "site", part.site());
        json.writeNumberProperty("iterations", part.done());
        json.writeNumberProperty("share", part.share());
        json.writeNumberProperty("speed", part.speed());
        json.writeArrayPropertyStart("history");
        for (var sample : part.history()) {
            json.writeStartObject();
            Json.write(json, "at", sample.at());
            json.writeNumberProperty("iterations", sample.done());
            json.writeNumberProperty("share", sample.share());
            json.writeNumberProperty("speed", sample.speed());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
