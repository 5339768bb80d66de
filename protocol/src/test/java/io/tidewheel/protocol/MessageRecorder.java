package io.tidewheel.protocol;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Writes down what this release says: every message with all of its fields, and with each case of its choices. Done once before a release, so that
 * later ones can be held against it: {@code java ... MessageRecorder FILE}.
 */
final class MessageRecorder {
    /** Messages within messages of the same kind end here. */
    private static final int DEEPEST = 4;

    private MessageRecorder() {}

    public static void main(String[] words) throws IOException {
        Files.write(Path.of(words[0]), lines());
    }

    static List<String> lines() {
        var lines = new ArrayList<String>();
        for (var type : RecordedMessagesTest.types().values()) {
            for (int variant = 0; variant < variants(type); variant++) {
                var bytes = filled(type, variant, 0).toByteArray();
                lines.add(type.getFullName() + " " + Base64.getEncoder().encodeToString(bytes));
            }
        }
        return lines;
    }

    /** As many as the largest choice of a message has cases. */
    private static int variants(Descriptor type) {
        return type.getOneofs().stream()
                .mapToInt(choice -> choice.getFieldCount())
                .max()
                .orElse(1);
    }

    private static DynamicMessage filled(Descriptor type, int variant, int depth) {
        var message = DynamicMessage.newBuilder(type);
        for (var field : type.getFields()) {
            var choice = field.getContainingOneof();
            boolean isChosen = choice == null || choice.getField(variant % choice.getFieldCount()) == field;
            boolean isMessage = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
            if (!isChosen || (isMessage && depth == DEEPEST)) continue;
            // Of several there is one: the order in which the entries of a map are written is not the same everywhere.
            if (field.isRepeated()) message.addRepeatedField(field, value(field, variant, depth));
            else message.setField(field, value(field, variant, depth));
        }
        return message.build();
    }

    private static Object value(FieldDescriptor field, int variant, int depth) {
        int number = field.getNumber();
        return switch (field.getJavaType()) {
            case INT -> 1_000 + number;
            case LONG -> 5_000_000_000L + number;
            case FLOAT -> 0.5f + number;
            case DOUBLE -> 0.25 + number;
            case BOOLEAN -> true;
            case STRING -> "text " + number;
            case BYTE_STRING -> ByteString.copyFromUtf8("bytes " + number);
            case ENUM -> field.getEnumType().getValues().getLast();
            case MESSAGE -> filled(field.getMessageType(), variant, depth + 1);
        };
    }
}
