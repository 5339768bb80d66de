package io.tidewheel.cli.text;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.model.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A list of records in a YAML file, read strictly: what is unknown or wrong is named with its place. */
public final class YamlRecords {
    private final String file;
    private final Map<String, String> places;
    private final String path;
    private final JsonNode node;

    private YamlRecords(String file, Map<String, String> places, String path, JsonNode node) {
        this.file = file;
        this.places = places;
        this.path = path;
        this.node = node;
    }

    /** Reads every item of the list with {@code reader}. */
    public static <T> List<T> read(Path file, Function<YamlRecords, T> reader) {
        var text = YamlFile.text(file);
        var tree = YamlFile.parse(file.toString(), text);
        if (!tree.isArray()) {
            throw CliError.usage(file + ": a list is expected, with one item that begins with '-' for each entry");
        }
        var places = YamlFile.places(file.toString(), text);
        var items = new ArrayList<T>();
        for (int i = 0; i < tree.size(); i++) {
            var item = new YamlRecords(file.toString(), places, "[%d]".formatted(i), tree.get(i));
            if (!tree.get(i).isObject()) throw item.wrong("", "is not made of fields like 'id: ...'");
            items.add(item.checked(() -> reader.apply(item)));
        }
        return items;
    }

    private <T> T checked(java.util.function.Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException refused) {
            throw wrong("", String.valueOf(refused.getMessage()));
        }
    }

    public void allow(Set<String> fields) {
        for (var field : node.properties()) {
            if (!fields.contains(field.getKey())) {
                throw wrong(
                        field.getKey(), "is not known here; known are: " + String.join(", ", new TreeSet<>(fields)));
            }
        }
    }

    public Optional<JsonNode> get(String field) {
        var value = node.get(field);
        return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    public Optional<String> text(String field) {
        return get(field).map(value -> {
            if (value.isContainer()) throw wrong(field, "is not a text");
            return value.asString();
        });
    }

    public String required(String field) {
        return text(field).orElseThrow(() -> wrong("", "'%s' is missing".formatted(field)));
    }

    public Optional<Integer> whole(String field) {
        return get(field).map(value -> {
            if (!value.isInt()) throw wrong(field, "is not a whole number");
            return value.asInt();
        });
    }

    public int requiredWhole(String field) {
        return whole(field).orElseThrow(() -> wrong("", "'%s' is missing".formatted(field)));
    }

    public Optional<Double> decimal(String field) {
        return get(field).map(value -> {
            if (!value.isNumber()) throw wrong(field, "is not a number");
            return value.asDouble();
        });
    }

    /** A bare number is milliseconds, as in Steep's files. */
    public Optional<Duration> duration(String field) {
        return get(field).map(value -> {
            try {
                return value.isIntegralNumber() ? Duration.ofMillis(value.asLong()) : Durations.parse(value.asString());
            } catch (IllegalArgumentException not) {
                throw wrong(field, String.valueOf(not.getMessage()));
            }
        });
    }

    public List<String> texts(String field) {
        return get(field)
                .map(value -> {
                    if (!value.isArray()) throw wrong(field, "is not a list");
                    var texts = new ArrayList<String>();
                    value.forEach(each -> texts.add(each.asString()));
                    return texts;
                })
                .orElseGet(ArrayList::new);
    }

    /** Fields with a text each. */
    public Map<String, String> textFields(String field) {
        var texts = new TreeMap<String, String>();
        record(field).ifPresent(inside -> {
            for (var each : inside.node.properties())
                texts.put(each.getKey(), inside.text(each.getKey()).orElse(""));
        });
        return texts;
    }

    public List<YamlRecords> records(String field) {
        var found = new ArrayList<YamlRecords>();
        get(field).ifPresent(value -> {
            if (!value.isArray()) throw wrong(field, "is not a list");
            for (int i = 0; i < value.size(); i++) {
                found.add(new YamlRecords(file, places, "%s.%s[%d]".formatted(path, field, i), value.get(i)));
            }
        });
        return found;
    }

    public Optional<YamlRecords> record(String field) {
        return get(field).map(value -> {
            if (!value.isObject()) throw wrong(field, "is not made of fields");
            return new YamlRecords(file, places, path + "." + field, value);
        });
    }

    public CliError wrong(String field, String what) {
        var whole = field.isEmpty() ? path : path + "." + field;
        var place = places.getOrDefault(whole, places.getOrDefault(path, ""));
        var where = place.isEmpty() ? file : file + ":" + place;
        return CliError.usage("%s: %s: %s".formatted(where, whole, what));
    }
}
