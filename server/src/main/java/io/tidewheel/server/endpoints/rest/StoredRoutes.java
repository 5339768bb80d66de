package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.Sha256;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.PageCursor;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.objects.RunObjects;
import io.tidewheel.server.sites.SiteResults;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/**
 * Everything that a run has stored, of every kind of run in one list: what its tasks and partitions returned, the files that a workflow was to keep, and
 * what foreign sites have brought. Each has a size, a hash and the address under which it is fetched.
 */
final class StoredRoutes {
    static final int LARGEST_PREVIEW = 400;
    private static final Set<ChainState> DONE = Set.of(ChainState.SUCCEEDED);

    private final ApiQueries backend;

    StoredRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("limit", "cursor");
        int limit = QueryParameters.limit(query);
        int from = (int)
                Math.min(Integer.MAX_VALUE, PageCursor.position(query, "stored").orElse(0L));
        var run = backend.run(request);
        var chains = backend.archive().chains(run.id(), DONE, from, limit + 1, true);
        boolean more = chains.size() > limit;
        var files = new StoredFiles(backend, run);
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var chain : more ? chains.subList(0, limit) : chains) {
                returned(json, run, chain);
                files.list(json, chain);
            }
            if (!more) brought(json, run);
            json.writeEndArray();
            if (more)
                json.writeStringProperty(
                        "next",
                        PageCursor.of("stored", chains.get(limit - 1).id().index() + 1));
        });
    }

    private static void returned(JsonGenerator json, RunRecord run, ChainRecord chain) {
        var result = ChainViews.outcome(chain.report()).getResult().toByteArray();
        if (result.length == 0) return;
        int index = chain.id().index();
        json.writeStartObject();
        var partition = partition(run, chain);
        json.writeStringProperty("name", name(run, chain));
        json.writeNumberProperty("task", index);
        if (partition.isPresent()) json.writeNumberProperty("partition", partition.getAsInt());
        facts(json, result.length, hash(result), "/api/v1/runs/%s/tasks/%d/result".formatted(run.id(), index));
        preview(result).ifPresent(text -> json.writeStringProperty("preview", text));
        json.writeEndObject();
    }

    private static Sha256 hash(byte[] bytes) {
        var sum = new Sha256.Sum();
        sum.add(bytes, 0, bytes.length);
        return sum.take();
    }

    private static OptionalInt partition(RunRecord run, ChainRecord chain) {
        boolean isOne = run.spec().kind() == RunKind.JOB && chain.parameter().matches("[0-9]{1,9}");
        return isOne ? OptionalInt.of(Integer.parseInt(chain.parameter())) : OptionalInt.empty();
    }

    private static String name(RunRecord run, ChainRecord chain) {
        if (run.spec().kind() != RunKind.JOB) return "task-" + chain.id().index();
        var partition = partition(run, chain);
        return partition.isPresent() ? "partition-" + partition.getAsInt() : "merge";
    }

    private static void facts(JsonGenerator json, long size, Sha256 hash, String url) {
        json.writeNumberProperty("size", size);
        json.writeStringProperty("sha256", hash.hex());
        json.writeStringProperty("url", url);
    }

    /** What sites have brought. */
    private void brought(JsonGenerator json, RunRecord run) {
        var job = foreignId(run);
        var objects = objects();
        if (job.isEmpty() || objects.isEmpty()) return;
        for (var result : ObjectRoutes.guarded(() -> SiteResults.of(objects.get(), job.get()))) {
            var facts = result.facts();
            json.writeStartObject();
            json.writeStringProperty("name", "partition-%d/results.dat".formatted(result.partition()));
            json.writeNumberProperty("partition", result.partition());
            facts(
                    json,
                    facts.size(),
                    facts.sha256(),
                    "/api/v1/runs/%s/partitions/%d/result".formatted(run.id(), result.partition()));
            if (facts.size() <= LARGEST_PREVIEW)
                preview(content(objects.get(), facts.name()))
                        .ifPresent(text -> json.writeStringProperty("preview", text));
            json.writeEndObject();
        }
    }

    private static byte[] content(ObjectStore objects, io.tidewheel.model.ObjectName name) {
        var bytes = new ByteArrayOutputStream();
        try {
            objects.get(name, bytes::write);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private Optional<String> foreignId(RunRecord run) {
        if (run.spec().kind() != RunKind.JOB) return Optional.empty();
        return Optional.of(backend.server().jobs().document(run.id()).getForeignId())
                .filter(id -> !id.isEmpty());
    }

    private Optional<ObjectStore> objects() {
        return backend.server().objects().map(RunObjects::objects);
    }

    /** Small texts are shown beside their names. */
    static Optional<String> preview(byte[] bytes) {
        if (bytes.length > LARGEST_PREVIEW) return Optional.empty();
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            boolean isText = text.chars().allMatch(c -> c >= ' ' || c == '\n' || c == '\t' || c == '\r');
            return isText ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    /** What a task returned, byte for byte. */
    HttpAnswer ofChain(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var id = backend.chain(request, run);
        var result = backend.archive()
                .chain(id)
                .map(chain -> ChainViews.outcome(chain.report()).getResult().toByteArray())
                .filter(bytes -> bytes.length > 0)
                .orElseThrow(() -> nothing("task %d of run %s has returned nothing".formatted(id.index(), run.id())));
        return new HttpAnswer.Flowing(
                "application/octet-stream",
                out -> out.write(result),
                Map.of(ObjectRoutes.DIGEST, ObjectRoutes.digest(hash(result))));
    }

    /** A file that a task of a workflow made on a disk that it shares with the server, byte for byte. */
    HttpAnswer ofFile(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var id = backend.chain(request, run);
        var number = request.part("number");
        var none = nothing(
                "task %d of run %s has no result '%s'".formatted(id.index(), run.id(), QuotedText.shown(number)));
        if (!number.matches("[0-9]{1,9}")) throw none;
        var chain = backend.archive().chain(id).orElseThrow(() -> none);
        return new StoredFiles(backend, run)
                .fetch(chain, Integer.parseInt(number))
                .orElseThrow(() -> none);
    }

    /** What a foreign site has brought, byte for byte. */
    HttpAnswer ofPartition(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var text = request.part("partition");
        var none = nothing(
                "nobody has brought a result of partition '%s' of run %s".formatted(QuotedText.shown(text), run.id()));
        if (!text.matches("[0-9]{1,9}")) throw none;
        var job = foreignId(run).orElseThrow(() -> none);
        var objects = objects().orElseThrow(() -> none);
        var facts = ObjectRoutes.guarded(() -> SiteResults.of(objects, job, Integer.parseInt(text)))
                .orElseThrow(() -> none);
        return new HttpAnswer.Flowing(
                "application/octet-stream",
                out -> objects.get(facts.name(), out::write),
                Map.of(ObjectRoutes.DIGEST, ObjectRoutes.digest(facts.sha256())));
    }

    private static ProblemException nothing(String what) {
        return HttpProblem.notFound(what + "; what there is lists: tidewheel results RUN")
                .asException();
    }
}
