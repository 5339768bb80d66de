package io.tidewheel.server.endpoints;

import io.tidewheel.workflow.ActionRetries;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.RuntimeArgument;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Services in JSON, with the fields of their files. */
public final class ServiceJson {
    private ServiceJson() {}

    /** The text of an object with all services as its {@code items}. */
    public static byte[] items(Collection<Service> services) {
        var node = SteepJson.object();
        node.set("items", all(services));
        return SteepJson.bytes(node);
    }

    public static ArrayNode all(Collection<Service> services) {
        var list = SteepJson.array();
        services.forEach(service -> list.add(of(service)));
        return list;
    }

    public static ObjectNode of(Service service) {
        var node = SteepJson.object();
        node.put("id", service.id());
        node.put("name", service.name());
        node.put("description", service.description());
        node.put("path", service.path());
        node.put("runtime", service.runtime());
        var parameters = node.putArray("parameters");
        service.parameters().forEach(parameter -> parameters.add(of(parameter)));
        node.set("runtimeArgs", runtimeArguments(service.runtimeArguments()));
        node.set("requiredCapabilities", SteepJson.array(service.requires().names()));
        service.retries().ifPresent(retries -> {
            switch (retries) {
                case ActionRetries.Skip() -> node.putObject("retries").put("maxAttempts", 0);
                case ActionRetries.Policy(var policy) -> node.set("retries", SteepJson.of(policy));
            }
        });
        SteepJson.putTimeout(node, "maxInactivity", service.limits().maxInactivity());
        SteepJson.putTimeout(node, "maxRuntime", service.limits().maxRuntime());
        SteepJson.putTimeout(node, "deadline", service.limits().deadline());
        return node;
    }

    private static ObjectNode of(ServiceParameter parameter) {
        var node = SteepJson.object();
        node.put("id", parameter.id());
        node.put("name", parameter.name());
        node.put("description", parameter.description());
        node.put("type", parameter.direction() == Direction.INPUT ? "input" : "output");
        node.put("cardinality", parameter.cardinality().toString());
        node.put("dataType", parameter.dataType());
        parameter.preset().ifPresent(value -> node.set("default", SteepJson.of(value)));
        if (!parameter.fileSuffix().isEmpty()) node.put("fileSuffix", parameter.fileSuffix());
        if (!parameter.label().isEmpty()) node.put("label", parameter.label());
        return node;
    }

    public static ArrayNode runtimeArguments(List<RuntimeArgument> arguments) {
        var list = SteepJson.array();
        for (var argument : arguments) {
            var node = list.addObject();
            node.put("id", argument.id());
            node.put("name", argument.name());
            node.put("description", argument.description());
            node.put("dataType", argument.dataType());
            if (!argument.label().isEmpty()) node.put("label", argument.label());
            if (!argument.value().isEmpty()) node.put("value", argument.value());
        }
        return list;
    }
}
