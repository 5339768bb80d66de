package io.tidewheel.workflow.check;

import io.tidewheel.model.Need;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.Input;
import io.tidewheel.workflow.JobAction;
import io.tidewheel.workflow.Output;
import io.tidewheel.workflow.Place;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import io.tidewheel.workflow.text.Complaints;
import io.tidewheel.workflow.text.Suggestion;
import io.tidewheel.workflow.text.Trail;
import io.tidewheel.workflow.text.Values;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks whether actions use their services as these want to be used. */
final class ServiceUse {
    private final Surroundings surroundings;
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

    ServiceUse(Surroundings surroundings, Complaints complaints) {
        this.surroundings = surroundings;
        this.complaints = complaints;
    }

    /** The data type of an output; empty if it is not known. */
    String typeOf(ExecuteAction action, Output output) {
        var service = service(action.service());
        if (service == null) return "";
        return service.parameter(output.id(), Direction.OUTPUT)
                .map(ServiceParameter::dataType)
                .orElse("");
    }

    /** The same of a job: of its files there are any number. */
    String typeOf(JobAction action, Output output) {
        var service = service(action.service());
        if (service == null) return "";
        boolean counts = output.id().equals(JobAction.ITERATIONS) && JobAction.isOwn(output.id(), service);
        return counts ? DataType.COUNT : DataType.PARTS;
    }

    private @Nullable Service service(String id) {
        return surroundings.services().map(all -> all.get(id)).orElse(null);
    }

    void check(ExecuteAction action, Trail trail, Function<String, Sort> sorts) {
        var service = find(action.service(), trail, action.place());
        if (service == null) return;
        names(service, action.inputs(), action.outputs(), List.of(), trail);
        parameters(service, action, trail, sorts);
    }

    private void parameters(Service service, ExecuteAction action, Trail trail, Function<String, Sort> sorts) {
        for (var parameter : service.parameters()) {
            if (parameter.direction() == Direction.INPUT) inputs(parameter, action, trail, sorts);
            else outputs(parameter, action, trail);
        }
    }

    void check(JobAction action, Trail trail, Function<String, Sort> sorts) {
        var service = find(action.service(), trail, action.place());
        if (service == null) return;
        names(service, action.inputs(), action.outputs(), List.of(JobAction.RESULT, JobAction.ITERATIONS), trail);
        parameters(service, action.call(), trail, sorts);
        for (int i = 0; i < action.outputs().size(); i++) own(action, i, service, trail.to("outputs", i));
    }

    private void own(JobAction action, int index, Service service, Trail trail) {
        var output = action.outputs().get(index);
        if (!JobAction.isOwn(output.id(), service)) return;
        boolean again = action.outputs().subList(0, index).stream()
                .anyMatch(earlier -> earlier.id().equals(output.id()));
        if (again) {
            complaints.add(
                    trail,
                    output.place(),
                    "the output '%s' of the job is taken twice".formatted(output.id()),
                    "use the same variable in both places");
        }
        if (output.id().equals(JobAction.ITERATIONS)
                && (output.store() || !output.prefix().isEmpty())) {
            complaints.add(
                    trail,
                    output.place(),
                    "the output 'iterations' of a job is a number, not a file that could be kept",
                    "remove 'store' and 'prefix'");
        }
    }

    private @Nullable Service find(String id, Trail trail, Place place) {
        var all = surroundings.services();
        if (all.isEmpty() || id.isEmpty()) return null;
        var service = all.get().get(id);
        if (service == null) {
            complaints.add(
                    trail,
                    place,
                    "there is no service '%s'".formatted(id),
                    Suggestion.among(id, all.get().keySet(), "the services"));
        } else {
            offered(service, trail, place);
        }
        return service;
    }

    /** Told once per service: the next action would say the same. */
    private void offered(Service service, Trail trail, Place place) {
        var offered = surroundings.offered();
        var need = new Need(service.requires(), service.amounts());
        if (offered.isEmpty() || offered.get().test(need) || !unoffered.add(service.id())) return;
        if (offered.get().test(Need.of(service.requires()))) {
            tooMuch(service, trail, place);
            return;
        }
        if (service.requires().size() == 0) {
            complaints.add(
                    trail,
                    place,
                    "there is no agent and no setup to run the service '%s'".formatted(service.id()),
                    "start an agent with: tidewheel agent start --server URL --token-file FILE");
            return;
        }
        complaints.add(
                trail,
                place,
                "the service '%s' requires %s, which no agent and no setup offers together"
                        .formatted(service.id(), service.requires()),
                "start an agent with these capabilities, or add a setup that provides them");
    }

    private void tooMuch(Service service, Trail trail, Place place) {
        var who = service.requires().size() == 0 ? "" : " that offers " + service.requires();
        complaints.add(
                trail,
                place,
                "the service '%s' needs %s, and no agent and no setup%s has as much"
                        .formatted(service.id(), service.amounts(), who),
                "start a larger agent, add a setup for larger machines, or let the service need less"
                        + " (requiredCpu, requiredMemory, requiredGpu, requiredAmounts)");
    }

    /** @param own outputs that are there whatever the service says */
    private void names(Service service, List<Input> inputs, List<Output> outputs, List<String> own, Trail trail) {
        for (int i = 0; i < inputs.size(); i++) {
            var input = inputs.get(i);
            if (!input.id().isEmpty())
                name(service, input.id(), Direction.INPUT, List.of(), trail.to("inputs", i), input.place());
        }
        for (int i = 0; i < outputs.size(); i++) {
            var output = outputs.get(i);
            if (!output.id().isEmpty()) {
                name(service, output.id(), Direction.OUTPUT, own, trail.to("outputs", i), output.place());
            }
        }
    }

    private void name(Service service, String id, Direction direction, List<String> own, Trail trail, Place place) {
        if (own.contains(id) || service.parameter(id, direction).isPresent()) return;
        var names = new ArrayList<>(own);
        for (var parameter : service.parameters()) {
            if (parameter.direction() == direction) names.add(parameter.id());
        }
        complaints.add(
                trail,
                place,
                "the service '%s' has no %s '%s'".formatted(service.id(), direction, id),
                Suggestion.among(id, names, "its " + direction + "s"));
    }

    private void inputs(ServiceParameter parameter, ExecuteAction action, Trail trail, Function<String, Sort> sorts) {
        long least = 0;
        boolean more = false;
        boolean given = false;
        for (int i = 0; i < action.inputs().size(); i++) {
            var input = action.inputs().get(i);
            if (!input.id().equals(parameter.id())) continue;
            given = true;
            var sort = switch (input.source()) {
                case Input.Source.Literal(var value) -> new Sort.Value(value);
                case Input.Source.FromVariable(var variable) -> sorts.apply(variable);
            };
            type(parameter, sort, trail.to("inputs", i), input.place());
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
        if (tooFew || tooMany) wrongCount(parameter, least, action, trail);
    }

    private static long count(ServiceParameter parameter, Object value) {
        boolean asOne = parameter.dataType().equals(DataType.DIRECTORY);
        return asOne ? 1 : Values.flattened(value).size();
    }

    private void type(ServiceParameter parameter, Sort sort, Trail trail, Place place) {
        var type = parameter.dataType();
        switch (sort) {
            case Sort.Value(var value) -> {
                for (var item : Values.flattened(value)) {
                    if (DataType.fits(item, type)) continue;
                    complaints.add(
                            trail,
                            place,
                            "the value '%s' of '%s' is not of type %s"
                                    .formatted(Values.text(item), parameter.id(), type),
                            "give a value of type " + type);
                    return;
                }
            }
            case Sort.File(var maker) -> file(parameter, maker, trail, place);
            case Sort.Files(var maker) -> file(parameter, maker, trail, place);
            case Sort.Count(var maker) -> count(parameter, maker, trail, place);
            case Sort.Unknown _ -> {}
        }
    }

    private void count(ServiceParameter parameter, String maker, Trail trail, Place place) {
        var type = parameter.dataType();
        if (type.equals(DataType.INTEGER) || type.equals(DataType.FLOAT) || type.equals(DataType.STRING)) return;
        complaints.add(
                trail,
                place,
                "'%s' is of type %s, but gets a number of iterations from '%s'".formatted(parameter.id(), type, maker),
                "hand it a value of type " + type);
    }

    private void file(ServiceParameter parameter, String maker, Trail trail, Place place) {
        if (!DataType.isPlain(parameter.dataType())) return;
        complaints.add(
                trail,
                place,
                "'%s' is of type %s, but gets the name of a file from '%s'"
                        .formatted(parameter.id(), parameter.dataType(), maker),
                "hand it a value of type " + parameter.dataType());
    }

    private void outputs(ServiceParameter parameter, ExecuteAction action, Trail trail) {
        long count = action.outputs().stream()
                .filter(output -> output.id().equals(parameter.id()))
                .count();
        if (!parameter.cardinality().allows(count)) wrongCount(parameter, count, action, trail);
    }

    private void wrongCount(ServiceParameter parameter, long count, ExecuteAction action, Trail trail) {
        complaints.add(
                trail,
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
