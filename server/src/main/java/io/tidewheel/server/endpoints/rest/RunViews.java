package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.AcceptedRun;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.server.endpoints.JobQueries;
import io.tidewheel.server.endpoints.RunStatuses;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Runs in JSON. */
final class RunViews {
    private static final int MOST_UNDONE = 20;

    private final ApiQueries backend;

    RunViews(ApiQueries backend) {
        this.backend = backend;
    }

    HttpAnswer.Full answer(int status, RunId id) {
        return answer(status, id, _ -> {});
    }

    /** The answer to whoever has submitted a run, now or before under the same key. */
    HttpAnswer accepted(AcceptedRun accepted) {
        return accepted(accepted, _ -> {});
    }

    /** @param more writes further fields */
    HttpAnswer accepted(AcceptedRun accepted, Consumer<JsonGenerator> more) {
        return answer(accepted.known() ? 200 : 201, accepted.run(), more)
                .with("Location", "/api/v1/runs/" + accepted.run());
    }

    /** @param more writes further fields */
    HttpAnswer.Full answer(int status, RunId id, Consumer<JsonGenerator> more) {
        var run = backend.present(id);
        var live = backend.statuses(List.of(run)).get(id);
        var tally = backend.server().jobs().tallies(List.of(run)).get(id);
        return JsonWriter.answer(status, json -> {
            inside(json, run, live, tally);
            more.accept(json);
        });
    }

    /** One run with all that is known of it, also why it did not end well. */
    HttpAnswer.Full whole(RunId id) {
        return answer(200, id, json -> undone(json, backend.present(id)));
    }

    private void undone(JsonGenerator json, RunRecord run) {
        if (run.spec().kind() != RunKind.WORKFLOW || run.state() != RunState.FAILED) return;
        var undone = backend.server().workflowQueries().leftOver(run.id());
        if (undone.isEmpty()) return;
        json.writeArrayPropertyStart("undone");
        for (var action : undone.subList(0, Math.min(undone.size(), MOST_UNDONE))) {
            json.writeStartObject();
            json.writeStringProperty("action", action.action());
            json.writeStringProperty("reason", action.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    void array(JsonGenerator json, List<RunRecord> runs) {
        Map<RunId, RunStatus> live = backend.statuses(runs);
        var tallies = backend.server().jobs().tallies(runs);
        json.writeArrayPropertyStart("items");
        for (var run : runs) {
            json.writeStartObject();
            inside(json, run, live.get(run.id()), tallies.get(run.id()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** The run as it stands, as an object of its own. */
    void write(JsonGenerator json, RunRecord run) {
        json.writeStartObject();
        var tally = backend.server().jobs().tallies(List.of(run)).get(run.id());
        inside(json, run, backend.statuses(List.of(run)).get(run.id()), tally);
        json.writeEndObject();
    }

    private void inside(JsonGenerator json, RunRecord run, @Nullable RunStatus live, JobQueries.@Nullable Tally tally) {
        var spec = run.spec();
        var totals = run.totals();
        long running = live == null ? 0 : Math.min(live.running(), run.size() - totals.ended());
        long queued = run.state().isFinal() ? 0 : Math.max(0, run.size() - totals.ended() - running);
        json.writeNumberProperty("id", run.id().number());
        json.writeStringProperty("owner", spec.owner().name());
        json.writeStringProperty("kind", EnumWords.of(spec.kind()));
        json.writeStringProperty("state", run.state().name());
        if (run.endReason() != Reason.NONE)
            json.writeStringProperty("reason", run.endReason().name());
        JsonWriter.write(json, "created", run.created());
        JsonWriter.write(json, "started", run.started());
        JsonWriter.write(json, "finished", run.finished());
        if (tally != null) {
            json.writeNumberProperty("iterations", tally.iterations());
            json.writeNumberProperty("stored", tally.stored());
        }
        json.writeNumberProperty("size", run.size());
        json.writeNumberProperty("queued", queued);
        json.writeNumberProperty("running", running);
        json.writeNumberProperty("succeeded", totals.succeeded());
        json.writeNumberProperty("failed", totals.failed());
        json.writeNumberProperty("cancelled", totals.cancelled());
        json.writeBooleanProperty("closed", run.closed());
        json.writeBooleanProperty("held", run.held());
        SubmissionJson.write(json, shown(run));
        if (spec.budget().isPresent()) spending(json, run);
        json.writeNumberProperty("logBytes", run.logBytes());
        spec.retryOf().ifPresent(of -> json.writeNumberProperty("retryOf", of.number()));
        eta(run, backend.now()).ifPresent(at -> JsonWriter.write(json, "eta", at));
    }

    private void spending(JsonGenerator json, RunRecord run) {
        backend.spending(run).ifPresent(spending -> {
            json.writeStringProperty("spent", spending.spent().toString());
            if (spending.oneMore().isPresent()) json.writeStringProperty("heldFor", Reason.BUDGET.name());
        });
    }

    /** What was said about the run, and what holds where nothing was said. How many iterations a job has is told with what became of them. */
    private static Submission shown(RunRecord run) {
        var asked = run.spec().asked();
        var always = asked.with(SubmissionField.LABELS, run.spec().labels())
                .with(SubmissionField.PRIORITY, asked.effective(SubmissionField.PRIORITY))
                .without(SubmissionField.ITERATIONS);
        // The lanes of a workflow are as different as its services.
        if (run.lanes().isEmpty() || run.spec().kind() == RunKind.WORKFLOW) return always;
        return Submission.of(run.lanes().getFirst().spec()).over(always);
    }

    /** If the rest goes as fast as what has been done so far. */
    static Optional<Instant> eta(RunRecord run, Instant now) {
        long done = run.totals().ended();
        long left = run.size() - done;
        if (run.state() != RunState.RUNNING
                || !run.closed()
                || done == 0
                || run.started().isEmpty()) return Optional.empty();
        double seconds = Duration.between(run.started().get(), now).toNanos() / 1e9 / done * left;
        return seconds >= 0 && seconds < 1e10 ? Optional.of(now.plusNanos((long) (seconds * 1e9))) : Optional.empty();
    }

    /** What watchers are sent. */
    static String brief(RunStatus status) {
        return new String(
                JsonWriter.object(json -> {
                    json.writeNumberProperty("id", status.id().number());
                    json.writeStringProperty("name", status.name());
                    json.writeStringProperty("state", status.state().name());
                    json.writeNumberProperty("size", status.size());
                    json.writeNumberProperty("running", status.running());
                    json.writeNumberProperty("succeeded", status.totals().succeeded());
                    json.writeNumberProperty("failed", status.totals().failed());
                    json.writeNumberProperty("cancelled", status.totals().cancelled());
                }),
                java.nio.charset.StandardCharsets.UTF_8);
    }

    static RunStatus status(RunRecord run, @Nullable RunStatus live) {
        if (live != null && !run.state().isFinal()) return live;
        return RunStatuses.of(run);
    }
}
