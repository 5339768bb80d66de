package io.tidewheel.cli.run;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.RunSummary;
import io.tidewheel.client.TaskResult;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import io.tidewheel.protocol.wire.RunStatusNews;
import java.time.Duration;
import java.time.Instant;

/** Between the words of the wire, which {@code run} speaks for speed, and those of the client library. */
final class WireOptions {
    private WireOptions() {}

    static RunOptions of(RunDraft draft, boolean detached) {
        var run = draft.run();
        var options = RunOptions.named(run.getName())
                .withLabels(run.getLabelsMap())
                .withPriority(run.getPriority())
                .requiring(run.getRequiresList())
                .needing(RuleCodec.amounts(run.getNeeds()))
                .withDelivery(delivery(run))
                .withRetry(retry(run))
                .withMaxRuntime(Duration.ofMillis(run.getMaxRuntimeMillis()))
                .withMaxInactivity(Duration.ofMillis(run.getMaxInactivityMillis()))
                .withTaskDeadline(Duration.ofMillis(run.getChainDeadlineMillis()))
                .withTemplate(draft.work());
        if (!run.getKey().isEmpty()) options = options.withKey(run.getKey());
        if (run.getDeadlineMicros() != 0) options = options.withDeadline(instant(run.getDeadlineMicros()));
        if (run.hasMaxFails()) options = options.withMaxFails(run.getMaxFails());
        if (!run.getBudget().isEmpty()) options = options.withBudget(Money.parse(run.getBudget()));
        if (run.getHeld()) options = options.held();
        if (run.getStrict()) options = options.strict();
        if (detached) options = options.withoutResults();
        if (!run.hasArray()) return options;
        var array = run.getArray();
        return options.withArray(new IndexRange(array.getFrom(), array.getTo(), array.getStep()));
    }

    private static Delivery delivery(OpenRunRequest run) {
        return switch (run.getDelivery()) {
            case AT_LEAST_ONCE -> Delivery.AT_LEAST_ONCE;
            case AT_MOST_ONCE -> Delivery.AT_MOST_ONCE;
            case EXACTLY_ONCE, UNRECOGNIZED -> Delivery.EXACTLY_ONCE;
        };
    }

    private static RetryPolicy retry(OpenRunRequest run) {
        var rule = run.getRetry();
        return new RetryPolicy(
                rule.getMaxAttempts(),
                Duration.ofMillis(rule.getDelayMillis()),
                rule.getExponentialBackoff(),
                Duration.ofMillis(rule.getMaxDelayMillis()));
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1_000);
    }

    static Result result(TaskResult result) {
        return Result.newBuilder()
                .setIndex(result.index())
                .setState(
                        switch (result.state()) {
                            case SUCCEEDED -> ResultState.RESULT_SUCCEEDED;
                            case FAILED -> ResultState.RESULT_FAILED;
                            case CANCELLED -> ResultState.RESULT_CANCELLED;
                        })
                .setReason(result.reason())
                .setExitCode(result.exitCode())
                .setAttempt(result.attempt())
                .setOutcome(result.encodedOutcome())
                .build();
    }

    static RunStatusNews status(RunSummary summary) {
        return RunStatusNews.newBuilder()
                .setRun(summary.run())
                .setState(summary.state())
                .setSize(summary.size())
                .setSucceeded(summary.succeeded())
                .setFailed(summary.failed())
                .setCancelled(summary.cancelled())
                .setFinal(true)
                .build();
    }
}
