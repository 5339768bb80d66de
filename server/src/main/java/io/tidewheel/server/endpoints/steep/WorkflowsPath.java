package io.tidewheel.server.endpoints.steep;

import io.tidewheel.controllers.workflows.FileComplaint;
import io.tidewheel.controllers.workflows.RunRules;
import io.tidewheel.controllers.workflows.SubmissionCheck;
import io.tidewheel.controllers.workflows.WorkflowControllers;
import io.tidewheel.controllers.workflows.WorkflowRejected;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.Submission;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.workflow.Workflow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code /workflows}: submissions. */
final class WorkflowsPath {
    private static final Duration WAIT_FOR_CANCEL = Duration.ofSeconds(2);
    private static final int MOST_COMPLAINTS = 200;

    private final SteepQueries queries;
    private final SubmissionViews views;

    WorkflowsPath(SteepQueries queries, SubmissionViews views) {
        this.queries = queries;
        this.views = views;
    }

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("size", "offset", "status");
        var page = SteepPage.of(query);
        var status = query.one("status").map(WorkflowsPath::status);
        var found = queries.archive().page(filter(request.caller(), status), page.offset(), page.size());
        var list = SteepJson.array();
        found.runs().forEach(run -> list.add(views.brief(run)));
        return page.answer(list, found.total());
    }

    private static SubmissionStatus status(String text) {
        return SubmissionStatus.named(text)
                .orElseThrow(() -> PlainErrors.error(
                        400,
                        "There is no status `%s'; it is one of %s"
                                .formatted(PlainErrors.shown(text), List.of(SubmissionStatus.values()))));
    }

    static RunFilter filter(Caller caller, Optional<SubmissionStatus> status) {
        return new RunFilter(
                caller.role() == Role.ADMIN ? Optional.empty() : Optional.of(caller.owner()),
                status.map(SubmissionStatus::states).orElse(Set.of()),
                Map.of(),
                Optional.empty(),
                Optional.of(RunKind.WORKFLOW),
                status.map(SubmissionStatus::reasons).orElse(Set.of()));
    }

    /** Whatever the body is said to be: Steep looks at its first character, and so does the reader. */
    HttpAnswer submit(AdmittedRequest request) throws IOException {
        request.query().allow();
        var prepared = prepare(text(request.bytes()));
        var spec = spec(request, prepared.workflow());
        var key = request.headers().one("Idempotency-Key").filter(text -> text.matches("[!-~]{1,255}"));
        var submission = NewRun.growing(
                spec,
                prepared.controller(),
                key,
                false,
                request.caller().owner().name());
        var accepted = queries.ask(engine -> engine.submit(submission));
        return new HttpAnswer.Full(
                202, "application/json", SteepJson.bytes(views.whole(present(accepted.run()))), Map.of());
    }

    private static String text(byte[] body) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            if (text.isBlank()) throw PlainErrors.error(400, "Missing workflow: the body is empty");
            return text;
        } catch (CharacterCodingException strange) {
            throw PlainErrors.error(400, "Invalid workflow: the body is not UTF-8");
        }
    }

    private WorkflowControllers.Prepared prepare(String text) {
        var source = new Source("workflow", text);
        var asked = new WorkflowControllers.Request(
                source,
                List.of(),
                List.of(),
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                RunRules.NONE);
        try {
            return queries.server().workflows().prepare(asked);
        } catch (WorkflowRejected flawed) {
            throw PlainErrors.error(400, complaints(flawed.complaints()));
        }
    }

    /** Each with what is wrong, the details, and where it is. */
    private static String complaints(List<FileComplaint> complaints) {
        var text = new StringBuilder("Invalid workflow:\n");
        for (var found : complaints.subList(0, Math.min(complaints.size(), MOST_COMPLAINTS))) {
            var complaint = found.complaint();
            text.append("\n- ").append(capital(complaint.message())).append(".\n\n");
            text.append("  ").append(capital(complaint.remedy())).append(".\n\n");
            text.append("  %s (%sline %d, column %d)\n"
                    .formatted(
                            complaint.path(),
                            found.file().equals("workflow") ? "" : found.file() + ", ",
                            complaint.line(),
                            complaint.column()));
        }
        if (complaints.size() > MOST_COMPLAINTS)
            text.append("\nand %d more\n".formatted(complaints.size() - MOST_COMPLAINTS));
        return text.toString();
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private RunSpec spec(AdmittedRequest request, Workflow workflow) {
        try {
            var asked = workflow.asked(queries.now()).over(Submission.named(SubmissionCheck.UNNAMED));
            return new RunSpec(RunKind.WORKFLOW, owner(request.caller(), workflow), asked, "");
        } catch (IllegalArgumentException wrong) {
            throw PlainErrors.error(400, "Invalid workflow: " + wrong.getMessage());
        }
    }

    /** The owner comes from the token; an administrator may act for others. */
    private static Owner owner(Caller caller, Workflow workflow) {
        var named = workflow.owner().filter(name -> !name.equals(caller.owner().name()));
        if (named.isEmpty()) return caller.owner();
        if (caller.role() == Role.ADMIN) return new Owner(named.get());
        throw PlainErrors.error(
                403,
                "The workflow is to belong to `%s', but this token is of `%s': leave `owner' out"
                        .formatted(PlainErrors.shown(named.get()), caller.owner()));
    }

    HttpAnswer show(AdmittedRequest request) {
        request.query().allow();
        return SteepJson.answer(views.whole(queries.workflow(request)));
    }

    HttpAnswer change(AdmittedRequest request) throws InterruptedException {
        request.query().allow();
        var run = queries.workflow(request);
        var wanted = ChangeRequest.read(request);
        var actor = request.caller().actor();
        if (wanted.priority().isPresent()) {
            if (run.state().isFinal()) throw finished(run);
            try {
                queries.ask(engine ->
                        engine.reprioritise(run.id(), wanted.priority().get(), actor));
            } catch (Refusal refused) {
                throw refused.kind() == Refusal.Kind.NOT_FOUND ? finished(run) : refused;
            }
        }
        if (wanted.cancel() && !run.state().isFinal()) cancel(run, request);
        return SteepJson.answer(views.brief(present(run.id())));
    }

    private static RuntimeException finished(RunRecord run) {
        return PlainErrors.error(
                422, "The priority of submission `%s' cannot be changed any more: it has finished".formatted(run.id()));
    }

    /** Waits a moment for the end; one that has ended meanwhile is as good. */
    private void cancel(RunRecord run, AdmittedRequest request) throws InterruptedException {
        try (var news = queries.server().feed().subscribe(status -> status.id().equals(run.id()))) {
            try {
                queries.ask(engine ->
                        engine.end(run.id(), EndRequest.CANCEL, request.caller().actor()));
            } catch (Refusal refused) {
                if (refused.kind() != Refusal.Kind.NOT_FOUND) throw refused;
            }
            var until = queries.now().plus(WAIT_FOR_CANCEL);
            while (!present(run.id()).state().isFinal() && !news.isOver()) {
                var left = Duration.between(queries.now(), until);
                if (left.isNegative() || left.isZero()) return;
                news.next(left);
                news.missedSomething();
            }
        }
    }

    private RunRecord present(RunId id) {
        return queries.archive().run(id).orElseThrow(() -> PlainErrors.notFound("submission", id.toString()));
    }
}
