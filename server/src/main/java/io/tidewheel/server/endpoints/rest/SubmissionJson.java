package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.FieldType;
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
import io.tidewheel.model.Money;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/**
 * Submissions in JSON, made from the table of their fields. Tasks, jobs and workflows read and write them here, so that a field means the same for all of
 * them; a kind that cannot do what one says refuses it by its name.
 */
final class SubmissionJson {
    /** A short form of {@link SubmissionField#RETRY}: how often a failed task is tried again. */
    static final String RETRIES = "retries";

    private static final int MOST_RETRIES = 1_000_000;

    private static final class Retry {
        RetryPolicy policy = RetryPolicy.NEVER;
    }

    private static final JsonFields<Retry> RETRY = new JsonFields<Retry>()
            .with(
                    "maxAttempts",
                    (retry, in) -> change(
                            retry, in, retry.policy::withMaxAttempts, in.integer(RetryPolicy.FOREVER, MOST_RETRIES)))
            .with("delay", (retry, in) -> change(retry, in, retry.policy::withDelay, in.duration()))
            .with(
                    "exponentialBackoff",
                    (retry, in) -> change(retry, in, retry.policy::withExponentialBackoff, in.integer(1, 1_000)))
            .with("maxDelay", (retry, in) -> change(retry, in, retry.policy::withMaxDelay, in.duration()));

    private final Instant now;
    private final Submission.Draft said = new Submission.Draft();
    private Optional<RetryPolicy> retries = Optional.empty();

    /** @param now what a moment counts from that is told as a time */
    SubmissionJson(Instant now) {
        this.now = now;
    }

    // --- reading ---

    /** The fields of a request of this kind, to which it adds those of its own. */
    static <B> JsonFields<B> shape(RunKind kind, Function<B, SubmissionJson> reading) {
        var shape = new JsonFields<B>();
        for (var field : SubmissionField.of(kind)) {
            // The key of a request is in its header, as everywhere on the web.
            if (field != SubmissionField.KEY)
                shape.with(field.name(), (request, in) -> reading.apply(request).read(field, in));
        }
        return shape.with(RETRIES, (request, in) -> reading.apply(request).readRetries(in));
    }

    static Set<String> retryFields() {
        return RETRY.names();
    }

    static int priority(JsonReader in) {
        return in.integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    /** A number, or a text where every digit counts. */
    static Money money(JsonReader in) {
        var text = in.isNumber() ? in.number() : in.text(100);
        return in.checked(() -> Money.parse(text));
    }

    private <T> void read(SubmissionField<T> field, JsonReader in) {
        var value = value(field.type(), in);
        if (value.equals("")) return; // as good as left out
        in.checked(() -> {
            field.type().check(value);
            return value;
        });
        said.put(field, value);
    }

    @SuppressWarnings("unchecked") // each type reads its own values
    private <T> T value(FieldType<T> type, JsonReader in) {
        return (T)
                switch (type) {
                    case TextType(int longest) -> in.text(longest);
                    case WholeType(long least, long most) -> in.whole(least, most);
                    case CountType count -> {
                        var text = in.isNumber() ? in.number() : in.text(100);
                        yield in.checked(() -> count.read(text, now));
                    }
                    case FlagType _ -> in.flag();
                    case TimeType time -> time.noneIfNegative() && in.isNegative() ? Duration.ZERO : in.duration();
                    case MomentType _ -> in.moment(now);
                    case MoneyType _ -> money(in);
                    case WordType<?> word -> in.word(word.words());
                    case CapabilitiesType _ -> {
                        var names = in.texts(Capabilities.MAX_NAMES, Capabilities.MAX_LENGTH);
                        yield in.checked(() -> Capabilities.of(names));
                    }
                    case LabelsType(int most) -> in.pairs(most, 200);
                    case AmountsType amounts -> {
                        var text = in.text(2_000);
                        yield in.checked(() -> amounts.read(text, now));
                    }
                    case RetryType _ -> {
                        var retry = new Retry();
                        in.object(RETRY, retry);
                        yield retry.policy;
                    }
                };
    }

    private static <T> void change(Retry retry, JsonReader in, Function<T, RetryPolicy> part, T value) {
        retry.policy = in.checked(() -> part.apply(value));
    }

    private void readRetries(JsonReader in) {
        retries = Optional.of(RetryPolicy.NEVER.withMaxAttempts(in.integer(0, MOST_RETRIES) + 1));
    }

    /** The submission that was read. Refuses fields that say different things about the same. */
    Submission asked() {
        if (retries.isPresent() && said.says(SubmissionField.RETRY))
            throw JsonReader.invalid(RETRIES, "is a short form of retry: give one of them");
        return said.put(SubmissionField.RETRY, retries).done();
    }

    // --- writing ---

    /** Writes all that is said, as fields of the object that is being written. */
    static void write(JsonGenerator json, Submission asked) {
        for (var field : asked.said()) write(json, field, asked);
    }

    private static <T> void write(JsonGenerator json, SubmissionField<T> field, Submission asked) {
        var value = asked.get(field).orElseThrow();
        var name = field.name();
        switch (value) {
            case Long number -> json.writeNumberProperty(name, number);
            case Boolean flag -> json.writeBooleanProperty(name, flag);
            case Duration time -> JsonWriter.write(json, name, time);
            case Instant moment -> JsonWriter.write(json, name, moment);
            case Capabilities capabilities -> JsonWriter.writeTexts(json, name, capabilities.names());
            case Amounts amounts -> json.writeStringProperty(name, amounts.toString());
            case RetryPolicy retry -> write(json, name, retry);
            case SortedMap<?, ?> pairs -> {
                json.writeObjectPropertyStart(name);
                pairs.forEach((key, word) -> json.writeStringProperty(key.toString(), word.toString()));
                json.writeEndObject();
            }
            default -> json.writeStringProperty(name, asked.textOf(field));
        }
    }

    private static void write(JsonGenerator json, String name, RetryPolicy retry) {
        json.writeObjectPropertyStart(name);
        json.writeNumberProperty("maxAttempts", retry.maxAttempts());
        JsonWriter.write(json, "delay", retry.delay());
        json.writeNumberProperty("exponentialBackoff", retry.exponentialBackoff());
        JsonWriter.write(json, "maxDelay", retry.maxDelay());
        json.writeEndObject();
    }
}
