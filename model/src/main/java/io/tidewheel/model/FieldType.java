package io.tidewheel.model;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the values of a field are, and how they are written as text: by users in options, and by us in stores and messages. What is wrong with a value is
 * told by an IllegalArgumentException in words for users.
 */
public sealed interface FieldType<T> {
    /** Reads what {@link #text} writes, and whatever else users may write. */
    T read(String text, Instant now);

    String text(T value);

    /** What stands for a value where options are listed. */
    String placeholder();

    /** Refuses a value that no run can have. */
    default void check(T value) {}

    /** What counts if it is said twice: the first, unless both can hold. */
    default T joined(T first, T second) {
        return first;
    }

    /** One line of text. */
    record TextType(int longest) implements FieldType<String> {
        @Override
        public String read(String text, Instant now) {
            return text;
        }

        @Override
        public String placeholder() {
            return "TEXT";
        }

        @Override
        public String text(String value) {
            return value;
        }

        @Override
        public void check(String value) {
            if (value.isBlank() || value.length() > longest || value.chars().anyMatch(Character::isISOControl))
                throw new IllegalArgumentException("has 1 to %d characters on one line".formatted(longest));
        }
    }

    /** A whole number. */
    record WholeType(long least, long most) implements FieldType<Long> {
        @Override
        public Long read(String text, Instant now) {
            try {
                return Long.parseLong(text.strip().replace("_", ""));
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException("'%s' is not a whole number".formatted(text), wrong);
            }
        }

        @Override
        public String placeholder() {
            return "N";
        }

        @Override
        public String text(Long value) {
            return value.toString();
        }

        @Override
        public void check(Long value) {
            if (value < least || value > most)
                throw new IllegalArgumentException("must be %d to %d, not %d".formatted(least, most, value));
        }
    }

    /** A whole number that may be large, as in 1000000, 1_000_000 or 1e9. */
    record CountType(long most) implements FieldType<Long> {
        @Override
        public Long read(String text, Instant now) {
            try {
                var number = new BigDecimal(text.strip().replace("_", ""));
                // Compared before it is expanded: 1e999999999 is short to write and long to compute.
                if (number.precision() - number.scale() > 19 || number.scale() > 100) throw new ArithmeticException();
                return number.longValueExact();
            } catch (NumberFormatException | ArithmeticException wrong) {
                throw new IllegalArgumentException(
                        "must be a whole number from 1 to 2^62, as in 1000000 or 1e9, not '%s'".formatted(text), wrong);
            }
        }

        @Override
        public String placeholder() {
            return "N";
        }

        @Override
        public String text(Long value) {
            return value.toString();
        }

        @Override
        public void check(Long value) {
            if (value < 1 || value > most)
                throw new IllegalArgumentException("must be 1 to 2^62, not '%d'".formatted(value));
        }
    }

    /** Whether or not. */
    record FlagType() implements FieldType<Boolean> {
        @Override
        public Boolean read(String text, Instant now) {
            return switch (text) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException("'%s' is neither true nor false".formatted(text));
            };
        }

        @Override
        public String placeholder() {
            return "";
        }

        @Override
        public String text(Boolean value) {
            return value.toString();
        }
    }

    /**
     * How long: {@code 1h 30m}, or a number of seconds.
     *
     * @param noneIfNegative whether a negative time may be written for none
     */
    record TimeType(boolean noneIfNegative, Duration least, Duration most) implements FieldType<Duration> {
        private static final Duration ANY = Duration.ofSeconds(Long.MAX_VALUE);

        /** A time of any length. */
        TimeType(boolean noneIfNegative) {
            this(noneIfNegative, Duration.ZERO, ANY);
        }

        @Override
        public Duration read(String text, Instant now) {
            return noneIfNegative && text.strip().startsWith("-") ? Duration.ZERO : Durations.read(text);
        }

        @Override
        public String placeholder() {
            return "TIME";
        }

        @Override
        public String text(Duration value) {
            return Durations.seconds(value) + "s";
        }

        @Override
        public void check(Duration value) {
            if (value.isNegative()) throw new IllegalArgumentException("is not negative, but " + value);
            if (value.compareTo(least) < 0 || value.compareTo(most) > 0)
                throw new IllegalArgumentException("is a time from %s to %s, not %s"
                        .formatted(Durations.format(least), Durations.format(most), Durations.format(value)));
        }
    }

    /** When: {@code 2026-05-01T18:00:00Z}, or how long from now. */
    record MomentType() implements FieldType<Instant> {
        @Override
        public Instant read(String text, Instant now) {
            if (text.indexOf('T') <= 0) return now.plus(Durations.read(text));
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException wrong) {
                throw new IllegalArgumentException(
                        "'%s' is not a moment: write it like 2026-05-01T18:00:00Z, or as a time from now like 2h"
                                .formatted(text),
                        wrong);
            }
        }

        @Override
        public String placeholder() {
            return "WHEN";
        }

        @Override
        public String text(Instant value) {
            return value.toString();
        }
    }

    /** An amount of money. */
    record MoneyType() implements FieldType<Money> {
        @Override
        public Money read(String text, Instant now) {
            return Money.parse(text);
        }

        @Override
        public String placeholder() {
            return "AMOUNT";
        }

        @Override
        public String text(Money value) {
            return value.toString();
        }
    }

    /** One of a few words, written as in {@code exactly-once}. */
    record WordType<E extends Enum<E>>(Class<E> words) implements FieldType<E> {
        @Override
        public E read(String text, Instant now) {
            return Arrays.stream(words.getEnumConstants())
                    .filter(word -> text(word).equals(text))
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalArgumentException("'%s' is not one of %s".formatted(text, all(", "))));
        }

        @Override
        public String placeholder() {
            return "WORD";
        }

        @Override
        public String text(E value) {
            return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public String all(String between) {
            return Arrays.stream(words.getEnumConstants()).map(this::text).collect(Collectors.joining(between));
        }
    }

    /** Capabilities, separated by commas. */
    record CapabilitiesType() implements FieldType<Capabilities> {
        @Override
        public Capabilities read(String text, Instant now) {
            return Capabilities.parse(text);
        }

        @Override
        public String placeholder() {
            return "LIST";
        }

        @Override
        public String text(Capabilities value) {
            return value.toString();
        }

        @Override
        public Capabilities joined(Capabilities first, Capabilities second) {
            if (second.names().isEmpty()) return first;
            var all = new TreeSet<>(first.names());
            all.addAll(second.names());
            return Capabilities.of(all);
        }
    }

    /** Labels: {@code KEY=VALUE}, one a line. */
    record LabelsType(int most) implements FieldType<SortedMap<String, String>> {
        @Override
        public SortedMap<String, String> read(String text, Instant now) {
            var labels = new TreeMap<String, String>();
            text.lines().forEach(line -> {
                int equals = line.indexOf('=');
                if (equals < 1)
                    throw new IllegalArgumentException(
                            "'%s' is not a pair: write it like project=apollo".formatted(line));
                labels.put(line.substring(0, equals), line.substring(equals + 1));
            });
            return Collections.unmodifiableSortedMap(labels);
        }

        @Override
        public String placeholder() {
            return "KEY=VALUE";
        }

        @Override
        public String text(SortedMap<String, String> value) {
            var text = new StringBuilder();
            value.forEach(
                    (key, word) -> text.append(key).append('=').append(word).append('\n'));
            return text.toString();
        }

        @Override
        public void check(SortedMap<String, String> value) {
            if (value.size() > most)
                throw new IllegalArgumentException("%d labels are too many: at most %d".formatted(value.size(), most));
            value.forEach(LabelsType::check);
        }

        private static void check(String key, String value) {
            if (!key.matches("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}")
                    || value.length() > 200
                    || value.chars().anyMatch(Character::isISOControl)) {
                throw new IllegalArgumentException(
                        ("label '%s=%s' is not allowed: the key has up to 63 letters, digits and . _ / -, "
                                        + "the value up to 200 characters on one line")
                                .formatted(key, value));
            }
        }

        @Override
        public SortedMap<String, String> joined(SortedMap<String, String> first, SortedMap<String, String> second) {
            var all = new TreeMap<>(second);
            all.putAll(first);
            return Collections.unmodifiableSortedMap(all);
        }
    }

    /** Countable parts of a machine: {@code cpu=1.5,memory=4GiB,gpu=1,license=2}. */
    record AmountsType() implements FieldType<Amounts> {
        @Override
        public Amounts read(String text, Instant now) {
            return text.isEmpty() ? Amounts.NONE : Amounts.parse(text, Amounts.NONE);
        }

        @Override
        public String placeholder() {
            return "AMOUNTS";
        }

        @Override
        public String text(Amounts value) {
            return value.text();
        }
    }

    /** When a failed task is tried again: {@code maxAttempts=5,delay=2s,exponentialBackoff=3,maxDelay=60s}; parts may be left out. */
    record RetryType() implements FieldType<RetryPolicy> {
        @Override
        public RetryPolicy read(String text, Instant now) {
            var policy = RetryPolicy.NEVER;
            for (var part : text.split(",", -1)) {
                int equals = part.indexOf('=');
                var value = part.substring(equals + 1);
                policy = switch (part.substring(0, Math.max(0, equals))) {
                    case "maxAttempts" -> policy.withMaxAttempts(Integer.parseInt(value));
                    case "delay" -> policy.withDelay(Durations.read(value));
                    case "exponentialBackoff" -> policy.withExponentialBackoff(Integer.parseInt(value));
                    case "maxDelay" -> policy.withMaxDelay(Durations.read(value));
                    default -> throw new IllegalArgumentException("'%s' is no part of a retry policy".formatted(part));
                };
            }
            return policy;
        }

        @Override
        public String placeholder() {
            return "POLICY";
        }

        @Override
        public String text(RetryPolicy value) {
            return "maxAttempts=%d,delay=%ss,exponentialBackoff=%d,maxDelay=%ss"
                    .formatted(
                            value.maxAttempts(),
                            Durations.seconds(value.delay()),
                            value.exponentialBackoff(),
                            Durations.seconds(value.maxDelay()));
        }
    }
}
