package io.tidewheel.server.endpoints.rest;

import io.tidewheel.controllers.NewController;
import io.tidewheel.controllers.tasks.RetrySelection;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Actor;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Makes a new run of what failed in a finished one; a final state never changes. If filling it breaks off, it is gone on with, whether or not the request is repeated.
 */
final class RetryRoute {
    private static final int MOST_NAMED = 100_000;

    static final class Body {
        boolean failed = true;
        Optional<BitSet> tasks = Optional.empty();
    }

    static final JsonFields<Body> SHAPE = new JsonFields<Body>()
            .with("failed", (body, in) -> body.failed = in.flag())
            .with("tasks", (body, in) -> {
                var indexes = new BitSet();
                in.array(MOST_NAMED, () -> indexes.set(in.integer(0, Integer.MAX_VALUE - 1)));
                body.tasks = Optional.of(indexes);
            });

    private final ApiQueries backend;
    private final RunViews views;

    RetryRoute(ApiQueries backend, RunViews views) {
        this.backend = backend;
        this.views = views;
    }

    HttpAnswer retry(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var print = RequestFingerprint.of(request, "retry " + run.id());
        var body = JsonReader.object(print.body(), SHAPE, new Body());
        if (run.spec().kind() == RunKind.WORKFLOW)
            return retryWorkflow(run, body, print, request.caller().actor());
        if (run.spec().kind() == RunKind.JOB)
            return retryJob(run, body, print, request.caller().actor());
        check(run, body);
        var actor = request.caller().actor();
        var chosen = new RetrySelection(body.failed, body.tasks);
        var asked = copyOf(run, print, actor).with(chosen.document());
        var accepted = backend.ask(engine -> engine.submit(asked));
        if (accepted.known()) checkKnown(backend.present(accepted.run()), run, print);
        backend.server().retries().fill(accepted.run(), chosen);
        return views.accepted(accepted);
    }

    /** The whole job again: what its partitions did is theirs, and cannot be counted for others. */
    private HttpAnswer retryJob(RunRecord run, Body body, RequestFingerprint print, Actor actor) {
        if (body.tasks.isPresent())
            throw JsonReader.invalid(
                    "tasks", "run %s is an iterative job, which can be run again only as a whole".formatted(run.id()));
        checkEnded(run);
        if (run.state() == RunState.SUCCEEDED && body.failed)
            throw new Refusal(Refusal.Kind.CONFLICT, "run %s succeeded: there is nothing to retry".formatted(run.id()));
        var jobs = backend.server().jobs();
        if (!jobs.document(run.id()).getForeignId().isEmpty())
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s was open to foreign sites: submit its file anew".formatted(run.id()));
        var spec = specOf(run, print);
        var asked = NewRun.growing(
                spec,
                backend.server().jobControllers().prepare(jobs.document(run.id())),
                print.key(),
                false,
                actor.who());
        var accepted = backend.ask(engine -> engine.submit(asked));
        if (accepted.known()) checkKnown(backend.present(accepted.run()), run, print);
        return views.accepted(accepted);
    }

    /**
     * Makes the run that goes on with a workflow: its chains that succeeded count as done; all others are made anew, as their inputs
     * become known.
     */
    private HttpAnswer retryWorkflow(RunRecord run, Body body, RequestFingerprint print, Actor actor) {
        var whole = "run %s is a workflow, of which only what failed and what depends on it can be run again: %s"
                .formatted(run.id(), "leave this out, or submit the workflow anew");
        if (body.tasks.isPresent()) throw JsonReader.invalid("tasks", whole);
        if (!body.failed) throw JsonReader.invalid("failed", whole);
        checkEnded(run);
        if (run.state() == RunState.SUCCEEDED)
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s succeeded, and nothing of it is left over: there is nothing to retry".formatted(run.id()));
        var asked = NewRun.growing(specOf(run, print), controller(run), print.key(), false, actor.who());
        var accepted = backend.ask(engine -> engine.submit(asked));
        if (accepted.known()) checkKnown(backend.present(accepted.run()), run, print);
        return views.accepted(accepted);
    }

    private NewController controller(RunRecord run) {
        try {
            return backend.server().workflows().retry(run.id());
        } catch (IllegalStateException | IllegalArgumentException unreadable) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s cannot be retried: %s; submit the workflow anew"
                            .formatted(run.id(), unreadable.getMessage()));
        }
    }

    private static void checkKnown(RunRecord copy, RunRecord run, RequestFingerprint print) {
        print.check(copy);
        if (!copy.spec().retryOf().equals(Optional.of(run.id()))) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "this Idempotency-Key was used for run %s, which is no retry of run %s: use a new key"
                            .formatted(copy.id(), run.id()));
        }
    }

    private static void checkEnded(RunRecord run) {
        if (!run.state().isFinal()) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "run %s has not ended (%s): wait for it or cancel it, then retry".formatted(run.id(), run.state()));
        }
    }

    private void check(RunRecord run, Body body) {
        checkEnded(run);
        if (run.size() == 0)
            throw new Refusal(Refusal.Kind.CONFLICT, "run %s has no tasks to retry".formatted(run.id()));
        if (body.tasks.isPresent()) {
            checkNamed(run, body);
        } else if (body.failed && run.totals().succeeded() == run.size()) {
            throw new Refusal(
                    Refusal.Kind.CONFLICT,
                    "everything in run %s succeeded (%s): there is nothing to retry"
                            .formatted(run.id(), CountedNoun.of(run.size(), "task")));
        }
    }

    private void checkNamed(RunRecord run, Body body) {
        var named = body.tasks.orElseThrow();
        if (named.isEmpty()) throw JsonReader.invalid("tasks", "names no task");
        if (named.length() > run.size()) {
            throw JsonReader.invalid(
                    "tasks", "run %s has no task %d: it has %d".formatted(run.id(), named.length() - 1, run.size()));
        }
        if (!body.failed) return;
        for (int index = named.nextSetBit(0); index >= 0; index = named.nextSetBit(index + 1)) {
            var chain = backend.archive().chain(new io.tidewheel.model.ChainId(run.id(), index));
            if (chain.isPresent() && chain.get().state() == ChainState.SUCCEEDED) {
                throw JsonReader.invalid(
                        "tasks", "task %d succeeded: give \"failed\": false to run it again".formatted(index));
            }
        }
    }

    /** Held by nobody and open: it begins while it is being filled. It belongs to whom the first one belonged. */
    private static NewRun copyOf(RunRecord run, RequestFingerprint print, Actor actor) {
        return new NewRun(
                specOf(run, print),
                run.lanes().getFirst().spec(),
                print.key(),
                List.of(),
                false,
                false,
                false,
                actor.who());
    }

    private static RunSpec specOf(RunRecord run, RequestFingerprint print) {
        var spec = run.spec();
        // Its deadline was that of the first one, and may be over.
        return new RunSpec(
                spec.kind(),
                spec.owner(),
                spec.asked().without(SubmissionField.DEADLINE),
                Optional.empty(),
                Optional.of(run.id()),
                print.text());
    }
}
