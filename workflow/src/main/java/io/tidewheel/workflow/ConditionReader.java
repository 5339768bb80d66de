package io.tidewheel.workflow;

import io.tidewheel.workflow.Condition.And;
import io.tidewheel.workflow.Condition.Compare;
import io.tidewheel.workflow.Condition.Constant;
import io.tidewheel.workflow.Condition.Empty;
import io.tidewheel.workflow.Condition.Exists;
import io.tidewheel.workflow.Condition.Not;
import io.tidewheel.workflow.Condition.Operator;
import io.tidewheel.workflow.Condition.Or;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads conditions:
 *
 * <pre>
 * condition = term { "or" term }            term = factor { "and" factor }
 * factor    = "not" factor | "(" condition ")" | "true" | "false" | test
 * test      = "exists" variable | "empty" variable | variable [ ("==" | "!=" | "&lt;" | "&lt;=" | "&gt;" | "&gt;=") literal ]
 * literal   = number | "true" | "false" | text in single or double quotes
 * </pre>
 *
 * A variable alone means {@code variable == true}.
 */
public final class ConditionReader {
    private static final int MAX_LENGTH = 4_000;
    private static final int MAX_DEPTH = 50;
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:(?<text>\"[^\"]*\"|'[^']*')|(?<sign>==|!=|<=|>=|<|>|\\(|\\))"
                    + "|(?<number>[+-]?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?(?![\\w$]))|(?<word>[\\w$][\\w$.:-]*))\\s*");

    private record Token(String kind, String text) {}

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int next;
    private int depth;

    private ConditionReader(String text) {
        this.text = text;
    }

    /** Throws IllegalArgumentException, with a text for users, if it is none. */
    public static Condition parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a condition has at most %d characters".formatted(MAX_LENGTH));
        }
        var reader = new ConditionReader(text);
        reader.split();
        var condition = reader.condition();
        if (reader.next < reader.tokens.size()) throw reader.unexpected("'and', 'or' or the end");
        return condition;
    }

    private void split() {
        var token = TOKEN.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!token.region(at, text.length()).lookingAt()) {
                throw new IllegalArgumentException("condition '%s': '%s' cannot be read"
                        .formatted(text, text.substring(at).strip()));
            }
            for (var kind : List.of("text", "sign", "number", "word")) {
                if (token.group(kind) != null) tokens.add(new Token(kind, token.group(kind)));
            }
            at = token.end();
        }
    }

    private Condition condition() {
        if (++depth > MAX_DEPTH) throw new IllegalArgumentException("the condition is nested too deeply");
        var left = term();
        while (accept("word", "or")) left = new Or(left, term());
        depth--;
        return left;
    }

    private Condition term() {
        var left = factor();
        while (accept("word", "and")) left = new And(left, factor());
        return left;
    }

    private Condition factor() {
        int nots = 0;
        while (accept("word", "not")) nots++;
        var inner = plain();
        return nots % 2 == 0 ? inner : new Not(inner);
    }

    private Condition plain() {
        if (accept("sign", "(")) {
            var inner = condition();
            if (!accept("sign", ")")) throw unexpected("')'");
            return inner;
        }
        if (accept("word", "true")) return new Constant(true);
        if (accept("word", "false")) return new Constant(false);
        if (accept("word", "exists")) return new Exists(variable());
        if (accept("word", "empty")) return new Empty(variable());
        var variable = variable();
        for (var operator : Operator.values()) {
            if (accept("sign", operator.sign())) return new Compare(variable, operator, literal());
        }
        return new Compare(variable, Operator.EQUAL, true);
    }

    private String variable() {
        if (next >= tokens.size() || !tokens.get(next).kind().equals("word"))
            throw unexpected("the name of a variable");
        return tokens.get(next++).text();
    }

    private Object literal() {
        if (accept("word", "true")) return true;
        if (accept("word", "false")) return false;
        if (next >= tokens.size()) throw unexpected("a number, true, false or a text in quotes");
        var token = tokens.get(next);
        Object literal = switch (token.kind()) {
            case "number" -> new BigDecimal(token.text());
            case "text" -> token.text().substring(1, token.text().length() - 1);
            default -> throw unexpected("a number, true, false or a text in quotes");
        };
        next++;
        return literal;
    }

    private boolean accept(String kind, String wanted) {
        if (next >= tokens.size()) return false;
        var token = tokens.get(next);
        if (!token.kind().equals(kind) || !token.text().equals(wanted)) return false;
        next++;
        return true;
    }

    private IllegalArgumentException unexpected(String expected) {
        var found = next < tokens.size() ? "'" + tokens.get(next).text() + "'" : "the end";
        return new IllegalArgumentException(
                "condition '%s': %s is expected, but there is %s".formatted(text, expected, found));
    }
}
