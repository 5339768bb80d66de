package io.tidewheel.cli.run;

import io.tidewheel.cli.CliError;
import io.tidewheel.cli.OptionBuilder;
import io.tidewheel.cli.OptionValues;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.DeliveryMode;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.RetryRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that every kind of run has, however it is submitted: {@code run} and {@code submit} read them here, so that they mean the same. */
public final class RunFieldOptions {
    private final List<OptionSpec> all = new ArrayList<>();
    private final OptionSpec name = text("NAME", "What the run is called.", "--name");
    private final OptionSpec labels =
            add(OptionBuilder.list("KEY=VALUE", "", "A label to find the run by; may be repeated.", "--label"));
    private final OptionSpec priority = number("Runs with a higher number go first (0).", "--priority");
    private final OptionSpec requires =
            add(OptionBuilder.list("LIST", ",", "Capabilities an agent must offer, as in gpu,docker.", "--requires"));
    private final OptionSpec needs = text(
            "AMOUNTS", "What each task takes of an agent's parts, as in cpu=2,memory=4GiB,gpu=1,license=1.", "--needs");
    private final OptionSpec retries = number("How often a failed task is tried again (0).", "--retries");
    private final OptionSpec retryDelay = time("Time before the first retry.", "--retry-delay");
    private final OptionSpec retryBackoff =
            number("Each further delay is so many times longer (1).", "--retry-backoff");
    private final OptionSpec retryMaxDelay = time("No delay is longer.", "--retry-max-delay");
    private final OptionSpec maxRuntime = time("An attempt is ended after so long.", "--max-runtime", "--time-limit");
    private final OptionSpec maxInactivity =
            time("An attempt is ended when it prints nothing for so long.", "--max-inactivity");
    private final OptionSpec deadline =
            time("A task must be done so long after its first start, all attempts included.", "--deadline");
    private final OptionSpec finishBy = add(OptionBuilder.value(
            "WHEN",
            "The run is cancelled then: a moment, or a time from now.",
            Instant.class,
            new OptionValues.OfMoment(),
            "--finish-by"));
    private final OptionSpec maxFails = number("The run is cancelled when more tasks have failed.", "--max-fails");
    private final OptionSpec delivery =
            text("HOW", "exactly-once, at-least-once or at-most-once (exactly-once).", "--delivery");
    private final OptionSpec budget =
            text("AMOUNT", "What the run may cost in all; work that it does not pay for is held.", "--budget");
    private final OptionSpec held =
            add(OptionBuilder.flag("Accept the run but start nothing until it is released; needs a server.", "--hold"));
    private final OptionSpec strict =
            add(OptionBuilder.flag("Refuse the run if no agent and no setup offers what it requires.", "--strict"));
    private final OptionSpec key =
            OptionBuilder.value("TEXT", "The same key gives the same run, however often it is submitted.", "--key");

    public void addTo(CommandSpec spec) {
        all.forEach(spec::addOption);
        spec.addOption(key);
    }

    private OptionSpec add(OptionSpec option) {
        all.add(option);
        return option;
    }

    private OptionSpec text(String label, String description, String... names) {
        return add(OptionBuilder.value(label, description, names));
    }

    private OptionSpec number(String description, String... names) {
        return add(OptionBuilder.value("N", description, Long.class, new OptionValues.OfNumber(), names));
    }

    private OptionSpec time(String description, String... names) {
        return add(OptionBuilder.value("TIME", description, Duration.class, new OptionValues.OfDuration(), names));
    }

    /** The names of those that say something about the run; the key says only which run it is. */
    public List<String> given() {
        return all.stream()
                .filter(option -> option.getValue() != null && !Boolean.FALSE.equals(option.getValue()))
                .map(OptionSpec::longestName)
                .toList();
    }

    Optional<String> name() {
        return OptionBuilder.text(name);
    }

    List<String> labels() {
        return OptionBuilder.texts(labels);
    }

    @Nullable
    Long priority() {
        return OptionBuilder.converted(priority, Long.class);
    }

    List<String> requires() {
        return OptionBuilder.texts(requires);
    }

    Optional<String> needs() {
        return OptionBuilder.text(needs);
    }

    @Nullable
    Long retries() {
        return OptionBuilder.converted(retries, Long.class);
    }

    @Nullable
    Duration retryDelay() {
        return OptionBuilder.converted(retryDelay, Duration.class);
    }

    @Nullable
    Long retryBackoff() {
        return OptionBuilder.converted(retryBackoff, Long.class);
    }

    @Nullable
    Duration retryMaxDelay() {
        return OptionBuilder.converted(retryMaxDelay, Duration.class);
    }

    @Nullable
    Duration maxRuntime() {
        return OptionBuilder.converted(maxRuntime, Duration.class);
    }

    @Nullable
    Duration maxInactivity() {
        return OptionBuilder.converted(maxInactivity, Duration.class);
    }

    @Nullable
    Duration deadline() {
        return OptionBuilder.converted(deadline, Duration.class);
    }

    @Nullable
    Instant finishBy() {
        return OptionBuilder.converted(finishBy, Instant.class);
    }

    @Nullable
    Long maxFails() {
        return OptionBuilder.converted(maxFails, Long.class);
    }

    Optional<String> delivery() {
        return OptionBuilder.text(delivery);
    }

    Optional<String> budget() {
        return OptionBuilder.text(budget);
    }

    public boolean held() {
        return OptionBuilder.isGiven(held);
    }

    boolean strict() {
        return OptionBuilder.isGiven(strict);
    }

    public Optional<String> key() {
        return OptionBuilder.text(key);
    }

    /**
     * All of them as a run has them, with what holds where nothing is said. Refuses what cannot be meant.
     *
     * @param alsoRequired what the kind of the run requires by itself
     */
    OpenRunRequest.Builder open(List<String> alsoRequired) {
        checkNumbers();
        var run = OpenRunRequest.newBuilder()
                .setPriority(wholePriority())
                .addAllRequires(required(alsoRequired))
                .setDelivery(delivery(delivery().orElse("exactly-once")))
                .setRetry(retry())
                .setMaxRuntimeMillis(millis(maxRuntime()))
                .setMaxInactivityMillis(millis(maxInactivity()))
                .setChainDeadlineMillis(millis(deadline()))
                .setDeadlineMicros(micros(finishBy()))
                .setHeld(held())
                .setStrict(strict());
        name().ifPresent(run::setName);
        key().ifPresent(run::setKey);
        budget().ifPresent(text ->
                run.setBudget(OptionValues.money("--budget", text).toString()));
        needs().ifPresent(text -> run.setNeeds(needs(text)));
        Optional.ofNullable(maxFails()).ifPresent(run::setMaxFails);
        for (var label : labels()) {
            var pair = OptionValues.pair("--label", label);
            run.putLabels(pair.getKey(), pair.getValue());
        }
        return run;
    }

    private void checkNumbers() {
        var again = retries();
        if (again != null && again < 0) {
            throw CliError.usage("--retries is not negative, but " + again, "example: --retries 3");
        }
        var backoff = retryBackoff();
        if (backoff != null && backoff < 1) {
            throw CliError.usage("--retry-backoff is at least 1, but " + backoff, "example: --retry-backoff 2");
        }
        var fails = maxFails();
        if (fails != null && fails < 0) {
            throw CliError.usage("--max-fails is not negative, but " + fails, "example: --max-fails 10");
        }
    }

    private int wholePriority() {
        long given = otherwise(priority(), 0);
        if (given == (int) given) return (int) given;
        throw CliError.usage("--priority: %d is too far from 0".formatted(given), "example: --priority 10");
    }

    private List<String> required(List<String> more) {
        var names = new ArrayList<>(requires());
        names.addAll(more);
        try {
            return Capabilities.of(names).names();
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--requires: " + wrong.getMessage(), "example: --requires gpu,docker");
        }
    }

    private static io.tidewheel.protocol.wire.ResourceAmounts needs(String text) {
        try {
            return RuleCodec.amounts(Amounts.parse(text, Amounts.NONE));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--needs: " + wrong.getMessage());
        }
    }

    private RetryRule retry() {
        return RetryRule.newBuilder()
                .setMaxAttempts((int) Math.min(Integer.MAX_VALUE, otherwise(retries(), 0) + 1))
                .setDelayMillis(millis(retryDelay()))
                .setExponentialBackoff((int) Math.min(Integer.MAX_VALUE, otherwise(retryBackoff(), 1)))
                .setMaxDelayMillis(millis(retryMaxDelay()))
                .build();
    }

    private static DeliveryMode delivery(String word) {
        return switch (word) {
            case "exactly-once" -> DeliveryMode.EXACTLY_ONCE;
            case "at-least-once" -> DeliveryMode.AT_LEAST_ONCE;
            case "at-most-once" -> DeliveryMode.AT_MOST_ONCE;
            default ->
                throw CliError.usage(
                        "--delivery: '%s' is not exactly-once, at-least-once or at-most-once".formatted(word),
                        "example: --delivery at-least-once");
        };
    }

    private static long otherwise(@Nullable Long value, long usual) {
        return value == null ? usual : value;
    }

    private static long millis(@Nullable Duration duration) {
        return duration == null ? 0 : duration.toMillis();
    }

    private static long micros(@Nullable Instant moment) {
        return moment == null ? 0 : moment.getEpochSecond() * 1_000_000 + moment.getNano() / 1_000;
    }
}
