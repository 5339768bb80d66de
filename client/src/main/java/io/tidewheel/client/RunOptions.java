package io.tidewheel.client;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.Array;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What is said about a run when it is opened. Never changes: each method answers other options. */
public final class RunOptions {
    private final OpenRunRequest wire;

    private RunOptions(OpenRunRequest wire) {
        this.wire = wire;
    }

    public static RunOptions named(String name) {
        return new RunOptions(
                OpenRunRequest.newBuilder().setName(name).setWatch(true).build());
    }

    /** Opening a run with the same key again gives the same run; without one the client makes one up. */
    public RunOptions withKey(String key) {
        return with(open -> open.setKey(key));
    }

    public RunOptions withLabels(Map<String, String> labels) {
        return with(open -> open.putAllLabels(labels));
    }

    public RunOptions withPriority(int priority) {
        return with(open -> open.setPriority(priority));
    }

    /** What each task takes of the countable parts of a machine. */
    public RunOptions needing(Amounts needs) {
        return with(run -> run.setNeeds(RuleCodec.amounts(needs)));
    }

    /** Only agents that offer all of these run its tasks. */
    public RunOptions requiring(Collection<String> capabilities) {
        return with(open -> open.addAllRequires(capabilities));
    }

    public RunOptions withDelivery(Delivery delivery) {
        return with(open -> open.setDelivery(io.tidewheel.protocol.wire.DeliveryMode.valueOf(delivery.name())));
    }

    public RunOptions withRetry(RetryPolicy retry) {
        return with(open -> open.setRetry(RetryRule.newBuilder()
                .setMaxAttempts(retry.maxAttempts())
                .setDelayMillis(retry.delay().toMillis())
                .setExponentialBackoff(retry.exponentialBackoff())
                .setMaxDelayMillis(retry.maxDelay().toMillis())));
    }

    /** How long one attempt may take. */
    public RunOptions withMaxRuntime(Duration limit) {
        return with(open -> open.setMaxRuntimeMillis(limit.toMillis()));
    }

    /** How long an attempt may be without output. */
    public RunOptions withMaxInactivity(Duration limit) {
        return with(open -> open.setMaxInactivityMillis(limit.toMillis()));
    }

    /** How long all attempts of a task may take together. */
    public RunOptions withTaskDeadline(Duration limit) {
        return with(open -> open.setChainDeadlineMillis(limit.toMillis()));
    }

    /** When the whole run must be done. */
    public RunOptions withDeadline(Instant moment) {
        return with(open -> open.setDeadlineMicros(ChronoUnit.MICROS.between(Instant.EPOCH, moment)));
    }

    /** What tasks do that bring no work of their own. */
    public RunOptions withTemplate(Work work) {
        return with(open -> open.setTemplate(work.toByteString()));
    }

    /** The run has one task for each of these values, and no others. */
    public RunOptions withArray(IndexRange values) {
        return with(open -> open.setArray(
                Array.newBuilder().setFrom(values.from()).setTo(values.to()).setStep(values.step())));
    }

    /** Cancels the run when more tasks than this have failed. */
    public RunOptions withMaxFails(long limit) {
        return with(open -> open.setMaxFails(limit));
    }

    /** What the run may cost in all: work that it does not pay for is held. */
    public RunOptions withBudget(Money budget) {
        return with(open -> open.setBudget(budget.toString()));
    }

    /** Starts nothing of the run until it is released. */
    public RunOptions held() {
        return with(open -> open.setHeld(true));
    }

    /** Refuses the run if no agent that is present, and no setup, offers what it requires. */
    public RunOptions strict() {
        return with(open -> open.setStrict(true));
    }

    /** Nobody here will look at the results. */
    public RunOptions withoutResults() {
        return with(open -> open.setWatch(false));
    }

    private RunOptions with(UnaryOperator<OpenRunRequest.Builder> change) {
        return new RunOptions(change.apply(wire.toBuilder()).build());
    }

    OpenRunRequest wire() {
        return wire;
    }
}
