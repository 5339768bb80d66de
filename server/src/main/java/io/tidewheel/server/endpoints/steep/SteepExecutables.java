package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.protocol.wire.ArgumentNote;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.TimeLimit;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.endpoints.ServiceJson;
import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands of a chain as Steep describes them: the service that each of them is a call of, and what every word stands for. */
final class SteepExecutables {
    private final Map<String, Service> services;

    SteepExecutables(Map<String, Service> services) {
        this.services = services;
    }

    ArrayNode json(ChainRecord chain, Work work) {
        var actions = List.of(chain.parameter().split("\n", -1));
        var list = SteepJson.array();
        for (int i = 0; i < work.getCommandsCount(); i++) {
            var id = i < actions.size() ? actions.get(i) : Integer.toString(i);
            list.add(one(id, work.getCommands(i)));
        }
        return list;
    }

    private static String runtime(Command command) {
        return command.getRuntime() == Runtime.PLUGIN
                ? command.getRuntimeName()
                : command.getRuntime().name().toLowerCase(Locale.ROOT);
    }

    private ObjectNode one(String id, Command command) {
        var node = SteepJson.object();
        var label = command.getLabel();
        var end = " (" + id + ")";
        var serviceId = label.endsWith(end) ? label.substring(0, label.length() - end.length()) : label;
        var service = Optional.ofNullable(services.get(serviceId));
        node.put("id", id);
        node.put("path", service.map(Service::path).orElseGet(() -> program(command)));
        node.put("serviceId", serviceId);
        node.set("arguments", arguments(command, service));
        node.put("runtime", service.map(Service::runtime).orElseGet(() -> runtime(command)));
        node.set(
                "runtimeArgs",
                ServiceJson.runtimeArguments(
                        service.map(Service::runtimeArguments).orElse(List.of())));
        if (command.hasRetry()) node.set("retries", SteepJson.of(retry(command)));
        putLimit(node, "maxInactivity", command.hasMaxInactivity(), command.getMaxInactivity());
        putLimit(node, "maxRuntime", command.hasMaxRuntime(), command.getMaxRuntime());
        putLimit(node, "deadline", command.hasDeadline(), command.getDeadline());
        return node;
    }

    private static String program(Command command) {
        if (command.getRuntime() == Runtime.CONTAINER) return command.getImage();
        return command.getArgumentsCount() == 0 ? "" : command.getArguments(0);
    }

    private static RetryPolicy retry(Command command) {
        var rule = command.getRetry();
        return new RetryPolicy(
                rule.getMaxAttempts() == 0 ? 1 : rule.getMaxAttempts(),
                Duration.ofMillis(rule.getDelayMillis()),
                Math.max(1, rule.getExponentialBackoff()),
                rule.getMaxDelayMillis() == 0 ? RetryPolicy.LONGEST : Duration.ofMillis(rule.getMaxDelayMillis()));
    }

    private static void putLimit(ObjectNode node, String name, boolean present, TimeLimit limit) {
        if (!present) return;
        var inner = node.putObject(name);
        inner.put("timeout", limit.getMillis());
        inner.put("errorOnTimeout", limit.getFails());
    }

    private static ArrayNode arguments(Command command, Optional<Service> service) {
        var list = SteepJson.array();
        int next = command.getRuntime() == Runtime.CONTAINER ? 0 : 1;
        for (var note : command.getNotesList()) {
            int end = Math.min(next + note.getWords(), command.getArgumentsCount());
            list.add(argument(note, command.getArgumentsList().subList(Math.min(next, end), end), service));
            next = end;
        }
        return list;
    }

    private static ObjectNode argument(ArgumentNote note, List<String> words, Optional<Service> service) {
        var direction = note.getOutput() ? Direction.OUTPUT : Direction.INPUT;
        var parameter = service.flatMap(known -> known.parameter(note.getParameter(), direction));
        var dataType = parameter.map(ServiceParameter::dataType).orElse(DataType.STRING);
        var label = parameter.map(ServiceParameter::label).orElse("");
        boolean flag = dataType.equals(DataType.BOOLEAN);
        var node = SteepJson.object();
        node.put("id", note.getParameter());
        if (!label.isEmpty()) node.put("label", label);
        var variable = node.putObject("variable");
        variable.put("id", note.getVariable().isEmpty() ? note.getParameter() : note.getVariable());
        if (words.isEmpty()) variable.put("value", note.getValue());
        else variable.put("value", flag ? "true" : words.getLast());
        node.put("type", note.getOutput() ? "output" : "input");
        node.put("dataType", dataType);
        return node;
    }
}
