package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.PartitionFacts;
import io.tidewheel.agent.runtime.ScratchFolder;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.PartitionDone;
import io.tidewheel.protocol.wire.PartitionOrder;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A partition of an iterative job, from the first question for its share to its last count. Two small files in its folder join the program to
 * the server: the share, which the agent writes, and the progress, which the program writes; a third may hold what it needs to go on elsewhere. A program that never writes is taken to do the
 * share it began with, and its share is left alone.
 */
final class RunningPartition {
    private static final long NOT_TOLD = -1;
    private static final long LOOK_FOR_STOP = Duration.ofMillis(50).toNanos();

    private final AttemptId id;
    private final ScratchFolder scratch;
    private final LongSupplier nanos;
    private long interval;
    private long due;
    private long told = NOT_TOLD;
    private long mostTold;
    private long beganWith;
    private long done;
    private boolean toldByProgram;
    private @Nullable ProgressFile progress;
    private @Nullable CheckpointFile checkpoint;
    private ByteString restored = ByteString.EMPTY;

    RunningPartition(AttemptId id, PartitionOrder wish, ScratchFolder scratch, LongSupplier nanos) {
        this.id = id;
        this.scratch = scratch;
        this.nanos = nanos;
        this.interval = nanos(wish.getReportMillis());
        this.due = nanos.getAsLong();
    }

    static PartitionFacts facts(PartitionOrder wish) {
        return new PartitionFacts(
                wish.getPartition(),
                wish.getIterations(),
                wish.hasFirst() ? OptionalLong.of(wish.getFirst()) : OptionalLong.empty(),
                Duration.ofMillis(Math.max(1, wish.getReportMillis())));
    }

    AttemptId id() {
        return id;
    }

    /** Waits for the first share, as long as it takes; the files are ready when it answers a success. */
    CommandEnd awaitShare(StopSwitch stop, AttemptTimeLimits limits) {
        try {
            while (!hasShare()) {
                if (stop.isFlipped())
                    return CommandEnd.of(Ending.CANCELLED, "stopped on request before its share was known");
                if (limits.left(nanos.getAsLong()) == 0) {
                    return limits.over().saying("it waited in vain for its share of the job");
                }
                pause();
            }
            begin();
            return CommandEnd.SUCCESS;
        } catch (IOException error) {
            return CommandEnd.notStarted(126, "the files for its share and progress could not be made: " + error);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return CommandEnd.of(Ending.CANCELLED, "stopped on request before its share was known");
        }
    }

    private synchronized boolean hasShare() {
        return told != NOT_TOLD;
    }

    private synchronized void pause() throws InterruptedException {
        if (told == NOT_TOLD) TimeUnit.NANOSECONDS.timedWait(this, LOOK_FOR_STOP);
    }

    private synchronized void begin() throws IOException {
        var folder = scratch.path();
        var kept = new CheckpointFile(folder.resolve(PartitionFacts.CHECKPOINT_FILE));
        done = kept.restore(restored).orElse(0);
        progress = ProgressFile.in(folder.resolve(PartitionFacts.PROGRESS_FILE), done);
        checkpoint = kept;
        beganWith = told;
        write(folder, told);
    }

    /** The server says up to which count to work. */
    synchronized void share(Share share) {
        long count = share.getCount();
        boolean first = told == NOT_TOLD;
        if (first) restored = share.getCheckpoint();
        boolean changed = told != count;
        told = count;
        mostTold = Math.max(mostTold, count);
        interval = nanos(share.getReportMillis());
        due = nanos.getAsLong() + interval;
        if (first) notifyAll();
        else if (changed && toldByProgram && progress != null) rewrite();
    }

    /** A share that cannot be written now is written after the next answer; the program goes on to the number it has. */
    private void rewrite() {
        try {
            write(scratch.path(), told);
        } catch (IOException error) {
            due = nanos.getAsLong() + LOOK_FOR_STOP;
        }
    }

    /** Beside its place first, so that nobody reads half a number. */
    private static void write(Path folder, long count) throws IOException {
        var draft = folder.resolve(PartitionFacts.SHARE_FILE + ".new");
        Files.writeString(draft, count + "\n");
        Files.move(draft, folder.resolve(PartitionFacts.SHARE_FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** When its progress is to be told next, by the clock. */
    synchronized long due() {
        return due;
    }

    /** Has the next report made at once and with all of its parts: the server may know nothing. */
    synchronized void hurry() {
        if (checkpoint != null) checkpoint.forget();
        due = nanos.getAsLong();
    }

    /** What there is to be told. If no answer comes, it is told again after the same time. */
    synchronized Progress tell() {
        look();
        due = nanos.getAsLong()
                + (told == NOT_TOLD ? Math.min(interval, Duration.ofSeconds(2).toNanos()) : interval);
        var wire = Progress.newBuilder()
                .setRun(id.run())
                .setIndex(id.index())
                .setAttempt(id.attempt())
                .setIterations(done);
        if (told != NOT_TOLD) wire.setTold(told).setMostTold(mostTold);
        if (checkpoint != null) wire.setCheckpoint(checkpoint.news());
        return wire.build();
    }

    private void look() {
        if (progress == null) return;
        var count = progress.last();
        if (count.isEmpty()) return;
        toldByProgram = true;
        done = Math.max(done, count.getAsLong());
    }

    /** What it has done, once the program has ended; empty if what it wrote makes no sense. */
    synchronized Optional<PartitionDone> end() {
        look();
        if (!toldByProgram && progress != null && progress.isNonsense()) return Optional.empty();
        return Optional.of(PartitionDone.newBuilder()
                .setIterations(toldByProgram ? done : Math.max(0, beganWith))
                .setToldByProgram(toldByProgram)
                .build());
    }

    private static long nanos(long millis) {
        return Duration.ofMillis(Math.clamp(millis, 1, Duration.ofDays(365).toMillis()))
                .toNanos();
    }
}
