package io.tidewheel.cli.options;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.model.Durations;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.Money;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of options; what is wrong with one is told in a sentence, with a right one beside it. */
public final class OptionValues {
    private OptionValues() {}

    /** {@code 90s}, {@code 1h 30m}, or a number of seconds. */
    public static final class OfDuration implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return duration(text);
        }
    }

    /** {@code 1-1000:2}. */
    public static final class OfRange implements ITypeConverter<IndexRange> {
        @Override
        public IndexRange convert(String text) {
            try {
                return IndexRange.parse(text);
            } catch (IllegalArgumentException wrong) {
                throw new TypeConversionException(wrong.getMessage());
            }
        }
    }

    /** A moment, {@code 2026-05-01T18:00:00Z}, or a duration from now on. */
    public static final class OfMoment implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                if (text.indexOf('T') > 0) return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException wrong) {
                throw new TypeConversionException(
                        "'%s' is not a moment: write it like 2026-05-01T18:00:00Z, or as a time from now like 2h"
                                .formatted(text));
            }
            return Instant.now().plus(duration(text));
        }
    }

    /** A whole number; digits may be grouped with {@code _}. */
    public static final class OfNumber implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Long.parseLong(text.replace("_", ""));
            } catch (NumberFormatException wrong) {
                throw new TypeConversionException("'%s' is not a whole number".formatted(text));
            }
        }
    }

    /** {@code KEY=VALUE}. */
    public static Map.Entry<String, String> pair(String flag, String text) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw CliError.usage(
                    "%s: '%s' is not a pair".formatted(flag, text), "write it like %s project=apollo".formatted(flag));
        }
        return Map.entry(text.substring(0, equals), text.substring(equals + 1));
    }

    public static Money money(String flag, String text) {
        try {
            return Money.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("%s: %s".formatted(flag, wrong.getMessage()), "example: %s 2.50".formatted(flag));
        }
    }

    static Duration duration(String text) {
        try {
            if (text.matches("\\d+(\\.\\d+)?")) return Durations.parse(text + "s");
            return Durations.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new TypeConversionException(wrong.getMessage());
        }
    }
}
