package io.tidewheel.client;

import com.google.protobuf.ByteString;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.Array;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is said about a run when it is opened. Never changes: each method answers other options. Fields that have no method here are said with
 * {@link #with}.
 */
public final class RunOptions {
    private final Submission asked;
    private final ByteString template;
    private final Optional<IndexRange> array;
    private final boolean watch;

    private RunOptions(Submission asked, ByteString template, Optional<IndexRange> array, boolean watch) {
        this.asked = asked;
        this.template = template;
        this.array = array;
        this.watch = watch;
    }

    public static RunOptions of(Submission asked) {
        return new RunOptions(asked, ByteString.EMPTY, Optional.empty(), true);
    }

    public static RunOptions named(String name) {
        return of(Submission.named(name));
    }

    /** Throws IllegalArgumentException for a value that no run can have. */
    public <T> RunOptions with(SubmissionField<T> field, T value) {
        return new RunOptions(asked.with(field, value), template, array, watch);
    }

    /** Opening a run with the same key again gives the same run; without one the client makes one up. */
    public RunOptions withKey(String key) {
        return with(SubmissionField.KEY, key);
    }

    public RunOptions withLabels(Map<String, String> labels) {
        return with(SubmissionField.LABELS, new TreeMap<>(labels));
    }

    public RunOptions withPriority(int priority) {
        return with(SubmissionField.PRIORITY, (long) priority);
    }

    /** What each task takes of the countable parts of a machine. */
    public RunOptions withNeeds(Amounts needs) {
        return with(SubmissionField.NEEDS, needs);
    }

    /** Only agents that offer all of these run its tasks. */
    public RunOptions withRequires(Collection<String> capabilities) {
        return with(SubmissionField.REQUIRES, Capabilities.of(capabilities));
    }

    public RunOptions withDelivery(Delivery delivery) {
        return with(SubmissionField.DELIVERY, delivery);
    }

    public RunOptions withRetry(RetryPolicy retry) {
        return with(SubmissionField.RETRY, retry);
    }

    /** How long one attempt may take. */
    public RunOptions withMaxRuntime(Duration limit) {
        return with(SubmissionField.MAX_RUNTIME, limit);
    }

    /** How long an attempt may be without output. */
    public RunOptions withMaxInactivity(Duration limit) {
        return with(SubmissionField.MAX_INACTIVITY, limit);
    }

    /** How long all attempts of a task may take together. */
    public RunOptions withTaskDeadline(Duration limit) {
        return with(SubmissionField.TASK_DEADLINE, limit);
    }

    /** When the whole run must be done. */
    public RunOptions withDeadline(Instant moment) {
        return with(SubmissionField.DEADLINE, moment);
    }

    /** Cancels the run when more tasks than this have failed. */
    public RunOptions withMaxFails(long limit) {
        return with(SubmissionField.MAX_FAILS, limit);
    }

    /** How long an agent may be silent before what it runs of this run is begun elsewhere. */
    public RunOptions withAgentSilence(Duration time) {
        return with(SubmissionField.AGENT_SILENCE, time);
    }

    /** Gives a task up when so many agents have died while it was at work. */
    public RunOptions withPoisonAfter(long agents) {
        return with(SubmissionField.POISON_AFTER, agents);
    }

    /** What the run may cost in all: work that it does not pay for is held. */
    public RunOptions withBudget(Money budget) {
        return with(SubmissionField.BUDGET, budget);
    }

    /** How many bytes of each output stream are kept, of tasks that are opened with the run or follow its template. */
    public RunOptions withKeepOutput(long bytes) {
        return with(SubmissionField.KEEP_OUTPUT, bytes);
    }

    /** Starts nothing of the run until it is released. */
    public RunOptions held() {
        return with(SubmissionField.HELD, true);
    }

    /** Refuses the run if no agent that is present, and no setup, offers what it requires. */
    public RunOptions strict() {
        return with(SubmissionField.STRICT, true);
    }

    /** What tasks do that bring no work of their own. */
    public RunOptions withTemplate(Work work) {
        return new RunOptions(asked, work.toByteString(), array, watch);
    }

    /** The run has one task for each of these values, and no others. */
    public RunOptions withArray(IndexRange values) {
        return new RunOptions(asked, template, Optional.of(values), watch);
    }

    /** The same run, but its results are not sent to this program. */
    public RunOptions withoutResults() {
        return new RunOptions(asked, template, array, false);
    }

    /** The message that opens the run, without its tasks. */
    OpenRunRequest.Builder open() {
        var open = SubmissionCodec.open(asked).setTemplate(template).setWatch(watch);
        array.ifPresent(values -> open.setArray(
                Array.newBuilder().setFrom(values.from()).setTo(values.to()).setStep(values.step())));
        return open;
    }
}
