package io.tidewheel.workflow.text;

import io.tidewheel.workflow.SourcePlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text as a tree; every node knows where it stands. */
public sealed interface SourceTree {
    int line();

    int column();

    default SourcePlace place() {
        return new SourcePlace(line(), column());
    }

    /** What it is, in words. */
    default String kind() {
        return switch (this) {
            case Scalar scalar -> scalar.isNull() ? "nothing" : "'" + shortened(scalar.text()) + "'";
            case Sequence _ -> "a list";
            case Mapping _ -> "an object";
        };
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }

    /** A single value; {@code plain} if it stands there without quotes and so may be a number, a boolean or null. */
    record Scalar(String text, boolean plain, int line, int column) implements SourceTree {
        public boolean isNull() {
            return plain
                    && switch (text) {
                        case "", "~", "null", "Null", "NULL" -> true;
                        default -> false;
                    };
        }
    }

    /** A list. */
    record Sequence(List<SourceTree> items, int line, int column) implements SourceTree {}

    /** Fields, in the order of the text. */
    record Mapping(List<Field> fields, int line, int column) implements SourceTree {
        public @Nullable SourceTree value(String key) {
            for (var field : fields) {
                if (field.key().equals(key)) return field.value();
            }
            return null;
        }
    }

    /** A field of an object, with the place of its key. */
    record Field(String key, SourceTree value, int line, int column) {}
}
