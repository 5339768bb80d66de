package io.tidewheel.workflow.text;

import io.tidewheel.workflow.SourcePlace;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import io.tidewheel.workflow.text.SourceTree.Sequence;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The fields of an object, asked for one by one. What is missing, unknown or of the wrong kind is complained about, and the answer is then
 * something harmless, so that the rest can be looked at too.
 */
final class FieldReader {
    private final Mapping tree;
    private final FieldPath path;
    private final Complaints complaints;

    /** @param known the fields there may be */
    FieldReader(Mapping tree, FieldPath path, Complaints complaints, Collection<String> known) {
        this.tree = tree;
        this.path = path;
        this.complaints = complaints;
        for (var field : tree.fields()) {
            if (known.contains(field.key())) continue;
            complaints.add(
                    path,
                    new SourcePlace(field.line(), field.column()),
                    "unknown field '%s'".formatted(field.key()),
                    NameSuggestion.among(field.key(), known, "the fields here"));
        }
    }

    FieldPath path() {
        return path;
    }

    SourcePlace place() {
        return tree.place();
    }

    Complaints complaints() {
        return complaints;
    }

    boolean has(String name) {
        return tree.value(name) != null;
    }

    /** Empty if it is missing or null. */
    Optional<SourceTree> tree(String name) {
        var value = tree.value(name);
        return value == null || (value instanceof Scalar scalar && scalar.isNull())
                ? Optional.empty()
                : Optional.of(value);
    }

    SourcePlace placeOf(String name) {
        var value = tree.value(name);
        return value == null ? place() : value.place();
    }

    void complain(String name, String message, String remedy) {
        complaints.add(path.to(name), placeOf(name), message, remedy);
    }

    /** A text that must be there and must not be empty; else an empty one. */
    String text(String name, String example) {
        var text = optionalText(name, example);
        if (text.isPresent() && !text.get().isBlank()) return text.get();
        if (text.isPresent()) complain(name, "'%s' is empty".formatted(name), "example: " + example);
        else if (tree(name).isEmpty()) missing(name, example);
        return "";
    }

    private void missing(String name, String example) {
        complaints.add(path, place(), "'%s' is missing".formatted(name), "example: " + example);
    }

    /** Numbers and booleans are texts too, as they are written. */
    Optional<String> optionalText(String name, String example) {
        var value = tree(name);
        if (value.isEmpty()) return Optional.empty();
        if (value.get() instanceof Scalar scalar) return Optional.of(scalar.text());
        complain(name, "'%s' is a text, not %s".formatted(name, value.get().kind()), "example: " + example);
        return Optional.empty();
    }

    Optional<Object> value(String name) {
        return tree(name).map(FreeValues::of);
    }

    boolean flag(String name) {
        var value = value(name);
        if (value.isEmpty() || value.get() instanceof Boolean)
            return value.isPresent() && value.get().equals(true);
        if (value.get() instanceof String text && (text.equals("true") || text.equals("false"))) {
            return text.equals("true");
        }
        complain(
                name,
                "'%s' is true or false, not %s"
                        .formatted(name, tree(name).orElseThrow().kind()),
                "write true or false");
        return false;
    }

    Optional<Long> number(String name, long least, long most) {
        var value = tree(name);
        if (value.isEmpty()) return Optional.empty();
        if (value.get() instanceof Scalar scalar) {
            try {
                long number = whole(scalar.text().replace("_", ""));
                if (number >= least && number <= most) return Optional.of(number);
                complain(
                        name,
                        "'%s' is %d".formatted(name, number),
                        most == Long.MAX_VALUE || most == Integer.MAX_VALUE
                                ? "it is at least " + least
                                : "it is from %d to %d".formatted(least, most));
                return Optional.empty();
            } catch (ArithmeticException | NumberFormatException _) {
                // told below, with everything else that is no number
            }
        }
        complain(
                name,
                "'%s' is a whole number, not %s".formatted(name, value.get().kind()),
                "write digits only");
        return Optional.empty();
    }

    /** A whole number; also {@code 1e9}, which is easier to read than as many zeros. */
    private static long whole(String text) {
        boolean hasPower = text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
        return hasPower ? new BigDecimal(text).longValueExact() : Long.parseLong(text);
    }

    int integer(String name, int preset, int least) {
        return number(name, least, Integer.MAX_VALUE).map(Math::toIntExact).orElse(preset);
    }

    Optional<Double> decimal(String name) {
        var value = tree(name);
        if (value.isEmpty()) return Optional.empty();
        if (value.get() instanceof Scalar scalar) {
            try {
                double number = Double.parseDouble(scalar.text());
                if (number >= 0 && !Double.isInfinite(number)) return Optional.of(number);
            } catch (NumberFormatException _) {
                // told below
            }
        }
        complain(
                name,
                "'%s' is a number that is not negative, not %s"
                        .formatted(name, value.get().kind()),
                "example: " + name + ": 2.5");
        return Optional.empty();
    }

    /** Texts; a single one is a list of one. */
    List<String> texts(String name, String example) {
        var value = tree(name);
        if (value.isEmpty()) return List.of();
        if (value.get() instanceof Scalar scalar) return List.of(scalar.text());
        var texts = new ArrayList<String>();
        if (value.get() instanceof Sequence(var items, var _, var _)) {
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i) instanceof Scalar scalar && !scalar.isNull()) {
                    texts.add(scalar.text());
                } else {
                    complaints.add(
                            path.to(name, i),
                            items.get(i).place(),
                            "this is a text, not " + items.get(i).kind(),
                            "example: " + example);
                }
            }
        } else {
            complain(name, "'%s' is a list of texts, not an object".formatted(name), "example: " + example);
        }
        return texts;
    }

    /** The items of a list; empty if it is missing. */
    List<SourceTree> list(String name, String example) {
        var value = tree(name);
        if (value.isEmpty()) return List.of();
        if (value.get() instanceof Sequence(var items, var _, var _)) return items;
        complain(name, "'%s' is a list, not %s".formatted(name, value.get().kind()), "example: " + example);
        return List.of();
    }

    /** An object inside; empty, with a complaint, if it is something else. */
    Optional<FieldReader> inner(String name, Collection<String> known) {
        var value = tree(name);
        if (value.isEmpty()) return Optional.empty();
        if (value.get() instanceof Mapping mapping) {
            return Optional.of(new FieldReader(mapping, path.to(name), complaints, known));
        }
        complain(
                name,
                "'%s' is an object, not %s".formatted(name, value.get().kind()),
                "the fields in it are " + String.join(", ", known));
        return Optional.empty();
    }

    void require(String name, String example) {
        if (tree(name).isEmpty()) missing(name, example);
    }
}
