package io.tidewheel.workflow.check;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.Workflow;
import io.tidewheel.workflow.chains.MacroExpansion;
import io.tidewheel.workflow.text.FreeValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which values in the text of a workflow name files, seen from the services that they are handed to. */
public final class FileValues {
    private final Map<String, Service> services;
    private final Map<String, Named> found = new LinkedHashMap<>();
    private final Map<String, Use> uses = new HashMap<>();
    /** The list that an enumerator goes through. */
    private final Map<String, String> lists = new HashMap<>();

    /**
     * A value that names a file or a folder, or might.
     *
     * @param sure it does, by the type of the parameter it is handed to; of types that we know nothing of, it may
     * @param place where it first stands in the file
     */
    public record Named(String value, boolean sure, SourcePlace place) {}

    private enum Use {
        NONE,
        MAYBE,
        FILE
    }

    private FileValues(Map<String, Service> services) {
        this.services = services;
    }

    /** Each value once, in the order of the file. Services and macros that are not known tell nothing. */
    public static List<Named> of(Workflow workflow, Map<String, Service> services, Map<String, Macro> macros) {
        var values = new FileValues(services);
        boolean known = values.knowsAll(workflow.actions(), macros);
        var whole = known ? MacroExpansion.expand(workflow, macros) : workflow;
        values.look(whole.actions());
        values.followLists();
        for (var variable : whole.variables()) {
            var use = values.uses.getOrDefault(variable.id(), Use.NONE);
            variable.value().ifPresent(value -> values.add(value, use, variable.place()));
        }
        return values.found.values().stream()
                .sorted((one, other) -> one.place.compareTo(other.place))
                .toList();
    }

    private boolean knowsAll(List<Action> actions, Map<String, Macro> macros) {
        boolean known = true;
        for (var action : actions) {
            if (action instanceof ForEachAction loop) known &= knowsAll(loop.actions(), macros);
            if (action instanceof IncludeAction include) known &= macros.containsKey(include.macro());
        }
        return known;
    }

    private void look(List<Action> actions) {
        for (var action : actions) {
            switch (action) {
                case ExecuteAction execute -> look(execute);
                case JobAction job -> look(job.call());
                case ForEachAction loop -> {
                    lists.put(loop.enumerator(), loop.input());
                    look(loop.actions());
                }
                case IncludeAction include -> include.inputs().forEach(input -> look(input, Use.MAYBE));
            }
        }
    }

    private void look(ExecuteAction action) {
        var service = services.get(action.service());
        if (service == null) return;
        for (var parameter : service.parameters()) {
            if (parameter.direction() == Direction.OUTPUT) continue;
            var use = use(parameter.dataType());
            for (var input : action.inputs()) if (input.id().equals(parameter.id())) look(input, use);
        }
    }

    private static Use use(String type) {
        if (type.equals("file") || type.equals(DataType.DIRECTORY)) return Use.FILE;
        return DataType.isPlain(type) || type.equals(DataType.STRING) ? Use.NONE : Use.MAYBE;
    }

    private void look(ActionInput input, Use use) {
        switch (input.source()) {
            case ActionInput.Source.Literal(var value) -> add(value, use, input.place());
            case ActionInput.Source.FromVariable(var variable) -> mark(variable, use);
        }
    }

    private boolean mark(String variable, Use use) {
        var before = uses.getOrDefault(variable, Use.NONE);
        if (use.compareTo(before) <= 0) return false;
        uses.put(variable, use);
        return true;
    }

    /** What is in a list is used as whoever goes through it uses it; loops in loops need another round. */
    private void followLists() {
        boolean more = true;
        while (more) {
            more = false;
            for (var loop : lists.entrySet()) more |= mark(loop.getValue(), uses.getOrDefault(loop.getKey(), Use.NONE));
        }
    }

    private void add(Object value, Use use, SourcePlace place) {
        if (use == Use.NONE) return;
        var items = new ArrayList<Object>();
        if (value instanceof Collection<?>) items.addAll(FreeValues.flattened(value));
        else items.add(value);
        for (var item : items) {
            if (!(item instanceof String text) || text.isEmpty()) continue;
            boolean sure = use == Use.FILE;
            found.merge(text, new Named(text, sure, place), FileValues::both);
        }
    }

    private static Named both(Named one, Named other) {
        var first = one.place.compareTo(other.place) <= 0 ? one : other;
        return new Named(first.value, one.sure || other.sure, first.place);
    }
}
