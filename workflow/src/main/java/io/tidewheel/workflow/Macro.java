package io.tidewheel.workflow;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Actions that workflows can include under a name. Its variables are its own. */
public record Macro(
        String id,
        String name,
        String description,
        List<Parameter> parameters,
        List<Variable> variables,
        List<Action> actions,
        SourcePlace place) {
    public Macro {
        parameters = List.copyOf(parameters);
        variables = List.copyOf(variables);
        actions = List.copyOf(actions);
    }

    /**
     * What an including workflow hands in or takes out.
     *
     * @param preset the value of an input that is not given; {@code default} in files
     */
    public record Parameter(
            String id,
            String name,
            String description,
            Direction direction,
            Optional<Object> preset,
            boolean hasValue,
            SourcePlace place) {}

    /** By id; of two with the same id the first counts. */
    public static Map<String, Macro> byId(Iterable<Macro> macros) {
        var map = new LinkedHashMap<String, Macro>();
        for (var macro : macros) map.putIfAbsent(macro.id(), macro);
        return map;
    }
}
