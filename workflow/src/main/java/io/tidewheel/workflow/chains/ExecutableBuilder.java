package io.tidewheel.workflow.chains;

import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionRetries;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.ServiceParameter;
import io.tidewheel.workflow.chains.CompiledWorkflow.Exec;
import io.tidewheel.workflow.chains.PlannedExecutable.PlannedInput;
import io.tidewheel.workflow.chains.PlannedExecutable.PlannedOutput;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import io.tidewheel.workflow.chains.SlotValue.Collected;
import io.tidewheel.workflow.chains.SlotValue.Gone;
import io.tidewheel.workflow.chains.SlotValue.Nothing;
import io.tidewheel.workflow.chains.SlotValue.Plain;
import io.tidewheel.workflow.text.FreeValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;

/** Makes the command of an action whose inputs are known. */
final class ExecutableBuilder {
    private static final int NO_PARTITION = -1;

    private final FileNaming naming;

    /** What became of the attempt to make one. */
    sealed interface Made {
        record Ready(PlannedExecutable executable) implements Made {}

        /** The action needs something that an action that was left out does not make. */
        record LeftOut() implements Made {}

        /** The inputs of the action do not fit its service. */
        record Unfit(String why) implements Made {}
    }

    ExecutableBuilder(FileNaming naming) {
        this.naming = naming;
    }

    /** The name of an output; the same whenever it is asked for. */
    String path(Instance instance, int output) {
        return path(instance, output, NO_PARTITION);
    }

    private String path(Instance instance, int output, int partition) {
        var exec = instance.exec();
        var wanted = exec.action.outputs().get(output);
        var part = partition == NO_PARTITION ? "" : "#" + partition;
        return naming.path(
                wanted.store(),
                wanted.prefix(),
                instance.id(),
                wanted.id() + "#" + output + part,
                exec.outputParameters[output].fileSuffix());
    }

    static String variable(Instance instance, int output) {
        return instance.exec().action.outputs().get(output).variable() + instance.frame().suffix;
    }

    /** @param values the value of an input of the instance, by its index; it must be known */
    Made make(Instance instance, BiFunction<Instance, Integer, SlotValue> values) {
        return make(instance, values, NO_PARTITION);
    }

    /** Makes the command of one of the partitions of a job. */
    Made make(Instance instance, BiFunction<Instance, Integer, SlotValue> values, int partition) {
        var exec = instance.exec();
        var arguments = new ArrayList<ExecutableArgument>();
        var inputs = new ArrayList<PlannedInput>();
        var outputs = new ArrayList<PlannedOutput>();
        for (var parameter : exec.service.parameters()) {
            if (parameter.direction() == Direction.OUTPUT) {
                addOutputs(instance, parameter, partition, arguments, outputs);
                continue;
            }
            int before = arguments.size();
            boolean nothing = addInputs(instance, parameter, values, arguments, inputs);
            int count = arguments.size() - before;
            if (count == 0 && isPreset(parameter, exec)) {
                arguments.add(
                        argument(parameter, parameter.id(), parameter.preset().orElseThrow()));
            } else if (!parameter.cardinality().allows(count)) {
                return nothing && count < parameter.cardinality().lower()
                        ? new Made.LeftOut()
                        : misfit(parameter, exec, count);
            }
        }
        if (exec.effort.isPresent()) addResult(instance, partition, outputs);
        return checked(command(instance, arguments, inputs, outputs));
    }

    private static Made misfit(ServiceParameter parameter, Exec exec, int count) {
        return new Made.Unfit("the input '%s' of service '%s' got %s, but its cardinality is %s"
                .formatted(parameter.id(), exec.service.id(), CountedNoun.of(count, "value"), parameter.cardinality()));
    }

    private static PlannedExecutable command(
            Instance instance,
            List<ExecutableArgument> arguments,
            List<PlannedInput> inputs,
            List<PlannedOutput> outputs) {
        var exec = instance.exec();
        return new PlannedExecutable(
                instance.id(),
                exec.service.id(),
                exec.service.path(),
                exec.service.runtime(),
                arguments,
                exec.service.runtimeArguments(),
                exec.retries().orElse(null) instanceof ActionRetries.Policy(var policy) ? policy : RetryPolicy.NEVER,
                exec.action.limits().or(exec.service.limits()),
                inputs,
                outputs);
    }

    private static Made checked(PlannedExecutable command) {
        boolean sleepsStrangely = command.runtime().equals(PlannedExecutable.SLEEP)
                && command.sleepSeconds().isEmpty();
        return sleepsStrangely
                ? new Made.Unfit(
                        "the input 'seconds' of service '%s' is not a number of seconds".formatted(command.service()))
                : new Made.Ready(command);
    }

    private static boolean isPreset(ServiceParameter parameter, Exec exec) {
        if (parameter.preset().isEmpty()) return false;
        var cardinality = parameter.cardinality();
        if (cardinality.lower() != 1 || cardinality.upper() != 1) return false;
        return exec.action.inputs().stream().noneMatch(input -> input.id().equals(parameter.id()));
    }

    private static ExecutableArgument argument(ServiceParameter parameter, String variable, Object value) {
        return new ExecutableArgument(
                parameter.id(),
                parameter.label(),
                variable,
                FreeValues.text(value),
                parameter.direction(),
                parameter.dataType());
    }

    /** What the program writes without being told a name; so there is no argument for it. */
    private void addResult(Instance instance, int partition, List<PlannedOutput> outputs) {
        var exec = instance.exec();
        for (int i = 0; i < exec.outputs.length; i++) {
            if (!exec.outputParameters[i].dataType().equals(DataType.PARTS)) continue;
            outputs.add(new PlannedOutput(
                    JobAction.RESULT,
                    variable(instance, i),
                    path(instance, i, partition),
                    DataType.PARTS,
                    exec.action.outputs().get(i).store(),
                    true));
        }
    }

    private void addOutputs(
            Instance instance,
            ServiceParameter parameter,
            int partition,
            List<ExecutableArgument> arguments,
            List<PlannedOutput> outputs) {
        var wanted = instance.exec().action.outputs();
        for (int i = 0; i < wanted.size(); i++) {
            if (!wanted.get(i).id().equals(parameter.id())) continue;
            var path = path(instance, i, partition);
            var variable = variable(instance, i);
            arguments.add(argument(parameter, variable, path));
            outputs.add(new PlannedOutput(
                    parameter.id(),
                    variable,
                    path,
                    parameter.dataType(),
                    wanted.get(i).store(),
                    partition != NO_PARTITION || DataType.needsResult(parameter.dataType())));
        }
    }

    /** True if one of the values is nothing, because its action was left out. */
    private static boolean addInputs(
            Instance instance,
            ServiceParameter parameter,
            BiFunction<Instance, Integer, SlotValue> values,
            List<ExecutableArgument> arguments,
            List<PlannedInput> inputs) {
        var given = instance.exec().action.inputs();
        boolean nothing = false;
        for (int i = 0; i < given.size(); i++) {
            if (!given.get(i).id().equals(parameter.id())) continue;
            switch (given.get(i).source()) {
                case ActionInput.Source.Literal(var value) -> {
                    for (var item : items(value)) arguments.add(argument(parameter, parameter.id(), item));
                }
                case ActionInput.Source.FromVariable(var name) -> {
                    var variable = name + instance.frame().up(up(instance, i)).suffix;
                    var value = values.apply(instance, i);
                    nothing |= value == Nothing.NOTHING;
                    boolean made = instance.exec().made[i];
                    addInput(parameter, variable, plain(value), made, arguments, inputs);
                }
            }
        }
        return nothing;
    }

    private static void addInput(
            ServiceParameter parameter,
            String variable,
            Object value,
            boolean made,
            List<ExecutableArgument> arguments,
            List<PlannedInput> inputs) {
        for (var item : itemsOf(value, parameter, made)) {
            var argument = argument(parameter, variable, item);
            arguments.add(argument);
            inputs.add(new PlannedInput(
                    parameter.id(), variable, argument.value(), parameter.dataType(), made, files(item, value)));
        }
    }

    /** A value as users write it: a list, or a single value. What was left out is an empty list. */
    private static Object plain(SlotValue value) {
        return switch (value) {
            case Nothing _ -> List.of();
            case Collected whole -> whole.values();
            case Plain(var plain) -> plain;
            case Gone _, NodeState.Ended _ -> throw new IllegalStateException("%s is no input".formatted(value));
        };
    }

    /** The files behind an item; if it is the folder that was put in place of a list, all files of the list. */
    private static List<MadeFile> files(Object item, Object value) {
        if (item instanceof MadeFile file) return List.of(file);
        if (!(item instanceof FolderOf)) return List.of();
        return FreeValues.flattened(value).stream()
                .filter(MadeFile.class::isInstance)
                .map(MadeFile.class::cast)
                .toList();
    }

    /** The folder that contains all files of a list. */
    private record FolderOf(String path) {
        @Override
        public String toString() {
            return path;
        }
    }

    private static int up(Instance instance, int input) {
        var ref = instance.exec().inputs[input];
        return ref == null ? 0 : ref.up();
    }

    private static List<Object> itemsOf(Object value, ServiceParameter parameter, boolean made) {
        boolean folder = made && parameter.dataType().equals(DataType.DIRECTORY) && value instanceof Collection<?>;
        if (!folder) return items(value);
        var files = FreeValues.flattened(value);
        return files.isEmpty() ? List.of() : List.of(new FolderOf(commonFolder(files)));
    }

    private static List<Object> items(Object value) {
        return value instanceof Collection<?> ? FreeValues.flattened(value) : List.of(value);
    }

    /** The folder that contains all files of a list. */
    static String commonFolder(List<Object> files) {
        var common = files.getFirst().toString();
        int end = common.lastIndexOf('/');
        for (var file : files) {
            var other = file.toString();
            int same = 0;
            while (same < end && same < other.length() && other.charAt(same) == common.charAt(same)) same++;
            boolean whole = same == end && same < other.length() && other.charAt(same) == '/';
            if (!whole) end = common.lastIndexOf('/', same - 1);
        }
        if (end < 0) return ".";
        return end == 0 ? "/" : common.substring(0, end);
    }
}
