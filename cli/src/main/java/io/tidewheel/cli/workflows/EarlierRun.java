package io.tidewheel.cli.workflows;

import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.api.ApiPaths;
import io.tidewheel.cli.api.PagedItems;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Owner;
import io.tidewheel.model.WorkTime;
import io.tidewheel.simulation.elastic.BootTimes;
import io.tidewheel.workflow.chains.RoundNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a run that was really done tells about others like it.
 *
 * @param actions how long each action took on average, in seconds, by its id without rounds
 * @param perTask how long a task took beyond its own time: until it was there, had begun, and was reported
 * @param boots how long machines took from being bought to being of use, by setup
 * @param learned how long work of the run's owner has taken on machines, as the server knows it
 * @param counts how often each action was done, by its id without rounds
 * @param budgetInterval the time that budgets are for on the server; empty if it keeps none
 */
public record EarlierRun(
        Map<String, Double> actions,
        Duration perTask,
        Map<String, BootTimes> boots,
        List<WorkTime> learned,
        Map<String, Integer> counts,
        Optional<Duration> budgetInterval) {
    /** Nothing is known. */
    public static final EarlierRun NOTHING =
            new EarlierRun(Map.of(), Duration.ZERO, Map.of(), List.of(), Map.of(), Optional.empty());

    private static final Owner NOBODY = new Owner("somebody");
    private static final long MOST_TASKS = 100_000;
    private static final long MOST_MACHINES = 1_000;

    public EarlierRun {
        actions = Map.copyOf(actions);
        boots = Map.copyOf(boots);
        learned = List.copyOf(learned);
        counts = Map.copyOf(counts);
    }

    public boolean isEmpty() {
        return with(Optional.empty()).equals(NOTHING);
    }

    /** The same, with another time that budgets are for. */
    public EarlierRun with(Optional<Duration> interval) {
        return new EarlierRun(actions, perTask, boots, learned, counts, interval);
    }

    private record Done(double started, double finished, double ran) {}

    /** Learns from a run, and from the machines that the server has made, for another run that is to come. */
    public static EarlierRun of(ApiClient api, long run) {
        return of(api, run, false);
    }

    /** The same for the run itself: what the server has learned from it, it did not know when it began. */
    public static EarlierRun beforeOf(ApiClient api, long run) {
        return of(api, run, true);
    }

    private static EarlierRun of(ApiClient api, long run, boolean without) {
        var seconds = new TreeMap<String, List<Double>>();
        var byAgent = new TreeMap<String, List<Done>>();
        var path = ApiPaths.of("/runs/" + run + "/tasks").with("state", "SUCCEEDED");
        var own = new HashMap<Place, WorkTime>();
        var machines = machines(api);
        for (var chain : PagedItems.of(api, path, MOST_TASKS)) {
            double ran = JsonText.decimal(chain, "runSeconds");
            if (without)
                ownTime(chain, ran, machines).ifPresent(time -> own.merge(Place.of(time), time, WorkTime::plus));
            var started = JsonText.text(chain, "started");
            var finished = JsonText.text(chain, "finished");
            if (started.isEmpty() || finished.isEmpty()) continue;
            byAgent.computeIfAbsent(JsonText.text(chain, "agent").orElse(""), _ -> new ArrayList<>())
                    .add(new Done(moment(started.get()), moment(finished.get()), ran));
            var actions = chain.path("actions");
            for (int i = 0; i < actions.size(); i++)
                seconds.computeIfAbsent(withoutRounds(actions.get(i).asString()), _ -> new ArrayList<>())
                        .add(ran * part(chain, i));
        }
        var means = new HashMap<String, Double>();
        seconds.forEach((action, all) -> means.put(
                action, all.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
        var counts = new HashMap<String, Integer>();
        seconds.forEach((action, all) -> counts.put(action, all.size()));
        var used = new HashSet<String>();
        for (var agent : byAgent.keySet()) used.add(MachineId.ofAgent(agent));
        return new EarlierRun(
                means,
                duration(median(beyond(byAgent))),
                boots(machines, used),
                learned(api, run, own),
                counts,
                budgetInterval(api));
    }

    /** All budgets of a server are for the same time. */
    private static Optional<Duration> budgetInterval(ApiClient api) {
        for (var budget : api.get("/budgets").path("items"))
            return Optional.of(duration(JsonText.decimal(budget, "interval")));
        return Optional.empty();
    }

    /** Which part of a chain's time one of its actions took. */
    private static double part(JsonNode chain, int action) {
        var steps = chain.path("steps");
        int actions = chain.path("actions").size();
        double all = 0;
        for (var step : steps) all += JsonText.decimal(step, "runSeconds");
        if (steps.size() != actions || all <= 0) return 1.0 / actions;
        return JsonText.decimal(steps.get(action), "runSeconds") / all;
    }

    private record Place(String setup, String kind) {
        static Place of(WorkTime time) {
            return new Place(time.setup(), time.kind());
        }
    }

    /** What one chain has taught. */
    private static Optional<WorkTime> ownTime(JsonNode chain, double ran, Map<String, JsonNode> machines) {
        var setup = setup(
                machines.get(MachineId.ofAgent(JsonText.text(chain, "agent").orElse(""))));
        var kind = JsonText.text(chain, "kind");
        if (setup.isEmpty() || kind.isEmpty()) return Optional.empty();
        return Optional.of(new WorkTime(NOBODY, setup, kind.get(), 1, duration(ran), Instant.EPOCH));
    }

    /** What the server knows of the work of a run's owner, but for some. */
    private static List<WorkTime> learned(ApiClient api, long run, Map<Place, WorkTime> without) {
        var owner = JsonText.text(api.get("/runs/" + run), "owner").orElse("");
        var learned = new ArrayList<WorkTime>();
        for (var node : api.get(ApiPaths.of("/work-times").with("owner", owner).toString())
                .path("items")) {
            var setup = JsonText.text(node, "setup").orElse("");
            var kind = JsonText.text(node, "kind").orElse("");
            long chains = JsonText.number(node, "tasks");
            double seconds = JsonText.decimal(node, "runSeconds");
            var own = without.get(new Place(setup, kind));
            if (own != null) {
                chains -= own.chains();
                seconds -= own.took().toNanos() / 1e9;
            }
            if (chains > 0) learned.add(new WorkTime(NOBODY, setup, kind, chains, duration(seconds), Instant.EPOCH));
        }
        return learned;
    }

    /**
     * What passed between the moment in which a task had an agent that was free, and its report, without the time that it ran: a task may have
     * waited at its agent for the one before it.
     */
    private static List<Double> beyond(Map<String, List<Done>> byAgent) {
        var beyond = new ArrayList<Double>();
        for (var tasks : byAgent.values()) {
            tasks.sort(Comparator.comparingDouble(Done::finished));
            double free = Double.NEGATIVE_INFINITY;
            for (var task : tasks) {
                beyond.add(Math.max(0, task.finished - task.ran - Math.max(task.started, free)));
                free = task.finished;
            }
        }
        return beyond;
    }

    private static double moment(String text) {
        var instant = Instant.parse(text);
        return instant.getEpochSecond() + instant.getNano() / 1e9;
    }

    /** An action of a workflow, whatever round of a loop it was in. */
    static String withoutRounds(String action) {
        return RoundNames.without(action);
    }

    /** The machines that the server has made, by their names. */
    private static Map<String, JsonNode> machines(ApiClient api) {
        var machines = new HashMap<String, JsonNode>();
        for (var machine : PagedItems.of(api, ApiPaths.of("/machines"), MOST_MACHINES))
            machines.put(JsonText.text(machine, "id").orElse(""), machine);
        return machines;
    }

    private static String setup(@Nullable JsonNode machine) {
        return machine == null ? "" : JsonText.text(machine, "setup").orElse("");
    }

    /** How long machines took to boot, by setup. The machines that the run used tell best; others tell of setups that it did not use. */
    private static Map<String, BootTimes> boots(Map<String, JsonNode> machines, Set<String> used) {
        var all = machines.values().stream().flatMap(Boot::of).toList();
        var boots = new HashMap<String, BootTimes>();
        for (boolean ofOthers : new boolean[] {false, true}) {
            var seconds = new TreeMap<String, NavigableMap<Integer, List<Double>>>();
            for (var boot : all) {
                if (ofOthers || used.contains(boot.machine))
                    seconds.computeIfAbsent(boot.setup, _ -> new TreeMap<>())
                            .computeIfAbsent(boot.amongIn(all), _ -> new ArrayList<>())
                            .add(boot.ready - boot.created);
            }
            seconds.forEach((setup, byCount) -> {
                var medians = new TreeMap<Integer, Duration>();
                byCount.forEach((count, each) -> medians.put(count, duration(median(each))));
                boots.putIfAbsent(setup, new BootTimes(medians));
            });
        }
        return boots;
    }

    /** A machine that was made, and became ready. */
    private record Boot(String machine, String setup, double created, double ready) {
        static Stream<Boot> of(JsonNode node) {
            var created = JsonText.text(node, "created");
            var joined = JsonText.text(node, "agentJoined");
            if (created.isEmpty() || joined.isEmpty()) return Stream.empty();
            var machine = JsonText.text(node, "id").orElse("");
            return Stream.of(new Boot(machine, EarlierRun.setup(node), moment(created.get()), moment(joined.get())));
        }

        /** How many booted when it was made, itself included. */
        int amongIn(List<Boot> all) {
            int count = 0;
            for (var other : all) if (other.created <= created && other.ready > created) count++;
            return Math.max(1, count);
        }
    }

    private static double median(List<Double> values) {
        if (values.isEmpty()) return 0;
        var sorted = new ArrayList<>(values);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(Math.max(0, seconds) * 1e9));
    }
}
