package io.tidewheel.server.endpoints.rest;

import com.google.protobuf.ByteString;
import io.tidewheel.controllers.workflows.FileComplaint;
import io.tidewheel.controllers.workflows.RunRules;
import io.tidewheel.controllers.workflows.SubmissionCheck;
import io.tidewheel.controllers.workflows.WorkflowControllers;
import io.tidewheel.controllers.workflows.WorkflowRejected;
import io.tidewheel.controllers.workflows.WorkflowSettings.Source;
import io.tidewheel.engine.AcceptedRun;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.StagedFile;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.ServiceJson;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.PageCursor;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.http.json.RequestBodies;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.workflow.Workflow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** Workflows: submit them, and see what a run was made of. */
final class WorkflowRoutes {
    private static final int LARGEST_TEXT = 64 << 20;
    private static final int MOST_FILES = 1_000;
    private static final int MOST_COMPLAINTS = 1_000;
    private static final int MOST_STAGED = 10_000;
    private static final int LONGEST_VALUE = 4_096;
    private static final int MOST_LOOKED_AT = 1_000;
    private static final int PAGE = 10_000;
    private static final int MOST_REASONS = 20;
    private static final String OTHERS = "other reasons";
    private static final String UNNAMED = SubmissionCheck.UNNAMED;

    /** A workflow as it is asked for. */
    static final class Draft {
        private final SubmissionJson fields;
        private Submission asked = Submission.NOTHING;
        private Optional<String> source = Optional.empty();
        private String file = "workflow";
        private List<Source> services = List.of();
        private List<Source> macros = List.of();
        private boolean reuse;
        private Optional<String> resume = Optional.empty();
        private boolean staged;
        private List<StagedDraft> staging = List.of();
        private Optional<String> tmpPath = Optional.empty();
        private Optional<String> outPath = Optional.empty();

        private Draft(Instant now) {
            this.fields = new SubmissionJson(now);
        }
    }

    private static final class FileDraft {
        private String name = "";
        private String text = "";
        private String folder = "";
    }

    /** A file that was brought before, and what the workflow calls it. */
    private static final class StagedDraft {
        private String value = "";
        private String sha256 = "";
        private boolean executable;
        private boolean folder;
    }

    private static final JsonFields<StagedDraft> STAGED = new JsonFields<StagedDraft>()
            .with("value", (file, in) -> file.value = in.text(LONGEST_VALUE))
            .with("sha256", (file, in) -> file.sha256 = in.text(2 * Sha256.BYTES))
            .with("executable", (file, in) -> file.executable = in.flag())
            .with("folder", (file, in) -> file.folder = in.flag());

    private static final JsonFields<FileDraft> FILE = new JsonFields<FileDraft>()
            .with("name", (file, in) -> file.name = in.text(1_000))
            .with("text", (file, in) -> file.text = in.text(LARGEST_TEXT))
            .with("folder", (file, in) -> file.folder = folder(in));

    static final JsonFields<Draft> SHAPE = SubmissionJson.<Draft>shape(RunKind.WORKFLOW, draft -> draft.fields)
            .with("source", (draft, in) -> draft.source = Optional.of(in.text(LARGEST_TEXT)))
            .with("file", (draft, in) -> draft.file = in.text(1_000))
            .with("services", (draft, in) -> draft.services = files(in))
            .with("macros", (draft, in) -> draft.macros = files(in))
            .with("reuse", (draft, in) -> draft.reuse = in.flag())
            .with("resume", (draft, in) -> draft.resume = Optional.of(resumed(in)))
            .with("staged", (draft, in) -> draft.staged = in.flag())
            .with("files", (draft, in) -> draft.staging = staging(in))
            .with("tmpPath", (draft, in) -> draft.tmpPath = Optional.of(folder(in)))
            .with("outPath", (draft, in) -> draft.outPath = Optional.of(folder(in)));

    private final ApiQueries backend;
    private final RunViews views;

    WorkflowRoutes(ApiQueries backend, RunViews views) {
        this.backend = backend;
        this.views = views;
    }

    private static List<Source> files(JsonReader in) {
        var files = new ArrayList<Source>();
        in.array(MOST_FILES, () -> {
            var file = new FileDraft();
            in.object(FILE, file);
            files.add(new Source(file.name, file.text, file.folder));
        });
        return files;
    }

    private static List<StagedDraft> staging(JsonReader in) {
        var files = new ArrayList<StagedDraft>();
        in.array(MOST_STAGED, () -> {
            var file = new StagedDraft();
            in.object(STAGED, file);
            files.add(file);
        });
        return files;
    }

    private static String folder(JsonReader in) {
        var path = in.text(1_000);
        if (!path.startsWith("/"))
            throw in.wrong("must be an absolute path, not '%s'".formatted(QuotedText.shown(path)));
        return path;
    }

    private static String resumed(JsonReader in) {
        if (in.isNumber()) return Long.toString(in.whole(1, Long.MAX_VALUE));
        var text = in.text(100);
        if (!text.equals("last"))
            throw in.wrong("must be the number of a run, or \"last\", not '%s'".formatted(QuotedText.shown(text)));
        return text;
    }

    HttpAnswer submit(AdmittedRequest request) {
        request.query().allow();
        var print = RequestFingerprint.of(request, "workflow");
        var draft = JsonReader.object(JsonWriter.LARGE_TEXTS, print.body(), SHAPE, new Draft(backend.now()));
        checkRead(draft);
        var known = known(draft, request, print);
        if (known.isPresent()) return views.accepted(known.get());
        var read = asked(draft, request.caller());
        var prepared = prepare(read);
        var owner = owner(request, prepared.workflow());
        var spec = JsonReader.checked("", () -> spec(draft, prepared.workflow(), owner, print.text()));
        var asked = NewRun.growing(
                        spec,
                        prepared.controller(),
                        print.key(),
                        draft.asked.effective(SubmissionField.HELD),
                        owner.name())
                .strictly(prepared.strict());
        var accepted = submit(read, asked);
        if (accepted.known()) print.check(backend.present(accepted.run()));
        return views.accepted(accepted, json -> write(json, "warnings", prepared.warnings()));
    }

    /**
     * The run of a submission that was sent before with this key; files and earlier runs, which may be gone by now, are not asked for
     * again.
     */
    private Optional<AcceptedRun> known(Draft draft, AdmittedRequest request, RequestFingerprint print) {
        var source = draft.source.orElseThrow();
        // Whose it is to be stands in the text, if an administrator says so; it is not read for nothing.
        boolean maySay = request.caller().role() == Role.ADMIN && source.contains("owner");
        if (print.key().isEmpty()) return Optional.empty();
        if (!maySay) return print.known(backend, request.caller().owner());
        return backend.server()
                .workflows()
                .read(source)
                .flatMap(workflow -> print.known(backend, owner(request, workflow)));
    }

    /** The engine says whether something is missing; here it is said where the workflow asks for that. */
    private AcceptedRun submit(WorkflowControllers.Request read, NewRun asked) {
        try {
            return backend.ask(engine -> engine.submit(asked));
        } catch (Refusal refusal) {
            if (refusal.missing().isEmpty()) throw refusal;
            var places = backend.server().workflows().places(read, refusal.missing());
            throw places.isEmpty() ? refusal : problem(places);
        }
    }

    private static void checkRead(Draft draft) {
        if (draft.source.isEmpty())
            throw JsonReader.invalid("", "source is missing: send {\"source\": \"api: 4.7.0 ...\"}");
        draft.asked = draft.fields.asked();
    }

    /** Says what is wrong with a workflow, and what should be known of it; nothing is submitted. */
    HttpAnswer lint(AdmittedRequest request) {
        request.query().allow();
        var draft =
                JsonReader.object(JsonWriter.LARGE_TEXTS, RequestBodies.json(request), SHAPE, new Draft(backend.now()));
        checkRead(draft);
        draft.outPath.ifPresent(this::checkPlaceOfResults);
        // Its files are brought when it is submitted.
        var staging = draft.staged
                ? Optional.of(new WorkflowControllers.Staging(List.of()))
                : Optional.<WorkflowControllers.Staging>empty();
        try {
            var prepared = backend.server().workflows().prepare(asked(draft, Optional.empty(), staging));
            var owner = owner(request, prepared.workflow());
            JsonReader.checked("", () -> spec(draft, prepared.workflow(), owner, ""));
            return findings(prepared.unplaced(), prepared.warnings());
        } catch (WorkflowRejected flawed) {
            return findings(flawed.complaints(), List.of());
        }
    }

    private static HttpAnswer findings(List<FileComplaint> errors, List<FileComplaint> warnings) {
        return JsonWriter.answer(200, json -> {
            json.writeBooleanProperty("valid", errors.isEmpty());
            list(json, "errors", errors);
            list(json, "warnings", warnings);
        });
    }

    /** Temporary files are removed some day. */
    private void checkPlaceOfResults(String outPath) {
        var temporary = backend.server().workflows().settings().tmpPath();
        if (Path.of(outPath).normalize().startsWith(Path.of(temporary)))
            throw JsonReader.invalid(
                    "outPath",
                    "'%s' is in the server's folder for temporary files, which are removed: choose another"
                            .formatted(QuotedText.shown(outPath)));
    }

    private WorkflowControllers.Request asked(Draft draft, Caller caller) {
        draft.outPath.ifPresent(this::checkPlaceOfResults);
        var resumed = draft.resume.flatMap(which ->
                which.equals("last") ? last(draft, caller) : Optional.of(resumed(Long.parseLong(which), caller)));
        return asked(draft, resumed, staging(draft, caller));
    }

    private WorkflowControllers.Prepared prepare(WorkflowControllers.Request read) {
        try {
            return backend.server().workflows().prepare(read);
        } catch (WorkflowRejected flawed) {
            throw problem(flawed.complaints());
        }
    }

    private static WorkflowControllers.Request asked(
            Draft draft, Optional<RunId> resumed, Optional<WorkflowControllers.Staging> staging) {
        return new WorkflowControllers.Request(
                new Source(draft.file, draft.source.orElseThrow()),
                draft.services,
                draft.macros,
                draft.asked.effective(SubmissionField.STRICT),
                draft.reuse,
                draft.resume.isPresent(),
                resumed,
                draft.tmpPath,
                draft.outPath,
                staging,
                new RunRules(draft.asked));
    }

    /** What agents will fetch must be there before the run is. */
    private Optional<WorkflowControllers.Staging> staging(Draft draft, Caller caller) {
        if (!draft.staged) {
            if (!draft.staging.isEmpty())
                throw JsonReader.invalid("files", "belong to a staged run: send \"staged\": true with them");
            return Optional.empty();
        }
        if (draft.tmpPath.isPresent() || draft.outPath.isPresent())
            throw JsonReader.invalid(
                    draft.outPath.isPresent() ? "outPath" : "tmpPath",
                    "means a shared folder, and a staged run has none: leave it out");
        var objects = backend.server()
                .objects()
                .orElseThrow(() ->
                        JsonReader.invalid("staged", "this program keeps no objects: start a server, or leave it out"));
        var files = new ArrayList<StagedFile>();
        for (int i = 0; i < draft.staging.size(); i++)
            files.add(file("files[%d]".formatted(i), draft.staging.get(i), objects, caller));
        return Optional.of(new WorkflowControllers.Staging(files));
    }

    private StagedFile file(String where, StagedDraft file, RunObjects objects, Caller caller) {
        if (file.value.isEmpty()) throw JsonReader.invalid(where + ".value", "is missing");
        var hash = JsonReader.checked(where + ".sha256", () -> new Sha256(file.sha256));
        var name = RunObjects.of(caller.owner(), hash);
        boolean there = ObjectRoutes.guarded(() -> objects.objects().renew(name, backend.now()));
        if (!there)
            throw JsonReader.invalid(
                    where + ".sha256",
                    "you have brought no file with this hash: PUT its content to /api/v1/files/%s first"
                            .formatted(hash.hex()));
        return StagedFile.newBuilder()
                .setValue(file.value)
                .setObject(name.text())
                .setSha256(ByteString.copyFrom(hash.bytes()))
                .setExecutable(file.executable)
                .setFolder(file.folder)
                .build();
    }

    private RunId resumed(long number, Caller caller) {
        var id = new RunId(number);
        var run = backend.run(id)
                .filter(found -> caller.maySee(found.spec().owner()))
                .orElseThrow(() -> JsonReader.invalid("resume", "there is no run " + number));
        if (run.spec().kind() != RunKind.WORKFLOW)
            throw JsonReader.invalid("resume", "run %s is no workflow".formatted(id));
        if (!run.state().isFinal())
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s has not ended (%s): wait for it or cancel it, then resume".formatted(id, run.state()));
        if (!keptHashes(id))
            throw JsonReader.invalid(
                    "resume",
                    "run %s kept no hashes of its files, so that nobody can tell what has changed: submit with \"reuse\": true, or with \"resume\": \"last\", to make later runs find what was done"
                            .formatted(id));
        return id;
    }

    private boolean keptHashes(RunId run) {
        return backend.server().workflowQueries().document(run).getReuse();
    }

    /** The newest of the same owner and name that has ended and kept hashes. */
    private Optional<RunId> last(Draft draft, Caller caller) {
        var reading = backend.server().workflows().read(draft.source.orElseThrow());
        var name = draft.asked
                .get(SubmissionField.NAME)
                .or(() -> reading.flatMap(Workflow::name))
                .orElse(UNNAMED);
        var owner = reading.flatMap(Workflow::owner).filter(_ -> caller.role() == Role.ADMIN);
        var filter = new RunFilter(
                Optional.of(owner.map(Owner::new).orElse(caller.owner())),
                EnumSet.of(RunState.SUCCEEDED, RunState.FAILED, RunState.CANCELLED),
                Map.of(),
                Optional.of(name));
        return backend.archive().runs(filter, Long.MAX_VALUE, MOST_LOOKED_AT).stream()
                .filter(run -> run.spec().kind() == RunKind.WORKFLOW
                        && run.spec().name().equals(name))
                .map(RunRecord::id)
                .filter(this::keptHashes)
                .findFirst();
    }

    /** The owner comes from the credential; an administrator may act for others. */
    private static Owner owner(AdmittedRequest request, Workflow workflow) {
        var own = request.caller().owner();
        if (workflow.owner().isEmpty() || workflow.owner().get().equals(own.name())) return own;
        if (request.caller().role() == Role.ADMIN)
            return new Owner(workflow.owner().get());
        throw HttpProblem.of(
                        403,
                        "forbidden",
                        "the workflow is to belong to '%s', but this token is of '%s': leave 'owner' out, or use a token of theirs"
                                .formatted(QuotedText.shown(workflow.owner().get()), own))
                .asException();
    }

    private RunSpec spec(Draft draft, Workflow workflow, Owner owner, String text) {
        var inFile = workflow.asked(backend.now()).over(Submission.named(UNNAMED));
        return new RunSpec(RunKind.WORKFLOW, owner, draft.asked.over(inFile), text);
    }

    static ProblemException problem(List<FileComplaint> complaints) {
        var first = complaints.getFirst();
        var detail = "%s:%d:%d: %s"
                .formatted(
                        first.file(),
                        first.complaint().line(),
                        first.complaint().column(),
                        first.complaint().message());
        if (complaints.size() > 1) detail += " (and %d more)".formatted(complaints.size() - 1);
        return HttpProblem.of(400, "invalid-workflow", detail)
                .with(json -> write(json, "errors", complaints))
                .asException();
    }

    private static void write(JsonGenerator json, String name, List<FileComplaint> complaints) {
        if (!complaints.isEmpty()) list(json, name, complaints);
    }

    private static void list(JsonGenerator json, String name, List<FileComplaint> complaints) {
        json.writeArrayPropertyStart(name);
        for (var found : complaints.subList(0, Math.min(complaints.size(), MOST_COMPLAINTS))) {
            var complaint = found.complaint();
            json.writeStartObject();
            json.writeStringProperty("file", found.file());
            json.writeNumberProperty("line", complaint.line());
            json.writeNumberProperty("column", complaint.column());
            json.writeStringProperty("path", complaint.path());
            json.writeStringProperty("message", complaint.message());
            json.writeStringProperty("remedy", complaint.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What every workflow of this server can use. */
    HttpAnswer services(AdmittedRequest request) {
        request.query().allow();
        var services = backend.server().workflows().library().services().values();
        return HttpAnswer.json(200, ServiceJson.items(services));
    }

    /** The text as it was submitted. */
    HttpAnswer source(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var document = backend.archive().document(run.id());
        if (run.spec().kind() != RunKind.WORKFLOW || document.isEmpty())
            throw HttpProblem.of(409, "conflict", "run %s is no workflow, so it has no source".formatted(run.id()))
                    .asException();
        try {
            var text = WorkflowDocument.parseFrom(document.bytes()).getSource();
            return HttpAnswer.text(text);
        } catch (IOException strange) {
            throw new UncheckedIOException("the document of run %s cannot be read".formatted(run.id()), strange);
        }
    }

    /** How much of a run was taken from an earlier one, and why the rest was not: of so many chains at a time, which whoever asks adds up. */
    HttpAnswer reuse(AdmittedRequest request) {
        var query = request.query().allow("limit", "cursor");
        int limit = QueryParameters.whole(query, "limit", 1, PAGE)
                .orElse((long) PAGE)
                .intValue();
        int from = (int)
                Math.min(Integer.MAX_VALUE, PageCursor.position(query, "reuse").orElse(0L));
        var run = backend.run(request);
        boolean resumes = run.spec().kind() == RunKind.WORKFLOW
                && backend.server().workflowQueries().document(run.id()).getResume();
        var page = resumes ? backend.archive().chains(run.id(), Set.of(), from, limit, true) : List.<ChainRecord>of();
        return JsonWriter.answer(200, json -> {
            json.writeBooleanProperty("resumes", resumes);
            write(json, page);
            if (page.size() == limit)
                json.writeStringProperty(
                        "next", PageCursor.of("reuse", page.getLast().id().index() + 1L));
        });
    }

    private static void write(JsonGenerator json, List<ChainRecord> chains) {
        int ended = 0;
        int reused = 0;
        var misses = new LinkedHashMap<String, Integer>();
        for (var chain : chains) {
            var outcome = ChainViews.outcome(chain.report());
            if (chain.state().isFinal()) ended++;
            if (!outcome.getReused().isEmpty()) reused++;
            if (outcome.getReuseMiss().isEmpty()) continue;
            var miss = outcome.getReuseMiss();
            // The first ones are told in full; others add up to one figure.
            misses.merge(misses.containsKey(miss) || misses.size() < MOST_REASONS ? miss : OTHERS, 1, Integer::sum);
        }
        json.writeNumberProperty("ended", ended);
        json.writeNumberProperty("reused", reused);
        json.writeArrayPropertyStart("misses");
        misses.forEach((reason, count) -> {
            json.writeStartObject();
            json.writeStringProperty("reason", reason);
            json.writeNumberProperty("count", count);
            json.writeEndObject();
        });
        json.writeEndArray();
    }
}
