package io.tidewheel.protocol;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Money;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.ChainRules;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * Submissions between the model and the messages and documents that carry them. A field without a number of its own travels by its name, so that a new one
 * need not be named here.
 */
public final class SubmissionCodec {
    /** The fields of tasks that have numbers, in the message that opens a run and in documents alike. */
    private static final Set<SubmissionField<?>> NUMBERED_OF_TASKS = Set.of(
            SubmissionField.REQUIRES,
            SubmissionField.NEEDS,
            SubmissionField.DELIVERY,
            SubmissionField.RETRY,
            SubmissionField.MAX_RUNTIME,
            SubmissionField.MAX_INACTIVITY,
            SubmissionField.TASK_DEADLINE);

    private static final Set<SubmissionField<?>> NUMBERED_OF_RUNS = Set.of(
            SubmissionField.NAME,
            SubmissionField.LABELS,
            SubmissionField.PRIORITY,
            SubmissionField.DEADLINE,
            SubmissionField.MAX_FAILS,
            SubmissionField.BUDGET,
            SubmissionField.HELD,
            SubmissionField.STRICT,
            SubmissionField.KEY);

    private static final List<SubmissionField<?>> UNNUMBERED = SubmissionField.of(RunKind.TASKS).stream()
            .filter(field -> !NUMBERED_OF_TASKS.contains(field) && !NUMBERED_OF_RUNS.contains(field))
            .toList();

    private SubmissionCodec() {}

    // --- the message that opens a run ---

    /** The message without what the run consists of. */
    public static OpenRunRequest.Builder open(Submission asked) {
        var open = OpenRunRequest.newBuilder()
                .setPriority(asked.effective(SubmissionField.PRIORITY).intValue())
                .putAllLabels(asked.effective(SubmissionField.LABELS))
                .setHeld(asked.effective(SubmissionField.HELD))
                .setStrict(asked.effective(SubmissionField.STRICT))
                .addAllRequires(asked.effective(SubmissionField.REQUIRES).names())
                .setDelivery(RuleCodec.delivery(asked.effective(SubmissionField.DELIVERY)))
                .setMaxRuntimeMillis(millis(asked, SubmissionField.MAX_RUNTIME))
                .setMaxInactivityMillis(millis(asked, SubmissionField.MAX_INACTIVITY))
                .setChainDeadlineMillis(millis(asked, SubmissionField.TASK_DEADLINE));
        asked.get(SubmissionField.NAME).ifPresent(open::setName);
        asked.get(SubmissionField.KEY).ifPresent(open::setKey);
        asked.get(SubmissionField.DEADLINE).ifPresent(moment -> open.setDeadlineMicros(micros(moment)));
        asked.get(SubmissionField.MAX_FAILS).ifPresent(open::setMaxFails);
        asked.get(SubmissionField.BUDGET).ifPresent(budget -> open.setBudget(budget.toString()));
        asked.get(SubmissionField.NEEDS).ifPresent(needs -> open.setNeeds(RuleCodec.amounts(needs)));
        asked.get(SubmissionField.RETRY).ifPresent(retry -> open.setRetry(RuleCodec.rule(retry)));
        putUnnumbered(asked, open::putFields);
        return open;
    }

    /** Throws IllegalArgumentException, with a text for users, if something in it cannot be. */
    public static Submission submission(OpenRunRequest open) {
        var said = new Submission.Draft();
        if (!open.getName().isEmpty()) said.put(SubmissionField.NAME, open.getName());
        if (!open.getKey().isEmpty()) said.put(SubmissionField.KEY, open.getKey());
        if (open.getLabelsCount() > 0)
            said.put(SubmissionField.LABELS, Collections.unmodifiableSortedMap(new TreeMap<>(open.getLabelsMap())));
        if (open.getPriority() != 0) said.put(SubmissionField.PRIORITY, (long) open.getPriority());
        if (open.getDeadlineMicros() != 0) said.put(SubmissionField.DEADLINE, instant(open.getDeadlineMicros()));
        if (open.hasMaxFails()) said.put(SubmissionField.MAX_FAILS, open.getMaxFails());
        if (!open.getBudget().isEmpty()) said.put(SubmissionField.BUDGET, Money.parse(open.getBudget()));
        if (open.getHeld()) said.put(SubmissionField.HELD, true);
        if (open.getStrict()) said.put(SubmissionField.STRICT, true);
        if (open.getRequiresCount() > 0) said.put(SubmissionField.REQUIRES, Capabilities.of(open.getRequiresList()));
        if (open.hasNeeds()) said.put(SubmissionField.NEEDS, RuleCodec.amounts(open.getNeeds()));
        if (open.getDeliveryValue() != 0) said.put(SubmissionField.DELIVERY, RuleCodec.delivery(open.getDelivery()));
        if (open.hasRetry()) said.put(SubmissionField.RETRY, RuleCodec.policy(open.getRetry()));
        putTime(said, SubmissionField.MAX_RUNTIME, open.getMaxRuntimeMillis());
        putTime(said, SubmissionField.MAX_INACTIVITY, open.getMaxInactivityMillis());
        putTime(said, SubmissionField.TASK_DEADLINE, open.getChainDeadlineMillis());
        putNamed(said, open.getFieldsMap());
        return said.done();
    }

    /** An encoded Work that keeps as much of its output as is asked for, if anything is. */
    public static Payload keepingOutput(Payload work, Submission asked) {
        if (work.isEmpty() || !asked.says(SubmissionField.KEEP_OUTPUT)) return work;
        try {
            return Payload.of(Work.parseFrom(work.bytes()).toBuilder()
                    .setKeepOutputBytes(asked.effective(SubmissionField.KEEP_OUTPUT))
                    .build()
                    .toByteArray());
        } catch (InvalidProtocolBufferException unreadable) {
            throw new IllegalArgumentException("the command is not readable", unreadable);
        }
    }

    // --- documents ---

    /** What is asked of all chains of a run. */
    public static ChainRules rules(Submission asked) {
        var rules = ChainRules.newBuilder()
                .addAllRequires(asked.effective(SubmissionField.REQUIRES).names())
                .setMaxRuntimeMillis(millis(asked, SubmissionField.MAX_RUNTIME))
                .setMaxInactivityMillis(millis(asked, SubmissionField.MAX_INACTIVITY))
                .setDeadlineMillis(millis(asked, SubmissionField.TASK_DEADLINE))
                .setDelivery(RuleCodec.delivery(asked.effective(SubmissionField.DELIVERY)));
        asked.get(SubmissionField.NEEDS).ifPresent(needs -> rules.setNeeds(RuleCodec.amounts(needs)));
        asked.get(SubmissionField.RETRY).ifPresent(retry -> rules.setRetry(RuleCodec.rule(retry)));
        putUnnumbered(asked.ofTasks(), rules::putFields);
        return rules.build();
    }

    public static Submission submission(ChainRules rules) {
        var said = new Submission.Draft();
        if (rules.getRequiresCount() > 0) said.put(SubmissionField.REQUIRES, Capabilities.of(rules.getRequiresList()));
        if (rules.hasNeeds()) said.put(SubmissionField.NEEDS, RuleCodec.amounts(rules.getNeeds()));
        if (rules.hasRetry()) said.put(SubmissionField.RETRY, RuleCodec.policy(rules.getRetry()));
        if (rules.getDeliveryValue() != 0) said.put(SubmissionField.DELIVERY, RuleCodec.delivery(rules.getDelivery()));
        putTime(said, SubmissionField.MAX_RUNTIME, rules.getMaxRuntimeMillis());
        putTime(said, SubmissionField.MAX_INACTIVITY, rules.getMaxInactivityMillis());
        putTime(said, SubmissionField.TASK_DEADLINE, rules.getDeadlineMillis());
        putNamed(said, rules.getFieldsMap());
        return said.done();
    }

    /** What is asked of the chains of a job. */
    public static Submission submission(JobDocument job) {
        return submission(job.hasRules() ? job.getRules() : rulesFromBefore(job));
    }

    private static ChainRules rulesFromBefore(JobDocument job) {
        var rules = ChainRules.newBuilder()
                .addAllRequires(job.getRequiresList())
                .setMaxRuntimeMillis(job.getMaxRuntimeMillis())
                .setMaxInactivityMillis(job.getMaxInactivityMillis())
                .setDeadlineMillis(job.getChainDeadlineMillis());
        if (job.hasNeeds()) rules.setNeeds(job.getNeeds());
        if (job.hasRetry()) rules.setRetry(job.getRetry());
        return rules.build();
    }

    // --- single values ---

    private static void putUnnumbered(Submission asked, BiConsumer<String, String> fields) {
        for (var field : UNNUMBERED) if (asked.says(field)) fields.accept(field.name(), asked.textOf(field));
    }

    private static void putNamed(Submission.Draft said, Map<String, String> fields) {
        fields.forEach((name, text) -> Submission.putText(said, name, text));
    }

    private static void putTime(Submission.Draft said, SubmissionField<Duration> field, long millis) {
        if (millis != 0) said.put(field, Duration.ofMillis(millis));
    }

    private static long millis(Submission asked, SubmissionField<Duration> field) {
        return asked.get(field).map(Duration::toMillis).orElse(0L);
    }

    private static long micros(Instant moment) {
        return moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1_000;
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }
}
