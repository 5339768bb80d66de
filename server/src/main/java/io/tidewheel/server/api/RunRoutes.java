package io.tidewheel.server.api;

import io.tidewheel.engine.Actor;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.Refusal;
import io.tidewheel.model.Ending;
import io.tidewheel.model.Money;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Problem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.Query;
import io.tidewheel.server.http.Request;
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
    private static final Set<String> STATES = Parameters.names(RunState.class);

    static final class Tasks {
        int first = -1;
        Optional<List<NewChain>> tasks = Optional.empty();
        Optional<List<NewChain>> items = Optional.empty();
        final List<String> bare = new ArrayList<>();
    }

    static final Shape<Tasks> TASKS = new Shape<Tasks>()
            .with("first", (body, in) -> body.first = in.integer(0, Integer.MAX_VALUE))
            .with("tasks", (body, in) -> body.tasks = Optional.of(TaskList.tasks(in, body.bare)))
            .with("items", (body, in) -> body.items = Optional.of(TaskList.items(in)));

    private static final class Priority {
        Optional<Integer> priority = Optional.empty();
    }

    private static final Shape<Priority> PRIORITY =
            new Shape<Priority>().with("priority", (body, in) -> body.priority = Optional.of(RunFields.priority(in)));

    private static final class Budget {
        Optional<Money> budget = Optional.empty();
    }

    private static final Shape<Budget> BUDGET =
            new Shape<Budget>().with("budget", (body, in) -> body.budget = Optional.of(RunFields.money(in)));

    static final Shape<Object> NOTHING = new Shape<>();

    private final Backend backend;
    private final RunViews views;

    RunRoutes(Backend backend, RunViews views) {
        this.backend = backend;
        this.views = views;
    }

    Answer submit(Request request) {
        request.query().allow();
        var print = Fingerprint.of(request, "submit");
        var read = RunRequest.read(print.body(), backend.now());
        var owner = request.caller().owner();
        var input = new SubmittedInput(backend.server().workflows().objects(), owner, backend.now());
        var asked = read.submission(owner, print.key(), print.text(), input);
        var accepted = backend.ask(engine -> engine.submit(asked));
        if (accepted.known()) print.check(backend.present(accepted.run()));
        return views.answer(accepted.known() ? 200 : 201, accepted.run())
                .with("Location", "/api/v1/runs/" + accepted.run());
    }

    static Optional<String> idempotencyKey(Request request) {
        var key = request.headers().one("Idempotency-Key");
        if (key.isPresent() && !key.get().matches("[!-~]{1,255}")) {
            throw Problem.malformed("the Idempotency-Key must be 1 to 255 printable characters without blanks")
                    .asException();
        }
        return key;
    }

    Answer list(Request request) {
        var query = request.query().allow("state", "owner", "label", "name", "limit", "cursor");
        int limit = Parameters.limit(query);
        long before = Cursor.position(query, "run").orElse(Long.MAX_VALUE);
        var owner = owner(request, query);
        var filter = new RunFilter(owner, states(query), labels(query), query.one("name"));
        var page = backend.archive().runs(filter, before, limit + 1);
        boolean more = page.size() > limit;
        var shown = more ? page.subList(0, limit) : page;
        return Json.answer(200, json -> {
            views.array(json, shown);
            if (more) {
                json.writeStringProperty(
                        "next", Cursor.of("run", shown.getLast().id().number()));
            }
        });
    }

    /** Only administrators may look at others; for the rest, asking for another owner finds nothing that is theirs. */
    private static Optional<Owner> owner(Request request, Query query) {
        var asked = query.one("owner").map(name -> JsonReader.checked("owner", () -> new Owner(name)));
        if (request.caller().role() == Role.ADMIN) return asked;
        if (asked.isPresent() && !asked.get().equals(request.caller().owner())) {
            throw Problem.of(
                            403,
                            "forbidden",
                            "this token shows the runs of %s only"
                                    .formatted(request.caller().owner()))
                    .asException();
        }
        return Optional.of(request.caller().owner());
    }

    private static Set<RunState> states(Query query) {
        return Parameters.states(query, STATES).stream().map(RunState::valueOf).collect(Collectors.toSet());
    }

    private static Map<String, String> labels(Query query) {
        var labels = new TreeMap<String, String>();
        for (var text : query.all("label")) {
            int equals = text.indexOf('=');
            if (equals < 1) throw Parameters.wrong("label", text, "of the form key=value");
            labels.put(text.substring(0, equals), text.substring(equals + 1));
        }
        return labels;
    }

    Answer show(Request request) {
        request.query().allow();
        return views.whole(backend.run(request).id());
    }

    Answer add(Request request) {
        request.query().allow();
        var run = backend.run(request);
        var body = JsonReader.object(Bodies.json(request), TASKS, new Tasks());
        if (body.tasks.isPresent() == body.items.isPresent()) throw invalid("give either tasks or items");
        boolean hasTemplate =
                run.lanes().stream().anyMatch(lane -> !lane.spec().template().isEmpty());
        if (!hasTemplate && body.items.isPresent()) {
            throw invalid("items: run %s has no command for them: give tasks with commands".formatted(run.id()));
        }
        if (!hasTemplate && !body.bare.isEmpty()) throw JsonReader.invalid(body.bare.getFirst(), "has no command");
        var chains = body.tasks.or(() -> body.items).orElseThrow();
        int made = change(run, request, (engine, actor) -> engine.add(run.id(), body.first, chains, actor));
        return Json.answer(200, json -> {
            json.writeNumberProperty("run", run.id().number());
            json.writeNumberProperty("made", made);
        });
    }

    private static ProblemException invalid(String what) {
        return JsonReader.invalid("", what);
    }

    Answer close(Request request) {
        return simple(request, (engine, run, actor) -> engine.close(run, actor));
    }

    Answer cancel(Request request) {
        return end(request, Ending.CANCEL);
    }

    Answer kill(Request request) {
        return end(request, Ending.KILL);
    }

    private Answer end(Request request, Ending how) {
        request.query().allow();
        // Cancelling what is cancelled already is what the caller wanted.
        var run = backend.run(request);
        if (run.state() == RunState.CANCELLED) return views.answer(200, run.id());
        return simple(request, (engine, id, actor) -> engine.end(id, how, actor));
    }

    Answer hold(Request request) {
        return simple(request, (engine, run, actor) -> engine.hold(run, true, actor));
    }

    Answer release(Request request) {
        return simple(request, (engine, run, actor) -> engine.hold(run, false, actor));
    }

    static int wantedPriority(Request request) {
        return JsonReader.object(Bodies.json(request), PRIORITY, new Priority())
                .priority
                .orElseThrow(() -> invalid("priority is missing: send {\"priority\": 5}"));
    }

    Answer priority(Request request) {
        request.query().allow();
        var run = backend.run(request);
        int priority = wantedPriority(request);
        change(run, request, (engine, actor) -> engine.reprioritise(run.id(), priority, actor));
        return views.answer(200, run.id());
    }

    Answer budget(Request request) {
        request.query().allow();
        var run = backend.run(request);
        var budget = JsonReader.object(Bodies.json(request), BUDGET, new Budget())
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

    private Answer simple(Request request, SimpleChange change) {
        request.query().allow();
        var run = backend.run(request);
        JsonReader.object(Bodies.json(request), NOTHING, this);
        change(run, request, (engine, actor) -> change.ask(engine, run.id(), actor));
        return views.answer(200, run.id());
    }

    /** The engine knows unfinished runs only; that the run exists has been seen, so if it is not found, it has ended. */
    private <T> T change(RunRecord run, Request request, Change<T> change) {
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
