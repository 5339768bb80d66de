package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.Bars;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.Safe;
import io.tidewheel.cli.text.Shown;
import io.tidewheel.cli.text.States;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What {@code top} shows on a terminal: rates as a curve, a lane for each agent, a bar for each run and each queue. Pure. */
final class TopScreen {
    private static final int MOST_AGENTS = 16;
    private static final int MOST_QUEUES = 8;
    private static final int BAR = 20;
    private static final int NAME = 22;
    private static final String BOLD = "\u001b[1m";
    private static final String DIM = "\u001b[2m";
    private static final String CYAN = "\u001b[36m";
    private static final String GREEN = "\u001b[32m";
    private static final String RED = "\u001b[31m";
    private static final String OFF = "\u001b[0m";

    private final boolean colors;
    private final int width;
    private final Instant now;
    private final List<String> lines = new ArrayList<>();

    TopScreen(boolean colors, int width, Instant now) {
        this.colors = colors;
        this.width = width;
        this.now = now;
    }

    /**
     * All lines.
     *
     * @param summary the first of them
     * @param rates tasks per second, as they were seen one after the other
     * @param paces tasks per second of each agent, by its session
     */
    List<String> lines(
            String summary,
            List<Double> rates,
            Iterable<JsonNode> agents,
            Map<String, Double> paces,
            Iterable<JsonNode> queues,
            Iterable<JsonNode> runs) {
        lines.add(painted(BOLD, summary));
        double most = rates.stream().mapToDouble(rate -> rate).max().orElse(0);
        lines.add(painted(GREEN, Bars.curve(rates, Math.max(10, width - 30)))
                + painted(DIM, "  at most %s tasks/s".formatted(Shown.rate(most))));
        agents(agents, paces);
        runs(runs);
        queues(queues);
        return lines;
    }

    private void agents(Iterable<JsonNode> agents, Map<String, Double> paces) {
        var all = new ArrayList<JsonNode>();
        agents.forEach(all::add);
        heading("%-22s %-20s %5s %8s %10s %6s  %s".formatted("AGENT", "BUSY", "", "TASKS/S", "DONE", "LOAD", "STATE"));
        if (all.isEmpty()) lines.add("no agent is connected; start one with: tidewheel agent start --server URL");
        all.sort(Comparator.comparingDouble(TopScreen::busy).reversed());
        for (var agent : all.subList(0, Math.min(MOST_AGENTS, all.size()))) {
            double busy = busy(agent);
            var state = RunColumns.text(agent, "state");
            lines.add("%-22s %s %4.0f%% %8s %10s %6.1f  %s"
                    .formatted(
                            cut(RunColumns.text(agent, "name"), NAME),
                            painted(CYAN, Bars.of(busy, BAR)),
                            100 * busy,
                            Shown.rate(paces.getOrDefault(RunColumns.text(agent, "session"), 0.0)),
                            Shown.count(Json.number(agent, "finished")),
                            Json.decimal(agent, "loadAverage"),
                            colors ? States.colored(state) : state));
        }
        if (all.size() > MOST_AGENTS)
            lines.add(painted(DIM, "and %s more".formatted(Shown.count(all.size() - MOST_AGENTS))));
    }

    private static double busy(JsonNode agent) {
        if (agent.has("utilisation")) return Json.decimal(agent, "utilisation");
        return Math.min(1, Json.decimal(agent, "holds") / Math.max(1, Json.decimal(agent, "slots")));
    }

    private void runs(Iterable<JsonNode> runs) {
        heading("%6s %-22s %-20s %5s %18s %8s  %s".formatted("RUN", "NAME", "PROGRESS", "", "DONE", "FAILED", "LEFT"));
        for (var run : runs) {
            long size = Math.max(1, Json.number(run, "size"));
            long failed = Json.number(run, "failed");
            long done = Json.number(run, "succeeded") + failed + Json.number(run, "cancelled");
            lines.add("%6s %-22s %s %4d%% %18s %8s  %s"
                    .formatted(
                            RunColumns.text(run, "id"),
                            cut(RunColumns.text(run, "name"), NAME),
                            painted(failed > 0 ? RED : GREEN, Bars.of((double) done / size, BAR)),
                            100 * done / size,
                            Shown.count(done) + "/" + Shown.count(Json.number(run, "size")),
                            failed == 0 ? "" : Shown.count(failed),
                            Json.text(run, "eta").map(this::until).orElse("")));
        }
    }

    private String until(String eta) {
        var left = Duration.between(now, Instant.parse(eta));
        return left.isNegative() ? "" : Shown.duration(left);
    }

    private void queues(Iterable<JsonNode> queues) {
        var all = new ArrayList<JsonNode>();
        queues.forEach(all::add);
        if (all.isEmpty()) return;
        all.sort(Comparator.comparingLong((JsonNode queue) -> Json.number(queue, "chains"))
                .reversed());
        double most = Math.max(1, Json.number(all.getFirst(), "chains"));
        heading("%-22s %-20s %14s  %s".formatted("WAITING FOR", "", "TASKS", "OFFERED"));
        for (var queue : all.subList(0, Math.min(MOST_QUEUES, all.size()))) {
            var requires = RunColumns.list(queue, "requires");
            boolean offered = queue.path("offered").asBoolean();
            lines.add("%-22s %s %14s  %s"
                    .formatted(
                            cut(requires.isEmpty() ? "(anything)" : requires, NAME),
                            painted(offered ? CYAN : RED, Bars.of(Json.number(queue, "chains") / most, BAR)),
                            Shown.count(Json.number(queue, "chains")),
                            offered(queue)));
        }
    }

    static String offered(JsonNode queue) {
        if (queue.path("offered").asBoolean()) return "yes";
        return queue.path("onDemand").asBoolean() ? "machines are made for it" : "no agent offers this";
    }

    private void heading(String text) {
        lines.add("");
        lines.add(painted(DIM, text));
    }

    private String painted(String color, String text) {
        return colors ? color + text + OFF : text;
    }

    private static String cut(String text, int most) {
        var line = Safe.line(text);
        return line.length() <= most ? line : line.substring(0, most - 1) + "…";
    }
}
