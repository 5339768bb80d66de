package io.tidewheel.workflow.text;

import io.tidewheel.workflow.text.SourceTree.Field;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import io.tidewheel.workflow.text.SourceTree.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the plain part of YAML that most files are written in, and JSON: objects and lists by indentation or in brackets, with values on
 * one line. It is several times as fast as the full parser, which counts for files with very many actions. Whatever it does not know for
 * certain, mistakes included, it leaves to the full parser; what it does read, it reads into the same tree.
 */
final class QuickTreeReader {
    private static final int MAX_DEPTH = SourceTreeReader.MAX_DEPTH - 10;

    private final String text;
    private final int length;
    private final Map<String, String> keys = new HashMap<>();
    private int at;
    private int line = 1;
    private int lineStart;
    private int depth;
    /** How deep one was when the outermost bracket opened; plain words end earlier inside of brackets. */
    private int flowDepth = Integer.MAX_VALUE;

    private QuickTreeReader(String text) {
        this.text = text;
        this.length = text.length();
    }

    /** Empty if the full parser is needed. */
    static Optional<SourceTree> read(String text) {
        try {
            return Optional.of(new QuickTreeReader(text).whole());
        } catch (NotSoPlain _) {
            return Optional.empty();
        }
    }

    private SourceTree whole() {
        toNextLine();
        if (at == length) throw new NotSoPlain();
        char first = text.charAt(at);
        SourceTree tree;
        if (first == '{' || first == '[') {
            tree = flow(true);
            flowSpace(true);
        } else {
            tree = block();
        }
        if (at != length) throw new NotSoPlain();
        return tree;
    }

    private int column() {
        return at - lineStart;
    }

    /** Goes from the beginning of a line to the first character of the next line that is not blank or a comment. */
    private void toNextLine() {
        while (at < length) {
            char c = text.charAt(at);
            if (c == '\n') {
                at++;
                line++;
                lineStart = at;
            } else if (c == ' ') {
                at++;
            } else if (c == '#') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? length : end;
            } else {
                return;
            }
        }
    }

    /** After a value: nothing more on this line. */
    private void endLine() {
        while (at < length && text.charAt(at) == ' ') at++;
        if (at < length && text.charAt(at) != '\n') throw new NotSoPlain();
        toNextLine();
    }

    // ---- by indentation

    private SourceTree block() {
        if (++depth > MAX_DEPTH) throw new NotSoPlain();
        var tree = isDash() ? sequence() : mapping();
        depth--;
        return tree;
    }

    private boolean isDash() {
        return at + 1 < length && text.charAt(at) == '-' && text.charAt(at + 1) == ' ';
    }

    private Sequence sequence() {
        int indent = column();
        int startLine = line;
        var items = new ArrayList<SourceTree>();
        while (at < length && column() == indent && isDash()) {
            at++;
            while (at < length && text.charAt(at) == ' ') at++;
            if (at == length || text.charAt(at) == '\n') throw new NotSoPlain();
            items.add(isDash() || isKey() ? block() : value(indent));
        }
        if (at < length && column() > indent) throw new NotSoPlain();
        return new Sequence(items, startLine, indent + 1);
    }

    /** Whether a key of an object begins here: a plain or quoted word, then a colon, then a blank or the end of the line. */
    private boolean isKey() {
        int end = wordEnd();
        if (end < 0 || end >= length || text.charAt(end) != ':') return false;
        return end + 1 == length || text.charAt(end + 1) == ' ' || text.charAt(end + 1) == '\n';
    }

    /** The end of a key; below 0 if it is none of the plain kind. */
    private int wordEnd() {
        char first = text.charAt(at);
        if (first == '"') {
            int end = at + 1;
            while (end < length && isKeyCharacter(text.charAt(end))) end++;
            return end < length && text.charAt(end) == '"' && end > at + 1 ? end + 1 : -1;
        }
        if (!isLetter(first)) return -1;
        int end = at + 1;
        while (end < length && isKeyCharacter(text.charAt(end))) end++;
        return end;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isKeyCharacter(char c) {
        return isLetter(c) || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '$';
    }

    private Mapping mapping() {
        int indent = column();
        int startLine = line;
        var fields = new ArrayList<Field>();
        while (at < length && column() == indent && !isDash()) {
            if (!isKey()) throw new NotSoPlain();
            int keyLine = line;
            var key = key();
            at++;
            while (at < length && text.charAt(at) == ' ') at++;
            SourceTree value;
            if (at < length && text.charAt(at) != '\n') {
                value = value(indent);
            } else {
                toNextLine();
                boolean inner = at < length && (column() > indent || (column() == indent && isDash()));
                if (!inner || (!isDash() && !isKey())) throw new NotSoPlain();
                value = block();
            }
            add(fields, new Field(key, value, keyLine, indent + 1));
        }
        if (at < length && column() > indent) throw new NotSoPlain();
        return new Mapping(fields, startLine, indent + 1);
    }

    private String key() {
        int end = wordEnd();
        boolean quoted = text.charAt(at) == '"';
        var word = quoted ? text.substring(at + 1, end - 1) : text.substring(at, end);
        at = end;
        var known = keys.putIfAbsent(word, word);
        return known == null ? word : known;
    }

    /** A field that is there twice is a mistake, and the full parser tells of it. */
    private static void add(List<Field> fields, Field field) {
        if (fields.size() < 32) {
            for (var other : fields) {
                if (other.key().equals(field.key())) throw new NotSoPlain();
            }
        } else {
            var seen = new HashSet<String>();
            for (var other : fields) seen.add(other.key());
            if (seen.contains(field.key()) || fields.size() > 1_000) throw new NotSoPlain();
        }
        fields.add(field);
    }

    /** A value on this line, of something at this indentation. */
    private SourceTree value(int indent) {
        var tree = flow(false);
        endLine();
        // A line that is indented further would go on with the value.
        if (at < length && column() > indent) throw new NotSoPlain();
        return tree;
    }

    // ---- in brackets

    private SourceTree flow(boolean manyLines) {
        char first = text.charAt(at);
        return switch (first) {
            case '[' -> list(manyLines);
            case '{' -> object(manyLines);
            case '"' -> quoted();
            case '\'' -> singleQuoted();
            default -> plain(depth > flowDepth);
        };
    }

    private void flowSpace(boolean manyLines) {
        while (at < length) {
            char c = text.charAt(at);
            if (c == '\n' && manyLines) {
                at++;
                line++;
                lineStart = at;
            } else if (c == ' ' || (manyLines && (c == '\r' || c == '\t'))) {
                at++;
            } else {
                return;
            }
        }
    }

    private char flowNext(boolean manyLines) {
        flowSpace(manyLines);
        if (at == length) throw new NotSoPlain();
        return text.charAt(at);
    }

    private int open() {
        int before = flowDepth;
        if (flowDepth == Integer.MAX_VALUE) flowDepth = depth;
        if (++depth > MAX_DEPTH) throw new NotSoPlain();
        at++;
        return before;
    }

    private void close(int before) {
        at++;
        depth--;
        flowDepth = before;
    }

    private Sequence list(boolean manyLines) {
        int startLine = line;
        int startColumn = column() + 1;
        int before = open();
        var items = new ArrayList<SourceTree>();
        while (flowNext(manyLines) != ']') {
            items.add(flow(manyLines));
            char next = flowNext(manyLines);
            if (next == ',') at++;
            else if (next != ']') throw new NotSoPlain();
        }
        close(before);
        return new Sequence(items, startLine, startColumn);
    }

    private Mapping object(boolean manyLines) {
        int startLine = line;
        int startColumn = column() + 1;
        int before = open();
        var fields = new ArrayList<Field>();
        while (flowNext(manyLines) != '}') {
            int keyLine = line;
            int keyColumn = column() + 1;
            if (!isKey() && !isTightKey()) throw new NotSoPlain();
            var key = key();
            at++;
            char next = flowNext(manyLines);
            if (next == ',' || next == '}') throw new NotSoPlain();
            add(fields, new Field(key, flow(manyLines), keyLine, keyColumn));
            next = flowNext(manyLines);
            if (next == ',') at++;
            else if (next != '}') throw new NotSoPlain();
        }
        close(before);
        return new Mapping(fields, startLine, startColumn);
    }

    /** In JSON nothing need stand between the colon and the value. */
    private boolean isTightKey() {
        int end = wordEnd();
        return end > 0 && end < length && text.charAt(at) == '"' && text.charAt(end) == ':';
    }

    // ---- single values

    private Scalar quoted() {
        int start = at;
        int end = start + 1;
        while (end < length) {
            char c = text.charAt(end);
            if (c == '"') break;
            if (c == '\\' || !isPrintable(c)) throw new NotSoPlain();
            end++;
        }
        if (end == length) throw new NotSoPlain();
        at = end + 1;
        return new Scalar(text.substring(start + 1, end), false, line, start - lineStart + 1);
    }

    /** Letters beyond ASCII too, as long as each is one character and ends no line. */
    private static boolean isPrintable(char c) {
        if (c < 0x7f) return c >= ' ';
        return c >= 0xa0 && c < 0xd800 && c != 0x2028 && c != 0x2029;
    }

    private Scalar singleQuoted() {
        int start = at;
        int end = start + 1;
        while (end < length) {
            char c = text.charAt(end);
            if (c == '\'') break;
            if (!isPrintable(c)) throw new NotSoPlain();
            end++;
        }
        if (end >= length || (end + 1 < length && text.charAt(end + 1) == '\'')) throw new NotSoPlain();
        at = end + 1;
        return new Scalar(text.substring(start + 1, end), false, line, start - lineStart + 1);
    }

    private Scalar plain(boolean inBrackets) {
        int start = at;
        if (!isPlainStart(start)) throw new NotSoPlain();
        int end = start;
        while (end < length) {
            char c = text.charAt(end);
            if (c == '\n') break;
            if (inBrackets && (c == ',' || c == ']' || c == '}')) break;
            if (!isPlainCharacter(c, end, inBrackets)) throw new NotSoPlain();
            end++;
        }
        if (end == length && inBrackets) throw new NotSoPlain();
        at = end;
        int last = end;
        while (text.charAt(last - 1) == ' ') last--;
        return new Scalar(text.substring(start, last), true, line, start - lineStart + 1);
    }

    private boolean isPlainStart(int index) {
        char c = text.charAt(index);
        if (isLetter(c) || (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '$') return true;
        boolean signed = c == '-' || c == '+';
        return signed && index + 1 < length && isKeyCharacter(text.charAt(index + 1)) && text.charAt(index + 1) != '-';
    }

    /** A colon ends a key, and a number sign after a blank begins a comment; both are left to the full parser. */
    private boolean isPlainCharacter(char c, int index, boolean inBrackets) {
        if (!isPrintable(c) || c == '#' || c == '"' || c == '\\') return false;
        if (c == ':') return !inBrackets && index + 1 < length && text.charAt(index + 1) > ' ';
        return !inBrackets || (c != '[' && c != '{' && c != '?');
    }

    /** Leaves the rest to the full parser. */
    private static final class NotSoPlain extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotSoPlain() {
            super("not so plain", null, false, false);
        }
    }
}
