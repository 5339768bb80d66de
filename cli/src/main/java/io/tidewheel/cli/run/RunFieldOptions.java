package io.tidewheel.cli.run;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.options.OptionBuilder;
import io.tidewheel.cli.options.OptionValues;
import io.tidewheel.model.FieldType.CapabilitiesType;
import io.tidewheel.model.FieldType.FlagType;
import io.tidewheel.model.FieldType.LabelsType;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The options that say something about a run, made from the table of a submission's fields: {@code run} and {@code submit} read them here, so that they mean
 * the same.
 */
public final class RunFieldOptions {
    private final Map<SubmissionField<?>, OptionSpec> options = new LinkedHashMap<>();
    private final OptionSpec retries = OptionBuilder.value(
            "N", "How often a failed task is tried again (0).", Long.class, new OptionValues.OfNumber(), "--retries");
    private final OptionSpec retryDelay = time("Time before the first retry.", "--retry-delay");
    private final OptionSpec retryBackoff = OptionBuilder.value(
            "N",
            "Each further delay is so many times longer (1).",
            Long.class,
            new OptionValues.OfNumber(),
            "--retry-exponential-backoff");
    private final OptionSpec retryMaxDelay = time("No delay is longer.", "--retry-max-delay");

    private RunFieldOptions(List<SubmissionField<?>> fields) {
        for (var field : fields) if (field != SubmissionField.RETRY) options.put(field, option(field));
    }

    /** What can be said about a run, whatever its kind. */
    public static RunFieldOptions ofEveryKind() {
        return new RunFieldOptions(SubmissionField.ofEveryKind());
    }

    /** The options for all fields, those that only some kinds of run know included. */
    static RunFieldOptions ofAnyKind() {
        return new RunFieldOptions(SubmissionField.all());
    }

    public void addTo(CommandSpec spec) {
        all().forEach(spec::addOption);
    }

    private List<OptionSpec> all() {
        var all = new ArrayList<OptionSpec>();
        options.forEach((field, option) -> {
            all.add(option);
            if (field == SubmissionField.DELIVERY)
                all.addAll(List.of(retries, retryDelay, retryBackoff, retryMaxDelay));
        });
        return all;
    }

    // No switch over types: the JVM would make its code anew at every start.
    private static OptionSpec option(SubmissionField<?> field) {
        var type = field.type();
        if (type instanceof FlagType) return OptionBuilder.flag(field.meaning(), field.option());
        // Each one is said by itself.
        if (type instanceof LabelsType)
            return OptionBuilder.list(
                    type.placeholder(), "", "A label to find the run by; may be repeated.", "--label");
        if (type instanceof CapabilitiesType)
            return OptionBuilder.list(type.placeholder(), ",", described(field), field.option());
        if (field == SubmissionField.MAX_RUNTIME)
            return OptionBuilder.value(type.placeholder(), described(field), field.option(), "--time-limit");
        return OptionBuilder.value(type.placeholder(), described(field), field.option());
    }

    private static String described(SubmissionField<?> field) {
        var meaning = field.meaning();
        return field.usual().isEmpty() || field.usualWords().startsWith("no")
                ? meaning
                : "%s (%s).".formatted(meaning.substring(0, meaning.length() - 1), field.usualWords());
    }

    private static OptionSpec time(String description, String name) {
        return OptionBuilder.value("TIME", description, Duration.class, new OptionValues.OfDuration(), name);
    }

    /** The names of those that say something about the run; the key says only which run it is. */
    public List<String> given() {
        return all().stream()
                .filter(option -> option.getValue() != null && !Boolean.FALSE.equals(option.getValue()))
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals(SubmissionField.KEY.option()))
                .toList();
    }

    public boolean isGiven(SubmissionField<?> field) {
        return text(field).isPresent();
    }

    /** All that the options say. Refuses what cannot be meant, by the option's name. */
    public Submission asked() {
        var asked = new Submission.Draft();
        for (var field : options.keySet()) put(asked, field);
        if (saysRetry()) asked.put(SubmissionField.RETRY, retry());
        return asked.done();
    }

    private <T> void put(Submission.Draft asked, SubmissionField<T> field) {
        var text = text(field);
        if (text.isEmpty()) return;
        asked.put(field, checked(name(field), field.example(), () -> {
            var value = field.type().read(text.get(), Instant.now());
            field.type().check(value);
            return value;
        }));
    }

    private String name(SubmissionField<?> field) {
        var option = options.get(field);
        return option == null ? field.option() : option.names()[0];
    }

    private Optional<String> text(SubmissionField<?> field) {
        var option = options.get(field);
        Object value = option == null ? null : option.getValue();
        if (value == null || Boolean.FALSE.equals(value)) return Optional.empty();
        if (!(value instanceof List<?> parts)) return Optional.of(value.toString());
        return Optional.of(String.join(field.type() instanceof LabelsType ? "\n" : ",", texts(parts)));
    }

    private static List<String> texts(List<?> parts) {
        return parts.stream().map(Object::toString).toList();
    }

    private static <T> T checked(String option, String example, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            var word = example.indexOf(' ') < 0 ? example : "'%s'".formatted(example);
            throw CliError.usage(
                    "%s: %s".formatted(option, wrong.getMessage()), "example: %s %s".formatted(option, word));
        }
    }

    boolean saysRetry() {
        return retries() != null || retryDelay() != null || retryBackoff() != null || retryMaxDelay() != null;
    }

    private RetryPolicy retry() {
        var again = retries();
        var delay = retryDelay();
        var backoff = retryBackoff();
        var maxDelay = retryMaxDelay();
        var policy = RetryPolicy.NEVER;
        if (again != null) {
            if (again < 0) throw CliError.usage("--retries is not negative, but " + again, "example: --retries 3");
            policy = policy.withMaxAttempts(small(again + 1));
        }
        if (delay != null) policy = policy.withDelay(delay);
        if (backoff != null) {
            if (backoff < 1)
                throw CliError.usage(
                        "--retry-exponential-backoff is at least 1, but " + backoff,
                        "example: --retry-exponential-backoff 2");
            policy = policy.withExponentialBackoff(small(backoff));
        }
        return maxDelay == null ? policy : policy.withMaxDelay(maxDelay);
    }

    private static int small(long number) {
        return (int) Math.min(Integer.MAX_VALUE, number);
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
}
