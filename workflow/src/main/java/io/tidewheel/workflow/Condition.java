package io.tidewheel.workflow;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Whether an action is done, depending on variables. {@link ConditionReader} reads it.
 *
 * <p>It is asked when all its variables are known. A variable has no value if the action that makes it was left out.
 */
public sealed interface Condition {
    /** Always the same. */
    record Constant(boolean holds) implements Condition {}

    /** The variable has a value. */
    record Exists(String variable) implements Condition {}

    /** The variable has no value, or an empty list or text. */
    record Empty(String variable) implements Condition {}

    /** Numbers are compared as numbers, also if they are written as text; all else as text. A list is never equal, smaller or greater. */
    record Compare(String variable, Operator operator, Object literal) implements Condition {}

    /** The opposite. */
    record Not(Condition inner) implements Condition {}

    /** Both conditions hold. */
    record And(Condition left, Condition right) implements Condition {}

    /** One or both. */
    record Or(Condition left, Condition right) implements Condition {}

    /** How a variable is compared. */
    enum Operator {
        EQUAL("=="),
        UNEQUAL("!="),
        LESS("<"),
        AT_MOST("<="),
        GREATER(">"),
        AT_LEAST(">=");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }

        private boolean accepts(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case UNEQUAL -> order != 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case GREATER -> order > 0;
                case AT_LEAST -> order >= 0;
            };
        }
    }

    /** @param values the value of a variable, empty if it has none */
    default boolean holds(Function<String, Optional<Object>> values) {
        return switch (this) {
            case Constant(var holds) -> holds;
            case Exists(var variable) -> values.apply(variable).isPresent();
            case Empty(var variable) ->
                values.apply(variable).map(Condition::isEmpty).orElse(true);
            case Compare(var variable, var operator, var literal) -> compare(values.apply(variable), operator, literal);
            case Not(var inner) -> !inner.holds(values);
            case And(var left, var right) -> left.holds(values) && right.holds(values);
            case Or(var left, var right) -> left.holds(values) || right.holds(values);
        };
    }

    /** The variables it depends on, in the order of their first use. */
    default Set<String> variables() {
        var names = new LinkedHashSet<String>();
        collect(names);
        return names;
    }

    private void collect(Set<String> names) {
        switch (this) {
            case Constant _ -> {}
            case Exists(var variable) -> names.add(variable);
            case Empty(var variable) -> names.add(variable);
            case Compare(var variable, var _, var _) -> names.add(variable);
            case Not(var inner) -> inner.collect(names);
            case And(var left, var right) -> {
                left.collect(names);
                right.collect(names);
            }
            case Or(var left, var right) -> {
                left.collect(names);
                right.collect(names);
            }
        }
    }

    /** The same about variables with other names. */
    default Condition renamed(UnaryOperator<String> names) {
        return switch (this) {
            case Constant constant -> constant;
            case Exists(var variable) -> new Exists(names.apply(variable));
            case Empty(var variable) -> new Empty(names.apply(variable));
            case Compare(var variable, var operator, var literal) ->
                new Compare(names.apply(variable), operator, literal);
            case Not(var inner) -> new Not(inner.renamed(names));
            case And(var left, var right) -> new And(left.renamed(names), right.renamed(names));
            case Or(var left, var right) -> new Or(left.renamed(names), right.renamed(names));
        };
    }

    private static boolean isEmpty(Object value) {
        return value instanceof Collection<?> list
                ? list.isEmpty()
                : value.toString().isEmpty();
    }

    private static boolean compare(Optional<Object> value, Operator operator, Object literal) {
        if (value.isEmpty() || value.get() instanceof Collection<?>) return operator == Operator.UNEQUAL;
        var left = number(value.get());
        var right = number(literal);
        if (left.isPresent() && right.isPresent())
            return operator.accepts(left.get().compareTo(right.get()));
        return operator.accepts(value.get().toString().compareTo(literal.toString()));
    }

    private static Optional<BigDecimal> number(Object value) {
        if (value instanceof Boolean) return Optional.empty();
        try {
            return Optional.of(new BigDecimal(value.toString()));
        } catch (NumberFormatException text) {
            return Optional.empty();
        }
    }
}
