package io.tidewheel.protocol;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much memory a frame will take as a message, found out before there is one: two bytes on the wire can become an object of a hundred.
 * Reads tags and lengths only.
 */
final class FrameWeight {
    /** A message or text of its own, with what the reader makes of it. */
    private static final int BYTES_PER_OBJECT = 128;
    /** The frame, the texts in it, and the copies that are made of them on the way. */
    private static final int COPIES = 3;
    /** A number of one byte is stored in eight. */
    private static final int PACKED_GROWTH = 8;

    private static final int DEEPEST = 64;

    private final int mostObjects;
    private int objects;
    private long packedBytes;

    private FrameWeight(int mostObjects) {
        this.mostObjects = mostObjects;
    }

    /** The kind of message that a parser makes, if it can be known. */
    static Optional<Descriptor> kind(Parser<? extends MessageLite> parser) {
        try {
            return parser.parseFrom(new byte[0]) instanceof Message message
                    ? Optional.of(message.getDescriptorForType())
                    : Optional.empty();
        } catch (IOException impossible) {
            throw new IllegalArgumentException("every message may be empty", impossible);
        }
    }

    /** The bytes of heap that it will take. What is no message is refused when it is parsed, and a frame with too many objects here. */
    static long of(byte[] frame, Descriptor kind, int mostObjects) throws BadFrame {
        var weight = new FrameWeight(mostObjects);
        try {
            weight.message(CodedInputStream.newInstance(frame), kind, 0);
        } catch (BadFrame tooMuch) {
            throw tooMuch;
        } catch (IOException broken) {
            // The parser sees it too, and says it better.
        }
        return (long) COPIES * frame.length + (long) BYTES_PER_OBJECT * weight.objects + weight.packedBytes;
    }

    private void message(CodedInputStream in, Descriptor kind, int depth) throws IOException {
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            var field = kind.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
            if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
                content(in, field, depth);
            } else {
                // A field that nobody knows is kept as an object; a number that is known is part of its message.
                if (field == null || field.isRepeated()) count();
                if (!in.skipField(tag)) return;
            }
        }
    }

    private void content(CodedInputStream in, @Nullable FieldDescriptor field, int depth) throws IOException {
        count();
        int length = in.readRawVarint32();
        if (field != null && field.getJavaType() == FieldDescriptor.JavaType.MESSAGE && depth < DEEPEST) {
            int before = in.pushLimit(length);
            message(in, field.getMessageType(), depth + 1);
            in.popLimit(before);
            return;
        }
        if (field != null && field.isPackable()) packedBytes += (long) PACKED_GROWTH * length;
        in.skipRawBytes(length);
    }

    private void count() throws BadFrame {
        if (++objects > mostObjects)
            throw new BadFrame("a frame has more than %,d parts: send them in several".formatted(mostObjects));
    }
}
