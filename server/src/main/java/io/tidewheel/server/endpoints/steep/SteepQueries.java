package io.tidewheel.server.endpoints.steep;

import io.tidewheel.engine.Engine;
import io.tidewheel.model.Archive;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.Time;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.ServerPorts;
import io.tidewheel.server.http.AdmittedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** What stands behind the paths: finds workflows and their chains for those who may see them, and asks the engine. */
final class SteepQueries {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerPorts server;
    private final Time time;
    private final Instant started;

    SteepQueries(ServerPorts server, Time time) {
        this.server = server;
        this.time = time;
        this.started = time.instant();
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

    Instant started() {
        return started;
    }

    /** Asks the engine and waits for the answer, which is durable then. */
    <T> T ask(Function<Engine, CompletableFuture<T>> question) {
        try {
            return question.apply(server.host().engine()).get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(failed.getCause());
        } catch (TimeoutException slow) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "the store did not answer in time: look whether it was done");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "the server stops");
        }
    }

    /** The workflow a path names. What the caller may not see is not there, and neither is a run of another kind. */
    RunRecord workflow(AdmittedRequest request) {
        var id = request.part("id");
        return workflow(id, request.caller()).orElseThrow(() -> PlainErrors.notFound("submission", id));
    }

    Optional<RunRecord> workflow(String id, Caller caller) {
        if (!id.matches("[1-9][0-9]{0,17}")) return Optional.empty();
        return archive()
                .run(new RunId(Long.parseLong(id)))
                .filter(run -> run.spec().kind() == RunKind.WORKFLOW
                        && caller.maySee(run.spec().owner()));
    }

    /** A chain and its workflow. */
    record Found(RunRecord run, ChainRecord chain) {}

    Found chain(AdmittedRequest request) {
        var id = request.part("id");
        return chain(id, request.caller()).orElseThrow(() -> PlainErrors.notFound("process chain", id));
    }

    private Optional<Found> chain(String id, Caller caller) {
        if (!id.matches("[1-9][0-9]{0,17}-[0-9]{1,9}")) return Optional.empty();
        int dash = id.indexOf('-');
        return workflow(id.substring(0, dash), caller)
                .flatMap(run -> archive()
                        .chain(new ChainId(run.id(), Integer.parseInt(id.substring(dash + 1))))
                        .map(chain -> new Found(run, chain)));
    }

    static String id(ChainId chain) {
        return chain.run() + "-" + chain.index();
    }

    /** The agents of a name have no number of their own in Steep; theirs is the name they were given. */
    Optional<String> agent(Optional<SessionId> session) {
        return session.flatMap(archive()::session).map(SessionRecord::agent);
    }
}
