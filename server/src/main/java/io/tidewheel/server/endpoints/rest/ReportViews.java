package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ChainState;
import io.tidewheel.model.RunRecord;
import io.tidewheel.server.endpoints.rest.report.RunFold;
import io.tidewheel.server.endpoints.rest.report.SupplyCurve;
import io.tidewheel.server.endpoints.rest.report.TimelineBar;
import io.tidewheel.server.endpoints.rest.report.TimelineRows;
import io.tidewheel.server.endpoints.rest.report.ValueDistribution;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.workflow.graph.WorkflowGraph;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** Pictures of runs in JSON. */
final class ReportViews {
    private static final int MOST_STEPS = 300;
    private static final int MOST_AGENTS = 200;

    private ReportViews() {}

    // --- the line of time ---

    static void timeline(JsonGenerator json, RunRecord run, RunFold fold, TimelineRows lanes, int skip, int most) {
        JsonWriter.write(json, "began", fold.began());
        json.writeNumberProperty("from", lanes.from());
        json.writeNumberProperty("to", lanes.to());
        json.writeNumberProperty("width", lanes.width());
        looked(json, run, fold);
        JsonWriter.writeTexts(json, "services", fold.services());
        var sorted = lanes.rows().stream()
                .sorted(Comparator.comparing((TimelineRows.Row row) ->
                                fold.agents().get(row.agent()).session().agent())
                        .thenComparingInt(TimelineRows.Row::agent)
                        .thenComparingInt(TimelineRows.Row::number))
                .toList();
        var shown = sorted.subList(Math.min(skip, sorted.size()), Math.min(skip + most, sorted.size()));
        json.writeNumberProperty("rowsBefore", Math.min(skip, sorted.size()));
        json.writeNumberProperty("rowsAfter", sorted.size() - Math.min(skip + most, sorted.size()));
        json.writeArrayPropertyStart("rows");
        for (var row : shown) row(json, fold, row);
        json.writeEndArray();
        double scale = scale(run, fold);
        curve(json, "waiting", lanes.waiting(), scale);
        curve(json, "running", lanes.running(), scale);
    }

    private static void looked(JsonGenerator json, RunRecord run, RunFold fold) {
        json.writeNumberProperty("tasks", run.made());
        json.writeNumberProperty("looked", fold.chains());
    }

    /** How many chains each bar stands for. */
    static double scale(RunRecord run, RunFold fold) {
        return fold.bars().isEmpty()
                ? 1
                : Math.max(1, run.made() / (double) fold.bars().size());
    }

    private static void row(JsonGenerator json, RunFold fold, TimelineRows.Row row) {
        var session = fold.agents().get(row.agent()).session();
        json.writeStartObject();
        json.writeStringProperty("agent", session.agent());
        json.writeStringProperty("host", session.host());
        json.writeNumberProperty("slot", row.number());
        json.writeArrayPropertyStart("segments");
        for (var segment : row.segments()) {
            json.writeStartArray();
            json.writeNumber(rounded(segment.from()));
            json.writeNumber(rounded(segment.to()));
            json.writeNumber(segment.service());
            json.writeNumber(segment.kind().code());
            json.writeNumber(segment.chains());
            json.writeNumber(segment.index());
            json.writeEndArray();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void curve(JsonGenerator json, String name, List<Double> values, double scale) {
        json.writeArrayPropertyStart(name);
        for (double value : values) json.writeNumber(rounded(value * scale));
        json.writeEndArray();
    }

    private static double rounded(double value) {
        return Math.rint(value * 100) / 100;
    }

    // --- figures ---

    static void statistics(JsonGenerator json, RunRecord run, RunFold fold, double seconds) {
        looked(json, run, fold);
        json.writeNumberProperty("seconds", seconds);
        json.writeNumberProperty("attempts", fold.attempts());
        json.writeNumberProperty("retried", fold.retried());
        json.writeNumberProperty("lost", fold.lost());
        json.writeArrayPropertyStart("services");
        var names = fold.services();
        for (int i = 0; i < names.size(); i++) {
            var figures = fold.figures(i);
            json.writeStartObject();
            json.writeStringProperty("name", names.get(i));
            spread(json, "waitSeconds", figures.waiting());
            spread(json, "runSeconds", figures.running());
            spread(json, "cpuSeconds", figures.cpu());
            spread(json, "peakMemoryBytes", figures.memory());
            json.writeEndObject();
        }
        json.writeEndArray();
        agents(json, fold, seconds);
        causes(json, fold);
        failedAttempts(json, fold);
        slowest(json, fold, names);
    }

    /** Nothing is written of what nobody has measured. */
    private static void spread(JsonGenerator json, String name, ValueDistribution spread) {
        if (spread.count() == 0) return;
        var quantiles = spread.quantiles(0.05, 0.25, 0.5, 0.75, 0.95);
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("count", spread.count());
        json.writeNumberProperty("least", spread.least());
        json.writeNumberProperty("p5", quantiles[0]);
        json.writeNumberProperty("p25", quantiles[1]);
        json.writeNumberProperty("median", quantiles[2]);
        json.writeNumberProperty("p75", quantiles[3]);
        json.writeNumberProperty("p95", quantiles[4]);
        json.writeNumberProperty("greatest", spread.greatest());
        json.writeNumberProperty("mean", spread.mean());
        json.writeEndObject();
    }

    private static void agents(JsonGenerator json, RunFold fold, double seconds) {
        json.writeNumberProperty("agentsInAll", fold.agents().size());
        json.writeArrayPropertyStart("agents");
        var busiest = fold.agents().stream()
                .sorted(Comparator.comparingDouble(RunFold.AgentWork::busySeconds)
                        .reversed())
                .limit(MOST_AGENTS)
                .toList();
        for (var work : busiest) {
            json.writeStartObject();
            json.writeStringProperty("agent", work.session().agent());
            json.writeStringProperty("host", work.session().host());
            json.writeNumberProperty("slots", work.session().slots());
            JsonWriter.writeTexts(json, "capabilities", work.session().offers().names());
            json.writeNumberProperty("tasks", work.chains());
            json.writeNumberProperty("failed", work.failed());
            json.writeNumberProperty("busySeconds", work.busySeconds());
            json.writeNumberProperty(
                    "utilisation",
                    Math.min(
                            1,
                            work.busySeconds()
                                    / Math.max(1e-9, seconds * work.session().slots())));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void causes(JsonGenerator json, RunFold fold) {
        json.writeArrayPropertyStart("causes");
        for (var cause : fold.causes().all()) {
            json.writeStartObject();
            json.writeStringProperty("state", cause.state().name());
            json.writeStringProperty("reason", cause.reason().name());
            json.writeStringProperty("reasonText", cause.reason().sentence());
            json.writeNumberProperty("exitCode", cause.exitCode());
            json.writeNumberProperty("tasks", cause.chains());
            json.writeNumberProperty("example", cause.example());
            JsonWriter.writeIfAny(json, "message", cause.message());
            JsonWriter.writeIfAny(json, "lastOutput", cause.output());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty("otherCauses", fold.causes().others());
        json.writeArrayPropertyStart("failures");
        for (var failure : fold.failures()) {
            var chain = failure.chain();
            json.writeStartObject();
            json.writeNumberProperty("index", chain.id().index());
            json.writeStringProperty("parameter", chain.parameter());
            json.writeStringProperty("reason", chain.reason().name());
            json.writeNumberProperty("exitCode", chain.exitCode());
            json.writeNumberProperty("attempt", chain.attempt());
            JsonWriter.writeIfAny(json, "message", failure.message());
            JsonWriter.writeIfAny(json, "lastOutput", failure.output());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Why attempts failed, those of chains included that succeeded in the end. */
    private static void failedAttempts(JsonGenerator json, RunFold fold) {
        json.writeArrayPropertyStart("failedAttempts");
        for (var cause : fold.failedAttempts().all()) {
            json.writeStartObject();
            json.writeStringProperty("reason", cause.reason().name());
            json.writeStringProperty("reasonText", cause.reason().sentence());
            json.writeNumberProperty("exitCode", cause.exitCode());
            json.writeNumberProperty("attempts", cause.attempts());
            json.writeNumberProperty("example", cause.example());
            JsonWriter.writeIfAny(json, "message", cause.message());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty("failedAttemptsLooked", fold.failedAttempts().chains());
    }

    /**
     * How well supply followed demand.
     *
     * @param slots as many as there could be
     */
    static void elasticity(JsonGenerator json, SupplyCurve supply, long slots) {
        if (supply.steps().isEmpty()) return;
        var measured = supply.elasticity(slots);
        json.writeObjectPropertyStart("elasticity");
        json.writeNumberProperty("under", measured.under());
        json.writeNumberProperty("over", measured.over());
        json.writeNumberProperty("underTime", measured.underTime());
        json.writeNumberProperty("overTime", measured.overTime());
        json.writeNumberProperty("slots", slots);
        json.writeNumberProperty("counted", supply.counted(slots));
        json.writeEndObject();
        json.writeArrayPropertyStart("supply");
        for (var step : supply.thinned(MOST_STEPS)) {
            json.writeStartArray();
            json.writeNumber(rounded(step.from()));
            json.writeNumber(step.demand());
            json.writeNumber(step.slots());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private static void slowest(JsonGenerator json, RunFold fold, List<String> services) {
        json.writeArrayPropertyStart("slowest");
        for (var bar : fold.slowest()) {
            json.writeStartObject();
            json.writeNumberProperty("index", bar.index());
            json.writeStringProperty("service", services.get(bar.service()));
            json.writeNumberProperty("seconds", bar.to() - bar.from());
            json.writeNumberProperty("waitSeconds", Math.max(0, bar.from() - bar.added()));
            if (bar.agent() >= 0)
                json.writeStringProperty(
                        "agent", fold.agents().get(bar.agent()).session().agent());
            json.writeBooleanProperty("running", bar.kind() == TimelineBar.Kind.RUNNING);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    // --- the graph ---

    /** @param graph empty if there is nothing to draw: the run is no workflow, or one whose text is too large */
    static void graph(JsonGenerator json, RunRecord run, RunFold fold, Optional<WorkflowGraph> graph) {
        looked(json, run, fold);
        json.writeBooleanProperty("drawn", graph.isPresent());
        json.writeArrayPropertyStart("nodes");
        graph.ifPresent(drawn -> drawn.nodes().forEach(node -> node(json, fold, node)));
        json.writeEndArray();
        json.writeArrayPropertyStart("edges");
        graph.ifPresent(drawn -> drawn.edges().forEach(edge -> {
            json.writeStartArray();
            json.writeString(edge.from());
            json.writeString(edge.to());
            json.writeEndArray();
        }));
        json.writeEndArray();
    }

    private static void node(JsonGenerator json, RunFold fold, WorkflowGraph.Node node) {
        var states = new EnumMap<ChainState, Long>(ChainState.class);
        for (var action : node.actions())
            fold.actions()
                    .getOrDefault(action, Map.of())
                    .forEach((state, count) -> states.merge(state, count, Long::sum));
        json.writeStartObject();
        json.writeStringProperty("id", node.id());
        json.writeStringProperty("service", node.service());
        node.loop().ifPresent(loop -> json.writeStringProperty("loop", loop));
        json.writeNumberProperty("actions", node.actions().size());
        json.writeNumberProperty(
                "queued",
                states.getOrDefault(ChainState.READY, 0L)
                        + states.getOrDefault(ChainState.DELAYED, 0L)
                        + states.getOrDefault(ChainState.HELD, 0L));
        for (var state : EnumSet.of(ChainState.RUNNING, ChainState.SUCCEEDED, ChainState.FAILED, ChainState.CANCELLED))
            json.writeNumberProperty(EnumWords.of(state), states.getOrDefault(state, 0L));
        json.writeEndObject();
    }
}
