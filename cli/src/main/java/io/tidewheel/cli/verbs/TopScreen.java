package io.tidewheel.cli.verbs;

import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.cli.text.StateColours;
import io.tidewheel.cli.text.TextBars;
import io.tidewheel.model.CountedNoun;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** What {@code top} shows on a terminal: rates as a curve, a lane for each agent, a bar for each run and each queue. Pure. */
final class TopScreen {
    private static final int MOST_AGENTS = 16;
    private static final int MOST_QUEUES = 8;
    private static final int MOST_OWNERS = 8;
    private static final int CURVE = 3;
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
     * What is shown.
     *
     * @param rates tasks per second, as they were seen one after the other
     * @param paces tasks per second of each agent, by its session
     * @param machines those that are made on demand; empty if none are
     * @param budgets of owners; empty if there are none
     */
    record Seen(
            List<Double> rates,
            List<JsonNode> agents,
            Map<String, Double> paces,
            List<JsonNode> queues,
            List<JsonNode> runs,
            List<JsonNode> machines,
            List<JsonNode> budgets) {
        double busySlots() {
            return agents.stream()
                    .mapToDouble(agent -> JsonText.number(agent, "slots") * busy(agent))
                    .sum();
        }

        long slots() {
            return agents.stream()
                    .mapToLong(agent -> JsonText.number(agent, "slots"))
                    .sum();
        }

        long waiting() {
            return queues.stream()
                    .mapToLong(queue -> JsonText.number(queue, "tasks"))
                    .sum();
        }
    }

    /** All lines, none wider than the terminal. */
    List<String> lines(Seen seen) {
        summary(seen);
        curve(seen.rates);
        agents(seen.agents, seen.paces);
        if (!seen.runs.isEmpty()) runs(seen.runs);
        if (!seen.queues.isEmpty()) queues(seen.queues);
        if (!seen.machines.isEmpty()) machines(seen.machines);
        if (!seen.budgets.isEmpty()) budgets(seen.budgets);
        return lines;
    }

    private void summary(Seen seen) {
        double part = seen.slots() == 0 ? 0 : seen.busySlots() / seen.slots();
        lines.add(painted(
                        BOLD,
                        "%s  %s, %s "
                                .formatted(
                                        LocalTime.ofInstant(now, ZoneId.systemDefault())
                                                .truncatedTo(ChronoUnit.SECONDS),
                                        CountedNoun.of(seen.agents.size(), "agent"),
                                        CountedNoun.of(seen.slots(), "slot")))
                + painted(CYAN, TextBars.of(part, BAR / 2))
                + painted(
                        BOLD,
                        " %d%% busy   %s waiting   runs going on: %s"
                                .formatted(
                                        Math.round(100 * part), HumanNumbers.count(seen.waiting()), seen.runs.size())));
    }

    /** How fast tasks were finished lately. */
    private void curve(List<Double> rates) {
        double most = rates.stream().mapToDouble(rate -> rate).max().orElse(0);
        double last = rates.isEmpty() ? 0 : rates.getLast();
        var beside = List.of(
                "at most %s/s".formatted(HumanNumbers.rate(most)),
                "",
                "now %s tasks/s".formatted(HumanNumbers.rate(last)));
        int cells = Math.max(10, width - 26);
        var drawn = TextBars.curve(rates, cells, CURVE);
        for (int row = 0; row < CURVE; row++)
            lines.add(painted(GREEN, ("%-" + cells + "s").formatted(drawn.get(row)))
                    + painted(DIM, "  " + beside.get(row)));
    }

    private void agents(List<JsonNode> agents, Map<String, Double> paces) {
        var all = new ArrayList<>(agents);
        heading("%-22s %-20s %5s %8s %10s %6s  %s".formatted("AGENT", "BUSY", "", "TASKS/S", "DONE", "LOAD", "STATE"));
        if (all.isEmpty()) lines.add("no agent is connected; start one with: tidewheel agent start --server URL");
        all.sort(Comparator.comparingDouble(TopScreen::busy).reversed());
        for (var agent : all.subList(0, Math.min(MOST_AGENTS, all.size()))) {
            double busy = busy(agent);
            var state = RunColumns.text(agent, "state");
            lines.add("%-22s %s %4.0f%% %8s %10s %6.1f  %s"
                    .formatted(
                            cut(RunColumns.text(agent, "name"), NAME),
                            painted(CYAN, TextBars.of(busy, BAR)),
                            100 * busy,
                            HumanNumbers.rate(paces.getOrDefault(RunColumns.text(agent, "session"), 0.0)),
                            HumanNumbers.count(JsonText.number(agent, "finished")),
                            JsonText.decimal(agent, "loadAverage"),
                            colors ? StateColours.colored(state) : state));
        }
        if (all.size() > MOST_AGENTS)
            lines.add(painted(DIM, "and %s more".formatted(HumanNumbers.count(all.size() - MOST_AGENTS))));
    }

    private static double busy(JsonNode agent) {
        if (agent.has("utilisation")) return JsonText.decimal(agent, "utilisation");
        return Math.min(1, JsonText.decimal(agent, "holds") / Math.max(1, JsonText.decimal(agent, "slots")));
    }

    private void runs(List<JsonNode> runs) {
        heading("%6s %-22s %-20s %5s %18s %8s  %s".formatted("RUN", "NAME", "PROGRESS", "", "DONE", "FAILED", "LEFT"));
        for (var run : runs) {
            long size = Math.max(1, JsonText.number(run, "size"));
            long failed = JsonText.number(run, "failed");
            long done = JsonText.number(run, "succeeded") + failed + JsonText.number(run, "cancelled");
            lines.add("%6s %-22s %s %4d%% %18s %8s  %s"
                    .formatted(
                            RunColumns.text(run, "id"),
                            cut(RunColumns.text(run, "name"), NAME),
                            painted(failed > 0 ? RED : GREEN, TextBars.of((double) done / size, BAR)),
                            100 * done / size,
                            HumanNumbers.count(done) + "/" + HumanNumbers.count(JsonText.number(run, "size")),
                            failed == 0 ? "" : HumanNumbers.count(failed),
                            JsonText.text(run, "eta").map(this::until).orElse("")));
        }
    }

    private String until(String eta) {
        var left = Duration.between(now, Instant.parse(eta));
        return left.isNegative() ? "" : HumanNumbers.duration(left);
    }

    private void queues(List<JsonNode> queues) {
        var all = new ArrayList<>(queues);
        all.sort(Comparator.comparingLong((JsonNode queue) -> JsonText.number(queue, "tasks"))
                .reversed());
        double most = Math.max(1, JsonText.number(all.getFirst(), "tasks"));
        heading("%-22s %-20s %14s  %s".formatted("WAITING FOR", "", "TASKS", "OFFERED"));
        for (var queue : all.subList(0, Math.min(MOST_QUEUES, all.size()))) {
            var requires = RunColumns.list(queue, "requires");
            boolean offered = queue.path("offered").asBoolean();
            lines.add("%-22s %s %14s  %s"
                    .formatted(
                            cut(requires.isEmpty() ? "(anything)" : requires, NAME),
                            painted(offered ? CYAN : RED, TextBars.of(JsonText.number(queue, "tasks") / most, BAR)),
                            HumanNumbers.count(JsonText.number(queue, "tasks")),
                            offered(queue)));
        }
    }

    /** A line for each setup: a sign for each machine, by what it does. */
    private void machines(List<JsonNode> machines) {
        heading("%-22s %s".formatted("MACHINES", "b booting, i idle, B busy, d draining"));
        var setups = new TreeMap<String, StringBuilder>();
        for (var machine : machines)
            setups.computeIfAbsent(RunColumns.text(machine, "setup"), _ -> new StringBuilder())
                    .append(sign(RunColumns.text(machine, "supply")));
        setups.forEach((setup, signs) -> lines.add("%-22s %s"
                .formatted(cut(setup, NAME), painted(CYAN, cut(signs.toString(), Math.max(10, width - 24))))));
    }

    private static char sign(String supply) {
        return switch (supply) {
            case "booting" -> 'b';
            case "idle" -> 'i';
            case "busy" -> 'B';
            default -> 'd';
        };
    }

    private void budgets(List<JsonNode> budgets) {
        heading("%-22s %-20s %12s %12s  %s".formatted("BUDGET OF", "TAKEN", "LEFT", "OF", "IN"));
        for (var budget : budgets.subList(0, Math.min(MOST_OWNERS, budgets.size()))) {
            double all = Double.parseDouble(RunColumns.text(budget, "budget"));
            double left = Double.parseDouble(RunColumns.text(budget, "left"));
            lines.add("%-22s %s %12s %12s  %s"
                    .formatted(
                            cut(RunColumns.text(budget, "owner"), NAME),
                            painted(left > 0 ? GREEN : RED, TextBars.of(all <= 0 ? 0 : 1 - left / all, BAR)),
                            RunColumns.text(budget, "left"),
                            RunColumns.text(budget, "budget"),
                            HumanNumbers.duration(
                                    Duration.ofMillis(Math.round(JsonText.decimal(budget, "interval") * 1e3)))));
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
        var line = SafeText.line(text);
        return line.length() <= most ? line : line.substring(0, most - 1) + "…";
    }
}
