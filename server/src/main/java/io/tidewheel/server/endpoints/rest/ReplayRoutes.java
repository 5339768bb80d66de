package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.LocalCalls;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.RouteTable;
import io.tidewheel.server.http.json.QueryParameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** How a finished run would have gone with other policies. Played one at a time: it takes a processor for a while. */
final class ReplayRoutes {
    private static final int KEPT = 32;
    private static final int MOST_POLICIES = 8;

    private record Asked(RunId run, RunReplays.Question question) {}

    private final ApiQueries backend;
    private final Optional<RunReplays> replays;
    private final RouteTable routes;
    private final Semaphore stage = new Semaphore(1);
    private final Map<Asked, byte[]> answers = new LinkedHashMap<>(KEPT * 2, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, byte[]> eldest) {
            return size() > KEPT;
        }
    };

    ReplayRoutes(ApiQueries backend, Optional<RunReplays> replays, RouteTable routes) {
        this.backend = backend;
        this.replays = replays;
        this.routes = routes;
    }

    HttpAnswer replay(AdmittedRequest request) {
        var query = request.query().allow("policy", "budget", "budgetInterval", "deadline");
        var run = backend.run(request);
        if (!run.state().isFinal()) {
            throw HttpProblem.of(
                            409,
                            "conflict",
                            "run %s has not ended: only what is over can be played again".formatted(run.id()))
                    .asException();
        }
        var question = new RunReplays.Question(
                policies(query.all("policy")), query.one("budget"), query.one("budgetInterval"), query.one("deadline"));
        return HttpAnswer.json(200, answer(request, run, question));
    }

    private static List<String> policies(List<String> texts) {
        var policies = new ArrayList<String>();
        for (var text : texts)
            // A policy may have options behind its name that contain commas, but those do not begin with a letter.
            for (var name : text.split(",(?=[a-z])", -1)) if (!name.isBlank()) policies.add(name.strip());
        if (policies.size() > MOST_POLICIES)
            throw QueryParameters.wrong(
                    "policy", String.join(",", policies), "at most %d policies".formatted(MOST_POLICIES));
        return policies;
    }

    private byte[] answer(AdmittedRequest request, RunRecord run, RunReplays.Question question) {
        var asked = new Asked(run.id(), question);
        synchronized (answers) {
            var known = answers.get(asked);
            if (known != null) return known;
        }
        var player = replays.orElseThrow(
                () -> HttpProblem.of(501, "not-offered", "this server cannot play runs again: use tidewheel replay RUN")
                        .asException());
        if (!stage.tryAcquire())
            throw HttpProblem.of(503, "unavailable", "another run is being played again: try in a moment")
                    .with("Retry-After", "2")
                    .asException();
        try {
            var answer = player.play(new LocalCalls(routes, request.caller()), run.id(), question)
                    .orElseThrow(() -> tooLarge(run));
            synchronized (answers) {
                answers.put(asked, answer);
            }
            return answer;
        } catch (IllegalArgumentException wrong) {
            throw HttpProblem.of(422, "unprocessable", String.valueOf(wrong.getMessage()))
                    .asException();
        } finally {
            stage.release();
        }
    }

    private static ProblemException tooLarge(RunRecord run) {
        return HttpProblem.of(
                        422,
                        "unprocessable",
                        "run %s is too large to be played while a page waits: use tidewheel replay %s"
                                .formatted(run.id(), run.id()))
                .asException();
    }
}
