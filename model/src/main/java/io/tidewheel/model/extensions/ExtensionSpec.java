package io.tidewheel.model.extensions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of an extension before it is asked anything.
 *
 * @param version empty if nobody has said
 * @param dataType of adapters of inputs and outputs: which values it is asked about; of runtimes: what services call it; else empty
 * @param serviceIds of estimators: whose output it understands
 * @param dependsOn others of the same type that are asked before it
 * @param command the program that answers, with its words; empty for a class
 * @param limit how long a call may take
 */
public record ExtensionSpec(
        String name,
        ExtensionType type,
        String version,
        String dataType,
        Set<String> serviceIds,
        List<String> dependsOn,
        List<String> command,
        Duration limit) {
    public ExtensionSpec {
        serviceIds = Set.copyOf(serviceIds);
        dependsOn = List.copyOf(dependsOn);
        command = List.copyOf(command);
    }

    /** What an agent offers that has it, and what a chain requires that needs it. */
    public String capability() {
        return capability(type, dataType);
    }

    public static String capability(ExtensionType type, String dataType) {
        return "extension:%s/%s".formatted(type.word(), dataType);
    }

    /** The adapter for a data type; if there are several the last counts, as in Steep. */
    public static Optional<ExtensionSpec> adapter(List<ExtensionSpec> all, ExtensionType type, String dataType) {
        return all.stream()
                .filter(each -> each.type() == type && each.dataType().equals(dataType))
                .reduce((_, later) -> later);
    }

    /**
     * In the order in which those of each type are asked: what one depends on comes before it, and else they stay as they are. Throws
     * IllegalArgumentException, with a text for users, if something is missing or depends on itself.
     */
    public static List<ExtensionSpec> ordered(List<ExtensionSpec> all) {
        var ordered = new ArrayList<ExtensionSpec>();
        for (var type : ExtensionType.values()) {
            var left = new LinkedHashMap<String, ExtensionSpec>();
            for (var each : all) if (each.type() == type) left.putIfAbsent(each.name(), each);
            var known = new HashSet<String>(left.keySet());
            left.values().forEach(each -> requireKnown(each, known));
            while (!left.isEmpty()) {
                var next = left.values().stream()
                        .filter(each -> each.dependsOn().stream().noneMatch(left::containsKey))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "the plug-ins %s depend on each other in a circle".formatted(left.keySet())));
                ordered.add(left.remove(next.name()));
            }
        }
        return ordered;
    }

    private static void requireKnown(ExtensionSpec each, Set<String> known) {
        for (var other : each.dependsOn()) {
            if (!known.contains(other))
                throw new IllegalArgumentException("plug-in %s depends on '%s', and there is no %s of that name"
                        .formatted(each.name(), other, each.type().word()));
        }
    }
}
