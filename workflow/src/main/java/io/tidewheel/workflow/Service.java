package io.tidewheel.workflow;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A program that workflows can use: how it is called, what it needs, and how long it may take. */
public record Service(
        String id,
        String name,
        String description,
        String path,
        String runtime,
        List<ServiceParameter> parameters,
        List<RuntimeArgument> runtimeArguments,
        Capabilities requires,
        Amounts amounts,
        Optional<ActionRetries> retries,
        ExecutableTimeLimits limits,
        SourcePlace place) {
    public Service {
        parameters = List.copyOf(parameters);
        runtimeArguments = List.copyOf(runtimeArguments);
    }

    /** The same with another program. */
    public Service withPath(String other) {
        return new Service(
                id,
                name,
                description,
                other,
                runtime,
                parameters,
                runtimeArguments,
                requires,
                amounts,
                retries,
                limits,
                place);
    }

    /** The same with other parameters, and requiring this too. */
    public Service with(List<ServiceParameter> others, Capabilities also) {
        return new Service(
                id,
                name,
                description,
                path,
                runtime,
                others,
                runtimeArguments,
                requires.and(also),
                amounts,
                retries,
                limits,
                place);
    }

    public Optional<ServiceParameter> parameter(String id, Direction direction) {
        for (var parameter : parameters) {
            if (parameter.direction() == direction && parameter.id().equals(id)) return Optional.of(parameter);
        }
        return Optional.empty();
    }

    /** By id; of two with the same id the first counts. */
    public static Map<String, Service> byId(Iterable<Service> services) {
        var map = new LinkedHashMap<String, Service>();
        for (var service : services) map.putIfAbsent(service.id(), service);
        return map;
    }
}
