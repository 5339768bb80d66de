package io.tidewheel.trials.faults;

import java.util.Map;
import java.util.TreeMap;

/** Arguments of the form {@code name=value}. */
record NamedArguments(Map<String, String> values) {
    static NamedArguments of(String... words) {
        var values = new TreeMap<String, String>();
        for (var word : words) {
            int end = word.indexOf('=');
            values.put(word.substring(0, end), word.substring(end + 1));
        }
        return new NamedArguments(values);
    }

    String text(String name) {
        var value = values.get(name);
        if (value == null) throw new IllegalArgumentException("the argument " + name + " is missing");
        return value;
    }

    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    int number(String name) {
        return Integer.parseInt(text(name));
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(text(name, Integer.toString(otherwise)));
    }
}
