package io.tidewheel.protocol;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** A frame is a message's length as a varint, then the message. This reads the frames of one link and writes those of any. */
final class MessageFrames<M extends MessageLite> {
    /** A frame that is longer is watched while it comes. */
    private static final int PIECE_BYTES = 64 << 10;
    /** Short enough that nothing worth weighing fits. */
    private static final int LIGHT_BYTES = 64;
    /** How long to wait for memory that others have. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** A long frame takes memory from others while it comes, so it may not come as slowly as it likes. */
    private static final Duration FRAME_TIME = Duration.ofSeconds(15);

    private static final int LEAST_BYTES_PER_SECOND = 256 << 10;

    /** A message with the memory that it takes. */
    record Received<M>(M message, HeldMemory memory) {}

    private final Socket socket;
    private final InputStream in;
    private final Parser<M> parser;
    private final LinkLimits limits;
    private final Optional<Descriptor> kind;

    /** @param in the input of the socket, buffered */
    MessageFrames(Socket socket, InputStream in, Parser<M> parser, LinkLimits limits) {
        this.socket = socket;
        this.in = in;
        this.parser = parser;
        this.limits = limits;
        kind = FrameWeight.kind(parser);
    }

    static void write(MessageLite message, CodedOutputStream out) throws IOException {
        out.writeUInt32NoTag(message.getSerializedSize());
        message.writeTo(out);
    }

    /** The next message; empty if the stream ends before one begins. */
    Optional<Received<M>> read() throws IOException {
        int first = in.read();
        if (first < 0) {
            return Optional.empty();
        }
        int length = length(first);
        try (var frame = limits.frames().open()) {
            if (length > MemoryBudget.FREE_BYTES) take(limits.frames(), frame, length);
            return Optional.of(parsed(content(length)));
        }
    }

    private Received<M> parsed(byte[] content) throws IOException {
        var share = limits.messages().open();
        boolean done = false;
        try {
            weigh(content, share);
            var message = parser.parseFrom(content);
            done = true;
            return new Received<>(message, share);
        } catch (InvalidProtocolBufferException e) {
            throw new BadFrame(
                    "a frame of %d bytes is no message of this protocol: %s".formatted(content.length, e.getMessage()),
                    e);
        } finally {
            if (!done) share.close();
        }
    }

    private void weigh(byte[] content, MemoryBudget.Share share) throws LinkException {
        if (content.length <= LIGHT_BYTES || kind.isEmpty()) return;
        long bytes = FrameWeight.of(content, kind.get(), limits.maxObjects());
        if (bytes > MemoryBudget.FREE_BYTES) take(limits.messages(), share, bytes);
    }

    private void take(MemoryBudget budget, MemoryBudget.Share share, long bytes) throws LinkException {
        if (bytes > budget.bytes()) {
            throw new BadFrame("a message that takes %,d bytes of memory is more than the %,d there are: split it"
                    .formatted(bytes, budget.bytes()));
        }
        try {
            if (share.take(bytes, PATIENCE)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new LinkException(
                "there is no memory for a message that takes %,d bytes at the moment: send smaller ones, or later"
                        .formatted(bytes));
    }

    private int length(int first) throws IOException {
        long length = first & 0x7f;
        int next = first;
        for (int shift = 7; (next & 0x80) != 0; shift += 7) {
            next = in.read();
            if (next < 0) {
                throw new EOFException("the stream ended inside a frame's length");
            }
            if (shift > 28) {
                throw new BadFrame("a frame's length has more than five bytes: this is not the tidewheel protocol");
            }
            length |= (long) (next & 0x7f) << shift;
        }
        if (length > limits.maxFrameBytes()) {
            throw new BadFrame("a frame of %d bytes exceeds the limit of %d".formatted(length, limits.maxFrameBytes()));
        }
        return (int) length;
    }

    private byte[] content(int length) throws IOException {
        var content = new byte[length];
        int there = length <= PIECE_BYTES ? in.readNBytes(content, 0, length) : readInTime(content);
        if (there < length) {
            throw new EOFException("the stream ended after %d of %d bytes of a frame".formatted(there, length));
        }
        return content;
    }

    private int readInTime(byte[] content) throws IOException {
        long end = System.nanoTime()
                + FRAME_TIME.toNanos()
                + Duration.ofSeconds(content.length / LEAST_BYTES_PER_SECOND).toNanos();
        socket.setSoTimeout((int) FRAME_TIME.toMillis());
        try {
            int there = 0;
            while (there < content.length) {
                int read = in.readNBytes(content, there, Math.min(PIECE_BYTES, content.length - there));
                if (read == 0) break;
                there += read;
                if (System.nanoTime() - end > 0)
                    throw new BadFrame("a frame of %d bytes comes too slowly".formatted(content.length));
            }
            return there;
        } finally {
            socket.setSoTimeout(0);
        }
    }
}
