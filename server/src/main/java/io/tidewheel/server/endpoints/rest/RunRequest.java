package io.tidewheel.server.endpoints.rest;

import com.google.protobuf.ByteString;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.objects.SubmittedInput;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A run as it is asked for. Whose it becomes is not in it: that comes from the credential. */
final class RunRequest {
    static final JsonFields<RunRequest> SHAPE = SubmissionJson.<RunRequest>shape(RunKind.TASKS, run -> run.fields)
            .with("command", (run, in) -> run.command = Optional.of(CommandJson.read(in)))
            .with("array", (run, in) -> run.array = Optional.of(array(in)))
            .with("items", (run, in) -> run.items = Optional.of(TaskList.items(in)))
            .with("tasks", (run, in) -> run.tasks = Optional.of(TaskList.tasks(in, run.bare)))
            .with("stdinSha256", (run, in) -> run.stdin = Optional.of(hash(in)))
            .with("closed", (run, in) -> run.closed = in.flag());

    private final SubmissionJson fields;
    private Submission asked = Submission.NOTHING;
    private Optional<Command> command = Optional.empty();
    private Optional<IndexRange> array = Optional.empty();
    private Optional<List<NewChain>> items = Optional.empty();
    private Optional<List<NewChain>> tasks = Optional.empty();
    private Optional<Sha256> stdin = Optional.empty();
    private final List<String> bare = new ArrayList<>();
    private boolean closed = true;

    private RunRequest(Instant now) {
        this.fields = new SubmissionJson(now);
    }

    static RunRequest read(InputStream body, Instant now) {
        var request = JsonReader.object(body, SHAPE, new RunRequest(now));
        request.asked = request.fields.asked();
        request.checkWork();
        return request;
    }

    /** Whether its command reads a file that was brought before. */
    boolean hasInput() {
        return stdin.isPresent();
    }

    /**
     * @param text what is kept with the run, beside what it asks for
     * @param input finds what the command is to read
     */
    NewRun submission(Owner owner, Optional<String> key, String text, SubmittedInput input) {
        return JsonReader.checked(
                "",
                () -> new NewRun(
                        spec(owner, text),
                        asked.lane(template(input)),
                        key,
                        chains(),
                        closed,
                        asked.effective(SubmissionField.HELD),
                        asked.effective(SubmissionField.STRICT),
                        owner.name()));
    }

    private RunSpec spec(Owner owner, String text) {
        var usual = Submission.named(CommandJson.usualName(command, "tasks"));
        return new RunSpec(RunKind.TASKS, owner, asked.over(usual), array, Optional.empty(), text);
    }

    private Payload template(SubmittedInput input) {
        boolean substitute = array.isPresent() || items.isPresent();
        var work = command.map(given -> CommandJson.payload(List.of(given), substitute))
                .map(this::keepingOutput)
                .orElse(Payload.NONE);
        return stdin.map(hash -> reading(work, hash, input)).orElse(work);
    }

    private static Payload reading(Payload work, Sha256 hash, SubmittedInput input) {
        var named = CommandJson.work(work).toBuilder()
                .setStdinSha256(ByteString.copyFrom(hash.bytes()))
                .build();
        return Payload.of(input.given(named).toByteArray());
    }

    private List<NewChain> chains() {
        if (tasks.isPresent())
            return tasks.get().stream()
                    .map(task -> new NewChain(task.parameter(), keepingOutput(task.body())))
                    .toList();
        if (items.isPresent()) return items.get();
        return array.isPresent() ? List.of() : List.of(new NewChain("", Payload.NONE));
    }

    /** The order of fields in a request is free: how much output to keep may be known only after the tasks. */
    private Payload keepingOutput(Payload work) {
        return SubmissionCodec.keepingOutput(work, asked);
    }

    private void checkWork() {
        int lists = (array.isPresent() ? 1 : 0) + (items.isPresent() ? 1 : 0) + (tasks.isPresent() ? 1 : 0);
        if (lists > 1) throw wrong("give only one of array, items and tasks");
        if (tasks.isPresent() && command.isPresent()) throw wrong("give either command or tasks, not both");
        if (tasks.isEmpty() && command.isEmpty()) {
            throw wrong("there is nothing to do: give command (alone, or with array or items), or tasks");
        }
        if (stdin.isPresent() && (lists > 0 || !closed)) {
            throw wrong("only a single command has a standard input: leave out stdinSha256, or array, items, tasks and"
                    + " closed");
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

    private static Sha256 hash(JsonReader in) {
        var text = in.text(100);
        return in.checked(() -> new Sha256(text));
    }

    private static IndexRange array(JsonReader in) {
        var text = in.text(100);
        return in.checked(() -> IndexRange.parse(text));
    }
}
