package io.tidewheel.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What was submitted, as far as the engine needs it.
 *
 * @param asked what was said about the run: its name at least
 * @param array the values of which the run's chains are made, little by little, if it is an array
 * @param retryOf the run whose failed chains this one repeats
 * @param text what the kind's controller wants to remember, in its own form
 */
public record RunSpec(
        RunKind kind, Owner owner, Submission asked, Optional<IndexRange> array, Optional<RunId> retryOf, String text) {
    public static final long ANY_FAILS = -1;

    public RunSpec {
        if (!asked.says(SubmissionField.NAME)) throw new IllegalArgumentException("a run has a name");
        asked = asked.kept();
    }

    /** A run that repeats no other and is no array. */
    public RunSpec(RunKind kind, Owner owner, Submission asked, String text) {
        this(kind, owner, asked, Optional.empty(), Optional.empty(), text);
    }

    /** A tasks run with nothing special about it. */
    public static RunSpec tasks(Owner owner, String name) {
        return new RunSpec(RunKind.TASKS, owner, Submission.named(name), "");
    }

    public String name() {
        return asked.effective(SubmissionField.NAME);
    }

    public SortedMap<String, String> labels() {
        return asked.effective(SubmissionField.LABELS);
    }

    public int priority() {
        return asked.effective(SubmissionField.PRIORITY).intValue();
    }

    public Optional<Instant> deadline() {
        return asked.get(SubmissionField.DEADLINE);
    }

    /** The run is cancelled when more chains than this have failed; {@link #ANY_FAILS} never. */
    public long maxFails() {
        return asked.get(SubmissionField.MAX_FAILS).orElse(ANY_FAILS);
    }

    /** How long an agent may be away before what it runs of this run is lost; without it, the agent says so. */
    public Optional<Duration> agentSilence() {
        return asked.get(SubmissionField.AGENT_SILENCE);
    }

    /** When so many agents have died while a chain was at work it is poison; without it, the server says so. */
    public Optional<Integer> poisonAfter() {
        return asked.get(SubmissionField.POISON_AFTER).map(Math::toIntExact);
    }

    /** What the run may cost in all; without it nothing but its owner's budget limits it. */
    public Optional<Money> budget() {
        return asked.get(SubmissionField.BUDGET);
    }

    public <T> RunSpec with(SubmissionField<T> field, T value) {
        return new RunSpec(kind, owner, asked.with(field, value), array, retryOf, text);
    }

    /** The same, saying this, or nothing about it. */
    public <T> RunSpec with(SubmissionField<T> field, Optional<T> value) {
        return new RunSpec(kind, owner, asked.with(field, value), array, retryOf, text);
    }

    public RunSpec withArray(IndexRange values) {
        return new RunSpec(kind, owner, asked, Optional.of(values), retryOf, text);
    }
}
