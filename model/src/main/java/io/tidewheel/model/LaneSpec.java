package io.tidewheel.model;

import org.jspecify.annotations.Nullable;

/**
 * What the chains of a lane have in common. A lane holds those chains of a run that require the same capabilities at the same priority under
 * the same rules; the scheduler chooses among lanes, not among chains, so its cost does not grow with the backlog.
 *
 * @param needs what each of its chains takes of the countable parts of a machine
 * @param template the command of the chains that bring none of their own; each is told its parameter
 * @param kind what its chains do, in a word that other runs use too: what was learned of one is of use for the others. Empty if only the run
 *     knows
 */
public record LaneSpec(
        Capabilities requires,
        Amounts needs,
        int priority,
        RetryPolicy retry,
        ChainTimeLimits limits,
        Delivery delivery,
        Payload template,
        String kind) {
    public static final LaneSpec PLAIN = new LaneSpec(
            Capabilities.NONE, 0, RetryPolicy.NEVER, ChainTimeLimits.NONE, Delivery.EXACTLY_ONCE, Payload.NONE);

    /** A lane whose chains say nothing of amounts. */
    public LaneSpec(
            Capabilities requires,
            int priority,
            RetryPolicy retry,
            ChainTimeLimits limits,
            Delivery delivery,
            Payload template) {
        this(requires, Amounts.NONE, priority, retry, limits, delivery, template, "");
    }

    /** A lane of which nobody says what its chains do. */
    public LaneSpec(
            Capabilities requires,
            Amounts needs,
            int priority,
            RetryPolicy retry,
            ChainTimeLimits limits,
            Delivery delivery,
            Payload template) {
        this(requires, needs, priority, retry, limits, delivery, template, "");
    }

    /** What its chains do, in a word: alike in all runs that do the same, or at least in all of a name. */
    public String kindIn(String run, int lane) {
        return kind.isEmpty() ? run + "/" + lane : kind;
    }

    public LaneSpec withPriority(int other) {
        return new LaneSpec(requires, needs, other, retry, limits, delivery, template, kind);
    }

    public LaneSpec withKind(String other) {
        return new LaneSpec(requires, needs, priority, retry, limits, delivery, template, other);
    }

    // By hand: it is a key of many maps, and what records come with is slow until the JVM is warm.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof LaneSpec that
                        && kind.equals(that.kind)
                        && priority == that.priority
                        && requires.equals(that.requires)
                        && needs.equals(that.needs)
                        && delivery == that.delivery
                        && retry.equals(that.retry)
                        && limits.equals(that.limits)
                        && template.equals(that.template));
    }

    /** What lanes of a run differ in; all of it would cost more than it tells apart. */
    @Override
    public int hashCode() {
        return 31 * (31 * kind.hashCode() + requires.hashCode()) + template.hashCode();
    }
}
