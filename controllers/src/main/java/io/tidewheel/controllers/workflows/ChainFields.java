package io.tidewheel.controllers.workflows;

import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionRetries;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecutableTimeLimits;
import io.tidewheel.workflow.RuntimeArgument;
import io.tidewheel.workflow.Timeout;
import io.tidewheel.workflow.chains.ExecutableArgument;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.PlannedExecutable;
import io.tidewheel.workflow.chains.RoundAction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Chains and what is in them as plug-ins are told of them: with the fields that Steep's objects have, and all times in milliseconds. */
final class ChainFields {
    private ChainFields() {}

    static List<Map<String, Object>> chains(List<PlannedChain> chains) {
        return chains.stream().map(ChainFields::chain).toList();
    }

    static Map<String, Object> chain(PlannedChain chain) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", chain.key());
        map.put("executables", executables(chain.executables()));
        map.put("requiredCapabilities", chain.requires().names());
        map.put("priority", chain.priority());
        retries(chain.retries()).ifPresent(retries -> map.put("retries", retries));
        return map;
    }

    static List<Map<String, Object>> executables(List<PlannedExecutable> executables) {
        return executables.stream().map(ChainFields::executable).toList();
    }

    static Map<String, Object> executable(PlannedExecutable executable) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", executable.id());
        map.put("path", executable.path());
        map.put("serviceId", executable.service());
        map.put(
                "arguments",
                executable.arguments().stream().map(ChainFields::argument).toList());
        map.put("runtime", executable.runtime());
        map.put(
                "runtimeArgs",
                executable.runtimeArguments().stream()
                        .map(ChainFields::argument)
                        .toList());
        retries(executable.retries()).ifPresent(retries -> map.put("retries", retries));
        putLimits(map, executable.limits());
        return map;
    }

    static Map<String, Object> argument(ExecutableArgument argument) {
        return argument(
                argument.id(),
                argument.label(),
                Map.of("id", argument.variable(), "value", argument.value()),
                argument.direction(),
                DataType.asNamed(argument.dataType()));
    }

    private static Map<String, Object> argument(RuntimeArgument argument) {
        return argument(
                argument.id(),
                argument.label(),
                Map.of("id", argument.id(), "value", argument.value()),
                Direction.INPUT,
                argument.dataType());
    }

    private static Map<String, Object> argument(
            String id, String label, Map<String, String> variable, Direction direction, String dataType) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", id);
        if (!label.isEmpty()) map.put("label", label);
        var ordered = new LinkedHashMap<String, Object>();
        for (var name : List.of("id", "value")) ordered.put(name, variable.getOrDefault(name, ""));
        map.put("variable", ordered);
        map.put("type", direction == Direction.INPUT ? "input" : "output");
        map.put("dataType", dataType);
        return map;
    }

    private static Optional<Map<String, Object>> retries(RetryPolicy policy) {
        if (policy.equals(RetryPolicy.NEVER)) return Optional.empty();
        var map = new LinkedHashMap<String, Object>();
        map.put("maxAttempts", policy.maxAttempts());
        map.put("delay", policy.delay().toMillis());
        map.put("exponentialBackoff", policy.exponentialBackoff());
        if (!policy.maxDelay().equals(RetryPolicy.LONGEST))
            map.put("maxDelay", policy.maxDelay().toMillis());
        return Optional.of(map);
    }

    private static void putLimits(Map<String, Object> map, ExecutableTimeLimits limits) {
        limits.maxInactivity().ifPresent(limit -> map.put("maxInactivity", timeout(limit)));
        limits.maxRuntime().ifPresent(limit -> map.put("maxRuntime", timeout(limit)));
        limits.deadline().ifPresent(limit -> map.put("deadline", timeout(limit)));
    }

    private static Map<String, Object> timeout(Timeout timeout) {
        var map = new LinkedHashMap<String, Object>();
        map.put("timeout", timeout.limit().toMillis());
        map.put("errorOnTimeout", timeout.errorOnTimeout());
        return map;
    }

    /** An action as if all loops had been unrolled by hand. */
    static Map<String, Object> action(RoundAction round) {
        var action = round.action();
        var map = new LinkedHashMap<String, Object>();
        map.put("type", "execute");
        map.put("id", round.id());
        map.put("service", action.service());
        var inputs = new ArrayList<Map<String, Object>>();
        for (var input : action.inputs()) {
            inputs.add(
                    switch (input.source()) {
                        case ActionInput.Source.FromVariable(var name) ->
                            pair(input.id(), "var", round.variables().getOrDefault(name, name));
                        case ActionInput.Source.Literal(var value) -> pair(input.id(), "value", value);
                    });
        }
        map.put("inputs", inputs);
        var outputs = new ArrayList<Map<String, Object>>();
        for (var output : action.outputs()) {
            var variable = round.variables().getOrDefault(output.variable(), output.variable());
            var field = pair(output.id(), "var", variable);
            if (!output.prefix().isEmpty()) field.put("prefix", output.prefix());
            field.put("store", output.store());
            outputs.add(field);
        }
        map.put("outputs", outputs);
        map.put("dependsOn", round.dependsOn());
        if (action.retries().orElse(null) instanceof ActionRetries.Policy(var policy))
            retries(policy).ifPresent(retries -> map.put("retries", retries));
        putLimits(map, action.limits());
        return map;
    }

    private static Map<String, Object> pair(String id, String name, Object value) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", id);
        map.put(name, value);
        return map;
    }
}
