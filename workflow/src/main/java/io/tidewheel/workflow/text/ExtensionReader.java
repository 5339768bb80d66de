package io.tidewheel.workflow.text;

import io.tidewheel.model.Durations;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads Steep's lists of plug-ins, with what we add to them: the program that answers ({@code command}) and how long it may take. */
public final class ExtensionReader {
    private static final Set<String> FIELDS = Set.of(
            "name",
            "type",
            "scriptFile",
            "version",
            "supportedDataType",
            "supportedRuntime",
            "supportedServiceIds",
            "dependsOn",
            "command",
            "timeout");
    private static final Set<ExtensionType> ADAPTERS =
            Set.of(ExtensionType.INPUT_ADAPTER, ExtensionType.OUTPUT_ADAPTER);
    private static final Set<ExtensionType> DEPENDING = Set.of(
            ExtensionType.INITIALIZER,
            ExtensionType.CHAIN_ADAPTER,
            ExtensionType.CONSISTENCY_CHECKER,
            ExtensionType.SETUP_ADAPTER);

    private static final Set<String> OWN_RUNTIMES = Set.of("other", "docker", "kubernetes", "noop", "sleep");

    private final Complaints complaints = new Complaints();

    private ExtensionReader() {}

    public static ReadResult<List<ExtensionSpec>> read(String text) {
        var reader = new ExtensionReader();
        return ListReader.read("plugins", text, reader.complaints, FIELDS, reader::extension, ExtensionSpec::name);
    }

    private ExtensionSpec extension(FieldReader fields) {
        var name = fields.text("name", "name: removeId");
        var type = type(fields);
        var version = fields.optionalText("version", "version: 1.0.0").orElse("");
        if (fields.has("version") && !version.matches("\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?"))
            fields.complain("version", "'%s' is no semantic version".formatted(version), "example: version: 1.0.0");
        return new ExtensionSpec(
                name,
                type,
                version,
                dataType(fields, type),
                serviceIds(fields, type),
                dependsOn(fields, type),
                command(fields, name),
                limit(fields, type));
    }

    private static ExtensionType type(FieldReader fields) {
        var word = fields.text("type", "type: outputAdapter");
        var type = ExtensionType.of(word);
        if (type.isEmpty() && !word.isEmpty())
            fields.complain("type", "'%s' is no type of a plug-in".formatted(word), "use one of: " + words());
        return type.orElse(ExtensionType.INITIALIZER);
    }

    private static String words() {
        return Arrays.stream(ExtensionType.values()).map(ExtensionType::word).collect(Collectors.joining(", "));
    }

    private static String dataType(FieldReader fields, ExtensionType type) {
        if (ADAPTERS.contains(type)) return fields.text("supportedDataType", "supportedDataType: fits");
        if (type == ExtensionType.RUNTIME) return runtime(fields);
        refuse(fields, "supportedDataType", type);
        refuse(fields, "supportedRuntime", type);
        return "";
    }

    private static String runtime(FieldReader fields) {
        var name = fields.text("supportedRuntime", "supportedRuntime: ignoreError");
        if (OWN_RUNTIMES.contains(name))
            fields.complain(
                    "supportedRuntime",
                    "the runtime '%s' cannot be replaced".formatted(name),
                    "give it another name, and name that in services");
        return name;
    }

    private static Set<String> serviceIds(FieldReader fields, ExtensionType type) {
        if (type == ExtensionType.PROGRESS_ESTIMATOR) {
            fields.require("supportedServiceIds", "supportedServiceIds: [cp]");
            return Set.copyOf(fields.texts("supportedServiceIds", "supportedServiceIds: [cp]"));
        }
        refuse(fields, "supportedServiceIds", type);
        return Set.of();
    }

    private static List<String> dependsOn(FieldReader fields, ExtensionType type) {
        if (DEPENDING.contains(type)) return fields.texts("dependsOn", "dependsOn: [another]");
        refuse(fields, "dependsOn", type);
        return List.of();
    }

    private static void refuse(FieldReader fields, String field, ExtensionType type) {
        if (fields.has(field))
            fields.complain(field, "a plug-in of the type %s has no %s".formatted(type.word(), field), "take it out");
    }

    private static List<String> command(FieldReader fields, String name) {
        var command = fields.texts("command", "command: [./%s]".formatted(name));
        if (command.isEmpty())
            fields.complain(
                    "command",
                    fields.has("scriptFile")
                            ? "plug-in '%s' is a script of Kotlin, which is not run here".formatted(name)
                            : "plug-in '%s' does not say which program answers".formatted(name),
                    "write a program that speaks JSON lines, and name it: command: [./%s]".formatted(name));
        return command.isEmpty() ? List.of("false") : command;
    }

    private static Duration limit(FieldReader fields, ExtensionType type) {
        var text = fields.optionalText("timeout", "timeout: 30s");
        if (text.isEmpty()) return type.usualLimit();
        try {
            var limit = Durations.parse(text.get());
            if (!limit.isZero() && !limit.isNegative()) return limit;
            fields.complain("timeout", "it is more than nothing", "example: timeout: 30s");
        } catch (IllegalArgumentException wrong) {
            fields.complain("timeout", String.valueOf(wrong.getMessage()), "example: timeout: 30s");
        }
        return type.usualLimit();
    }
}
