package io.tidewheel.model;

import io.tidewheel.model.SubmissionField.Reach;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything a user says about a run, whatever its kind and wherever it was said: the values of some of the fields of {@link SubmissionField}. What is not
 * said is left open, so that somebody else may say it. Never changes.
 */
public final class Submission {
    public static final Submission NOTHING =
            new Submission(new Object[SubmissionField.all().size()]);

    private final @Nullable Object[] values;

    private Submission(@Nullable Object[] values) {
        this.values = values;
    }

    /** Nothing but what the run is called. */
    public static Submission named(String name) {
        return NOTHING.with(SubmissionField.NAME, name);
    }

    /** What the chains of a lane follow; limits and amounts only if there are any. */
    public static Submission of(LaneSpec lane) {
        return new Draft()
                .put(SubmissionField.NEEDS, lane.needs())
                .put(SubmissionField.MAX_RUNTIME, lane.limits().maxRuntime())
                .put(SubmissionField.MAX_INACTIVITY, lane.limits().maxInactivity())
                .put(SubmissionField.TASK_DEADLINE, lane.limits().deadline())
                .done()
                .kept()
                .with(SubmissionField.REQUIRES, lane.requires())
                .with(SubmissionField.DELIVERY, lane.delivery())
                .with(SubmissionField.RETRY, lane.retry());
    }

    /** What is being gathered. Not safe for several threads. */
    public static final class Draft {
        private final @Nullable Object[] values =
                new Object[SubmissionField.all().size()];

        /** Throws IllegalArgumentException, with a text for users, for a value that no run can have. */
        public <T> Draft put(SubmissionField<T> field, T value) {
            values[field.index()] = checked(field, value);
            return this;
        }

        public <T> Draft put(SubmissionField<T> field, Optional<T> value) {
            value.ifPresent(there -> put(field, there));
            return this;
        }

        /** Takes over all that the other says. */
        public Draft putAll(Submission other) {
            for (int i = 0; i < values.length; i++) if (other.values[i] != null) values[i] = other.values[i];
            return this;
        }

        public boolean says(SubmissionField<?> field) {
            return values[field.index()] != null;
        }

        public Submission done() {
            return new Submission(values.clone());
        }
    }

    private static <T> T checked(SubmissionField<T> field, T value) {
        try {
            field.type().check(value);
            return value;
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(field + ": " + wrong.getMessage(), wrong);
        }
    }

    @SuppressWarnings("unchecked") // only values of the field's type are ever put there
    public <T> Optional<T> get(SubmissionField<T> field) {
        return Optional.ofNullable((T) values[field.index()]);
    }

    /** What holds for the run, said or not. For fields that have a usual value. */
    public <T> T effective(SubmissionField<T> field) {
        return get(field).or(field::usual).orElseThrow(() -> new IllegalStateException(field + " has no usual value"));
    }

    public boolean says(SubmissionField<?> field) {
        return values[field.index()] != null;
    }

    /** The fields that something is said about. */
    public List<SubmissionField<?>> said() {
        return SubmissionField.all().stream().filter(this::says).toList();
    }

    /** The same, saying this. Throws IllegalArgumentException, with a text for users, for a value that no run can have. */
    public <T> Submission with(SubmissionField<T> field, T value) {
        var others = values.clone();
        others[field.index()] = checked(field, value);
        return new Submission(others);
    }

    /** The same, saying this, or nothing about it. */
    public <T> Submission with(SubmissionField<T> field, Optional<T> value) {
        return value.isPresent() ? with(field, value.get()) : without(field);
    }

    public Submission without(SubmissionField<?>... fields) {
        var others = values.clone();
        for (var field : fields) others[field.index()] = null;
        return new Submission(others);
    }

    /** What this submission says, and what it leaves open as the other one says it; labels and capabilities are those of both. */
    public Submission over(Submission other) {
        var all = values.clone();
        for (var field : SubmissionField.all()) all[field.index()] = joined(field, other);
        return new Submission(all);
    }

    private <T> @Nullable Object joined(SubmissionField<T> field, Submission other) {
        var first = get(field);
        var second = other.get(field);
        if (first.isPresent() && second.isPresent()) return field.type().joined(first.get(), second.get());
        return first.or(() -> second).orElse(null);
    }

    /** What is kept with a run: without what only decides whether it is accepted, and without what would hold anyway. */
    public Submission kept() {
        return only(field ->
                field.reach() != Reach.ACCEPTANCE && !field.usual().equals(Optional.ofNullable(values[field.index()])));
    }

    /** What is said of each task. */
    public Submission ofTasks() {
        return only(field -> field.reach() == Reach.TASK);
    }

    private Submission only(Predicate<SubmissionField<?>> wanted) {
        var some = values.clone();
        for (var field : SubmissionField.all()) if (!wanted.test(field)) some[field.index()] = null;
        return new Submission(some);
    }

    public ChainTimeLimits limits() {
        return new ChainTimeLimits(
                effective(SubmissionField.MAX_RUNTIME),
                effective(SubmissionField.MAX_INACTIVITY),
                effective(SubmissionField.TASK_DEADLINE));
    }

    public RequiredResources required() {
        return new RequiredResources(effective(SubmissionField.REQUIRES), effective(SubmissionField.NEEDS));
    }

    /** The rules of chains that have none of their own. */
    public LaneSpec lane(Payload template) {
        return new LaneSpec(
                effective(SubmissionField.REQUIRES),
                effective(SubmissionField.NEEDS),
                effective(SubmissionField.PRIORITY).intValue(),
                effective(SubmissionField.RETRY),
                limits(),
                effective(SubmissionField.DELIVERY),
                template);
    }

    /** One {@code field=value} a line; {@link #parse} reads it again. */
    public String text() {
        var text = new StringBuilder();
        for (var field : said())
            text.append(field.name()).append('=').append(escaped(textOf(field))).append('\n');
        return text.toString();
    }

    /** The value of a field as text; empty if nothing is said about it. */
    public <T> String textOf(SubmissionField<T> field) {
        return get(field).map(field.type()::text).orElse("");
    }

    /** Fields that are not known here were written by a newer program, and are passed over. */
    public static Submission parse(String text) {
        var said = new Draft();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            SubmissionField.named(line.substring(0, equals))
                    .ifPresent(field -> putText(said, field, unescaped(line.substring(equals + 1))));
        });
        return said.done();
    }

    /** Puts a value that was written with {@link #textOf}; a field that is not known here is passed over. */
    public static void putText(Draft into, String field, String text) {
        SubmissionField.named(field).ifPresent(known -> putText(into, known, text));
    }

    private static <T> void putText(Draft into, SubmissionField<T> field, String text) {
        // No moment in it is told as a time from now.
        into.put(field, field.type().read(text, Instant.EPOCH));
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String unescaped(String text) {
        var plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next != '\\') plain.append(next);
            else plain.append(text.charAt(++i) == 'n' ? '\n' : text.charAt(i));
        }
        return plain.toString();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Submission that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return text();
    }
}
