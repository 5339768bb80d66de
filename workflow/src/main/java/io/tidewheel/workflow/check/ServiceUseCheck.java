package io.tidewheel.workflow.check;

import io.tidewheel.model.RequiredResources;
import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ActionOutput;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.FieldPath;
import io.tidewheel.workflow.text.FreeValues;
import io.tidewheel.workflow.text.NameSuggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks whether actions use their services as these want to be used. */
final class ServiceUseCheck {
    private final CheckContext surroundings;
    private final Complaints complaints;
    private final Set<String> unoffered = new HashSet<>();

    /** What is known about the value of a variable beforehand. */
    sealed interface Sort {
        record Value(Object value) implements Sort {}

        /** The name of one file, made by an action. */
        record File(String maker) implements Sort {}

        /** Any number of names of files. */
        record Files(String maker) implements Sort {}

        /** A number that a job tells. */
        record Count(String maker) implements Sort {}

        record Unknown() implements Sort {}
    }

    ServiceUseCheck(CheckContext surroundings, Complaints complaints) {
        this.surroundings = surroundings;
        this.complaints = complaints;
    }

    /** The data type of an output; empty if it is not known. */
    String typeOf(ExecuteAction action, ActionOutput output) {
        var service = service(action.service());
        if (service == null) return "";
        return service.parameter(output.id(), Direction.OUTPUT)
                .map(ServiceParameter::dataType)
                .orElse("");
    }

    /** The same of a job: of its files there are any number. */
    String typeOf(JobAction action, ActionOutput output) {
        var service = service(action.service());
        if (service == null) return "";
        boolean counts = output.id().equals(JobAction.ITERATIONS) && JobAction.isOwn(output.id(), service);
        return counts ? DataType.COUNT : DataType.PARTS;
    }

    private @Nullable Service service(String id) {
        return surroundings.services().map(all -> all.get(id)).orElse(null);
    }

    void check(ExecuteAction action, FieldPath path, Function<String, Sort> sorts) {
        var service = find(action.service(), path, action.place());
        if (service == null) return;
        names(service, action.inputs(), action.outputs(), List.of(), path);
        parameters(service, action, path, sorts);
    }

    private void parameters(Service service, ExecuteAction action, FieldPath path, Function<String, Sort> sorts) {
        for (var parameter : service.parameters()) {
            if (parameter.direction() == Direction.INPUT) inputs(parameter, action, path, sorts);
            else outputs(parameter, action, path);
        }
    }

    void check(JobAction action, FieldPath path, Function<String, Sort> sorts) {
        var service = find(action.service(), path, action.place());
        if (service == null) return;
        names(service, action.inputs(), action.outputs(), List.of(JobAction.RESULT, JobAction.ITERATIONS), path);
        parameters(service, action.call(), path, sorts);
        for (int i = 0; i < action.outputs().size(); i++) own(action, i, service, path.to("outputs", i));
    }

    private void own(JobAction action, int index, Service service, FieldPath path) {
        var output = action.outputs().get(index);
        if (!JobAction.isOwn(output.id(), service)) return;
        boolean again = action.outputs().subList(0, index).stream()
                .anyMatch(earlier -> earlier.id().equals(output.id()));
        if (again) {
            complaints.add(
                    path,
                    output.place(),
                    "the output '%s' of the job is taken twice".formatted(output.id()),
                    "use the same variable in both places");
        }
        if (output.id().equals(JobAction.ITERATIONS)
                && (output.store() || !output.prefix().isEmpty())) {
            complaints.add(
                    path,
                    output.place(),
                    "the output 'iterations' of a job is a number, not a file that could be kept",
                    "remove 'store' and 'prefix'");
        }
    }

    private @Nullable Service find(String id, FieldPath path, SourcePlace place) {
        var all = surroundings.services();
        if (all.isEmpty() || id.isEmpty()) return null;
        var service = all.get().get(id);
        if (service == null) {
            complaints.add(
                    path,
                    place,
                    "there is no service '%s'".formatted(id),
                    NameSuggestion.among(id, all.get().keySet(), "the services"));
        } else {
            offered(service, path, place);
        }
        return service;
    }

    /** Told once per service: the next action would say the same. */
    private void offered(Service service, FieldPath path, SourcePlace place) {
        var offered = surroundings.offered();
        var need = new RequiredResources(service.requires(), service.amounts());
        if (offered.isEmpty() || offered.get().test(need) || !unoffered.add(service.id())) return;
        if (offered.get().test(RequiredResources.of(service.requires()))) {
            tooMuch(service, path, place);
            return;
        }
        if (service.requires().size() == 0) {
            complaints.add(
                    path,
                    place,
                    "there is no agent and no setup to run the service '%s'".formatted(service.id()),
                    "start an agent with: tidewheel agent start --server URL --token-file FILE");
            return;
        }
        complaints.add(
                path,
                place,
                "the service '%s' requires %s, which no agent and no setup offers together"
                        .formatted(service.id(), service.requires()),
                "start an agent with these capabilities, or add a setup that provides them");
    }

    private void tooMuch(Service service, FieldPath path, SourcePlace place) {
        var who = service.requires().size() == 0 ? "" : " that offers " + service.requires();
        complaints.add(
                path,
                place,
                "the service '%s' needs %s, and no agent and no setup%s has as much"
                        .formatted(service.id(), service.amounts(), who),
                "start a larger agent, add a setup for larger machines, or let the service need less"
                        + " (requiredCpu, requiredMemory, requiredGpu, requiredAmounts)");
    }

    /** @param own outputs that are there whatever the service says */
    private void names(
            Service service, List<ActionInput> inputs, List<ActionOutput> outputs, List<String> own, FieldPath path) {
        for (int i = 0; i < inputs.size(); i++) {
            var input = inputs.get(i);
            if (!input.id().isEmpty())
                name(service, input.id(), Direction.INPUT, List.of(), path.to("inputs", i), input.place());
        }
        for (int i = 0; i < outputs.size(); i++) {
            var output = outputs.get(i);
            if (!output.id().isEmpty()) {
                name(service, output.id(), Direction.OUTPUT, own, path.to("outputs", i), output.place());
            }
        }
    }

    private void name(
            Service service, String id, Direction direction, List<String> own, FieldPath path, SourcePlace place) {
        if (own.contains(id) || service.parameter(id, direction).isPresent()) return;
        var names = new ArrayList<>(own);
        for (var parameter : service.parameters()) {
            if (parameter.direction() == direction) names.add(parameter.id());
        }
        complaints.add(
                path,
                place,
                "the service '%s' has no %s '%s'".formatted(service.id(), direction, id),
                NameSuggestion.among(id, names, "its " + direction + "s"));
    }

    private void inputs(
            ServiceParameter parameter, ExecuteAction action, FieldPath path, Function<String, Sort> sorts) {
        long least = 0;
        boolean more = false;
        boolean given = false;
        for (int i = 0; i < action.inputs().size(); i++) {
            var input = action.inputs().get(i);
            if (!input.id().equals(parameter.id())) continue;
            given = true;
            var sort = switch (input.source()) {
                case ActionInput.Source.Literal(var value) -> new Sort.Value(value);
                case ActionInput.Source.FromVariable(var variable) -> sorts.apply(variable);
            };
            type(parameter, sort, path.to("inputs", i), input.place());
            switch (sort) {
                case Sort.Value(var value) -> least += count(parameter, value);
                case Sort.File _, Sort.Count _ -> least++;
                case Sort.Files _ -> {
                    if (parameter.dataType().equals(DataType.DIRECTORY)) least++;
                    else more = true;
                }
                case Sort.Unknown _ -> more = true;
            }
        }
        if (!given
                && parameter.cardinality().lower() == 1
                && parameter.cardinality().upper() == 1
                && parameter.preset().isPresent()) {
            return;
        }
        boolean tooFew = least < parameter.cardinality().lower() && !more;
        boolean tooMany = least > 0
                && !parameter
                        .cardinality()
                        .allows(Math.max(least, parameter.cardinality().lower()));
        if (tooFew || tooMany) wrongCount(parameter, least, action, path);
    }

    private static long count(ServiceParameter parameter, Object value) {
        boolean asOne = parameter.dataType().equals(DataType.DIRECTORY);
        return asOne ? 1 : FreeValues.flattened(value).size();
    }

    private void type(ServiceParameter parameter, Sort sort, FieldPath path, SourcePlace place) {
        var type = parameter.dataType();
        switch (sort) {
            case Sort.Value(var value) -> {
                for (var item : FreeValues.flattened(value)) {
                    if (DataType.fits(item, type)) continue;
                    complaints.add(
                            path,
                            place,
                            "the value '%s' of '%s' is not of type %s"
                                    .formatted(FreeValues.text(item), parameter.id(), type),
                            "give a value of type " + type);
                    return;
                }
            }
            case Sort.File(var maker) -> file(parameter, maker, path, place);
            case Sort.Files(var maker) -> file(parameter, maker, path, place);
            case Sort.Count(var maker) -> count(parameter, maker, path, place);
            case Sort.Unknown _ -> {}
        }
    }

    private void count(ServiceParameter parameter, String maker, FieldPath path, SourcePlace place) {
        var type = parameter.dataType();
        if (type.equals(DataType.INTEGER) || type.equals(DataType.FLOAT) || type.equals(DataType.STRING)) return;
        complaints.add(
                path,
                place,
                "'%s' is of type %s, but gets a number of iterations from '%s'".formatted(parameter.id(), type, maker),
                "hand it a value of type " + type);
    }

    private void file(ServiceParameter parameter, String maker, FieldPath path, SourcePlace place) {
        if (!DataType.isPlain(parameter.dataType())) return;
        complaints.add(
                path,
                place,
                "'%s' is of type %s, but gets the name of a file from '%s'"
                        .formatted(parameter.id(), parameter.dataType(), maker),
                "hand it a value of type " + parameter.dataType());
    }

    private void outputs(ServiceParameter parameter, ExecuteAction action, FieldPath path) {
        long count = action.outputs().stream()
                .filter(output -> output.id().equals(parameter.id()))
                .count();
        if (!parameter.cardinality().allows(count)) wrongCount(parameter, count, action, path);
    }

    private void wrongCount(ServiceParameter parameter, long count, ExecuteAction action, FieldPath path) {
        complaints.add(
                path,
                action.place(),
                "the %s '%s' of '%s' is given %s, but its cardinality is %s"
                        .formatted(
                                parameter.direction(),
                                parameter.id(),
                                action.service(),
                                count == 1 ? "once" : count == 0 ? "nowhere" : count + " times",
                                parameter.cardinality()),
                count < parameter.cardinality().lower()
                        ? "add it to the %ss".formatted(parameter.direction())
                        : "give it less often");
    }
}
