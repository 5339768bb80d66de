package io.tidewheel.protocol.extensions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON on one line: maps, lists, texts, numbers, booleans and null. Small, for agents have no library for it. */
public final class JsonLine {
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private JsonLine(String text) {
        this.text = text;
    }

    /** Throws IllegalArgumentException, with a text for users, if it is no JSON. */
    public static @Nullable Object read(String text) {
        var reader = new JsonLine(text);
        var value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length()) throw reader.expected("the end");
        return value;
    }

    private @Nullable Object value(int depth) {
        if (depth > DEEPEST) throw new IllegalArgumentException("it is nested more than %d deep".formatted(DEEPEST));
        skipBlanks();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> list(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, @Nullable Object> object(int depth) {
        var map = new LinkedHashMap<String, @Nullable Object>();
        at++;
        skipBlanks();
        if (take('}')) return map;
        do {
            skipBlanks();
            if (peek() != '"') throw expected("a name");
            var name = string();
            skipBlanks();
            if (!take(':')) throw expected("':'");
            map.put(name, value(depth + 1));
            skipBlanks();
        } while (take(','));
        if (!take('}')) throw expected("',' or '}'");
        return map;
    }

    private List<@Nullable Object> list(int depth) {
        var list = new ArrayList<@Nullable Object>();
        at++;
        skipBlanks();
        if (take(']')) return list;
        do {
            list.add(value(depth + 1));
            skipBlanks();
        } while (take(','));
        if (!take(']')) throw expected("',' or ']'");
        return list;
    }

    private String string() {
        var found = new StringBuilder();
        at++;
        while (true) {
            char next = peek();
            if (next < ' ') throw expected("'\"'");
            at++;
            if (next == '"') return found.toString();
            found.append(next == '\\' ? escaped() : next);
        }
    }

    private char escaped() {
        char next = peek();
        at++;
        return switch (next) {
            case '"', '\\', '/' -> next;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                if (at + 4 > text.length() || !text.substring(at, at + 4).matches("[0-9a-fA-F]{4}"))
                    throw expected("four hex digits");
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> throw expected("a known escape");
        };
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        if (!text.startsWith(word, at)) throw expected("a value");
        at += word.length();
        return meaning;
    }

    private Object number() {
        int from = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
        var digits = text.substring(from, at);
        if (digits.matches("-?(0|[1-9]\\d{0,17})")) return Long.parseLong(digits);
        if (digits.length() < 100 && digits.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?"))
            return Double.parseDouble(digits);
        at = from;
        throw expected("a value");
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    /** The next letter; one that is nothing at the end. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean take(char wanted) {
        if (peek() != wanted) return false;
        at++;
        return true;
    }

    private IllegalArgumentException expected(String what) {
        return new IllegalArgumentException("it is no JSON: %s expected at character %d".formatted(what, at + 1));
    }

    /** Throws IllegalArgumentException for what JSON has no word for. */
    public static String write(@Nullable Object value) {
        var line = new StringBuilder();
        write(value, line, 0);
        return line.toString();
    }

    private static void write(@Nullable Object value, StringBuilder line, int depth) {
        if (depth > DEEPEST) throw new IllegalArgumentException("it is nested more than %d deep".formatted(DEEPEST));
        switch (value) {
            case null -> line.append("null");
            case CharSequence text -> quote(text, line);
            case Boolean flag -> line.append(flag);
            case Double number
            when number.isNaN() || number.isInfinite() -> throw new IllegalArgumentException("JSON has no " + number);
            case Number number -> line.append(number);
            case Map<?, ?> map -> {
                var separator = "{";
                if (map.isEmpty()) line.append('{');
                for (var entry : map.entrySet()) {
                    line.append(separator);
                    quote(String.valueOf(entry.getKey()), line);
                    line.append(':');
                    write(entry.getValue(), line, depth + 1);
                    separator = ",";
                }
                line.append('}');
            }
            case Iterable<?> list -> {
                var separator = "[";
                boolean empty = true;
                for (var each : list) {
                    line.append(separator);
                    write(each, line, depth + 1);
                    separator = ",";
                    empty = false;
                }
                line.append(empty ? "[]" : "]");
            }
            default -> throw new IllegalArgumentException("JSON has nothing for " + value.getClass());
        }
    }

    private static void quote(CharSequence text, StringBuilder line) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            switch (letter) {
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (letter < ' ' || Character.isSurrogate(letter) || letter == '\u2028' || letter == '\u2029')
                        line.append("\\u%04x".formatted((int) letter));
                    else line.append(letter);
                }
            }
        }
        line.append('"');
    }
}
