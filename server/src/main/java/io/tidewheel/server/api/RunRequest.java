package io.tidewheel.server.api;

import io.tidewheel.engine.Submission;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Limits;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.protocol.wire.Command;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** A run as it is asked for. Whose it becomes is not in it: that comes from the credential. */
final class RunRequest {
    private static final int HIGHEST_PRIORITY = 1_000_000;

    private static final class Retry {
        int maxAttempts = 1;
        Duration delay = Duration.ZERO;
        int exponentialBackoff = 1;
        Duration maxDelay = RetryPolicy.LONGEST;
    }

    private static final Shape<Retry> RETRY = new Shape<Retry>()
            .with("maxAttempts", (retry, in) -> retry.maxAttempts = in.integer(RetryPolicy.FOREVER, 1_000_000))
            .with("delay", (retry, in) -> retry.delay = in.duration())
            .with("exponentialBackoff", (retry, in) -> retry.exponentialBackoff = in.integer(1, 1_000))
            .with("maxDelay", (retry, in) -> retry.maxDelay = in.duration());

    static final Shape<RunRequest> SHAPE = new Shape<RunRequest>()
            .with("name", (run, in) -> run.name = in.text(RunSpec.MAX_NAME))
            .with("labels", (run, in) -> run.labels = in.pairs(RunSpec.MAX_LABELS, 200))
            .with("priority", (run, in) -> run.priority = priority(in))
            .with("requires", (run, in) -> run.requires = capabilities(in))
            .with("needs", (run, in) -> run.needs = amounts(in))
            .with("delivery", (run, in) -> run.delivery = in.word(Delivery.class))
            .with("retry", (run, in) -> run.retry = retry(in))
            .with("maxRuntime", (run, in) -> run.maxRuntime = in.duration())
            .with("maxInactivity", (run, in) -> run.maxInactivity = in.duration())
            .with("deadline", (run, in) -> run.deadline = in.duration())
            .with("runDeadline", (run, in) -> run.runDeadline = Optional.of(in.moment(run.now)))
            .with("maxFails", (run, in) -> run.maxFails = in.whole(0, IndexRange.MAX_COUNT))
            .with("held", (run, in) -> run.held = in.flag())
            .with("strict", (run, in) -> run.strict = in.flag())
            .with("command", (run, in) -> run.command = Optional.of(Commands.read(in)))
            .with("array", (run, in) -> run.array = Optional.of(array(in)))
            .with("items", (run, in) -> run.items = Optional.of(TaskList.items(in)))
            .with("tasks", (run, in) -> run.tasks = Optional.of(TaskList.tasks(in, run.bare)))
            .with("keepOutput", (run, in) -> run.keepOutput = in.whole(0, 1L << 40))
            .with("closed", (run, in) -> run.closed = in.flag());

    private final Instant now;
    private String name = "";
    private SortedMap<String, String> labels = new TreeMap<>();
    private int priority;
    private Capabilities requires = Capabilities.NONE;
    private Amounts needs = Amounts.NONE;
    private Delivery delivery = Delivery.EXACTLY_ONCE;
    private RetryPolicy retry = RetryPolicy.NEVER;
    private Duration maxRuntime = Limits.NO_LIMIT;
    private Duration maxInactivity = Limits.NO_LIMIT;
    private Duration deadline = Limits.NO_LIMIT;
    private Optional<Instant> runDeadline = Optional.empty();
    private long maxFails = RunSpec.ANY_FAILS;
    private boolean held;
    private boolean strict;
    private Optional<Command> command = Optional.empty();
    private Optional<IndexRange> array = Optional.empty();
    private Optional<List<NewChain>> items = Optional.empty();
    private Optional<List<NewChain>> tasks = Optional.empty();
    private final List<String> bare = new ArrayList<>();
    private long keepOutput;
    private boolean closed = true;

    private RunRequest(Instant now) {
        this.now = now;
    }

    static RunRequest read(InputStream body, Instant now) {
        var request = JsonReader.object(body, SHAPE, new RunRequest(now));
        request.checkWork();
        return request;
    }

    /** @param text what is kept with the run, beside what it asks for */
    Submission submission(Owner owner, Optional<String> key, String text) {
        return JsonReader.checked(
                "",
                () -> new Submission(
                        spec(owner, text),
                        new LaneSpec(
                                requires,
                                needs,
                                priority,
                                retry,
                                new Limits(maxRuntime, maxInactivity, deadline),
                                delivery,
                                template()),
                        key,
                        chains(),
                        closed,
                        held,
                        strict,
                        owner.name()));
    }

    private RunSpec spec(Owner owner, String text) {
        return new RunSpec(
                RunKind.TASKS,
                owner,
                name.isEmpty() ? usualName() : name,
                labels,
                priority,
                runDeadline,
                array,
                maxFails,
                Optional.empty(),
                text);
    }

    /** The program's name without its folder, if there is one. */
    private String usualName() {
        var program = command.filter(given -> given.getArgumentsCount() > 0)
                .map(given -> given.getArguments(0))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .filter(text -> !text.isBlank()
                        && text.length() <= RunSpec.MAX_NAME
                        && text.chars().noneMatch(Character::isISOControl));
        return program.orElse("tasks");
    }

    private Payload template() {
        boolean substitute = array.isPresent() || items.isPresent();
        return command.map(given -> Commands.payload(List.of(given), substitute, keepOutput))
                .orElse(Payload.NONE);
    }

    private List<NewChain> chains() {
        if (tasks.isPresent())
            return tasks.get().stream().map(this::keepingOutput).toList();
        if (items.isPresent()) return items.get();
        return array.isPresent() ? List.of() : List.of(new NewChain("", Payload.NONE));
    }

    /** The order of fields in a request is free: how much output to keep may be known only after the tasks. */
    private NewChain keepingOutput(NewChain task) {
        return keepOutput == 0 ? task : new NewChain(task.parameter(), Commands.keeping(task.body(), keepOutput));
    }

    private void checkWork() {
        int lists = (array.isPresent() ? 1 : 0) + (items.isPresent() ? 1 : 0) + (tasks.isPresent() ? 1 : 0);
        if (lists > 1) throw wrong("give only one of array, items and tasks");
        if (tasks.isPresent() && command.isPresent()) throw wrong("give either command or tasks, not both");
        if (tasks.isEmpty() && command.isEmpty()) {
            throw wrong("there is nothing to do: give command (alone, or with array or items), or tasks");
        }
        if (!bare.isEmpty()) throw JsonReader.invalid(bare.getFirst(), "has no command");
        if (closed && chainsGiven() == 0) {
            throw wrong("there are no tasks in it: give some, or \"closed\": false to add them later");
        }
        if (array.isPresent() && !closed) throw wrong("a run with an array cannot stay open: leave out closed");
    }

    private long chainsGiven() {
        if (array.isPresent()) return array.get().count();
        return tasks.or(() -> items).map(List::size).orElse(1);
    }

    private static io.tidewheel.server.http.ProblemException wrong(String what) {
        return JsonReader.invalid("", what);
    }

    static int priority(JsonReader in) {
        return in.integer(-HIGHEST_PRIORITY, HIGHEST_PRIORITY);
    }

    private static Amounts amounts(JsonReader in) {
        var text = in.text(200);
        return JsonReader.checked("needs", () -> Amounts.parse(text, Amounts.NONE));
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

    private static IndexRange array(JsonReader in) {
        var text = in.text(100);
        return in.checked(() -> IndexRange.parse(text));
    }

    static java.util.Set<String> retryFields() {
        return RETRY.names();
    }
}
