package io.tidewheel.workflow.text;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.Durations;
import io.tidewheel.model.MemorySize;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.ActionRetries;
import io.tidewheel.workflow.ExecutableTimeLimits;
import io.tidewheel.workflow.Timeout;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads durations, retry policies, time limits and amounts. A number without a unit is a number of milliseconds in what is Steep's, and of seconds in what is ours. */
final class LimitReader {
    private static final List<String> RETRY = List.of("maxAttempts", "delay", "exponentialBackoff", "maxDelay");
    private static final List<String> TIMEOUT = List.of("timeout", "errorOnTimeout");
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private LimitReader() {}

    /** The time in a field that Steep knows, where a number alone is milliseconds. */
    static Optional<Duration> duration(FieldReader fields, String name) {
        return duration(fields, name, LimitReader::inMillis);
    }

    /** The time in a field that Steep does not know, where a number alone is seconds. */
    static Optional<Duration> time(FieldReader fields, String name) {
        return duration(fields, name, Durations::read);
    }

    private static Optional<Duration> duration(FieldReader fields, String name, Function<String, Duration> reader) {
        var tree = fields.tree(name);
        if (tree.isEmpty()) return Optional.empty();
        if (!(tree.get() instanceof Scalar scalar)) {
            fields.complain(
                    name,
                    "'%s' is a duration, not %s".formatted(name, tree.get().kind()),
                    "example: %s: 1h 30m".formatted(name));
            return Optional.empty();
        }
        try {
            return Optional.of(reader.apply(scalar.text()));
        } catch (IllegalArgumentException wrong) {
            fields.complain(name, String.valueOf(wrong.getMessage()), "example: %s: 1h 30m".formatted(name));
            return Optional.empty();
        }
    }

    private static Duration inMillis(String text) {
        if (!text.matches("\\d{1,18}")) return Durations.parse(text);
        var millis = Duration.ofMillis(Long.parseLong(text));
        if (millis.compareTo(LONGEST) > 0) throw new IllegalArgumentException(text + " ms is longer than 100 years");
        return millis;
    }

    static Optional<ActionRetries> retries(FieldReader fields, String name) {
        var inner = fields.inner(name, RETRY);
        if (inner.isEmpty()) return Optional.empty();
        int attempts = inner.get().integer("maxAttempts", 1, RetryPolicy.FOREVER);
        var policy = policy(inner.get(), attempts == 0 ? 1 : attempts);
        return Optional.of(attempts == 0 ? new ActionRetries.Skip() : new ActionRetries.Policy(policy));
    }

    /** A policy in which there is at least one attempt. */
    static Optional<RetryPolicy> policy(FieldReader fields, String name) {
        var retries = retries(fields, name);
        if (retries.isEmpty()) return Optional.empty();
        if (retries.get() instanceof ActionRetries.Policy(var policy)) return Optional.of(policy);
        fields.complain(
                name,
                "maxAttempts is 0, but only an action or a service can be skipped",
                "write at least 1, or -1 for no end");
        return Optional.empty();
    }

    private static RetryPolicy policy(FieldReader fields, int attempts) {
        return new RetryPolicy(
                attempts,
                duration(fields, "delay").orElse(Duration.ZERO),
                fields.integer("exponentialBackoff", 1, 1),
                duration(fields, "maxDelay").orElse(RetryPolicy.LONGEST));
    }

    static ExecutableTimeLimits limits(FieldReader fields) {
        if (!fields.has("maxInactivity") && !fields.has("maxRuntime") && !fields.has("deadline"))
            return ExecutableTimeLimits.NONE;
        return new ExecutableTimeLimits(
                timeout(fields, "maxInactivity"), timeout(fields, "maxRuntime"), timeout(fields, "deadline"));
    }

    private static Optional<Timeout> timeout(FieldReader fields, String name) {
        var tree = fields.tree(name);
        if (tree.isEmpty()) return Optional.empty();
        if (!(tree.get() instanceof Mapping)) {
            return duration(fields, name).map(limit -> new Timeout(limit, false));
        }
        return fields.inner(name, TIMEOUT).flatMap(inner -> {
            inner.require("timeout", "timeout: 10m");
            boolean error = inner.flag("errorOnTimeout");
            return duration(inner, "timeout").map(limit -> new Timeout(limit, error));
        });
    }

    static Amounts amounts(FieldReader fields) {
        return new Amounts(
                Math.round(fields.decimal("requiredCpu").orElse(0.0) * 1_000),
                memory(fields, "requiredMemory").orElse(0L),
                fields.integer("requiredGpu", 0, 0),
                custom(fields, "requiredAmounts"));
    }

    static Optional<Long> memory(FieldReader fields, String name) {
        var text = fields.optionalText(name, name + ": 2GiB");
        try {
            return text.map(MemorySize::parse);
        } catch (IllegalArgumentException wrong) {
            fields.complain(name, String.valueOf(wrong.getMessage()), "example: %s: 2GiB".formatted(name));
            return Optional.empty();
        }
    }

    /** {@code {license: 2}}: what only users know to count. */
    static CustomAmounts custom(FieldReader fields, String name) {
        var tree = fields.tree(name);
        if (tree.isEmpty()) return CustomAmounts.NONE;
        var example = "example: %s: {license: 1}".formatted(name);
        if (!(tree.get() instanceof Mapping mapping)) {
            fields.complain(
                    name, "'%s' is an object, not %s".formatted(name, tree.get().kind()), example);
            return CustomAmounts.NONE;
        }
        var names = mapping.fields().stream().map(SourceTree.Field::key).toList();
        var counts = new TreeMap<String, Long>();
        var inner = new FieldReader(mapping, fields.path().to(name), fields.complaints(), names);
        for (var each : names) inner.number(each, 0, CustomAmounts.LARGEST).ifPresent(count -> counts.put(each, count));
        try {
            return CustomAmounts.of(counts);
        } catch (IllegalArgumentException wrong) {
            fields.complain(name, String.valueOf(wrong.getMessage()), example);
            return CustomAmounts.NONE;
        }
    }
}
