package io.tidewheel.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A set of capabilities, sorted, so that equal sets have equal text: {@code docker,gpu}. Empty text is the empty set. */
public record Capabilities(List<String> names) implements Comparable<Capabilities> {
    public static final Capabilities NONE = new Capabilities(List.of());
    public static final int MAX_NAMES = 64;
    public static final int MAX_LENGTH = 128;

    public Capabilities {
        var sorted = new TreeSet<>(names);
        if (sorted.size() > MAX_NAMES) {
            throw new IllegalArgumentException(
                    "%d capabilities are too many: at most %d".formatted(sorted.size(), MAX_NAMES));
        }
        sorted.forEach(Capabilities::check);
        names = List.copyOf(sorted);
    }

    public static Capabilities of(String... names) {
        return new Capabilities(Arrays.asList(names));
    }

    public static Capabilities of(Collection<String> names) {
        return new Capabilities(List.copyOf(names));
    }

    /** Reads a list separated by commas; blanks around a name do not count. */
    public static Capabilities parse(String text) {
        if (text.isBlank()) return NONE;
        return new Capabilities(
                Arrays.stream(text.split(",", -1)).map(String::strip).toList());
    }

    /** True if whoever offers this set can do work that requires {@code required}. */
    public boolean covers(Capabilities required) {
        return names.containsAll(required.names);
    }

    /** What is in this set or in the other. */
    public Capabilities and(Capabilities other) {
        if (covers(other)) return this;
        if (other.covers(this)) return other;
        var all = new ArrayList<>(names);
        all.addAll(other.names);
        return new Capabilities(all);
    }

    public int size() {
        return names.size();
    }

    private static void check(String name) {
        if (name.isBlank() || name.length() > MAX_LENGTH || !name.equals(name.strip())) {
            throw new IllegalArgumentException(
                    "capability '%s' is not a name: use 1 to %d characters without blanks around"
                            .formatted(name, MAX_LENGTH));
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) == ',' || Character.isISOControl(name.charAt(i))) {
                throw new IllegalArgumentException(
                        "capability '%s' is not a name: commas and control characters are not allowed".formatted(name));
            }
        }
    }

    @Override
    public int compareTo(Capabilities other) {
        return names.equals(other.names) ? 0 : toString().compareTo(other.toString());
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Capabilities that && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return String.join(",", names);
    }
}
