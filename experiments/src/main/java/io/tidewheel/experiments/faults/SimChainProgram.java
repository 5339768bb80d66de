package io.tidewheel.experiments.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The commands of a workflow's chain on a pretended agent. What they do depends on their names alone, so that it is the same in each attempt. */
final class SimChainProgram {
    private static final int MOST_FILES = 3;
    /** A loop that feeds itself comes to an end. */
    private static final int DEEPEST_ROUND = 2;

    private final Work work;

    private SimChainProgram(Work work) {
        this.work = work;
    }

    static SimChainProgram of(Payload body) {
        try {
            return new SimChainProgram(Work.parseFrom(body.bytes()));
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the body of a chain cannot be read", strange);
        }
    }

    SimTask task() {
        long millis = 0;
        int failures = 0;
        for (var command : work.getCommandsList()) {
            int chance = chance(command.getCollect(0));
            millis += chance % 1_500;
            if (chance % 25 == 0) failures = 9;
            else if (chance % 25 < 3) failures = Math.max(failures, chance % 25);
        }
        return new SimTask(Duration.ofMillis(millis), failures, false);
    }

    /** Whether it is a partition of a job. */
    boolean isPartition() {
        return work.hasPart();
    }

    /** What the agent tells of files when all commands have succeeded. */
    Payload report() {
        return Payload.of(Outcome.newBuilder().addAllCollected(made()).build().toByteArray());
    }

    List<Collected> made() {
        var made = new ArrayList<Collected>();
        for (var command : work.getCommandsList()) for (var wish : command.getCollectList()) made.add(collected(wish));
        return made;
    }

    private static Collected collected(Collect wish) {
        var collected = Collected.newBuilder().setName(wish.getName());
        if (wish.getKind() != CollectKind.DIRECTORY)
            return collected
                    .addFiles(FileFacts.newBuilder().setPath(wish.getPath()))
                    .build();
        boolean isDeep = wish.getName().chars().filter(letter -> letter == '+').count() >= DEEPEST_ROUND;
        int files = isDeep ? 0 : chance(wish) / 100 % (MOST_FILES + 1);
        for (int i = 0; i < files; i++)
            collected.addFiles(FileFacts.newBuilder().setPath(wish.getPath() + "/" + i));
        return collected.build();
    }

    private static int chance(Collect wish) {
        return Math.floorMod(wish.getPath().hashCode() * 31 + wish.getName().hashCode(), 1_000_003);
    }
}
