package io.tidewheel.server.endpoints.rest;

import io.tidewheel.controllers.jobs.InnerJobView;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.protocol.ProtocolVersions;
import io.tidewheel.server.endpoints.rest.report.ChainSampler;
import io.tidewheel.server.endpoints.rest.report.RunCost;
import io.tidewheel.server.endpoints.rest.report.RunFold;
import io.tidewheel.server.endpoints.rest.report.ServiceNames;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.QueryString;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QueryParameters;
import io.tidewheel.web.ReportPage;
import io.tidewheel.workflow.graph.WorkflowGraph;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/**
 * A run as pictures show it. Answers for pages look at a limited number of chains, spread evenly over the run, and say how many; so their
 * cost does not grow with the run. The report looks at all of them.
 */
final class ReportRoutes {
    /** How many chains a page sees; of a larger run they are an even choice. */
    static final int LOOKED_AT = 4_000;

    private static final int MOST_BARS = 100_000;
    private static final int WIDEST = 2_000;
    private static final int USUAL_WIDTH = 800;
    private static final int MOST_ROWS = 200;
    private static final int USUAL_ROWS = 60;
    private static final int MOST_NODES = 300;
    private static final int MOST_MACHINES = 500;
    private static final int MOST_ATTEMPTS = 100;
    private static final int MOST_COSTS = 100;
    private static final int MOST_SAMPLES = 20_000;
    private static final int MOST_HISTORY = 120;
    /** Jobs inside of a workflow that are drawn. */
    private static final int MOST_JOBS = 12;

    private static final int KEPT = 8;
    /** A page asks for several pictures at once, and several people may look at it. */
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final ApiQueries backend;
    private final RunViews runs;
    private final RunMachines machines;
    private final Map<RunId, Optional<WorkflowGraph>> graphs = lastUsed();
    private final Map<RunId, Seen> seen = lastUsed();

    /** What was gathered of a run, and when. */
    private record Seen(RunFold fold, Instant at, boolean over) {}

    ReportRoutes(ApiQueries backend, RunViews runs) {
        this.backend = backend;
        this.runs = runs;
        this.machines = new RunMachines(backend);
    }

    private static <V> Map<RunId, V> lastUsed() {
        return new LinkedHashMap<>(KEPT * 2, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<RunId, V> eldest) {
                return size() > KEPT;
            }
        };
    }

    HttpAnswer timeline(AdmittedRequest request) {
        var query = request.query().allow("from", "to", "width", "rows", "skip");
        var run = backend.run(request);
        double whole = length(run);
        double from = seconds(query, "from", 0);
        double to = seconds(query, "to", whole);
        if (to <= from)
            throw QueryParameters.wrong("to", query.one("to").orElse(""), "seconds that are more than those of 'from'");
        int width = (int) number(query, "width", 10, WIDEST, USUAL_WIDTH);
        int rows = (int) number(query, "rows", 1, MOST_ROWS, USUAL_ROWS);
        int skip = (int) number(query, "skip", 0, 1_000_000, 0);
        var fold = looked(run);
        return JsonWriter.answer(
                200, json -> ReportViews.timeline(json, run, fold, fold.lanes(from, to, width), skip, rows));
    }

    /** How the chains' times are spread, who did them, and what went wrong. */
    HttpAnswer statistics(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var fold = looked(run);
        var cost = machines.cost(run);
        return JsonWriter.answer(200, json -> statistics(json, run, fold, cost));
    }

    private void statistics(JsonGenerator json, RunRecord run, RunFold fold, RunCost cost) {
        ReportViews.statistics(json, run, fold, length(run));
        var around = machines.around(run, cost, MOST_MACHINES);
        var supply = fold.supply(machines.offers(run, fold, around), ReportViews.scale(run, fold));
        ReportViews.elasticity(json, supply, machines.greatest(fold, supply, around));
    }

    /** What it has cost, for which machines, and when. */
    HttpAnswer cost(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var cost = machines.cost(run);
        return JsonWriter.answer(200, json -> machines.write(json, run, cost));
    }

    HttpAnswer graph(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        var drawn = graph(run).map(graph -> graph.collapsed(MOST_NODES));
        var fold = looked(run);
        return JsonWriter.answer(200, json -> ReportViews.graph(json, run, fold, drawn));
    }

    /** Everything at once, of all chains: as data, or as a page that needs nothing else. */
    HttpAnswer report(AdmittedRequest request) {
        var query = request.query().allow("format");
        var run = backend.run(request);
        return switch (query.one("format").orElse("json")) {
            case "json" -> HttpAnswer.json(200, report(run));
            case "html" -> page(run);
            case String other -> throw QueryParameters.wrong("format", other, "json or html");
        };
    }

    /** What it shows comes from users: a browser that opens it here must not take it for one of our pages. */
    private HttpAnswer page(RunRecord run) {
        var page = ReportPage.of(new String(report(run), StandardCharsets.UTF_8));
        return new HttpAnswer.Full(
                200,
                "text/html; charset=utf-8",
                page.getBytes(StandardCharsets.UTF_8),
                Map.of(
                        "Content-Disposition",
                        "attachment; filename=\"run-%s.html\"".formatted(run.id()),
                        "Content-Security-Policy",
                        "sandbox"));
    }

    private byte[] report(RunRecord run) {
        var fold = looked(run, Integer.MAX_VALUE);
        var drawn = graph(run).map(graph -> graph.collapsed(MOST_NODES));
        var lanes = fold.lanes(0, length(run), USUAL_WIDTH);
        var cost = machines.cost(run);
        return JsonWriter.object(json -> {
            json.writeNumberProperty("report", 1);
            json.writeStringProperty("version", ProtocolVersions.software());
            JsonWriter.write(json, "made", backend.now());
            json.writeName("run");
            runs.write(json, run);
            json.writeObjectPropertyStart("timeline");
            ReportViews.timeline(json, run, fold, lanes, 0, MOST_ROWS);
            json.writeEndObject();
            json.writeObjectPropertyStart("statistics");
            statistics(json, run, fold, cost);
            json.writeEndObject();
            json.writeObjectPropertyStart("cost");
            machines.write(json, run, cost);
            json.writeEndObject();
            json.writeObjectPropertyStart("graph");
            ReportViews.graph(json, run, fold, drawn);
            json.writeEndObject();
            if (run.spec().kind() == RunKind.JOB) job(json, run);
            if (run.spec().kind() == RunKind.WORKFLOW) jobsInside(json, run);
            machines.table(json, machines.around(run, cost, MOST_MACHINES), cost);
        });
    }

    /** What several runs have cost, for a list of them; of runs that the caller may not see nothing is said. */
    HttpAnswer costs(AdmittedRequest request) {
        var query = request.query().allow("run");
        var wanted = new TreeSet<Long>();
        for (var text : query.all("run")) for (var number : text.split(",", -1)) wanted.add(number(number));
        if (wanted.size() > MOST_COSTS)
            throw QueryParameters.wrong("run", wanted.size() + " runs", "at most %d runs".formatted(MOST_COSTS));
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (long number : wanted) {
                var run = backend.archive().run(new RunId(number));
                if (run.isEmpty() || !request.caller().maySee(run.get().spec().owner())) continue;
                json.writeStartObject();
                json.writeNumberProperty("run", number);
                json.writeStringProperty(
                        "amount", machines.cost(run.get()).amount().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private static long number(String text) {
        if (text.matches("[1-9][0-9]{0,17}")) return Long.parseLong(text);
        throw QueryParameters.wrong("run", text, "numbers of runs, separated by commas");
    }

    /** Writes what is told of a job. With many partitions less is told over time, so that a report stays small. */
    private void job(JsonGenerator json, RunRecord run) {
        var jobs = backend.server().jobs();
        int partitions = Math.max(1, jobs.view(run, 0).partitions().size());
        json.writeObjectPropertyStart("job");
        var view = jobs.view(run, Math.clamp(MOST_SAMPLES / partitions, 2, MOST_HISTORY));
        JobRoutes.write(json, new InnerJobView("", run.state().name(), view));
        json.writeEndObject();
    }

    private void jobsInside(JsonGenerator json, RunRecord run) {
        var jobs = backend.server().jobs();
        var first = jobs.viewsInside(run, 0).stream().limit(MOST_JOBS).toList();
        if (first.isEmpty()) return;
        int partitions =
                first.stream().mapToInt(each -> each.job().partitions().size()).sum();
        int history = Math.clamp(MOST_SAMPLES / Math.max(1, partitions), 2, MOST_HISTORY);
        json.writeArrayPropertyStart("jobs");
        for (var each : jobs.viewsInside(run, history).stream().limit(MOST_JOBS).toList()) {
            json.writeStartObject();
            JobRoutes.head(json, run, each);
            JobRoutes.write(json, each);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** What ended does not change any more; what goes on is looked at again after a moment. */
    private RunFold looked(RunRecord run) {
        boolean over = run.state().isFinal();
        var now = backend.now();
        synchronized (seen) {
            var known = seen.get(run.id());
            if (known != null
                    && known.over == over
                    && (over || known.at.plus(FRESH).isAfter(now))) return known.fold;
        }
        var fold = looked(run, LOOKED_AT);
        synchronized (seen) {
            seen.put(run.id(), new Seen(fold, now, over));
        }
        return fold;
    }

    private RunFold looked(RunRecord run, int most) {
        var sessions = new HashMap<SessionId, Optional<SessionRecord>>();
        Function<SessionId, Optional<SessionRecord>> session =
                id -> sessions.computeIfAbsent(id, backend.archive()::session);
        var services = new HashMap<String, String>();
        graph(run).ifPresent(graph -> graph.nodes().forEach(node -> services.put(node.id(), node.service())));
        var fold = new RunFold(
                run,
                run.finished().orElseGet(backend::now),
                session,
                chain -> backend.archive().attempts(chain, MOST_ATTEMPTS),
                new ServiceNames(run, services),
                new SplittableRandom(run.id().number()),
                MOST_BARS);
        ChainSampler.through(backend.archive(), run, most, fold::add);
        return fold;
    }

    private Optional<WorkflowGraph> graph(RunRecord run) {
        if (run.spec().kind() != RunKind.WORKFLOW) return Optional.empty();
        synchronized (graphs) {
            var known = graphs.get(run.id());
            if (known != null) return known;
        }
        var graph = backend.server().workflowQueries().graph(run.id());
        synchronized (graphs) {
            graphs.put(run.id(), graph);
        }
        return graph;
    }

    private double length(RunRecord run) {
        var began = run.started().orElse(run.created());
        var end = run.finished().orElseGet(backend::now);
        return Math.max(0.001, Duration.between(began, end).toNanos() / 1e9);
    }

    private static long number(QueryString query, String name, long least, long most, long usual) {
        return QueryParameters.whole(query, name, least, most).orElse(usual);
    }

    private static double seconds(QueryString query, String name, double usual) {
        return query.one(name)
                .map(text -> {
                    if (text.matches("[0-9]{1,10}(\\.[0-9]{1,9})?")) return Double.parseDouble(text);
                    throw QueryParameters.wrong(name, text, "seconds after the beginning of the run, as in 12.5");
                })
                .orElse(usual);
    }
}
