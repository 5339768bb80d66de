package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.files.FileRoom;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.CommandEnd.Usage;
import io.tidewheel.agent.runtime.CommandRuntime;
import io.tidewheel.agent.runtime.ScratchFolder;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.agent.runtime.TaskFacts;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.CommandRecord;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.PartitionDone;
import io.tidewheel.protocol.wire.Staged;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the commands of one chain, one after the other until one fails. Lives as long as the chain runs. */
final class ChainRunner {
    private final Place place;
    private final List<FileFacts> inputs = new ArrayList<>();
    private final List<Collected> collected = new ArrayList<>();
    private final List<CommandRecord> records = new ArrayList<>();
    private FileRoom room = FileRoom.OF_CHAIN;
    private Usage usage = Usage.NONE;
    private ByteString result = ByteString.EMPTY;
    private @Nullable RunningPartition partition;
    private Optional<PartitionDone> done = Optional.empty();

    /**
     * A chain and where it runs.
     *
     * @param limits of the chain as a whole
     * @param progress told how far the chain is
     * @param nanos the clock by which the limits are kept
     * @param startedMicros wall-clock time of its start
     */
    record Place(
            HeldChain chain,
            Map<String, CommandRuntime> runtimes,
            TaskFacts facts,
            AttemptTimeLimits limits,
            StopSwitch stop,
            TaskOutput output,
            ScratchFolder scratch,
            Slot.Files files,
            RunningPartitions parts,
            ChainProgress progress,
            LongSupplier nanos,
            long startedMicros) {}

    /** How the chain ended: its last command's end, with what all of them used, which one failed, and what there is to tell. */
    record End(
            CommandEnd last,
            int failedCommand,
            List<FileFacts> inputs,
            List<Collected> collected,
            List<CommandRecord> records,
            List<Staged> staged,
            Origin origin,
            Optional<PartitionDone> part) {

        /** How a chain ended of which no command was begun. */
        static End before(CommandEnd why) {
            return new End(why, 0, List.of(), List.of(), List.of(), List.of(), Origin.OWN, Optional.empty());
        }

        /** Whether there is nothing to tell but how it ended. */
        boolean isPlain() {
            return inputs.isEmpty()
                    && collected.isEmpty()
                    && records.isEmpty()
                    && staged.isEmpty()
                    && origin.equals(Origin.OWN)
                    && part.isEmpty();
        }
    }

    /** Where the results come from: an earlier chain, or, with a reason if one was looked for, the commands themselves. */
    record Origin(String reused, String miss) {
        static final Origin OWN = new Origin("", "");
    }

    ChainRunner(Place place) {
        this.place = place;
    }

    End run() {
        int position = 0;
        var origin = Origin.OWN;
        if (place.chain.work.hasReuse()) {
            var earlier = new EarlierChain(place);
            origin = earlier.take();
            if (!origin.reused().isEmpty()) return reused(earlier, origin);
        }
        var staging = new Staging(place);
        var last = GivenFiles.write(place.chain.work.getFilesList(), place.scratch);
        if (last.isSuccess()) last = staging.fetch();
        if (last.isSuccess() && place.chain.work.hasPart()) last = beginPart();
        int count = place.chain.work.getCommandsCount();
        while (last.isSuccess() && position < count) last = run(position++);
        if (partition != null) last = endPart(partition, last);
        if (last.isSuccess()) last = staging.bring(collected);
        var remains = place.scratch.close();
        if (!remains.result().isEmpty()) result = remains.result();
        return new End(
                last.with(usage, result).saying(joined(last.message(), remains.remark())),
                last.isSuccess() ? 0 : Math.max(0, position - 1),
                inputs,
                last.isSuccess() ? collected : List.of(),
                records,
                last.isSuccess() ? staging.brought() : List.of(),
                origin,
                last.isSuccess() ? done : Optional.empty());
    }

    private CommandEnd beginPart() {
        var begun = new RunningPartition(place.chain.id, place.chain.work.getPart(), place.scratch, place.nanos);
        partition = begun;
        place.parts.add(begun);
        return begun.awaitShare(place.stop, place.limits);
    }

    private CommandEnd endPart(RunningPartition begun, CommandEnd last) {
        place.parts.remove(begun);
        if (!last.isSuccess()) return last;
        done = begun.end();
        return done.isPresent()
                ? last
                : CommandEnd.of(
                        Ending.ERROR,
                        "it succeeded, but what it wrote to TIDEWHEEL_PROGRESS is no count: write how many iterations"
                                + " are done, as a number on a line");
    }

    private End reused(EarlierChain earlier, Origin origin) {
        var _ = place.scratch.close();
        return new End(
                CommandEnd.SUCCESS,
                0,
                earlier.inputs(),
                earlier.outputs(),
                List.of(),
                earlier.staged(),
                origin,
                Optional.empty());
    }

    private CommandEnd run(int position) {
        var command = new CommandRunner(place, position, room);
        var end = command.run();
        room = command.room();
        usage = usage.plus(end.usage());
        if (!end.result().isEmpty()) result = end.result();
        inputs.addAll(command.inputs());
        collected.addAll(command.collected());
        if (isDetailed(position)) records.add(command.record(end));
        if (end.isSuccess()) place.progress.done(position);
        return end.isSuccess() ? end : end.saying(command.explain(end));
    }

    private boolean isDetailed(int position) {
        var work = place.chain.work;
        return work.getCommandsCount() > 1
                || !work.getCommands(position).getLabel().isEmpty();
    }

    private static String joined(String message, String remark) {
        if (message.isEmpty() || remark.isEmpty()) return message + remark;
        return message + "; " + remark;
    }
}
