package io.tidewheel.server.objects;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.StageIn;
import io.tidewheel.protocol.wire.Work;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What whoever submits a single command has brought for it to read: it becomes a file that the agent fetches, the same for each attempt.
 *
 * @param objects where it is kept, if anything is
 */
public record SubmittedInput(Optional<RunObjects> objects, Owner owner, Instant now) {
    private static final String FILE = ".tidewheel-stdin";

    /** The same work with the file to fetch, if it names one by its hash. */
    public Work given(Work work) {
        if (work.getStdinSha256().isEmpty()) return work;
        check(work);
        var hash = Sha256.of(work.getStdinSha256().toByteArray());
        var name = RunObjects.of(owner, hash);
        var kept = objects.filter(all -> isKept(all, name))
                .orElseThrow(() -> new IllegalArgumentException(
                        "the file %s that the command is to read is not here: bring it with PUT /api/v1/files/%s"
                                .formatted(hash.hex(), hash.hex())));
        var fetched = StageIn.newBuilder()
                .setUrl(kept.fetching(name, now))
                .setPath(FILE)
                .setSha256(work.getStdinSha256());
        return work.toBuilder()
                .clearStdinSha256()
                .addStageIn(fetched)
                .setCommands(0, work.getCommands(0).toBuilder().setStdinFile(FILE))
                .build();
    }

    /** What a command of the owner that was submitted so is yet to read. */
    public static List<ObjectName> named(Owner owner, Payload template) {
        try {
            return Work.parseFrom(template.bytes()).getStageInList().stream()
                    .filter(file -> file.getPath().equals(FILE))
                    .map(file -> RunObjects.of(owner, Sha256.of(file.getSha256().toByteArray())))
                    .toList();
        } catch (InvalidProtocolBufferException | IllegalArgumentException notOurs) {
            return List.of();
        }
    }

    private static void check(Work work) {
        if (work.getCommandsCount() != 1)
            throw new IllegalArgumentException("only a single command has a standard input");
        var runtime = work.getCommands(0).getRuntime();
        if (runtime != Runtime.PROCESS && runtime != Runtime.CONTAINER)
            throw new IllegalArgumentException("only processes and containers have a standard input");
    }

    private boolean isKept(RunObjects all, ObjectName name) {
        try {
            return all.objects().renew(name, now);
        } catch (ObjectFailure unavailable) {
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "the files cannot be looked at: " + unavailable.getMessage());
        }
    }
}
