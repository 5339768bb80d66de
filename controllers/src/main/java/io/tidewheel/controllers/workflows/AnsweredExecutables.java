package io.tidewheel.controllers.workflows;

import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecutableTimeLimits;
import io.tidewheel.workflow.RuntimeArgument;
import io.tidewheel.workflow.Timeout;
import io.tidewheel.workflow.chains.ExecutableArgument;
import io.tidewheel.workflow.chains.PlannedExecutable;
import io.tidewheel.workflow.chains.PlannedExecutable.PlannedInput;
import io.tidewheel.workflow.chains.PlannedExecutable.PlannedOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the executables of chains that a plug-in has answered. What makes no sense is an IllegalArgumentException that says where. */
final class AnsweredExecutables {
    private static final Set<String> FIELDS = Set.of(
            "id",
            "path",
            "serviceId",
            "arguments",
            "runtime",
            "runtimeArgs",
            "retries",
            "maxInactivity",
            "maxRuntime",
            "deadline");
    private static final Set<String> ARGUMENT = Set.of("id", "label", "variable", "type", "dataType");
    private static final Set<String> VARIABLE = Set.of("id", "value");
    private static final Set<String> TIMEOUT = Set.of("timeout", "errorOnTimeout");

    private final SiteAdapters adapters;

    AnsweredExecutables(SiteAdapters adapters) {
        this.adapters = adapters;
    }

    /** @param known the planned ones by their ids */
    PlannedExecutable read(@Nullable Object value, String place, Map<String, PlannedExecutable> known) {
        var fields = PluginFields.of(value, place, FIELDS);
        var id = fields.text("id");
        var path = fields.text("path");
        var service = fields.text("serviceId");
        var planned = Optional.ofNullable(known.get(id));
        var arguments = new ArrayList<ExecutableArgument>();
        int number = 0;
        for (var each : fields.list("arguments")) {
            var argument = "%s.arguments[%d]".formatted(place, number++);
            arguments.add(argument(PluginFields.of(each, argument, ARGUMENT), argument, planned));
        }
        planned.ifPresent(before -> requireOutputs(before, arguments, place));
        var runtime = fields.optionalText("runtime")
                .or(() -> planned.map(PlannedExecutable::runtime))
                .orElse("other");
        if (!adapters.knowsRuntime(runtime)) throw fields.wrong("runtime", "is one that no agent knows: " + runtime);
        return new PlannedExecutable(
                id,
                service,
                path,
                runtime,
                arguments,
                runtimeArguments(fields),
                fields.has("retries")
                        ? AnsweredChains.retries(fields.object("retries", AnsweredChains.RETRIES))
                        : RetryPolicy.NEVER,
                new ExecutableTimeLimits(
                        timeout(fields, "maxInactivity"), timeout(fields, "maxRuntime"), timeout(fields, "deadline")),
                inputs(planned, arguments),
                outputs(planned, arguments));
    }

    private ExecutableArgument argument(PluginFields fields, String place, Optional<PlannedExecutable> planned) {
        var variable = fields.object("variable", VARIABLE);
        var direction = switch (fields.optionalText("type").orElse("input")) {
            case "input" -> Direction.INPUT;
            case "output" -> Direction.OUTPUT;
            default -> throw fields.wrong("type", "is neither input nor output");
        };
        var name = variable.optionalText("id").orElse(place);
        var type = fields.optionalText("dataType").orElse(DataType.STRING);
        if (direction == Direction.OUTPUT) type = outputType(type, name, place, planned);
        return new ExecutableArgument(
                fields.optionalText("id").orElse(name),
                fields.optionalText("label").orElse(""),
                name,
                variable.optionalText("value").orElseThrow(() -> variable.wrong("value", "is missing")),
                direction,
                type);
    }

    private String outputType(String type, String variable, String place, Optional<PlannedExecutable> planned) {
        var before = planned.flatMap(executable -> output(executable, variable)).map(PlannedOutput::dataType);
        if (before.isPresent() && !DataType.asNamed(before.get()).equals(type))
            throw new IllegalArgumentException(
                    "%s.dataType is no more '%s'".formatted(place, DataType.asNamed(before.get())));
        return before.orElseGet(() -> adapters.adaptsOutput(type) ? DataType.adaptedBySite(type) : type);
    }

    private static Optional<PlannedOutput> output(PlannedExecutable executable, String variable) {
        return executable.outputs().stream()
                .filter(output -> output.variable().equals(variable))
                .findFirst();
    }

    /** Complains if the answer leaves out an output that other actions wait for. */
    private static void requireOutputs(PlannedExecutable planned, List<ExecutableArgument> arguments, String place) {
        for (var output : planned.outputs()) {
            if (arguments.stream()
                    .noneMatch(argument -> argument.direction() == Direction.OUTPUT
                            && argument.variable().equals(output.variable())))
                throw new IllegalArgumentException(
                        "%s.arguments has no output for the variable '%s'".formatted(place, output.variable()));
        }
    }

    private static List<RuntimeArgument> runtimeArguments(PluginFields fields) {
        var arguments = new ArrayList<RuntimeArgument>();
        int number = 0;
        for (var each : fields.list("runtimeArgs")) {
            var argument = PluginFields.of(each, "%s.runtimeArgs[%d]".formatted(fields.place(), number++), ARGUMENT);
            var id = argument.optionalText("id").orElse("argument");
            arguments.add(new RuntimeArgument(
                    id,
                    id,
                    "",
                    argument.optionalText("dataType").orElse(DataType.STRING),
                    argument.optionalText("label").orElse(""),
                    argument.has("variable")
                            ? argument.object("variable", VARIABLE)
                                    .optionalText("value")
                                    .orElse("")
                            : ""));
        }
        return arguments;
    }

    private static Optional<Timeout> timeout(PluginFields fields, String name) {
        if (!fields.has(name)) return Optional.empty();
        if (!(fields.map().get(name) instanceof Map<?, ?>))
            return Optional.of(new Timeout(fields.time(name, Duration.ZERO), false));
        var timeout = fields.object(name, TIMEOUT);
        return Optional.of(new Timeout(timeout.time("timeout", Duration.ZERO), timeout.flag("errorOnTimeout")));
    }

    /**
     * The inputs of an executable as a plug-in answered them. What was planned for an input stays known of it; if its value has changed,
     * only the value is known.
     */
    private static List<PlannedInput> inputs(Optional<PlannedExecutable> planned, List<ExecutableArgument> arguments) {
        var inputs = new ArrayList<PlannedInput>();
        for (var argument : arguments) {
            if (argument.direction() == Direction.OUTPUT) continue;
            var alike = planned.map(PlannedExecutable::inputs).orElse(List.of()).stream()
                    .filter(input -> input.parameter().equals(argument.id())
                            && input.variable().equals(argument.variable()))
                    .toList();
            alike.stream()
                    .filter(input -> input.path().equals(argument.value()))
                    .findFirst()
                    .or(() -> alike.stream().findFirst().map(input -> with(input, argument.value())))
                    .ifPresent(inputs::add);
        }
        return inputs;
    }

    private static PlannedInput with(PlannedInput input, String path) {
        return new PlannedInput(input.parameter(), input.variable(), path, input.dataType(), input.made(), List.of());
    }

    private static List<PlannedOutput> outputs(
            Optional<PlannedExecutable> planned, List<ExecutableArgument> arguments) {
        var outputs = new ArrayList<PlannedOutput>();
        for (var argument : arguments) {
            if (argument.direction() == Direction.INPUT) continue;
            boolean store = planned.flatMap(executable -> output(executable, argument.variable()))
                    .map(PlannedOutput::store)
                    .orElse(false);
            outputs.add(new PlannedOutput(
                    argument.id(),
                    argument.variable(),
                    argument.value(),
                    argument.dataType(),
                    store,
                    DataType.needsResult(argument.dataType())));
        }
        return outputs;
    }
}
