package io.tidewheel.model;

import java.math.BigDecimal;

/** An amount of money, exact, in the one currency that an installation uses; never negative. */
public record Money(BigDecimal amount) implements Comparable<Money> {
    public static final Money ZERO = new Money(BigDecimal.ZERO);
    private static final int MOST_DIGITS = 30;

    public Money {
        if (amount.signum() < 0) throw new IllegalArgumentException("money is not negative, but " + amount);
        if (amount.precision() > MOST_DIGITS || Math.abs(amount.scale()) > MOST_DIGITS) {
            throw new IllegalArgumentException("%s has more than %d digits".formatted(amount, MOST_DIGITS));
        }
        amount = amount.stripTrailingZeros();
    }

    /** Reads a decimal number such as {@code 0.25}. Throws IllegalArgumentException, with a text for users, if it is none. */
    public static Money parse(String text) {
        BigDecimal amount;
        try {
            amount = new BigDecimal(text.strip());
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("'%s' is not an amount of money: write it like 0.25".formatted(text));
        }
        return new Money(amount);
    }

    public Money plus(Money other) {
        return new Money(amount.add(other.amount));
    }

    /** What is left. Throws IllegalArgumentException if that would be less than nothing. */
    public Money minus(Money other) {
        return new Money(amount.subtract(other.amount));
    }

    public Money times(long count) {
        return new Money(amount.multiply(BigDecimal.valueOf(count)));
    }

    public boolean isZero() {
        return amount.signum() == 0;
    }

    @Override
    public int compareTo(Money other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public String toString() {
        return amount.toPlainString();
    }
}
