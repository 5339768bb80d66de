package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.AcceptedRun;
import io.tidewheel.engine.Engine;
import io.tidewheel.model.Actor;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.Money;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.QueryString;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.PageCursor;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.server.http.json.RequestBodies;
import io.tidewheel.server.objects.SubmittedInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Runs: submit, list, show, change. */
final class RunRoutes {
    private static final Set<String> STATES = QueryParameters.names(RunState.class);

    static final class Tasks {
        int first = -1;
        Optional<List<NewChain>> tasks = Optional.empty();
        Optional<List<NewChain>> items = Optional.empty();
        final List<String> bare = new ArrayList<>();
    }

    static final JsonFields<Tasks> TASKS = new JsonFields<Tasks>()
            .with("first", (body, in) -> body.first = in.integer(0, Integer.MAX_VALUE))
            .with("tasks", (body, in) -> body.tasks = Optional.of(TaskList.tasks(in, body.bare)))
            .with("items", (body, in) -> body.items = Optional.of(TaskList.items(in)));

    private static final class Priority {
        Optional<Integer> priority = Optional.empty();
    }

    private static final JsonFields<Priority> PRIORITY = new JsonFields<Priority>()
            .with("priority", (body, in) -> body.priority = Optional.of(SubmissionJson.priority(in)));

    private static final class Budget {
        Optional<Money> budget = Optional.empty();
    }

    private static final JsonFields<Budget> BUDGET =
            new JsonFields<Budget>().with("budget", (body, in) -> body.budget = Optional.of(SubmissionJson.money(in)));

    static final JsonFields<Object> NOTHING = new JsonFields<>();

    private final ApiQueries backend;
    private final RunViews views;

    RunRoutes(ApiQueries backend, RunViews views) {
        this.backend = backend;
        this.views = views;
    }

    HttpAnswer submit(AdmittedRequest request) {
        request.query().allow();
        var print = RequestFingerprint.of(request, "submit");
        var read = RunRequest.read(print.body(), backend.now());
        var owner = request.caller().owner();
        // What it is to read may be gone by now.
        var known = read.hasInput() ? print.known(backend, owner) : Optional.<AcceptedRun>empty();
        if (known.isPresent()) return views.accepted(known.get());
        var input = new SubmittedInput(backend.server().objects(), owner, backend.now());
        var asked = read.submission(owner, print.key(), print.text(), input);
        var accepted = backend.ask(engine -> engine.submit(asked));
        if (accepted.known()) print.check(backend.present(accepted.run()));
        return views.accepted(accepted);
    }

    static Optional<String> idempotencyKey(AdmittedRequest request) {
        var key = request.headers().one("Idempotency-Key");
        if (key.isPresent() && !key.get().matches("[!-~]{1,255}")) {
            throw HttpProblem.malformed("the Idempotency-Key must be 1 to 255 printable characters without blanks")
                    .asException();
        }
        return key;
    }

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("state", "owner", "label", "name", "limit", "cursor");
        int limit = QueryParameters.limit(query);
        long before = PageCursor.position(query, "run").orElse(Long.MAX_VALUE);
        var owner = owner(request, query);
        var filter = new RunFilter(owner, states(query), labels(query), query.one("name"));
        var page = backend.archive().runs(filter, before, limit + 1);
        boolean more = page.size() > limit;
        var shown = more ? page.subList(0, limit) : page;
        return JsonWriter.answer(200, json -> {
            views.array(json, shown);
            if (more) {
                json.writeStringProperty(
                        "next", PageCursor.of("run", shown.getLast().id().number()));
            }
        });
    }

    /** Only administrators may look at others; for the rest, asking for another owner finds nothing that is theirs. */
    private static Optional<Owner> owner(AdmittedRequest request, QueryString query) {
        var asked = query.one("owner").map(name -> JsonReader.checked("owner", () -> new Owner(name)));
        if (request.caller().role() == Role.ADMIN) return asked;
        if (asked.isPresent() && !asked.get().equals(request.caller().owner())) {
            throw HttpProblem.of(
                            403,
                            "forbidden",
                            "this token shows the runs of %s only"
                                    .formatted(request.caller().owner()))
                    .asException();
        }
        return Optional.of(request.caller().owner());
    }

    private static Set<RunState> states(QueryString query) {
        return QueryParameters.states(query, STATES).stream()
                .map(RunState::valueOf)
                .collect(Collectors.toSet());
    }

    private static Map<String, String> labels(QueryString query) {
        var labels = new TreeMap<String, String>();
        for (var text : query.all("label")) {
            int equals = text.indexOf('=');
            if (equals < 1) throw QueryParameters.wrong("label", text, "of the form key=value");
            labels.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return labels;
    }

    HttpAnswer show(AdmittedRequest request) {
        request.query().allow();
        return views.whole(backend.run(request).id());
    }

    HttpAnswer add(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var body = JsonReader.object(RequestBodies.json(request), TASKS, new Tasks());
        if (body.tasks.isPresent() == body.items.isPresent()) throw invalid("give either tasks or items");
        boolean hasTemplate =
                run.lanes().stream().anyMatch(lane -> !lane.spec().template().isEmpty());
        if (!hasTemplate && body.items.isPresent()) {
            throw invalid("items: run %s has no command for them: give tasks with commands".formatted(run.id()));
        }
        if (!hasTemplate && !body.bare.isEmpty()) throw JsonReader.invalid(body.bare.getFirst(), "has no command");
        var chains = body.tasks.or(() -> body.items).orElseThrow();
        int made = change(run, request, (engine, actor) -> engine.add(run.id(), body.first, chains, actor));
        return JsonWriter.answer(200, json -> {
            json.writeNumberProperty("run", run.id().number());
            json.writeNumberProperty("made", made);
        });
    }

    private static ProblemException invalid(String what) {
        return JsonReader.invalid("", what);
    }

    HttpAnswer close(AdmittedRequest request) {
        return simple(request, (engine, run, actor) -> engine.close(run, actor));
    }

    HttpAnswer cancel(AdmittedRequest request) {
        return end(request, EndRequest.CANCEL);
    }

    HttpAnswer kill(AdmittedRequest request) {
        return end(request, EndRequest.KILL);
    }

    private HttpAnswer end(AdmittedRequest request, EndRequest how) {
        request.query().allow();
        // Cancelling what is cancelled already is what the caller wanted.
        var run = backend.run(request);
        if (run.state() == RunState.CANCELLED) return views.answer(200, run.id());
        return simple(request, (engine, id, actor) -> engine.end(id, how, actor));
    }

    HttpAnswer hold(AdmittedRequest request) {
        return simple(request, (engine, run, actor) -> engine.hold(run, true, actor));
    }

    HttpAnswer release(AdmittedRequest request) {
        return simple(request, (engine, run, actor) -> engine.hold(run, false, actor));
    }

    static int wantedPriority(AdmittedRequest request) {
        return JsonReader.object(RequestBodies.json(request), PRIORITY, new Priority())
                .priority
                .orElseThrow(() -> invalid("priority is missing: send {\"priority\": 5}"));
    }

    HttpAnswer priority(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        int priority = wantedPriority(request);
        change(run, request, (engine, actor) -> engine.reprioritise(run.id(), priority, actor));
        return views.answer(200, run.id());
    }

    HttpAnswer budget(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var budget = JsonReader.object(RequestBodies.json(request), BUDGET, new Budget())
                .budget
                .orElseThrow(() -> invalid("budget is missing: send {\"budget\": \"2.50\"}"));
        change(run, request, (engine, actor) -> engine.setBudget(run.id(), budget, actor));
        return views.answer(200, run.id());
    }

    private interface Change<T> {
        CompletableFuture<T> ask(Engine engine, Actor actor);
    }

    private interface SimpleChange {
        CompletableFuture<Void> ask(Engine engine, RunId run, Actor actor);
    }

    private HttpAnswer simple(AdmittedRequest request, SimpleChange change) {
        request.query().allow();
        var run = backend.run(request);
        JsonReader.object(RequestBodies.json(request), NOTHING, this);
        change(run, request, (engine, actor) -> change.ask(engine, run.id(), actor));
        return views.answer(200, run.id());
    }

    /** The engine knows unfinished runs only; that the run exists has been seen, so if it is not found, it has ended. */
    private <T> T change(RunRecord run, AdmittedRequest request, Change<T> change) {
        try {
            return backend.ask(engine -> change.ask(engine, request.caller().actor()));
        } catch (Refusal refusal) {
            if (refusal.kind() != Refusal.Kind.NOT_FOUND) throw refusal;
            var state = backend.present(run.id()).state();
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s has ended (%s) and cannot be changed any more; make a new run of its failed tasks with: tidewheel retry %s"
                            .formatted(run.id(), state, run.id()));
        }
    }
}
