package io.tidewheel.protocol;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.protocol.wire.RetryRule;
import java.time.Duration;

/** The rules of chains between the model and the messages and documents that carry them. */
public final class RuleCodec {
    private RuleCodec() {}

    public static RetryPolicy policy(RetryRule rule) {
        return new RetryPolicy(
                rule.getMaxAttempts() == 0 ? 1 : rule.getMaxAttempts(),
                Duration.ofMillis(rule.getDelayMillis()),
                Math.max(1, rule.getExponentialBackoff()),
                rule.getMaxDelayMillis() == 0 ? RetryPolicy.LONGEST : Duration.ofMillis(rule.getMaxDelayMillis()));
    }

    public static RetryRule rule(RetryPolicy policy) {
        var rule = RetryRule.newBuilder()
                .setMaxAttempts(policy.maxAttempts())
                .setDelayMillis(policy.delay().toMillis())
                .setExponentialBackoff(policy.exponentialBackoff());
        if (!policy.maxDelay().equals(RetryPolicy.LONGEST))
            rule.setMaxDelayMillis(policy.maxDelay().toMillis());
        return rule.build();
    }

    /** @throws IllegalArgumentException for names and numbers that nobody can count with */
    public static Amounts amounts(io.tidewheel.protocol.wire.ResourceAmounts given) {
        return new Amounts(
                given.getMilliCpus(), given.getMemoryBytes(), given.getGpus(), CustomAmounts.of(given.getCustomMap()));
    }

    public static io.tidewheel.protocol.wire.ResourceAmounts amounts(Amounts given) {
        return io.tidewheel.protocol.wire.ResourceAmounts.newBuilder()
                .setMilliCpus(given.milliCpus())
                .setMemoryBytes(given.memoryBytes())
                .setGpus(given.gpus())
                .putAllCustom(given.custom().counts())
                .build();
    }

    /** @throws IllegalArgumentException for one that a newer program knows */
    public static Delivery delivery(io.tidewheel.protocol.wire.DeliveryMode given) {
        return switch (given) {
            case EXACTLY_ONCE -> Delivery.EXACTLY_ONCE;
            case AT_LEAST_ONCE -> Delivery.AT_LEAST_ONCE;
            case AT_MOST_ONCE -> Delivery.AT_MOST_ONCE;
            case UNRECOGNIZED -> throw new IllegalArgumentException("this server does not know that delivery");
        };
    }

    public static io.tidewheel.protocol.wire.DeliveryMode delivery(Delivery given) {
        return io.tidewheel.protocol.wire.DeliveryMode.valueOf(given.name());
    }
}
