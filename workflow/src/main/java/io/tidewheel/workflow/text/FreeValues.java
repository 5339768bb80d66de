package io.tidewheel.workflow.text;

import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import io.tidewheel.workflow.text.SourceTree.Sequence;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Free values: texts, numbers, booleans, and lists and maps of them. A null inside a list or map is an empty text. */
public final class FreeValues {
    private FreeValues() {}

    public static Object of(SourceTree tree) {
        return switch (tree) {
            case Scalar scalar -> of(scalar);
            case Sequence(var items, var _, var _) -> {
                var list = new ArrayList<Object>(items.size());
                for (var item : items) list.add(of(item));
                yield Collections.unmodifiableList(list);
            }
            case Mapping(var fields, var _, var _) -> {
                var map = new LinkedHashMap<String, Object>();
                for (var field : fields) map.put(field.key(), of(field.value()));
                yield Collections.unmodifiableMap(map);
            }
        };
    }

    private static Object of(Scalar scalar) {
        var text = scalar.text();
        if (!scalar.plain()) return text;
        if (scalar.isNull()) return "";
        return switch (text) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> canBeNumber(text) ? number(text) : text;
        };
    }

    private static boolean canBeNumber(String text) {
        char first = text.charAt(0);
        return (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
    }

    private static Object number(String text) {
        if (text.matches("[+-]?\\d+")) {
            var whole = new BigInteger(text);
            return whole.bitLength() < Long.SIZE ? (Object) whole.longValueExact() : whole;
        }
        if (text.matches("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?")) return Double.valueOf(text);
        return text;
    }

    /** A value as it is written on a command line; lists and maps as JSON. */
    public static String text(Object value) {
        if (!(value instanceof Collection<?> || value instanceof Map<?, ?>)) return value.toString();
        var json = new StringBuilder();
        writeJson(json, value);
        return json.toString();
    }

    private static void writeJson(StringBuilder json, Object value) {
        switch (value) {
            case Map<?, ?> map -> {
                json.append('{');
                var comma = "";
                for (var entry : map.entrySet()) {
                    json.append(comma);
                    quote(json, String.valueOf(entry.getKey()));
                    json.append(':');
                    writeJson(json, entry.getValue());
                    comma = ",";
                }
                json.append('}');
            }
            case Collection<?> list -> {
                json.append('[');
                var comma = "";
                for (var item : list) {
                    json.append(comma);
                    writeJson(json, item);
                    comma = ",";
                }
                json.append(']');
            }
            case Number number -> json.append(number);
            case Boolean truth -> json.append(truth);
            default -> quote(json, value.toString());
        }
    }

    /** A text as JSON quotes it, which is how YAML does it, too. */
    public static String quoted(String text) {
        var json = new StringBuilder(text.length() + 2);
        quote(json, text);
        return json.toString();
    }

    private static void quote(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> json.append("\\\"");
                case '\\' -> json.append("\\\\");
                case '\n' -> json.append("\\n");
                case '\t' -> json.append("\\t");
                case '\r' -> json.append("\\r");
                default -> {
                    if (c < 0x20 || c == 0x7f) json.append("\\u%04x".formatted((int) c));
                    else json.append(c);
                }
            }
        }
        json.append('"');
    }

    /** The items of a list, or the value itself as a list of one; lists inside are opened. */
    public static List<Object> flattened(Object value) {
        if (!(value instanceof Collection<?> list)) return List.of(value);
        var flat = new ArrayList<Object>();
        for (var item : list) {
            if (item instanceof Collection<?>) flat.addAll(flattened(item));
            else flat.add(item);
        }
        return flat;
    }
}
