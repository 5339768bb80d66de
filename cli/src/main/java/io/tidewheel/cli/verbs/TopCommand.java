package io.tidewheel.cli.verbs;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiClients;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.ListPrinter;
import io.tidewheel.cli.text.OutputFormat;
import io.tidewheel.cli.text.RunColumns;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code tidewheel top}. */
@Command(
        name = "top",
        description = "Shows how busy the agents are, what waits, and how fast tasks are finished, until Ctrl-C.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel top", "  tidewheel top --interval 10s -o jsonl >> load.jsonl"})
public final class TopCommand extends CliCommand {
    private static final int RUNS_SHOWN = 10;
    private static final int RATES_KEPT = 500;
    private static final String MACHINES =
            "/machines?limit=500&state=CREATING,PROVISIONING,RUNNING,DRAINING,DESTROYING";

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = OptionValues.OfDuration.class,
            description = "Between two looks (1s).")
    private Duration interval = Duration.ofSeconds(1);

    @Option(names = "--count", paramLabel = "N", description = "Look so often, then end.")
    private @Nullable Integer count;

    private final Map<String, Long> finishedBefore = new HashMap<>();
    private final Map<String, Double> paces = new HashMap<>();
    private final List<Double> rates = new ArrayList<>();
    private long lookedBefore;

    public TopCommand(Console console) {
        super(console);
    }

    /** What there was to see at one moment. */
    private record Look(
            List<JsonNode> agents,
            List<JsonNode> queues,
            List<JsonNode> runs,
            List<JsonNode> machines,
            List<JsonNode> budgets,
            double perSecond) {}

    @Override
    public Integer call() throws InterruptedException {
        if (interval.toMillis() < 100)
            throw CliError.usage(
                    "--interval is at least 100ms, but " + HumanNumbers.duration(interval), "example: --interval 1s");
        var format = common.format();
        try (var api = ApiClients.openServer(common, "there is nothing to watch without a server")) {
            for (int i = 0; count == null || i < count; i++) {
                if (i > 0) TimeUnit.NANOSECONDS.sleep(interval.toNanos());
                show(look(api), format);
            }
        }
        return ExitCodes.OK;
    }

    private Look look(ApiClient api) {
        var agents = items(api, "/agents");
        var runs = new ArrayList<JsonNode>();
        for (var run : PagedItems.of(api, ApiPaths.of("/runs").with("state", "RUNNING"), RUNS_SHOWN)) runs.add(run);
        boolean machines = api.get("/server").path("makesMachines").asBoolean();
        return new Look(
                agents,
                items(api, "/queues"),
                runs,
                machines ? items(api, MACHINES) : List.of(),
                machines ? items(api, "/budgets") : List.of(),
                pace(agents));
    }

    private static List<JsonNode> items(ApiClient api, String path) {
        var items = new ArrayList<JsonNode>();
        api.get(path).path("items").forEach(items::add);
        return items;
    }

    private double pace(List<JsonNode> agents) {
        long now = System.nanoTime();
        long more = 0;
        for (var agent : agents) {
            var session = RunColumns.text(agent, "session");
            long finished = JsonText.number(agent, "finished");
            long since = finished - finishedBefore.getOrDefault(session, lookedBefore == 0 ? finished : 0L);
            more += since;
            finishedBefore.put(session, finished);
            paces.put(session, since * 1e9 / Math.max(1, now - lookedBefore));
        }
        double rate = lookedBefore == 0 ? 0 : more * 1e9 / Math.max(1, now - lookedBefore);
        rates.add(rate);
        if (rates.size() > RATES_KEPT) rates.removeFirst();
        lookedBefore = now;
        return rate;
    }

    private void show(Look look, OutputFormat format) {
        var console = common.console();
        if (!format.isForPeople()) data(look, format);
        else if (console.outIsTerminal()) screen(look);
        else console.out().println(line(look));
        console.out().flush();
    }

    private void data(Look look, OutputFormat format) {
        var node = JsonText.object().put("time", Instant.now().toString()).put("tasksPerSecond", look.perSecond);
        look.agents.forEach(node.putArray("agents")::add);
        look.queues.forEach(node.putArray("queues")::add);
        var lines = format == OutputFormat.JSON ? OutputFormat.JSONL : format;
        new ListPrinter(common.console(), lines).list(List.of(node), List.of(), _ -> "top");
    }

    private static String line(Look look) {
        int slots = 0;
        double busy = 0;
        for (var agent : look.agents) {
            slots += (int) JsonText.number(agent, "slots");
            busy += JsonText.number(agent, "slots") * JsonText.decimal(agent, "utilisation");
        }
        return "%s  agents %d  slots %d  busy %d%%  waiting %s  running %d  %s tasks/s"
                .formatted(
                        Instant.now().truncatedTo(java.time.temporal.ChronoUnit.SECONDS),
                        look.agents.size(),
                        slots,
                        slots == 0 ? 0 : Math.round(100 * busy / slots),
                        HumanNumbers.count(waiting(look)),
                        look.runs.size(),
                        HumanNumbers.rate(look.perSecond));
    }

    private static long waiting(Look look) {
        long waiting = 0;
        for (var queue : look.queues) waiting += JsonText.number(queue, "tasks");
        return waiting;
    }

    /** Drawn over what was there, so that nothing flickers; not more than the terminal has room for. */
    private void screen(Look look) {
        var console = common.console();
        var lines = new TopScreen(console.colorsOut(), console.width(), Instant.now())
                .lines(new TopScreen.Seen(
                        rates, look.agents, paces, look.queues, look.runs, look.machines, look.budgets));
        var text = new StringBuilder(rates.size() == 1 ? "\u001b[2J\u001b[H" : "\u001b[H");
        int room = Math.max(5, console.height() - 1);
        for (var line : lines.subList(0, Math.min(room, lines.size())))
            text.append(line).append("\u001b[K\n");
        console.out().print(text.append("\u001b[J"));
    }
}
