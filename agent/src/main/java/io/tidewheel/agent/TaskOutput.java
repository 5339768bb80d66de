package io.tidewheel.agent;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.CommandOutput;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.model.LogStream;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Output;
import io.tidewheel.protocol.wire.OutputFlow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What one chain writes, on its way to the server. The first bytes of each stream are kept; the rest is passed on if somebody reads it, or
 * else counted. What was kept, passed on and dropped adds up to what was written. Written by the slot, emptied by the writer of the
 * connection.
 */
final class TaskOutput implements CommandOutput {
    /** From here on it is worth sending even if the chain has just begun. */
    private static final int EARLY_BYTES = 64 << 10;

    private static final long LOOK_AGAIN_MILLIS = 50;

    private static final byte[] NOTHING = {};

    private final AttemptId id;
    private final long keep;
    private final SlotBudget budget;
    private final StopSwitch stop;
    private final LongSupplier nanos;
    /** Told when there is something to send; may be told in vain. */
    private final Consumer<TaskOutput> outbox;

    private final Object writing = new Object();
    private final Pending stdout = new Pending(false);
    private final Pending stderr = new Pending(true);
    private final Tail tail = new Tail();
    private boolean streaming;
    private boolean ended;
    private boolean announced;
    private OutputFlow flow;
    private volatile AttemptTimeLimits limits;

    /** @param passes what is not kept is passed on, until somebody says that it is not read */
    TaskOutput(
            AttemptId id,
            long keep,
            boolean passes,
            SlotBudget budget,
            StopSwitch stop,
            AttemptTimeLimits limits,
            LongSupplier nanos,
            Consumer<TaskOutput> outbox) {
        this.id = id;
        this.keep = keep;
        this.flow = passes ? OutputFlow.FLOW_ON : OutputFlow.FLOW_END;
        this.budget = budget;
        this.stop = stop;
        this.limits = limits;
        this.nanos = nanos;
        this.outbox = outbox;
    }

    /**
     * The next command begins, or the next try of one: its limits hold from now on, the last lines are those of its output, and a line
     * that tells so, if there is one, comes before it.
     */
    void begin(AttemptTimeLimits ofCommand, String marker) {
        limits = ofCommand;
        if (!marker.isEmpty()) {
            var line = endsLine() ? marker : "\n" + marker;
            write(LogStream.STDOUT, ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        }
        clearTail();
    }

    private synchronized boolean endsLine() {
        return stdout.endsLine;
    }

    private synchronized void clearTail() {
        tail.clear();
    }

    @Override
    public void write(LogStream stream, ByteBuffer bytes) {
        synchronized (writing) {
            var pending = stream == LogStream.STDOUT ? stdout : stderr;
            awaitReader();
            int room = room(pending, bytes.remaining());
            // The writer of the connection must be able to empty us while we wait, so this is outside the inner lock.
            boolean taken = room > 0 && budget.take(room, stop, limits.left(nanos.getAsLong()));
            if (add(pending, bytes, taken ? room : 0)) outbox.accept(this);
        }
    }

    private synchronized int room(Pending pending, int wanted) {
        return (int) Math.min(wanted, pending.room());
    }

    /** Takes note of how the reader of this output wants it to flow: on, not now, or not any more. */
    synchronized void flow(OutputFlow told) {
        // What was given up once has holes, and is not taken up again.
        if (flow != OutputFlow.FLOW_END) flow = told;
        notifyAll();
    }

    private synchronized void awaitReader() {
        while (flow == OutputFlow.FLOW_WAIT && !stop.isFlipped() && limits.left(nanos.getAsLong()) > 0) {
            try {
                wait(LOOK_AGAIN_MILLIS);
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized boolean add(Pending pending, ByteBuffer bytes, int room) {
        tail.add(bytes);
        pending.add(bytes, room);
        return mustAnnounce();
    }

    /** Begins to stream: everything is sent as soon as it is written. */
    void stream() {
        if (beginStreaming()) outbox.accept(this);
    }

    private synchronized boolean beginStreaming() {
        streaming = true;
        return mustAnnounce();
    }

    private boolean mustAnnounce() {
        int size = stdout.length + stderr.length;
        if (announced || ended || size == 0 || (!streaming && size < EARLY_BYTES)) return false;
        announced = true;
        return true;
    }

    /** Nothing more is written: the last piece will tell how much was dropped. */
    synchronized void end() {
        ended = true;
    }

    /** Drops what is left of the output: it is not wanted any more. */
    synchronized void discard() {
        ended = true;
        budget.give(stdout.length + stderr.length);
        stdout.forget();
        stderr.forget();
    }

    /** Moves at most so many bytes into the message, and answers how many. */
    synchronized int moveTo(AgentMessage.Builder message, int room) {
        announced = false;
        int moved = stdout.moveTo(message, room);
        return moved + stderr.moveTo(message, room - moved);
    }

    /** Whether all that there will ever be has been moved. */
    synchronized boolean isComplete() {
        return ended && stdout.isComplete() && stderr.isComplete();
    }

    synchronized boolean isEmpty() {
        return stdout.length == 0 && stderr.length == 0;
    }

    SlotBudget budget() {
        return budget;
    }

    synchronized long written(LogStream stream) {
        return stream == LogStream.STDOUT ? stdout.written : stderr.written;
    }

    /** The last lines of both streams, in the order in which they came. */
    synchronized ByteString lastLines() {
        return tail.bytes();
    }

    /** One stream: what is to be sent, and how much there has been. */
    private final class Pending {
        private final boolean isStderr;
        /** What is to be sent, in pieces, so that a message never holds memory beyond its own bytes; only the last has room left. */
        private final ArrayDeque<Piece> pieces = new ArrayDeque<>();

        private int length;
        private long kept;
        private long written;
        private boolean endsLine = true;
        private boolean markTold;

        Pending(boolean isStderr) {
            this.isStderr = isStderr;
        }

        /**
         * How many bytes may still be kept. Once a byte has been dropped nothing more is kept: the offsets of what is kept have no holes.
         */
        long room() {
            if (kept < written) return 0;
            return flow == OutputFlow.FLOW_END ? Math.max(0, keep - kept) : Integer.MAX_VALUE;
        }

        /** Adds the first bytes of the buffer, and counts the others as dropped. */
        void add(ByteBuffer from, int count) {
            written += from.remaining();
            if (from.hasRemaining()) endsLine = from.get(from.limit() - 1) == '\n';
            kept += count;
            length += count;
            int left = count;
            while (left > 0) {
                if (pieces.isEmpty() || pieces.getLast().isFull()) pieces.add(new Piece());
                left -= pieces.getLast().add(from, left);
            }
            from.position(from.limit());
        }

        /** What is kept and what is only passed on are never in one piece. */
        int moveTo(AgentMessage.Builder message, int room) {
            int count = Math.min(length, room);
            int first = Math.clamp(keep - (kept - length), 0, count);
            if (first > 0) message.addOutputs(take(first));
            if (count > first || mustTellMark()) message.addOutputs(take(count - first));
            return count;
        }

        private Output take(int count) {
            var taken = Output.newBuilder()
                    .setRun(id.run())
                    .setIndex(id.index())
                    .setAttempt(id.attempt())
                    .setStderr(isStderr)
                    .setOffset(kept - length)
                    .setPassing(count > 0 && kept - length >= keep);
            var bytes = ByteString.EMPTY;
            for (int left = count; left > 0; ) {
                var first = pieces.getFirst();
                var part = first.take(left);
                if (first.isEmpty()) pieces.removeFirst();
                bytes = bytes.concat(part);
                left -= part.size();
            }
            length -= count;
            taken.setBytes(bytes);
            if (mustTellMark()) {
                markTold = true;
                taken.setDropped(written - kept);
            }
            return taken.build();
        }

        private boolean mustTellMark() {
            return ended && length == 0 && written > kept && !markTold;
        }

        boolean isComplete() {
            return length == 0 && !mustTellMark();
        }

        void forget() {
            pieces.clear();
            length = 0;
            markTold = true;
        }
    }

    /** A part of a stream that has not been sent. */
    private static final class Piece {
        private static final int SIZE = 64 << 10;
        private static final int FIRST_SIZE = 512;
        private byte[] bytes = NOTHING;
        private int start;
        private int end;

        boolean isFull() {
            return end == SIZE;
        }

        boolean isEmpty() {
            return start == end;
        }

        /** Adds as many as there is room for, and answers how many. */
        int add(ByteBuffer from, int atMost) {
            int count = Math.min(atMost, SIZE - end);
            if (end + count > bytes.length) {
                int size = Math.max(Math.max(end + count, 2 * bytes.length), FIRST_SIZE);
                bytes = Arrays.copyOf(bytes, Math.min(size, SIZE));
            }
            from.get(bytes, end, count);
            end += count;
            return count;
        }

        /** The first bytes, which nobody changes any more: what comes later is written behind them, or into another array. */
        ByteString take(int atMost) {
            int count = Math.min(atMost, end - start);
            var taken = UnsafeByteOperations.unsafeWrap(bytes, start, count);
            start += count;
            return taken;
        }
    }

    /** The last bytes written, for the message about a failure. */
    private static final class Tail {
        private static final int SIZE = 4 << 10;
        private byte[] ring = NOTHING;
        private long total;

        void clear() {
            total = 0;
        }

        /** Looks at the remaining bytes of the buffer without moving it. */
        void add(ByteBuffer from) {
            if (ring.length == 0) ring = new byte[SIZE];
            int count = Math.min(from.remaining(), SIZE);
            total += from.remaining() - count;
            int start = from.limit() - count;
            int first = Math.min(count, SIZE - (int) (total % SIZE));
            from.get(start, ring, (int) (total % SIZE), first);
            from.get(start + first, ring, 0, count - first);
            total += count;
        }

        ByteString bytes() {
            if (total <= SIZE) return ByteString.copyFrom(ring, 0, (int) total);
            int oldest = (int) (total % SIZE);
            var all = ByteString.copyFrom(ring, oldest, SIZE - oldest).concat(ByteString.copyFrom(ring, 0, oldest));
            return all.substring(afterFirstLineEnd(all));
        }

        private static int afterFirstLineEnd(ByteString all) {
            for (int i = 0; i < all.size() - 1; i++) if (all.byteAt(i) == '\n') return i + 1;
            return 0;
        }
    }
}
