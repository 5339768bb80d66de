package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.CutOutput;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.RunRecord;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.StreamAdmission;
import io.tidewheel.server.endpoints.RunFeed;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.QueryString;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QueryParameters;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** What commands printed, as it was kept: bytes are passed on as they are. */
final class LogRoutes {
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final int MOST_TAIL = 100_000;
    private static final int CHAINS_PER_PAGE = 100;

    private final ApiQueries backend;
    private final ChainRoutes chains;
    private final StreamAdmission admission;

    LogRoutes(ApiQueries backend, ChainRoutes chains, StreamAdmission admission) {
        this.backend = backend;
        this.chains = chains;
        this.admission = admission;
    }

    HttpAnswer ofChain(AdmittedRequest request) {
        var query = request.query().allow("stream", "attempt", "offset", "tail", "follow");
        var run = backend.run(request);
        var id = backend.chain(request, run);
        var streams = streams(query);
        var attempt =
                QueryParameters.whole(query, "attempt", 1, Integer.MAX_VALUE).map(Long::intValue);
        long offset =
                QueryParameters.whole(query, "offset", 0, Long.MAX_VALUE / 2).orElse(0L);
        var tail = QueryParameters.whole(query, "tail", 0, MOST_TAIL).map(Long::intValue);
        boolean follow = QueryParameters.flag(query, "follow");
        if (offset > 0 && streams.size() > 1)
            throw JsonReader.invalid("offset", "only one stream has an offset: give stream=stdout or stream=stderr");
        if (offset > 0 && tail.isPresent()) throw JsonReader.invalid("offset", "give either offset or tail");
        var caller = request.caller();
        return text(out -> {
            var copy = new ChainLog(backend.archive(), id, attempt, streams, offset, tail);
            try (var news =
                    backend.server().feed().subscribe(status -> status.id().equals(run.id()))) {
                copy(copy, run, follow, caller, news, out);
            }
        });
    }

    /** Chains one after the other; when it follows, it stays with each until it has ended. */
    HttpAnswer ofRun(AdmittedRequest request) {
        var query = request.query().allow("stream", "grep", "follow");
        var run = backend.run(request);
        var streams = streams(query);
        var pattern = query.one("grep").map(text -> text.getBytes(StandardCharsets.UTF_8));
        boolean follow = QueryParameters.flag(query, "follow");
        var caller = request.caller();
        return text(out -> {
            try (var news =
                    backend.server().feed().subscribe(status -> status.id().equals(run.id()))) {
                if (follow) followAll(run, streams, pattern, caller, news, out);
                else copyAll(run, streams, pattern, out);
            }
        });
    }

    /** Output that is not kept whole. */
    HttpAnswer cut(AdmittedRequest request) {
        var query = request.query().allow("index", "limit");
        int limit = QueryParameters.limit(query);
        var index = QueryParameters.whole(query, "index", 0, Integer.MAX_VALUE).map(Long::intValue);
        var run = backend.run(request);
        var all = backend.archive().cutOutput(run.id(), index.orElse(0), index.orElse(Integer.MAX_VALUE), limit + 1);
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var cut : all.subList(0, Math.min(limit, all.size()))) write(json, cut);
            json.writeEndArray();
            json.writeBooleanProperty("more", all.size() > limit);
        });
    }

    private static void write(JsonGenerator json, CutOutput cut) {
        json.writeStartObject();
        json.writeNumberProperty("index", cut.chain().index());
        json.writeNumberProperty("attempt", cut.attempt());
        json.writeStringProperty("stream", cut.stream() == LogStream.STDOUT ? "stdout" : "stderr");
        json.writeNumberProperty("written", cut.written());
        json.writeNumberProperty("kept", cut.kept());
        json.writeEndObject();
    }

    private void copyAll(RunRecord run, List<LogStream> streams, Optional<byte[]> pattern, OutputStream out)
            throws IOException {
        var lines = new LineFilter(out, pattern);
        int from = 0;
        while (true) {
            var page = backend.archive().chains(run.id(), java.util.Set.of(), from, CHAINS_PER_PAGE, true);
            if (page.isEmpty()) return;
            for (var chain : page) {
                if (chain.attempt() == 0) continue;
                log(chain.id(), streams).copyNew(chain, lines.begin(chain.id().index()));
                lines.end();
            }
            from = page.getLast().id().index() + 1;
        }
    }

    private void followAll(
            RunRecord run,
            List<LogStream> streams,
            Optional<byte[]> pattern,
            Caller caller,
            RunFeed.Subscription news,
            OutputStream out)
            throws IOException {
        var lines = new LineFilter(out, pattern);
        for (int index = 0; hasChain(run, index, caller, news); index++) {
            var id = new ChainId(run.id(), index);
            if (!copy(log(id, streams), run, true, caller, news, lines.begin(index))) return;
            lines.end();
        }
    }

    /** Waits, for a run that is open, until it has so many chains or is closed. */
    private boolean hasChain(RunRecord first, int index, Caller caller, RunFeed.Subscription news) throws IOException {
        if (index < first.size()) return true;
        for (var wait = SHORTEST_WAIT; admission.stands(caller) && !news.isOver(); wait = longer(wait)) {
            var run = backend.run(first.id());
            if (run.isEmpty()) return false;
            if (index < run.get().size()) return true;
            if (run.get().closed() || run.get().state().isFinal()) return false;
            pause(news, wait);
        }
        return false;
    }

    private ChainLog log(ChainId id, List<LogStream> streams) {
        return new ChainLog(backend.archive(), id, Optional.empty(), streams, 0, Optional.empty());
    }

    /** False if it ended before the chain's output did. */
    private boolean copy(
            ChainLog log, RunRecord run, boolean follow, Caller caller, RunFeed.Subscription news, OutputStream out)
            throws IOException {
        var wait = SHORTEST_WAIT;
        while (true) {
            // The state is read before the output: what ended before is complete.
            var now = backend.run(run.id());
            if (now.isEmpty()) return false;
            ChainRecord chain = chains.find(now.get(), log.id());
            boolean copied = log.copyNew(chain, out);
            if (!follow || chain.state().isFinal() || log.isPast(chain)) return true;
            if (!admission.stands(caller) || news.isOver()) return false;
            out.flush();
            wait = copied ? SHORTEST_WAIT : longer(wait);
            pause(news, wait);
        }
    }

    private static Duration longer(Duration wait) {
        return wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
    }

    /** Output does not change how a run stands, so it is looked for now and then; when a chain ends, we are woken. */
    private static void pause(RunFeed.Subscription news, Duration wait) throws IOException {
        try {
            news.next(wait);
            // Whatever it is, we look.
            news.missedSomething();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server stops");
        }
    }

    private static HttpAnswer text(HttpAnswer.Writer writer) {
        return new HttpAnswer.Flowing("text/plain; charset=utf-8", writer, Map.of());
    }

    private static List<LogStream> streams(QueryString query) {
        return switch (query.one("stream").orElse("both")) {
            case "stdout" -> List.of(LogStream.STDOUT);
            case "stderr" -> List.of(LogStream.STDERR);
            case "both" -> List.of(LogStream.STDOUT, LogStream.STDERR);
            case String other -> throw QueryParameters.wrong("stream", other, "stdout, stderr or both");
        };
    }
}
