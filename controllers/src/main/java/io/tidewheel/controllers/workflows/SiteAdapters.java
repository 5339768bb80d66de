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
import io.tidewheel.workflow.chains.CutRules.ChainCut;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the adapters of a site mean for its workflows. An output whose type has an adapter is known only when its chain has ended and an agent that has the
 * adapter was asked; an input whose type has one is put in by such an agent. Agents that have one offer a capability, and services that need it require that.
 */
record SiteAdapters(List<ExtensionSpec> specs) {
    static final SiteAdapters NONE = new SiteAdapters(List.of());
    /** The runtime of agents that asks adapters. */
    private static final String RUNTIME = "extension";
    /** How many of its last lines a runtime may say when it fails. */
    private static final int OUTPUT_LINES = 100;

    static final Set<ExtensionType> SEEING_CHAINS =
            Set.of(ExtensionType.CHAIN_ADAPTER, ExtensionType.CONSISTENCY_CHECKER);

    private static final Set<ExtensionType> KINDS = Set.of(
            ExtensionType.INPUT_ADAPTER,
            ExtensionType.OUTPUT_ADAPTER,
            ExtensionType.CHAIN_ADAPTER,
            ExtensionType.CONSISTENCY_CHECKER,
            ExtensionType.PROGRESS_ESTIMATOR,
            ExtensionType.RUNTIME);

    SiteAdapters {
        specs = specs.stream().filter(spec -> KINDS.contains(spec.type())).toList();
    }

    /** The plug-ins that a workflow was accepted with. */
    static SiteAdapters of(List<ExtensionUse> uses) {
        return new SiteAdapters(uses.stream()
                .flatMap(use -> ExtensionType.of(use.getType()).stream().map(type -> spec(type, use)))
                .toList());
    }

    private static ExtensionSpec spec(ExtensionType type, ExtensionUse use) {
        return new ExtensionSpec(
                use.getName(),
                type,
                "",
                use.getDataType(),
                Set.copyOf(use.getServiceIdsList()),
                List.of(),
                List.of(),
                Duration.ofSeconds(1));
    }

    List<ExtensionUse> uses() {
        return specs.stream()
                .map(spec -> ExtensionUse.newBuilder()
                        .setType(spec.type().word())
                        .setName(spec.name())
                        .setDataType(spec.dataType())
                        .addAllServiceIds(spec.serviceIds().stream().sorted().toList())
                        .build())
                .toList();
    }

    // --- plug-ins that see chains

    /** The names of those of a type, in the order in which they are asked. */
    List<String> names(ExtensionType type) {
        return specs.stream()
                .filter(spec -> spec.type() == type)
                .map(ExtensionSpec::name)
                .toList();
    }

    /** How chains are cut: as Steep cuts them if there are plug-ins that see chains, since they expect that. */
    ChainCut cut() {
        return seesChains() ? ChainCut.COUNTED : ChainCut.ANCESTOR;
    }

    boolean seesChains() {
        return specs.stream().anyMatch(spec -> SEEING_CHAINS.contains(spec.type()));
    }

    boolean adaptsOutput(String type) {
        return ExtensionSpec.adapter(specs, ExtensionType.OUTPUT_ADAPTER, type).isPresent();
    }

    // --- services

    /** Whether commands with this runtime can be run. */
    boolean knowsRuntime(String runtime) {
        return ChainWork.RUNTIMES.containsKey(runtime) || runtime(runtime).isPresent();
    }

    /** The runtimes that are known, in words. */
    String runtimes() {
        var all = new TreeSet<>(ChainWork.RUNTIMES.keySet());
        specs.stream().filter(spec -> spec.type() == ExtensionType.RUNTIME).forEach(spec -> all.add(spec.dataType()));
        return String.join(", ", all);
    }

    private Optional<ExtensionSpec> runtime(String name) {
        return ChainWork.RUNTIMES.containsKey(name)
                ? Optional.empty()
                : ExtensionSpec.adapter(specs, ExtensionType.RUNTIME, name);
    }

    /** The service as it is where these adapters are. */
    Service extended(Service service) {
        if (specs.isEmpty()) return service;
        var needed = new ArrayList<String>();
        runtime(service.runtime()).map(ExtensionSpec::capability).ifPresent(needed::add);
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
        var ownRuntime = runtime(service.runtime());
        if (ownRuntime.isPresent() && isStaged)
            return Optional.of(complaint(
                    service,
                    "service '%s' is run by the plug-in %s, which works on a shared disk only"
                            .formatted(service.id(), ownRuntime.get().name()),
                    "submit it without --staged"));
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

    /** The complaint if no workflow at all can be done with these plug-ins in the wanted way; empty if there is none. */
    Optional<Complaint> complaint(boolean isStaged) {
        var adapters = names(ExtensionType.CHAIN_ADAPTER);
        if (adapters.isEmpty() || !isStaged) return Optional.empty();
        return Optional.of(new Complaint(
                "workflow",
                1,
                1,
                "its chains go to the plug-in %s, which works on a shared disk only".formatted(adapters.getFirst()),
                "submit it without --staged"));
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

    /** The command with whom to ask how far it is, if anybody is. */
    Command watched(Command command, PlannedExecutable executable) {
        return specs.stream()
                .filter(spec -> spec.type() == ExtensionType.PROGRESS_ESTIMATOR
                        && spec.serviceIds().contains(executable.service()))
                .reduce((_, later) -> later)
                .map(spec -> command.toBuilder()
                        .setEstimate(line(call(spec, Map.of("executable", ChainFields.executable(executable)))))
                        .build())
                .orElse(command);
    }

    /** The command with what is to be asked about its inputs, if anything is, or with who runs it. */
    Command adapted(Command command, PlannedChain chain, int position) {
        var executable = chain.executables().get(position);
        var own = runtime(executable.runtime());
        if (own.isPresent()) {
            var arguments = new LinkedHashMap<String, Object>();
            arguments.put("executable", ChainFields.executable(executable));
            arguments.put("outputLines", OUTPUT_LINES);
            return asking(command, Map.of("run", call(own.get(), arguments)));
        }
        var calls = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < executable.arguments().size(); i++) {
            var argument = executable.arguments().get(i);
            if (argument.direction() != Direction.INPUT) continue;
            var adapter = ExtensionSpec.adapter(specs, ExtensionType.INPUT_ADAPTER, argument.dataType());
            if (adapter.isEmpty()) continue;
            var arguments = new LinkedHashMap<String, Object>();
            arguments.put("input", ChainFields.argument(argument));
            arguments.put("inputIndex", i);
            arguments.put("executable", ChainFields.executable(executable));
            arguments.put("executableIndex", position);
            arguments.put("processChain", ChainFields.chain(chain));
            calls.add(call("argument", i, adapter.get(), arguments));
        }
        return calls.isEmpty() ? command : asking(command, Map.of("inputs", calls));
    }

    private static Command asking(Command command, Map<String, ?> what) {
        return command.toBuilder()
                .setRuntime(Runtime.PLUGIN)
                .setRuntimeName(RUNTIME)
                .setInput(line(what))
                .build();
    }

    private static Map<String, Object> call(
            String about, Object which, ExtensionSpec adapter, Map<String, Object> arguments) {
        var call = call(adapter, arguments);
        call.put(about, which);
        return call;
    }

    private static Map<String, Object> call(ExtensionSpec plugin, Map<String, Object> arguments) {
        var call = new LinkedHashMap<String, Object>();
        call.put("plugin", plugin.name());
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
                arguments.put(
                        "output", ChainFields.argument(executable.arguments().get(index)));
                arguments.put("outputIndex", index);
                arguments.put("executableIndex", position);
                arguments.put("processChain", ChainFields.chain(chain));
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

    /** The list without its nulls, for which plug-ins have no word. */
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
}
