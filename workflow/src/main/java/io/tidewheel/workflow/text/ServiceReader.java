package io.tidewheel.workflow.text;

import io.tidewheel.model.Capabilities;
import io.tidewheel.workflow.Cardinality;
import io.tidewheel.workflow.DataType;
import io.tidewheel.workflow.Direction;
import io.tidewheel.workflow.RuntimeArgument;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads lists of services. */
public final class ServiceReader {
    private static final Set<String> SERVICE = Set.of(
            "id",
            "name",
            "description",
            "path",
            "runtime",
            "parameters",
            "runtimeArgs",
            "requiredCapabilities",
            "requiredCpu",
            "requiredMemory",
            "requiredGpu",
            "requiredAmounts",
            "retries",
            "maxInactivity",
            "maxRuntime",
            "deadline");
    private static final Set<String> PARAMETER =
            Set.of("id", "name", "description", "type", "cardinality", "dataType", "default", "fileSuffix", "label");
    private static final Set<String> RUNTIME_ARGUMENT =
            Set.of("id", "name", "description", "dataType", "label", "value");

    private final Complaints complaints = new Complaints();

    private ServiceReader() {}

    public static ReadResult<List<Service>> read(String text) {
        var reader = new ServiceReader();
        return ListReader.read("services", text, reader.complaints, SERVICE, reader::service, Service::id);
    }

    private Service service(FieldReader fields) {
        var id = fields.text("id", "id: cp");
        return new Service(
                id,
                fields.text("name", "name: Copy"),
                fields.text("description", "description: Copies a file"),
                fields.text("path", "path: /bin/cp"),
                fields.text("runtime", "runtime: other"),
                parameters(fields),
                runtimeArguments(fields),
                capabilities(fields, "requiredCapabilities"),
                LimitReader.amounts(fields),
                LimitReader.retries(fields, "retries"),
                LimitReader.limits(fields),
                fields.place());
    }

    static Capabilities capabilities(FieldReader fields, String name) {
        try {
            return Capabilities.of(fields.texts(name, name + ": [docker]"));
        } catch (IllegalArgumentException wrong) {
            fields.complain(name, String.valueOf(wrong.getMessage()), "example: %s: [docker, gpu]".formatted(name));
            return Capabilities.NONE;
        }
    }

    private List<ServiceParameter> parameters(FieldReader fields) {
        fields.require("parameters", "parameters: []");
        var trees = fields.list("parameters", "parameters: []");
        var parameters = new ArrayList<ServiceParameter>(trees.size());
        var ids = new HashSet<String>();
        for (int i = 0; i < trees.size(); i++) {
            var path = fields.path().to("parameters", i);
            if (!(trees.get(i) instanceof Mapping mapping)) {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "a parameter is an object, not " + trees.get(i).kind(),
                        "example: {id: input_file, name: Input, description: What is copied, type: input, cardinality:"
                                + " 1..1}");
                continue;
            }
            var inner = new FieldReader(mapping, path, complaints, PARAMETER);
            var parameter = parameter(inner);
            if (!parameter.id().isEmpty() && !ids.add(parameter.id())) {
                inner.complain("id", "there are two parameters '%s'".formatted(parameter.id()), "rename one of them");
            }
            parameters.add(parameter);
        }
        return parameters;
    }

    private static ServiceParameter parameter(FieldReader fields) {
        var id = fields.text("id", "id: input_file");
        var name = fields.text("name", "name: Input");
        var description = fields.text("description", "description: What is copied");
        var direction = direction(fields);
        var dataType = fields.optionalText("dataType", "dataType: string").orElse(DataType.STRING);
        var preset = fields.value("default");
        if (preset.isPresent() && !DataType.fits(preset.get(), dataType)) {
            fields.complain(
                    "default",
                    "the default '%s' is not of type %s".formatted(FreeValues.text(preset.get()), dataType),
                    "correct the default or the dataType");
        }
        return new ServiceParameter(
                id,
                name,
                description,
                direction,
                cardinality(fields),
                dataType,
                preset,
                fields.optionalText("fileSuffix", "fileSuffix: .txt").orElse(""),
                fields.optionalText("label", "label: --input").orElse(""),
                fields.place());
    }

    /** Input, if it cannot be read. */
    static Direction direction(FieldReader fields) {
        var type = fields.text("type", "type: input");
        switch (type) {
            case "", "input" -> {
                return Direction.INPUT;
            }
            case "output" -> {
                return Direction.OUTPUT;
            }
            case "argument" ->
                fields.complain("type", "parameters of type 'argument' are no longer there", "write type: input");
            default -> fields.complain("type", "unknown type '%s'".formatted(type), "it is input or output");
        }
        return Direction.INPUT;
    }

    private static Cardinality cardinality(FieldReader fields) {
        var text = fields.text("cardinality", "cardinality: 1..1");
        if (text.isEmpty()) return Cardinality.ONE;
        try {
            return Cardinality.parse(text);
        } catch (IllegalArgumentException wrong) {
            fields.complain("cardinality", String.valueOf(wrong.getMessage()), "example: cardinality: 1..1");
            return Cardinality.ONE;
        }
    }

    private List<RuntimeArgument> runtimeArguments(FieldReader fields) {
        var trees = fields.list("runtimeArgs", "runtimeArgs: []");
        var arguments = new ArrayList<RuntimeArgument>(trees.size());
        for (int i = 0; i < trees.size(); i++) {
            var path = fields.path().to("runtimeArgs", i);
            if (!(trees.get(i) instanceof Mapping mapping)) {
                complaints.add(
                        path,
                        trees.get(i).place(),
                        "a runtime argument is an object, not " + trees.get(i).kind(),
                        "example: {id: network, name: Network, description: None, label: --network, value: none}");
                continue;
            }
            var inner = new FieldReader(mapping, path, complaints, RUNTIME_ARGUMENT);
            arguments.add(new RuntimeArgument(
                    inner.text("id", "id: network"),
                    inner.text("name", "name: Network"),
                    inner.text("description", "description: The network it sees"),
                    inner.optionalText("dataType", "dataType: string").orElse(DataType.STRING),
                    inner.optionalText("label", "label: --network").orElse(""),
                    inner.value("value").map(FreeValues::text).orElse("")));
        }
        return arguments;
    }

    /** Several files together: complains about services that are in two of them. The key is the name of the file. */
    public static Optional<String> twice(Map<String, List<Service>> files) {
        var seen = new HashMap<String, String>();
        for (var file : files.entrySet()) {
            for (var service : file.getValue()) {
                var other = seen.putIfAbsent(service.id(), file.getKey());
                if (other != null && !other.equals(file.getKey())) {
                    return Optional.of("service '%s' is in %s and in %s".formatted(service.id(), other, file.getKey()));
                }
            }
        }
        return Optional.empty();
    }
}
