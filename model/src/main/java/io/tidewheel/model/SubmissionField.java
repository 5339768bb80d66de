package io.tidewheel.model;

import io.tidewheel.model.FieldType.AmountsType;
import io.tidewheel.model.FieldType.CapabilitiesType;
import io.tidewheel.model.FieldType.CountType;
import io.tidewheel.model.FieldType.FlagType;
import io.tidewheel.model.FieldType.LabelsType;
import io.tidewheel.model.FieldType.MomentType;
import io.tidewheel.model.FieldType.MoneyType;
import io.tidewheel.model.FieldType.RetryType;
import io.tidewheel.model.FieldType.TextType;
import io.tidewheel.model.FieldType.TimeType;
import io.tidewheel.model.FieldType.WholeType;
import io.tidewheel.model.FieldType.WordType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be said about a run, with its one word. All of them together are the table that requests, messages, options, answers, descriptions
 * and the reference are made from, or checked against: what stands here is understood everywhere.
 */
public final class SubmissionField<T> {
    /** What a field is about: a run, its tasks, or only its acceptance. */
    public enum Reach {
        /** The run as a whole. */
        RUN,
        /** Each of its tasks. */
        TASK,
        /** Only whether, and as what, it is accepted: not kept with the run. */
        ACCEPTANCE
    }

    private static final List<SubmissionField<?>> TABLE = new ArrayList<>();
    private static final Set<RunKind> ANY_KIND = EnumSet.allOf(RunKind.class);
    private static final Set<RunKind> JOBS = EnumSet.of(RunKind.JOB);

    public static final SubmissionField<String> NAME = new SubmissionField<>(
            "name", new TextType(200), Reach.RUN, ANY_KIND, null, "what it runs", "nightly", "What the run is called.");
    public static final SubmissionField<SortedMap<String, String>> LABELS = new SubmissionField<>(
            "labels",
            new LabelsType(32),
            Reach.RUN,
            ANY_KIND,
            Collections.unmodifiableSortedMap(new TreeMap<>()),
            "none",
            "project=apollo",
            "Labels to find the run by.");
    public static final SubmissionField<Long> PRIORITY = new SubmissionField<>(
            "priority",
            new WholeType(Integer.MIN_VALUE, Integer.MAX_VALUE),
            Reach.RUN,
            ANY_KIND,
            0L,
            "0",
            "7",
            "Runs of an owner with a higher number go first.");
    public static final SubmissionField<Capabilities> REQUIRES = new SubmissionField<>(
            "requires",
            new CapabilitiesType(),
            Reach.TASK,
            ANY_KIND,
            Capabilities.NONE,
            "none",
            "disk,gpu",
            "Capabilities an agent must offer, beside those that services require.");
    public static final SubmissionField<Amounts> NEEDS = new SubmissionField<>(
            "needs",
            new AmountsType(),
            Reach.TASK,
            ANY_KIND,
            Amounts.NONE,
            "nothing stated",
            "cpu=2,memory=3GiB,license=1",
            "What each task takes of an agent's countable parts, unless its service says so.");
    public static final SubmissionField<Delivery> DELIVERY = new SubmissionField<>(
            "delivery",
            new WordType<>(Delivery.class),
            Reach.TASK,
            ANY_KIND,
            Delivery.EXACTLY_ONCE,
            "exactly-once",
            "at-most-once",
            "What happens to a task whose agent is lost; for jobs it is exactly-once.");
    public static final SubmissionField<RetryPolicy> RETRY = new SubmissionField<>(
            "retry",
            new RetryType(),
            Reach.TASK,
            ANY_KIND,
            RetryPolicy.NEVER,
            "one attempt",
            "maxAttempts=5,delay=2s,exponentialBackoff=3,maxDelay=1m",
            "When a failed task is tried again.");
    public static final SubmissionField<Duration> MAX_RUNTIME = new SubmissionField<>(
            "maxRuntime",
            new TimeType(false),
            Reach.TASK,
            ANY_KIND,
            ChainTimeLimits.NO_LIMIT,
            "no limit",
            "1h 30m",
            "An attempt is ended after so long.");
    public static final SubmissionField<Duration> MAX_INACTIVITY = new SubmissionField<>(
            "maxInactivity",
            new TimeType(false),
            Reach.TASK,
            ANY_KIND,
            ChainTimeLimits.NO_LIMIT,
            "no limit",
            "10m",
            "An attempt is ended that prints nothing for so long.");
    public static final SubmissionField<Duration> TASK_DEADLINE = new SubmissionField<>(
            "taskDeadline",
            new TimeType(false),
            Reach.TASK,
            ANY_KIND,
            ChainTimeLimits.NO_LIMIT,
            "no limit",
            "3h",
            "A task must be done so long after its first start, all attempts included.");
    public static final SubmissionField<Instant> DEADLINE = new SubmissionField<>(
            "deadline",
            new MomentType(),
            Reach.RUN,
            ANY_KIND,
            null,
            "none",
            "2100-01-01T00:00:00Z",
            "The run is cancelled then: a moment, or a time from now.");
    public static final SubmissionField<Long> MAX_FAILS = new SubmissionField<>(
            "maxFails",
            new WholeType(0, IndexRange.MAX_COUNT),
            Reach.RUN,
            ANY_KIND,
            null,
            "any number; 3 for a job",
            "10",
            "The run is cancelled when more tasks have failed.");
    public static final SubmissionField<Duration> AGENT_SILENCE = new SubmissionField<>(
            "agentSilence",
            new TimeType(false, LossLimits.SHORTEST, LossLimits.LONGEST),
            Reach.RUN,
            ANY_KIND,
            null,
            "what the agent has",
            "1m",
            "What runs goes on for so long after nothing was heard of its agent any more; then it is begun elsewhere.");
    public static final SubmissionField<Long> POISON_AFTER = new SubmissionField<>(
            "poisonAfter",
            new WholeType(1, 1_000),
            Reach.RUN,
            ANY_KIND,
            null,
            "3",
            "5",
            "A task is not begun again when the processes of so many agents have ended while it was at work.");
    public static final SubmissionField<Money> BUDGET = new SubmissionField<>(
            "budget",
            new MoneyType(),
            Reach.RUN,
            ANY_KIND,
            null,
            "none of its own",
            "2.5",
            "What the run may cost in all; work that it does not pay for is held.");
    public static final SubmissionField<Boolean> HELD = new SubmissionField<>(
            "held",
            new FlagType(),
            Reach.ACCEPTANCE,
            ANY_KIND,
            false,
            "false",
            "true",
            "Accept the run, but start nothing until it is released; needs a server.");
    public static final SubmissionField<Boolean> STRICT = new SubmissionField<>(
            "strict",
            new FlagType(),
            Reach.ACCEPTANCE,
            ANY_KIND,
            false,
            "false",
            "true",
            "Refuse the run if no agent that is present, and no setup, offers what it requires and has what it needs.");
    public static final SubmissionField<Long> KEEP_OUTPUT = new SubmissionField<>(
            "keepOutput",
            new WholeType(0, 1L << 40),
            Reach.TASK,
            ANY_KIND,
            0L,
            "what the agent keeps",
            "65536",
            "Bytes of each output stream of a task that are kept.");
    public static final SubmissionField<String> KEY = new SubmissionField<>(
            "key",
            new TextType(255),
            Reach.ACCEPTANCE,
            ANY_KIND,
            null,
            "none",
            "night-2026-05-01",
            "The same key gives the same run, however often it is submitted.");

    public static final SubmissionField<Long> ITERATIONS = new SubmissionField<>(
            "iterations",
            new CountType(JobSize.MOST_ITERATIONS),
            Reach.RUN,
            JOBS,
            null,
            "has to be said",
            "1000000",
            "So many independent iterations, as in 1000000 or 1e9, are split into partitions.");
    public static final SubmissionField<Duration> TARGET = new SubmissionField<>(
            "target",
            new TimeType(true),
            Reach.RUN,
            JOBS,
            Duration.ZERO,
            "split once, not balanced",
            "2h",
            "The job is to be done so long after its start; without it, or with -1, it is split once and not"
                    + " balanced.");
    public static final SubmissionField<Long> PARTITIONS = new SubmissionField<>(
            "partitions",
            new WholeType(1, JobSize.MOST_PARTITIONS),
            Reach.RUN,
            JOBS,
            1L,
            "1",
            "2",
            "How many partitions the job begins with.");
    public static final SubmissionField<Long> MAX_PARTITIONS = new SubmissionField<>(
            "maxPartitions",
            new WholeType(1, JobSize.MOST_PARTITIONS),
            Reach.RUN,
            JOBS,
            null,
            "10",
            "20",
            "How many may run or wait at a time if the target needs more.");
    public static final SubmissionField<Duration> REPORT_EVERY = new SubmissionField<>(
            "reportEvery",
            new TimeType(false),
            Reach.RUN,
            JOBS,
            null,
            "a twentieth of the target, 1 s to 1 min",
            "30s",
            "How often the progress of a partition is looked at.");
    public static final SubmissionField<Boolean> SITES = new SubmissionField<>(
            "sites",
            new FlagType(),
            Reach.RUN,
            JOBS,
            false,
            "false",
            "true",
            "Foreign sites may do partitions of the job, too; needs a server that serves them.");

    private final String name;
    private final FieldType<T> type;
    private final Reach reach;
    private final Set<RunKind> kinds;
    private final @Nullable T usual;
    private final String usualWords;
    private final String example;
    private final String meaning;
    private final int index;

    private SubmissionField(
            String name,
            FieldType<T> type,
            Reach reach,
            Set<RunKind> kinds,
            @Nullable T usual,
            String usualWords,
            String example,
            String meaning) {
        this.name = name;
        this.type = type;
        this.reach = reach;
        this.kinds = Collections.unmodifiableSet(kinds);
        this.usual = usual;
        this.usualWords = usualWords;
        this.example = example;
        this.meaning = meaning;
        this.index = TABLE.size();
        TABLE.add(this);
    }

    /** The whole table, in the order in which people read it. */
    public static List<SubmissionField<?>> all() {
        return Collections.unmodifiableList(TABLE);
    }

    /** The fields that a run of this kind can have. */
    public static List<SubmissionField<?>> of(RunKind kind) {
        return TABLE.stream().filter(field -> field.kinds.contains(kind)).toList();
    }

    /** The fields that every run can have. */
    public static List<SubmissionField<?>> ofEveryKind() {
        return TABLE.stream().filter(SubmissionField::isOfEveryKind).toList();
    }

    static Optional<SubmissionField<?>> named(String name) {
        for (var field : TABLE) if (field.name.equals(name)) return Optional.of(field);
        return Optional.empty();
    }

    /** The word for this field, the same in requests, files and answers. */
    public String name() {
        return name;
    }

    /** The word for this field among options: {@code --max-fails}. */
    public String option() {
        return "--" + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    public FieldType<T> type() {
        return type;
    }

    public Reach reach() {
        return reach;
    }

    public Set<RunKind> kinds() {
        return kinds;
    }

    public boolean isOfEveryKind() {
        return kinds.equals(ANY_KIND);
    }

    /** What holds if nothing is said; empty if that depends on the run, or is nothing at all. */
    public Optional<T> usual() {
        return Optional.ofNullable(usual);
    }

    /** The same in words. */
    public String usualWords() {
        return usualWords;
    }

    /** A value that somebody might want, as text; never the usual one. */
    public String example() {
        return example;
    }

    /** What it means, in a sentence for users. */
    public String meaning() {
        return meaning;
    }

    int index() {
        return index;
    }

    @Override
    public String toString() {
        return name;
    }
}
