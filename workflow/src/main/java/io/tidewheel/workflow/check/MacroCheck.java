package io.tidewheel.workflow.check;

import io.tidewheel.workflow.Action;
import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ForEachAction;
import io.tidewheel.workflow.IncludeAction;
import io.tidewheel.workflow.Macro;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.FieldPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds what is wrong with macros. */
public final class MacroCheck {
    private final List<Macro> macros;
    private final CheckContext surroundings;
    private final Complaints complaints = new Complaints();

    private MacroCheck(List<Macro> macros, CheckContext surroundings) {
        this.macros = macros;
        this.surroundings = surroundings;
    }

    /** @param macros those of one file; the surroundings contain all there are, these included */
    public static List<Complaint> check(List<Macro> macros, CheckContext surroundings) {
        var check = new MacroCheck(macros, surroundings);
        for (int i = 0; i < macros.size(); i++) check.check(macros.get(i), FieldPath.of("macros[" + i + "]"));
        check.circles();
        return check.complaints.complaints().stream().sorted(Complaint.IN_ORDER).toList();
    }

    private void check(Macro macro, FieldPath path) {
        var parameters = parameters(macro, path);
        var declared = new HashSet<String>();
        for (int i = 0; i < macro.variables().size(); i++) {
            var variable = macro.variables().get(i);
            if (parameters.containsKey(variable.id()) && declared.add(variable.id())) {
                complaints.add(
                        path.to("vars", i),
                        variable.place(),
                        "the parameter '%s' is declared as a variable again".formatted(variable.id()),
                        "remove it here, or rename it");
            }
        }
        new BodyCheck(path, macro.variables(), macro.actions(), parameters, surroundings, complaints).run();
    }

    private Map<String, Macro.Parameter> parameters(Macro macro, FieldPath path) {
        var parameters = new LinkedHashMap<String, Macro.Parameter>();
        for (int i = 0; i < macro.parameters().size(); i++) {
            var parameter = macro.parameters().get(i);
            var place = path.to("parameters", i);
            if (parameters.putIfAbsent(parameter.id(), parameter) != null) {
                complaints.add(
                        place,
                        parameter.place(),
                        "there are two parameters '%s'".formatted(parameter.id()),
                        "rename one of them");
            }
            checkValue(parameter, place);
        }
        return parameters;
    }

    private void checkValue(Macro.Parameter parameter, FieldPath place) {
        if (parameter.direction() == Direction.OUTPUT && parameter.preset().isPresent()) {
            complaints.add(
                    place,
                    parameter.place(),
                    "the output '%s' has a default".formatted(parameter.id()),
                    "only inputs can have one: remove it");
        }
        if (parameter.hasValue()) {
            complaints.add(
                    place,
                    parameter.place(),
                    "the parameter '%s' has a value".formatted(parameter.id()),
                    "values come from the workflow: write 'default' for one that need not be given");
        }
    }

    /** Tells of each circle once, at the first macro that leads into it. */
    private void circles() {
        var all = new HashMap<>(surroundings.macros());
        macros.forEach(macro -> all.putIfAbsent(macro.id(), macro));
        var done = new HashSet<String>();
        for (int i = 0; i < macros.size(); i++) {
            follow(macros.get(i), FieldPath.of("macros[" + i + "]"), all, new LinkedHashSet<>(), done);
        }
    }

    private void follow(Macro macro, FieldPath start, Map<String, Macro> all, Set<String> way, Set<String> done) {
        if (done.contains(macro.id())) return;
        way.add(macro.id());
        for (var included : includes(macro.actions())) {
            var next = all.get(included);
            if (way.contains(included)) {
                var circle = new ArrayList<>(way).subList(List.copyOf(way).indexOf(included), way.size());
                complaints.add(
                        start,
                        macro.place(),
                        "macros include each other in a circle: %s -> %s"
                                .formatted(String.join(" -> ", circle), included),
                        "remove one of these includes");
            } else if (next != null) {
                follow(next, start, all, way, done);
            }
        }
        way.remove(macro.id());
        done.add(macro.id());
    }

    private static Set<String> includes(List<Action> actions) {
        var found = new LinkedHashSet<String>();
        for (var action : actions) {
            if (action instanceof IncludeAction include) found.add(include.macro());
            if (action instanceof ForEachAction loop) found.addAll(includes(loop.actions()));
        }
        return found;
    }
}
