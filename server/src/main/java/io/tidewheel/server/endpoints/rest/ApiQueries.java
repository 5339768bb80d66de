package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.Engine;
import io.tidewheel.engine.Fleet;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.Time;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.EngineAnswers;
import io.tidewheel.server.endpoints.ServerPorts;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.http.ProblemException;
import io.tidewheel.server.http.json.QuotedText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What stands behind the routes: asks the engine and waits, and finds runs for those who may see them. */
final class ApiQueries {
    private final ServerPorts server;
    private final Time time;

    ApiQueries(ServerPorts server, Time time) {
        this.server = server;
        this.time = time;
    }

    ServerPorts server() {
        return server;
    }

    Archive archive() {
        return server.archive();
    }

    Instant now() {
        return time.instant();
    }

    /** The time by the clock that the records of machines follow, which does not jump: what machines have cost is counted by it. */
    Instant fleetNow() {
        return server.fleet().flatMap(Fleet::now).orElseGet(this::now);
    }

    /** Asks the engine and waits for the answer, which is durable then. */
    <T> T ask(Function<Engine, CompletableFuture<T>> question) {
        return await(question.apply(server.host().engine()));
    }

    <T> T await(CompletableFuture<T> answer) {
        return EngineAnswers.await(answer);
    }

    /** The run a path names, by its number or as {@code last}; what the caller may not see is not there. */
    RunRecord run(AdmittedRequest request) {
        var text = request.part("run");
        var found = text.equals("last") ? last(request.caller()) : byNumber(text);
        return found.filter(run -> request.caller().maySee(run.spec().owner())).orElseThrow(() -> notThere(text));
    }

    /** The run once more, for a caller who has seen it before. */
    Optional<RunRecord> run(RunId id) {
        return archive().run(id);
    }

    RunRecord present(RunId id) {
        return run(id).orElseThrow(() -> notThere(id.toString()));
    }

    private Optional<RunRecord> last(Caller caller) {
        var own = new RunFilter(Optional.of(caller.owner()), Set.of(), Map.of(), Optional.empty());
        return archive().runs(own, Long.MAX_VALUE, 1).stream().findFirst();
    }

    private Optional<RunRecord> byNumber(String text) {
        if (!text.matches("[1-9][0-9]{0,17}")) return Optional.empty();
        return archive().run(new RunId(Long.parseLong(text)));
    }

    private static ProblemException notThere(String text) {
        return HttpProblem.notFound(
                        text.equals("last")
                                ? "there is no run of yours yet"
                                : "there is no run '%s': runs have numbers, list them with: tidewheel ls"
                                        .formatted(QuotedText.shown(text)))
                .asException();
    }

    /** The index a path names, within its run. */
    ChainId chain(AdmittedRequest request, RunRecord run) {
        var text = request.part("index");
        if (text.matches("[0-9]{1,9}") && Integer.parseInt(text) < run.size()) {
            return new ChainId(run.id(), Integer.parseInt(text));
        }
        throw HttpProblem.notFound("run %s has no task '%s': it has %s, counted from 0"
                        .formatted(run.id(), QuotedText.shown(text), CountedNoun.of(run.size(), "task")))
                .asException();
    }

    /** What only the engine knows of unfinished runs. If it is not there, nothing is known; that is no reason not to answer. */
    Map<RunId, RunStatus> statuses(List<RunRecord> runs) {
        var known = new LinkedHashMap<RunId, RunStatus>();
        try {
            var engine = server.host().engine();
            var asked = runs.stream()
                    .filter(run -> !run.state().isFinal())
                    .map(run -> engine.status(run.id()))
                    .toList();
            for (var answer : asked) await(answer).ifPresent(status -> known.put(status.id(), status));
        } catch (Refusal unavailable) {
            return known;
        }
        return known;
    }

    /** How an unfinished run stands with a budget of its own; empty if it has none, or nobody here looks after machines. */
    Optional<FleetStatus.RunSpending> spending(RunRecord run) {
        return server.fleet()
                .flatMap(fleet -> Optional.ofNullable(fleet.status().runs().get(run.id())));
    }
}
