package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunState;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.StreamAdmission;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.EventSink;
import io.tidewheel.server.http.HttpAnswer;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells watchers how runs stand, as server-sent events. */
final class EventRoutes {
    private static final Duration PING = Duration.ofSeconds(2);
    private static final int MOST_AT_FIRST = 1_000;
    static final Set<RunState> UNFINISHED =
            EnumSet.of(RunState.QUEUED, RunState.RUNNING, RunState.HELD, RunState.CANCELLING);

    private final ApiQueries backend;
    private final StreamAdmission admission;

    EventRoutes(ApiQueries backend, StreamAdmission admission) {
        this.backend = backend;
        this.admission = admission;
    }

    HttpAnswer one(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request).id();
        var caller = request.caller();
        return new HttpAnswer.Events(sink -> watch(run, caller, sink));
    }

    private void watch(RunId run, Caller caller, EventSink sink) throws IOException, InterruptedException {
        // First listen, then look: what changes in between is told twice rather than not at all.
        try (var news = backend.server().feed().subscribe(status -> status.id().equals(run))) {
            if (tellNow(run, sink)) return;
            while (admission.stands(caller) && !news.isOver()) {
                var changed = news.next(PING);
                for (var status : changed) {
                    sink.send("run", "", RunViews.brief(status));
                    if (status.state().isFinal()) return;
                }
                if (changed.isEmpty() || news.missedSomething()) {
                    sink.ping();
                    if (hasEnded(run) && tellNow(run, sink)) return;
                }
            }
        }
    }

    /** Looked up now and then: that it has ended may have been lost on the way here. */
    private boolean hasEnded(RunId run) {
        try {
            return backend.run(run).map(record -> record.state().isFinal()).orElse(true);
        } catch (StoreFailure unavailable) {
            return false;
        }
    }

    /** True if nothing more will come. */
    private boolean tellNow(RunId id, EventSink sink) throws IOException {
        var run = backend.run(id);
        if (run.isEmpty()) return true;
        var live = backend.statuses(List.of(run.get())).get(id);
        sink.send("run", "", RunViews.brief(RunViews.status(run.get(), live)));
        return run.get().state().isFinal();
    }

    HttpAnswer all(AdmittedRequest request) {
        request.query().allow();
        var caller = request.caller();
        return new HttpAnswer.Events(sink -> watchAll(caller, sink));
    }

    private void watchAll(Caller caller, EventSink sink) throws IOException, InterruptedException {
        try (var news = backend.server().feed().subscribe(status -> caller.maySee(status.owner()))) {
            tellUnfinished(caller, sink);
            while (admission.stands(caller) && !news.isOver()) {
                var changed = news.next(PING);
                for (var status : changed) sink.send("run", "", RunViews.brief(status));
                if (changed.isEmpty()) sink.ping();
                if (news.missedSomething()) tellUnfinished(caller, sink);
            }
        }
    }

    private void tellUnfinished(Caller caller, EventSink sink) throws IOException {
        var owner =
                caller.role() == Role.ADMIN ? Optional.<io.tidewheel.model.Owner>empty() : Optional.of(caller.owner());
        var filter = new RunFilter(owner, UNFINISHED, Map.of(), Optional.empty());
        var runs = backend.archive().runs(filter, Long.MAX_VALUE, MOST_AT_FIRST);
        var live = backend.statuses(runs);
        for (var run : runs.reversed()) {
            sink.send("run", "", RunViews.brief(RunViews.status(run, live.get(run.id()))));
        }
    }
}
