package io.tidewheel.protocol;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** A frame is a message's length as a varint, then the message. */
final class Frames {
    /** Up to here a frame's array is made before its bytes are there; beyond, it grows with what really arrives. */
    private static final int TRUSTED_BYTES = 64 << 10;

    private Frames() {}

    static void write(MessageLite message, CodedOutputStream out) throws IOException {
        out.writeUInt32NoTag(message.getSerializedSize());
        message.writeTo(out);
    }

    /** The next message; empty if the stream ends before one begins. */
    static <M extends MessageLite> Optional<M> read(InputStream in, Parser<M> parser, int maxBytes) throws IOException {
        int first = in.read();
        if (first < 0) {
            return Optional.empty();
        }
        var content = content(in, length(first, in, maxBytes));
        try {
            return Optional.of(parser.parseFrom(content));
        } catch (InvalidProtocolBufferException e) {
            throw new BadFrame(
                    "a frame of %d bytes is no message of this protocol: %s".formatted(content.length, e.getMessage()),
                    e);
        }
    }

    private static int length(int first, InputStream in, int maxBytes) throws IOException {
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
        if (length > maxBytes) {
            throw new BadFrame("a frame of %d bytes exceeds the limit of %d".formatted(length, maxBytes));
        }
        return (int) length;
    }

    private static byte[] content(InputStream in, int length) throws IOException {
        var content = length <= TRUSTED_BYTES ? new byte[length] : in.readNBytes(length);
        int there = length <= TRUSTED_BYTES ? in.readNBytes(content, 0, length) : content.length;
        if (there < length) {
            throw new EOFException("the stream ended after %d of %d bytes of a frame".formatted(there, length));
        }
        return content;
    }
}
