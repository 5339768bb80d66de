package io.tidewheel.cli.workflows;

import io.tidewheel.cli.api.Api;
import io.tidewheel.cli.api.Pages;
import io.tidewheel.cli.api.Paths;
import io.tidewheel.cli.text.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * What a run that was really done tells about others like it.
 *
 * @param actions how long each action took on average, in seconds, by its id without rounds
 * @param perTask how long a task took beyond its own time: until it was there, had begun, and was reported
 * @param boots how long machines took from being bought to being of use, by setup
 */
public record Earlier(Map<String, Double> actions, Duration perTask, Map<String, Duration> boots) {
    /** Nothing is known. */
    public static final Earlier NOTHING = new Earlier(Map.of(), Duration.ZERO, Map.of());

    private static final long MOST_TASKS = 100_000;
    private static final long MOST_MACHINES = 1_000;

    public Earlier {
        actions = Map.copyOf(actions);
        boots = Map.copyOf(boots);
    }

    public boolean isEmpty() {
        return equals(NOTHING);
    }

    private record Done(double started, double finished, double ran) {}

    /** Learns from a run, and from the machines that the server has made. */
    public static Earlier of(Api api, long run) {
        var seconds = new TreeMap<String, List<Double>>();
        var byAgent = new TreeMap<String, List<Done>>();
        var path = Paths.of("/runs/" + run + "/chains").with("state", "SUCCEEDED");
        for (var chain : Pages.of(api, path, MOST_TASKS)) {
            double ran = Json.decimal(chain, "runSeconds");
            var started = Json.text(chain, "started");
            var finished = Json.text(chain, "finished");
            if (started.isEmpty() || finished.isEmpty()) continue;
            byAgent.computeIfAbsent(Json.text(chain, "agent").orElse(""), _ -> new ArrayList<>())
                    .add(new Done(moment(started.get()), moment(finished.get()), ran));
            var actions = chain.path("actions");
            for (var action : actions)
                seconds.computeIfAbsent(withoutRounds(action.asString()), _ -> new ArrayList<>())
                        .add(ran / actions.size());
        }
        var means = new HashMap<String, Double>();
        seconds.forEach((action, all) -> means.put(
                action, all.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
        return new Earlier(means, duration(median(beyond(byAgent))), boots(api));
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
        int dollar = action.indexOf('$');
        return dollar < 0 ? action : action.substring(0, dollar);
    }

    private static Map<String, Duration> boots(Api api) {
        var seconds = new TreeMap<String, List<Double>>();
        for (var machine : Pages.of(api, Paths.of("/machines"), MOST_MACHINES)) {
            var setup = Json.text(machine, "setup").orElse("");
            between(machine, "created", "agentJoined")
                    .ifPresent(took -> seconds.computeIfAbsent(setup, _ -> new ArrayList<>())
                            .add(took));
        }
        var boots = new HashMap<String, Duration>();
        seconds.forEach((setup, all) -> boots.put(setup, duration(median(all))));
        return boots;
    }

    private static Optional<Double> between(JsonNode node, String from, String to) {
        var begin = Json.text(node, from);
        var end = Json.text(node, to);
        if (begin.isEmpty() || end.isEmpty()) return Optional.empty();
        return Optional.of(Duration.between(Instant.parse(begin.get()), Instant.parse(end.get()))
                        .toNanos()
                / 1e9);
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
