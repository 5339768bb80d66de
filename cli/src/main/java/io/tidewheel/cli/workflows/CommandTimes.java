package io.tidewheel.cli.workflows;

import io.tidewheel.workflow.chains.PlannedExecutable;
import io.tidewheel.workflow.plan.WorkflowForecast;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** What is known of how long the commands of a workflow take: what was said, what they say themselves, and what was seen before. */
final class CommandTimes {
    private final Map<String, Double> said;
    private final Map<String, Double> actions;
    private final Map<String, Double> services;

    /**
     * @param said by service
     * @param actions what actions took before, by their ids without rounds
     */
    CommandTimes(Map<String, Double> said, Map<String, Double> actions, WorkflowForecast plan) {
        this.said = Map.copyOf(said);
        this.actions = Map.copyOf(actions);
        this.services = services(plan, actions);
    }

    /** What the actions of an earlier run tell about the services they ran. */
    private static Map<String, Double> services(WorkflowForecast plan, Map<String, Double> actions) {
        var seconds = new HashMap<String, List<Double>>();
        for (var action : plan.actions()) {
            var took = actions.get(action.id());
            if (took != null)
                seconds.computeIfAbsent(action.service(), _ -> new ArrayList<>())
                        .add(took);
        }
        var services = new HashMap<String, Double>();
        seconds.forEach((service, all) -> services.put(
                service, all.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
        return services;
    }

    OptionalDouble of(PlannedExecutable command) {
        var own = said.get(command.service());
        if (own != null) return OptionalDouble.of(own);
        // Services that only sleep say themselves for how long.
        var asleep = command.sleepSeconds();
        if (asleep.isPresent()) return asleep;
        var before = actions.getOrDefault(EarlierRun.withoutRounds(command.id()), services.get(command.service()));
        return before == null ? OptionalDouble.empty() : OptionalDouble.of(before);
    }
}
