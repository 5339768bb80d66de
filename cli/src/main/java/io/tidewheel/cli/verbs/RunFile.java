package io.tidewheel.cli.verbs;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.YamlFile;
import java.util.Comparator;
import tools.jackson.databind.JsonNode;

/** A file that describes a run. Knows where in the text each field stands, so that what a server says about a field can be shown with its place. */
final class RunFile {
    private final String name;
    private final String text;

    RunFile(String name, String text) {
        this.name = name;
        this.text = text;
    }

    String name() {
        return name;
    }

    String text() {
        return text;
    }

    JsonNode read() {
        var tree = YamlFile.parse(name, text);
        if (!tree.isObject()) {
            throw CliError.usage(
                    name + ": a run is described by fields like 'command' and 'array'",
                    "example: command: [echo, hello]");
        }
        return tree;
    }

    /** The message with the place of the field it begins with, if it names one. */
    String located(String message) {
        var places = YamlFile.places(name, text);
        return places.entrySet().stream()
                .filter(place -> names(message, place.getKey()))
                .max(Comparator.comparingInt(place -> place.getKey().length()))
                .map(place -> "%s:%s: %s".formatted(name, place.getValue(), message))
                .orElse(name + ": " + message);
    }

    private static boolean names(String message, String field) {
        if (message.contains("'" + field + "'")) return true;
        return message.startsWith(field)
                && (message.length() == field.length() || ": .[".indexOf(message.charAt(field.length())) >= 0);
    }
}
