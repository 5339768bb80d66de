package io.tidewheel.server.endpoints.rest;

import io.tidewheel.controllers.jobs.InnerJobView;
import io.tidewheel.controllers.jobs.JobManifest;
import io.tidewheel.controllers.jobs.JobView;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.PageCursor;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.sites.JobFileInbox;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Iterative jobs: submit them, and see how their partitions are doing. */
final class JobRoutes {
    private final ApiQueries backend;
    private final RunViews views;
    private final Optional<JobFileInbox> inbox;

    /** @param inbox is there if foreign sites are served */
    JobRoutes(ApiQueries backend, RunViews views, Optional<JobFileInbox> inbox) {
        this.inbox = inbox;
        this.backend = backend;
        this.views = views;
    }

    HttpAnswer submit(AdmittedRequest request) {
        request.query().allow();
        var print = RequestFingerprint.of(request, "job");
        var read = JobRequest.read(print.body(), backend.now());
        var owner = request.caller().owner();
        var known = print.known(backend, owner);
        if (known.isPresent()) return views.accepted(known.get());
        var asked = asked(owner, read, print);
        var accepted = backend.ask(engine -> engine.submit(asked));
        if (accepted.known()) print.check(backend.present(accepted.run()));
        return views.accepted(accepted);
    }

    private NewRun asked(Owner owner, JobRequest read, RequestFingerprint print) {
        var spec = read.spec(owner, print.text());
        var document = read.isOpenToSites() ? openToSites(owner, read) : read.document();
        var controller =
                JsonReader.checked("", () -> backend.server().jobControllers().prepare(document));
        return NewRun.growing(spec, controller, print.key(), read.held(), owner.name())
                .strictly(read.strict());
    }

    private JobDocument openToSites(Owner owner, JobRequest read) {
        var there = inbox.orElseThrow(SiteRoutes::notServed);
        return JsonReader.checked(
                "siteInput", () -> there.opened(owner, read.document(), read.name(), read.siteInput()));
    }

    /** The job that a run is, or the only one inside of it. */
    HttpAnswer show(AdmittedRequest request) {
        int history = history(request);
        var run = backend.run(request);
        return isJob(run) ? answer(run, itself(run, history)) : answer(run, only(run, history));
    }

    /** All jobs of a run, without their partitions. */
    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("limit", "cursor");
        int limit = QueryParameters.limit(query);
        int from = (int)
                Math.min(Integer.MAX_VALUE, PageCursor.position(query, "job").orElse(0L));
        var run = backend.run(request);
        var all = isJob(run) ? List.of(itself(run, 0)) : inside(run, 0);
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var each : all.subList(Math.min(from, all.size()), end(from, limit, all.size()))) {
                json.writeStartObject();
                head(json, run, each);
                summary(json, each);
                json.writeNumberProperty("partitions", each.job().partitions().size());
                json.writeEndObject();
            }
            json.writeEndArray();
            if (end(from, limit, all.size()) < all.size())
                json.writeStringProperty("next", PageCursor.of("job", end(from, limit, all.size())));
        });
    }

    private static int end(int from, int limit, int size) {
        return (int) Math.min(size, (long) from + limit);
    }

    /** One job inside of a workflow. */
    HttpAnswer showOne(AdmittedRequest request) {
        int history = history(request);
        var run = backend.run(request);
        return answer(run, named(run, request.part("action"), history));
    }

    HttpAnswer manifest(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        return manifest(run, isJob(run) ? itself(run, 0) : only(run, 0));
    }

    HttpAnswer manifestOfOne(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        return manifest(run, named(run, request.part("action"), 0));
    }

    private static HttpAnswer manifest(RunRecord run, InnerJobView job) {
        return HttpAnswer.json(200, JobManifest.of(run.id().number(), job.job()));
    }

    private static int history(AdmittedRequest request) {
        var query = request.query().allow("history");
        return QueryParameters.whole(query, "history", 0, 120).orElse(120L).intValue();
    }

    private static boolean isJob(RunRecord run) {
        return run.spec().kind() == RunKind.JOB;
    }

    private InnerJobView itself(RunRecord run, int history) {
        return new InnerJobView("", run.state().name(), backend.server().jobs().view(run, history));
    }

    private List<InnerJobView> inside(RunRecord run, int history) {
        if (run.spec().kind() != RunKind.WORKFLOW) return List.of();
        return backend.server().jobs().viewsInside(run, history);
    }

    private InnerJobView only(RunRecord run, int history) {
        var all = inside(run, history);
        if (all.size() == 1) return all.getFirst();
        throw conflict(
                all.isEmpty()
                        ? "run %s is no iterative job, and none has begun inside of it: see what it is with: tidewheel show %s"
                                .formatted(run.id(), run.id())
                        : "there are %d iterative jobs inside of run %s: list them with: tidewheel show %s --job; see one with: tidewheel show %s --action ID"
                                .formatted(all.size(), run.id(), run.id(), run.id()));
    }

    private InnerJobView named(RunRecord run, String action, int history) {
        var found = run.spec().kind() == RunKind.WORKFLOW
                ? backend.server().jobs().viewInside(run, action, history)
                : Optional.<InnerJobView>empty();
        return found.orElseThrow(() -> HttpProblem.notFound(
                        "no iterative job '%s' has begun inside of run %s: list those that have with: tidewheel show %s --job"
                                .formatted(QuotedText.shown(action), run.id(), run.id()))
                .asException());
    }

    private static ProblemException conflict(String why) {
        return HttpProblem.of(409, "conflict", why).asException();
    }

    private static HttpAnswer answer(RunRecord run, InnerJobView job) {
        return JsonWriter.answer(200, json -> {
            head(json, run, job);
            write(json, job);
        });
    }

    static void head(JsonGenerator json, RunRecord run, InnerJobView job) {
        json.writeNumberProperty("run", run.id().number());
        JsonWriter.writeIfAny(json, "action", job.action());
        json.writeStringProperty("state", job.state());
    }

    static void write(JsonGenerator json, InnerJobView job) {
        var view = job.job();
        summary(json, job);
        json.writeArrayPropertyStart("partitions");
        for (var part : view.partitions()) write(json, part);
        json.writeEndArray();
        json.writeArrayPropertyStart("events");
        for (var event : view.events()) {
            json.writeStartObject();
            JsonWriter.write(json, "at", event.at());
            json.writeStringProperty("text", event.sentence());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void summary(JsonGenerator json, InnerJobView job) {
        var view = job.job();
        var goal = view.goal();
        json.writeNumberProperty("iterations", goal.iterations());
        goal.target().ifPresent(target -> JsonWriter.write(json, "target", target));
        json.writeBooleanProperty("balanced", goal.target().isPresent());
        JsonWriter.write(json, "reportEvery", goal.reportEvery());
        json.writeNumberProperty("firstPartitions", goal.partitions());
        json.writeNumberProperty("maxPartitions", goal.mostPartitions());
        JsonWriter.write(json, "began", view.began());
        json.writeBooleanProperty("complete", view.complete());
        json.writeNumberProperty("stored", view.stored());
        if (!view.foreignId().isEmpty()) json.writeStringProperty("tascaasId", view.foreignId());
        if (view.complete() || job.isOver()) end(json, view);
        outlook(json, view, job.isOver());
    }

    /** Whether its target was met: that of a job which ended without being complete was not. */
    private static void end(JsonGenerator json, JobView view) {
        view.took().ifPresent(time -> JsonWriter.write(json, "took", time));
        if (!view.complete()) {
            if (view.goal().target().isPresent()) json.writeBooleanProperty("inTime", false);
            return;
        }
        view.late().ifPresent(late -> {
            json.writeBooleanProperty("inTime", !late.isPositive());
            if (late.isPositive()) JsonWriter.write(json, "late", late);
        });
    }

    /** What is left, and whether it will be done in time. */
    private static void outlook(JsonGenerator json, JobView view, boolean over) {
        var seen = view.outlook();
        json.writeNumberProperty("left", view.complete() ? 0 : seen.left());
        json.writeNumberProperty("speed", seen.speed());
        json.writeNumberProperty("running", seen.running());
        json.writeNumberProperty("queued", seen.queued());
        if (view.complete() || over) return;
        seen.toGo().ifPresent(toGo -> JsonWriter.write(json, "toGo", toGo));
        seen.timeLeft().ifPresent(left -> json.writeNumberProperty("timeLeft", left.toMillis() / 1e3));
        if (seen.toGo().isPresent() && seen.timeLeft().isPresent()) {
            json.writeBooleanProperty("inTime", !seen.isLate());
        }
    }

    private static void write(JsonGenerator json, JobView.PartView part) {
        json.writeStartObject();
        json.writeNumberProperty("partition", part.index());
        if (part.chain() >= 0) json.writeNumberProperty("task", part.chain());
        json.writeStringProperty("state", part.state());
        JsonWriter.writeIfAny(json, "site", part.site());
        json.writeNumberProperty("iterations", part.done());
        json.writeNumberProperty("share", part.share());
        json.writeNumberProperty("speed", part.speed());
        json.writeArrayPropertyStart("history");
        for (var sample : part.history()) {
            json.writeStartObject();
            JsonWriter.write(json, "at", sample.at());
            json.writeNumberProperty("iterations", sample.done());
            json.writeNumberProperty("share", sample.share());
            json.writeNumberProperty("speed", sample.speed());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
