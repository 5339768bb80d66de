package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What can be asked of a run of any kind. Tasks, jobs and workflows read these fields here, so that a field means the same for all of them; a kind
 * that cannot do what one says refuses it by its name.
 */
final class RunFields {
    private static final int HIGHEST_PRIORITY = 1_000_000;
    private static final int MOST_RETRIES = 1_000_000;

    private static final class Retry {
        int maxAttempts = 1;
        Duration delay = Duration.ZERO;
        int exponentialBackoff = 1;
        Duration maxDelay = RetryPolicy.LONGEST;
    }

    private static final JsonFields<Retry> RETRY = new JsonFields<Retry>()
            .with("maxAttempts", (retry, in) -> retry.maxAttempts = in.integer(RetryPolicy.FOREVER, 1_000_000))
            .with("delay", (retry, in) -> retry.delay = in.duration())
            .with("exponentialBackoff", (retry, in) -> retry.exponentialBackoff = in.integer(1, 1_000))
            .with("maxDelay", (retry, in) -> retry.maxDelay = in.duration());

    private static final JsonFields<RunFields> OWN = new JsonFields<RunFields>()
            .with("name", (run, in) -> run.name = Optional.of(in.text(RunSpec.MAX_NAME)))
            .with("labels", (run, in) -> run.labels = in.pairs(RunSpec.MAX_LABELS, 200))
            .with("priority", (run, in) -> run.priority = Optional.of(priority(in)))
            .with("requires", (run, in) -> run.requires = capabilities(in))
            .with("needs", (run, in) -> run.needs = amounts(in))
            .with("delivery", (run, in) -> run.delivery = Optional.of(in.word(Delivery.class)))
            .with("retries", (run, in) -> run.retries = Optional.of(in.integer(0, MOST_RETRIES)))
            .with("retry", (run, in) -> run.retry = Optional.of(retry(in)))
            .with("maxRuntime", (run, in) -> run.maxRuntime = in.duration())
            .with("maxInactivity", (run, in) -> run.maxInactivity = in.duration())
            .with("deadline", (run, in) -> run.deadline = in.duration())
            .with("runDeadline", (run, in) -> run.runDeadline = Optional.of(in.moment(run.now)))
            .with("maxFails", (run, in) -> run.maxFails = Optional.of(in.whole(0, IndexRange.MAX_COUNT)))
            .with("budget", (run, in) -> run.budget = Optional.of(money(in)))
            .with("held", (run, in) -> run.held = in.flag())
            .with("strict", (run, in) -> run.strict = in.flag())
            .with("keepOutput", (run, in) -> run.keepOutput = in.whole(0, 1L << 40));

    private final Instant now;
    private Optional<String> name = Optional.empty();
    private SortedMap<String, String> labels = new TreeMap<>();
    private Optional<Integer> priority = Optional.empty();
    private Capabilities requires = Capabilities.NONE;
    private Amounts needs = Amounts.NONE;
    private Optional<Delivery> delivery = Optional.empty();
    private Optional<Integer> retries = Optional.empty();
    private Optional<RetryPolicy> retry = Optional.empty();
    private Duration maxRuntime = ChainTimeLimits.NO_LIMIT;
    private Duration maxInactivity = ChainTimeLimits.NO_LIMIT;
    private Duration deadline = ChainTimeLimits.NO_LIMIT;
    private Optional<Instant> runDeadline = Optional.empty();
    private Optional<Long> maxFails = Optional.empty();
    private Optional<Money> budget = Optional.empty();
    private boolean held;
    private boolean strict;
    private long keepOutput;

    /** @param now what a deadline counts from that is told as a time */
    RunFields(Instant now) {
        this.now = now;
    }

    /** Lets requests of a kind have these fields, beside those of its own. */
    static <B> JsonFields<B> addTo(JsonFields<B> shape, Function<B, RunFields> fields) {
        for (var name : OWN.names()) {
            var part = java.util.Objects.requireNonNull(OWN.part(name));
            shape.with(name, (request, in) -> part.read(fields.apply(request), in));
        }
        return shape;
    }

    static Set<String> names() {
        return OWN.names();
    }

    static Set<String> retryFields() {
        return RETRY.names();
    }

    static int priority(JsonReader in) {
        return in.integer(-HIGHEST_PRIORITY, HIGHEST_PRIORITY);
    }

    /** A number, or a text where every digit counts. */
    static Money money(JsonReader in) {
        var text = in.isNumber() ? in.number() : in.text(100);
        return in.checked(() -> Money.parse(text));
    }

    private static Amounts amounts(JsonReader in) {
        var text = in.text(2_000);
        return in.checked(() -> Amounts.parse(text, Amounts.NONE));
    }

    private static Capabilities capabilities(JsonReader in) {
        var names = in.texts(Capabilities.MAX_NAMES, Capabilities.MAX_LENGTH);
        return in.checked(() -> Capabilities.of(names));
    }

    private static RetryPolicy retry(JsonReader in) {
        var path = in.path();
        var draft = new Retry();
        in.object(RETRY, draft);
        return JsonReader.checked(
                path, () -> new RetryPolicy(draft.maxAttempts, draft.delay, draft.exponentialBackoff, draft.maxDelay));
    }

    /** Fields that say different things about the same. */
    void check() {
        if (retries.isPresent() && retry.isPresent())
            throw JsonReader.invalid("retries", "is a short form of retry: give one of them");
    }

    Optional<String> name() {
        return name.filter(given -> !given.isEmpty());
    }

    Capabilities requires() {
        return requires;
    }

    Amounts needs() {
        return needs;
    }

    Optional<Delivery> delivery() {
        return delivery;
    }

    Optional<RetryPolicy> retry() {
        return retry.or(() -> retries.map(again -> new RetryPolicy(again + 1, Duration.ZERO, 1, RetryPolicy.LONGEST)));
    }

    ChainTimeLimits limits() {
        return new ChainTimeLimits(maxRuntime, maxInactivity, deadline);
    }

    boolean held() {
        return held;
    }

    boolean strict() {
        return strict;
    }

    long keepOutput() {
        return keepOutput;
    }

    /** The rules of chains that have none of their own. */
    LaneSpec lane(Payload template) {
        return new LaneSpec(
                requires,
                needs,
                priority.orElse(0),
                retry().orElse(RetryPolicy.NEVER),
                limits(),
                delivery.orElse(Delivery.EXACTLY_ONCE),
                template);
    }

    /**
     * What a run is called and how it is treated where the request is silent.
     *
     * @param maxFails how many of its chains may fail
     */
    record Usual(String name, int priority, Optional<Instant> deadline, long maxFails, Optional<Money> budget) {
        Usual(String name, long maxFails) {
            this(name, 0, Optional.empty(), maxFails, Optional.empty());
        }
    }

    /** @param text what is kept with the run, beside what it asks for */
    RunSpec spec(RunKind kind, Owner owner, Usual usual, Optional<IndexRange> array, String text) {
        return new RunSpec(
                kind,
                owner,
                name().orElse(usual.name()),
                labels,
                priority.orElse(usual.priority()),
                runDeadline.or(usual::deadline),
                array,
                maxFails.orElse(usual.maxFails()),
                Optional.empty(),
                text,
                budget.or(usual::budget));
    }
}
