package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunRecord;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.QueryString;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.PageCursor;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.server.http.json.RequestBodies;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Chains of a run: list, show, results, earlier attempts. */
final class ChainRoutes {
    private static final Set<String> STATES = Set.of("QUEUED", "RUNNING", "HELD", "SUCCEEDED", "FAILED", "CANCELLED");
    private static final Set<ChainState> ENDED =
            EnumSet.of(ChainState.SUCCEEDED, ChainState.FAILED, ChainState.CANCELLED);
    private static final int MOST_ATTEMPTS = 1_000;
    /** A page ends early when it is so long; results can be large. */
    private static final int PAGE_BYTES = 4 << 20;
    /** Results of so many chains are in memory at a time. */
    private static final int STEP = 100;

    private final ApiQueries backend;

    ChainRoutes(ApiQueries backend) {
        this.backend = backend;
    }

    private interface Writer {
        void write(JsonGenerator json, ChainViews views, ChainRecord chain);
    }

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("state", "from", "limit", "cursor");
        var run = backend.run(request);
        return page(run, states(query), query, true, (json, views, chain) -> views.inside(json, chain));
    }

    HttpAnswer results(AdmittedRequest request) {
        var query = request.query().allow("from", "limit", "cursor");
        var run = backend.run(request);
        return page(run, ENDED, query, false, (json, views, chain) -> views.result(json, chain));
    }

    private HttpAnswer page(
            RunRecord run, Set<ChainState> states, QueryString query, boolean unmadeToo, Writer writer) {
        int limit = QueryParameters.limit(query);
        int from = (int) from(query);
        var views = new ChainViews(backend.archive(), backend.server().estimates(), run);
        var bytes = new ByteArrayOutputStream();
        try (var json = JsonWriter.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeArrayPropertyStart("items");
            int next = from;
            int written = 0;
            boolean more = true;
            while (more && written < limit && bytes.size() < PAGE_BYTES) {
                var step = step(run, states, next, Math.min(STEP, limit - written), unmadeToo);
                more = !step.isEmpty();
                for (var chain : step) {
                    json.writeStartObject();
                    writer.write(json, views, chain);
                    json.writeEndObject();
                    json.flush();
                    next = chain.id().index() + 1;
                }
                written += step.size();
            }
            json.writeEndArray();
            if (more && !step(run, states, next, 1, unmadeToo).isEmpty()) {
                json.writeStringProperty("next", PageCursor.of("chain", next));
            }
            json.writeEndObject();
        }
        return HttpAnswer.json(200, bytes.toByteArray());
    }

    private List<ChainRecord> step(RunRecord run, Set<ChainState> states, int from, int count, boolean unmadeToo) {
        var made = backend.archive().chains(run.id(), states, from, count, true);
        if (!unmadeToo || made.size() == count) return made;
        boolean queuedToo = states.isEmpty() || states.contains(ChainState.READY);
        if (run.spec().array().isEmpty() || !queuedToo || run.state().isFinal()) return made;
        var all = new ArrayList<>(made);
        for (int index = Math.max(from, run.made()); index < run.size() && all.size() < count; index++) {
            all.add(unmade(run, index));
        }
        return all;
    }

    private static long from(QueryString query) {
        var cursor = PageCursor.position(query, "chain");
        return cursor.orElseGet(
                () -> QueryParameters.whole(query, "from", 0, Integer.MAX_VALUE).orElse(0L));
    }

    private static Set<ChainState> states(QueryString query) {
        var states = EnumSet.noneOf(ChainState.class);
        for (var word : QueryParameters.states(query, STATES)) {
            if (word.equals("QUEUED")) states.addAll(Set.of(ChainState.READY, ChainState.DELAYED));
            else states.add(ChainState.valueOf(word));
        }
        return states;
    }

    /** A chain of an array that has not been made yet is queued like any other. */
    ChainRecord find(RunRecord run, ChainId id) {
        return backend.archive().chain(id).orElseGet(() -> unmade(run, id.index()));
    }

    static ChainRecord unmade(RunRecord run, int index) {
        boolean over = run.state().isFinal();
        return new ChainRecord(
                new ChainId(run.id(), index),
                0,
                over ? ChainState.CANCELLED : ChainState.READY,
                over ? run.endReason() : Reason.NONE,
                0,
                0,
                0,
                Optional.empty(),
                run.spec()
                        .array()
                        .map(array -> Long.toString(array.value(index)))
                        .orElse(""),
                Payload.NONE,
                run.created(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                over ? run.finished() : Optional.empty(),
                0,
                Payload.NONE);
    }

    HttpAnswer show(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var chain = find(run, backend.chain(request, run));
        var views = new ChainViews(backend.archive(), backend.server().estimates(), run);
        return JsonWriter.answer(200, json -> {
            views.inside(json, chain);
            views.keptOutput(json, chain);
            views.command(json, chain);
        });
    }

    /** Cancelling what is cancelled already is what the caller wanted. */
    HttpAnswer cancel(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var id = backend.chain(request, run);
        JsonReader.object(RequestBodies.json(request), RunRoutes.NOTHING, this);
        if (find(run, id).state() != ChainState.CANCELLED) cancel(run, id, request);
        return show(request);
    }

    private void cancel(RunRecord run, ChainId id, AdmittedRequest request) {
        try {
            backend.ask(engine -> engine.cancel(id, request.caller().actor()));
        } catch (Refusal refusal) {
            // The engine knows unfinished runs only; that the chain exists has been seen.
            if (refusal.kind() != Refusal.Kind.NOT_FOUND) throw refusal;
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "task %d has ended with its run %s and cannot be cancelled any more"
                            .formatted(id.index(), run.id()));
        }
    }

    HttpAnswer priority(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var id = backend.chain(request, run);
        int priority = RunRoutes.wantedPriority(request);
        try {
            backend.ask(
                    engine -> engine.reprioritise(id, priority, request.caller().actor()));
        } catch (Refusal refusal) {
            if (refusal.kind() != Refusal.Kind.NOT_FOUND) throw refusal;
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "task %d has ended with its run %s, so that its priority cannot be changed any more"
                            .formatted(id.index(), run.id()));
        }
        return show(request);
    }

    HttpAnswer attempts(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var views = new ChainViews(backend.archive(), backend.server().estimates(), run);
        var attempts = backend.archive().attempts(backend.chain(request, run), MOST_ATTEMPTS);
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var attempt : attempts) {
                json.writeStartObject();
                views.attempt(json, attempt);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }
}
