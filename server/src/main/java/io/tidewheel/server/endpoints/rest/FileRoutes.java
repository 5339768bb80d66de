package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.Sha256;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.objects.RunObjects;
import java.util.Map;
import java.util.Optional;

/** Files of workflows whose agents share no disk: those that users bring, and those that runs have made. */
final class FileRoutes {
    /** The largest file that a user can bring. */
    static final long LARGEST = 64L << 30;

    private final ApiQueries backend;

    FileRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    /** Keeps a file for workflows of the caller that are yet to be submitted. */
    HttpAnswer bring(AdmittedRequest request) {
        request.query().allow();
        var hash = hash(request);
        var name = RunObjects.of(request.caller().owner(), hash);
        var body = request.body();
        return ObjectRoutes.created(
                ObjectRoutes.guarded(() -> objects().objects().put(name, body::read, LARGEST, Optional.of(hash))));
    }

    /** Whether the caller has brought it; if so, it is kept for another while. */
    HttpAnswer look(AdmittedRequest request) {
        request.query().allow();
        var name = RunObjects.of(request.caller().owner(), hash(request));
        var found = ObjectRoutes.guarded(() -> objects().objects().renew(name, backend.now())
                ? objects().objects().find(name)
                : Optional.<ObjectFacts>empty());
        var facts = found.orElseThrow(() -> HttpProblem.notFound(
                        "you have brought no file with that hash: PUT its content to the same address")
                .asException());
        return JsonWriter.answer(200, json -> {
            json.writeNumberProperty("size", facts.size());
            json.writeStringProperty("sha256", facts.sha256().hex());
        });
    }

    /** What a run has made. */
    HttpAnswer ofRun(AdmittedRequest request) {
        var query = request.query().allow("offset", "size");
        var run = backend.run(request);
        var hash = hash(request);
        if (run.spec().kind() != RunKind.WORKFLOW) throw gone(run.id().toString());
        long name = backend.server().workflows().namingRun(run.id());
        var facts = find(RunObjects.of(true, name, hash))
                .or(() -> find(RunObjects.of(false, name, hash)))
                .orElseThrow(() -> gone(run.id().toString()));
        var offset = query.one("offset");
        var size = query.one("size");
        if (offset.isEmpty() && size.isEmpty()) return whole(facts);
        return part(facts, number("offset", offset), number("size", size));
    }

    private Optional<ObjectFacts> find(ObjectName name) {
        return ObjectRoutes.guarded(() -> objects().objects().find(name));
    }

    private static RuntimeException gone(String run) {
        return HttpProblem.notFound(
                        "run %s has no such file in the object store, or has it no more: only results are kept when a run has succeeded"
                                .formatted(run))
                .asException();
    }

    private HttpAnswer whole(ObjectFacts facts) {
        return new HttpAnswer.Flowing(
                "application/octet-stream",
                out -> objects().objects().get(facts.name(), out::write),
                Map.of(ObjectRoutes.DIGEST, ObjectRoutes.digest(facts.sha256())));
    }

    private HttpAnswer part(ObjectFacts facts, long offset, long size) {
        if (offset > facts.size() || size > facts.size() - offset)
            throw HttpProblem.malformed("the file has only %,d bytes".formatted(facts.size()))
                    .asException();
        return new HttpAnswer.Flowing(
                "application/octet-stream",
                out -> objects().objects().part(facts.name(), offset, size, out::write),
                Map.of());
    }

    private static long number(String name, Optional<String> text) {
        if (text.isPresent() && text.get().matches("[0-9]{1,18}")) return Long.parseLong(text.get());
        throw HttpProblem.malformed("offset and size go together, and '%s' is no number of bytes".formatted(name))
                .asException();
    }

    private RunObjects objects() {
        return backend.server()
                .workflows()
                .objects()
                .orElseThrow(() -> HttpProblem.of(409, "conflict", "this program keeps no files: start a server")
                        .asException());
    }

    private static Sha256 hash(AdmittedRequest request) {
        try {
            return new Sha256(request.part("hash"));
        } catch (IllegalArgumentException wrong) {
            throw HttpProblem.malformed(String.valueOf(wrong.getMessage())).asException();
        }
    }
}
