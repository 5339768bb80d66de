package io.tidewheel.controllers.workflows;

import com.google.protobuf.ByteString;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.extensions.JsonLine;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.ExtensionUse;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import io.tidewheel.workflow.chains.ExecutableArgument;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.PlannedExecutable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the adapters of a site mean for its workflows. An output whose type has an adapter is known only when its chain has ended and an agent that has the
 * adapter was asked; an input whose type has one is put in by such an agent. Agents that have one offer a capability, and services that need it require that.
 */
record SiteAdapters(List<ExtensionSpec> specs) {
    static final SiteAdapters NONE = new SiteAdapters(List.of());
    /** The runtime of agents that asks adapters. */
    private static final String RUNTIME = "extension";

    private static final Set<ExtensionType> KINDS = Set.of(ExtensionType.INPUT_ADAPTER, ExtensionType.OUTPUT_ADAPTER);

    SiteAdapters {
        specs = specs.stream().filter(spec -> KINDS.contains(spec.type())).toList();
    }

    /** Those that a workflow was accepted with. */
    static SiteAdapters of(List<ExtensionUse> uses) {
        return new SiteAdapters(uses.stream()
                .flatMap(use -> ExtensionType.of(use.getType()).stream().map(type -> spec(type, use)))
                .toList());
    }

    private static ExtensionSpec spec(ExtensionType type, ExtensionUse use) {
        return new ExtensionSpec(
                use.getName(), type, "", use.getDataType(), Set.of(), List.of(), List.of(), Duration.ofSeconds(1));
    }

    List<ExtensionUse> uses() {
        return specs.stream()
                .map(spec -> ExtensionUse.newBuilder()
                        .setType(spec.type().word())
                        .setName(spec.name())
                        .setDataType(spec.dataType())
                        .build())
                .toList();
    }

    // --- services

    /** The service as it is where these adapters are. */
    Service extended(Service service) {
        if (specs.isEmpty()) return service;
        var needed = new ArrayList<String>();
        var parameters = new ArrayList<ServiceParameter>();
        for (var parameter : service.parameters()) {
            var adapter = adapter(parameter);
            adapter.map(ExtensionSpec::capability).ifPresent(needed::add);
            boolean output = adapter.isPresent() && parameter.direction() == Direction.OUTPUT;
            parameters.add(output ? parameter.withDataType(DataType.adaptedBySite(parameter.dataType())) : parameter);
        }
        return needed.isEmpty() ? service : service.with(parameters, Capabilities.of(needed));
    }

    private Optional<ExtensionSpec> adapter(ServiceParameter parameter) {
        var type = DataType.asNamed(parameter.dataType());
        return ExtensionSpec.adapter(
                specs,
                parameter.direction() == Direction.OUTPUT ? ExtensionType.OUTPUT_ADAPTER : ExtensionType.INPUT_ADAPTER,
                type);
    }

    /** What of a service cannot be done with these adapters. */
    Optional<Complaint> complaint(Service service, boolean isStaged) {
        for (var parameter : service.parameters()) {
            var adapter = adapter(parameter);
            if (adapter.isEmpty()) continue;
            var what = "'%s' of service '%s' goes to the plug-in %s"
                    .formatted(parameter.id(), service.id(), adapter.get().name());
            if (isStaged)
                return Optional.of(
                        complaint(service, what + ", which works on a shared disk only", "submit it without --staged"));
            if (parameter.direction() == Direction.INPUT && !service.runtime().equals("other"))
                return Optional.of(complaint(
                        service,
                        what + ", which works for the runtime 'other' only",
                        "give the input another dataType, or the service the runtime other"));
        }
        return Optional.empty();
    }

    private static Complaint complaint(Service service, String message, String remedy) {
        return new Complaint(
                "services->" + service.id(),
                service.place().line(),
                service.place().column(),
                message,
                remedy);
    }

    // --- chains

    /** The command with what is to be asked about its inputs, if anything is. */
    Command adapted(Command command, PlannedChain chain, int position) {
        var executable = chain.executables().get(position);
        var calls = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < executable.arguments().size(); i++) {
            var argument = executable.arguments().get(i);
            if (argument.direction() != Direction.INPUT) continue;
            var adapter = ExtensionSpec.adapter(specs, ExtensionType.INPUT_ADAPTER, argument.dataType());
            if (adapter.isEmpty()) continue;
            var arguments = new LinkedHashMap<String, Object>();
            arguments.put("input", argument(argument));
            arguments.put("inputIndex", i);
            arguments.put("executable", executable(executable));
            arguments.put("executableIndex", position);
            arguments.put("processChain", chain(chain));
            calls.add(call("argument", i, adapter.get(), arguments));
        }
        if (calls.isEmpty()) return command;
        return command.toBuilder()
                .setRuntime(Runtime.PLUGIN)
                .setRuntimeName(RUNTIME)
                .setInput(line(Map.of("inputs", calls)))
                .build();
    }

    private static Map<String, Object> call(
            String about, Object which, ExtensionSpec adapter, Map<String, Object> arguments) {
        var call = new LinkedHashMap<String, Object>();
        call.put(about, which);
        call.put("plugin", adapter.name());
        call.put("args", arguments);
        return call;
    }

    /** The command that asks, when all others have succeeded, what the outputs of the chain are. */
    Optional<Command> lastCommand(PlannedChain chain) {
        var calls = new ArrayList<Map<String, Object>>();
        var names = new ArrayList<String>();
        for (int position = 0; position < chain.executables().size(); position++) {
            var executable = chain.executables().get(position);
            for (var output : executable.outputs()) {
                if (!DataType.isAdaptedBySite(output.dataType())) continue;
                var adapter = ExtensionSpec.adapter(
                                specs, ExtensionType.OUTPUT_ADAPTER, DataType.asNamed(output.dataType()))
                        .orElseThrow(() -> new IllegalStateException("no adapter for " + output.dataType()));
                int index = indexOf(executable, output.variable());
                var arguments = new LinkedHashMap<String, Object>();
                arguments.put("output", argument(executable.arguments().get(index)));
                arguments.put("outputIndex", index);
                arguments.put("executableIndex", position);
                arguments.put("processChain", chain(chain));
                calls.add(call("variable", output.variable(), adapter, arguments));
                if (!names.contains(adapter.name())) names.add(adapter.name());
            }
        }
        if (calls.isEmpty()) return Optional.empty();
        return Optional.of(Command.newBuilder()
                .setRuntime(Runtime.PLUGIN)
                .setRuntimeName(RUNTIME)
                .setLabel("outputAdapter " + String.join(", ", names))
                .setInput(line(Map.of("outputs", calls)))
                .build());
    }

    private static int indexOf(PlannedExecutable executable, String variable) {
        for (int i = 0; i < executable.arguments().size(); i++) {
            var argument = executable.arguments().get(i);
            if (argument.direction() == Direction.OUTPUT && argument.variable().equals(variable)) return i;
        }
        throw new IllegalStateException("no argument for " + variable);
    }

    /** What adapters said the outputs are, by variable. Where none is asked, a result is the program's own, and says nothing to us. */
    Map<String, List<?>> found(Outcome outcome) {
        var found = new HashMap<String, List<?>>();
        boolean isAsked = specs.stream().anyMatch(spec -> spec.type() == ExtensionType.OUTPUT_ADAPTER);
        if (!isAsked || outcome.getResult().isEmpty()) return found;
        if (answer(outcome) instanceof Map<?, ?> values)
            values.forEach((variable, value) -> {
                if (value instanceof List<?> list) found.put(String.valueOf(variable), known(list));
            });
        return found;
    }

    private static @Nullable Object answer(Outcome outcome) {
        try {
            return JsonLine.read(outcome.getResult().toStringUtf8());
        } catch (IllegalArgumentException ofTheProgram) {
            return Map.of();
        }
    }

    /** Nobody has a word for null among values. */
    private static List<Object> known(List<?> list) {
        var known = new ArrayList<Object>();
        for (var each : list) {
            if (each instanceof List<?> inner) known.add(known(inner));
            else if (each != null) known.add(each);
        }
        return known;
    }

    private static ByteString line(Object value) {
        return ByteString.copyFromUtf8(JsonLine.write(value));
    }

    // --- as Steep has them

    private static Map<String, Object> chain(PlannedChain chain) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", chain.key());
        map.put(
                "executables",
                chain.executables().stream().map(SiteAdapters::executable).toList());
        map.put("requiredCapabilities", chain.requires().names());
        map.put("priority", chain.priority());
        return map;
    }

    private static Map<String, Object> executable(PlannedExecutable executable) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", executable.id());
        map.put("path", executable.path());
        map.put("serviceId", executable.service());
        map.put(
                "arguments",
                executable.arguments().stream().map(SiteAdapters::argument).toList());
        map.put("runtime", executable.runtime());
        return map;
    }

    private static Map<String, Object> argument(ExecutableArgument argument) {
        var map = new LinkedHashMap<String, Object>();
        map.put("id", argument.id());
        if (!argument.label().isEmpty()) map.put("label", argument.label());
        var variable = new LinkedHashMap<String, Object>();
        variable.put("id", argument.variable());
        variable.put("value", argument.value());
        map.put("variable", variable);
        map.put("type", argument.direction() == Direction.INPUT ? "input" : "output");
        map.put("dataType", DataType.asNamed(argument.dataType()));
        return map;
    }
}
