package io.tidewheel.model;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was submitted, as far as the engine needs it.
 *
 * @param array the values of which the run's chains are made, little by little, if it is an array
 * @param maxFails the run is cancelled when more chains than this have failed; {@link #ANY_FAILS} never
 * @param retryOf the run whose failed chains this one repeats
 * @param text what the kind's controller wants to remember, in its own form
 * @param budget what the run may cost in all; without it nothing but its owner's budget limits it
 */
public record RunSpec(
        RunKind kind,
        Owner owner,
        String name,
        SortedMap<String, String> labels,
        int priority,
        Optional<Instant> deadline,
        Optional<IndexRange> array,
        long maxFails,
        Optional<RunId> retryOf,
        String text,
        Optional<Money> budget) {
    public static final long ANY_FAILS = -1;
    public static final int MAX_NAME = 200;
    public static final int MAX_LABELS = 32;

    public RunSpec {
        if (name.isBlank() || name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a run's name has 1 to %d characters on one line".formatted(MAX_NAME));
        }
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        if (labels.size() > MAX_LABELS) {
            throw new IllegalArgumentException(
                    "%d labels are too many: at most %d".formatted(labels.size(), MAX_LABELS));
        }
        labels.forEach(RunSpec::checkLabel);
        if (maxFails < ANY_FAILS) throw new IllegalArgumentException("maxFails is not negative, but " + maxFails);
    }

    /** A run without a budget of its own. */
    public RunSpec(
            RunKind kind,
            Owner owner,
            String name,
            SortedMap<String, String> labels,
            int priority,
            Optional<Instant> deadline,
            Optional<IndexRange> array,
            long maxFails,
            Optional<RunId> retryOf,
            String text) {
        this(kind, owner, name, labels, priority, deadline, array, maxFails, retryOf, text, Optional.empty());
    }

    /** A tasks run with nothing special about it. */
    public static RunSpec tasks(Owner owner, String name) {
        return new RunSpec(
                RunKind.TASKS,
                owner,
                name,
                new TreeMap<>(),
                0,
                Optional.empty(),
                Optional.empty(),
                ANY_FAILS,
                Optional.empty(),
                "");
    }

    public RunSpec withArray(IndexRange values) {
        return new RunSpec(
                kind, owner, name, labels, priority, deadline, Optional.of(values), maxFails, retryOf, text, budget);
    }

    public RunSpec withPriority(int other) {
        return new RunSpec(kind, owner, name, labels, other, deadline, array, maxFails, retryOf, text, budget);
    }

    public RunSpec withLabels(Map<String, String> others) {
        return new RunSpec(
                kind, owner, name, new TreeMap<>(others), priority, deadline, array, maxFails, retryOf, text, budget);
    }

    public RunSpec withBudget(Optional<Money> other) {
        return new RunSpec(kind, owner, name, labels, priority, deadline, array, maxFails, retryOf, text, other);
    }

    private static void checkLabel(String key, String value) {
        if (!key.matches("[A-Za-z0-9][A-Za-z0-9._/-]{0,62}")
                || value.length() > 200
                || value.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    ("label '%s=%s' is not allowed: the key has up to 63 letters, digits and . _ / -, "
                                    + "the value up to 200 characters on one line")
                            .formatted(key, value));
        }
    }
}
