package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Document;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What earlier releases said is still understood, word for word: servers, agents and clients of two releases work together while one becomes the
 * other.
 */
class RecordedMessagesTest {
    /** All messages there are, by their names. */
    static Map<String, Descriptor> types() {
        return Stream.of(
                        AgentMessage.getDescriptor(),
                        OpenRunRequest.getDescriptor(),
                        Work.getDescriptor(),
                        Document.getDescriptor())
                .flatMap(type -> type.getFile().getMessageTypes().stream())
                .collect(Collectors.toMap(Descriptor::getFullName, type -> type, (one, _) -> one, TreeMap::new));
    }

    @ParameterizedTest
    @ValueSource(strings = "protocol-1.txt")
    void everyMessageOfAnEarlierReleaseIsUnderstoodAndSaidAgain(String file) {
        var lines = recorded(file);
        assertThat(lines).hasSizeGreaterThan(50);
        for (var line : lines) {
            var words = line.split(" ", 2);
            var type = types().get(words[0]);
            assertThat(type)
                    .as("the message %s was there in %s", words[0], file)
                    .isNotNull();
            var bytes = Base64.getDecoder().decode(words[1]);
            var read = parsed(Objects.requireNonNull(type), bytes);
            assertThat(unknown(read))
                    .as("what %s said in %s and nobody understands any more", words[0], file)
                    .isZero();
            assertThat(read.toByteArray()).as(words[0]).isEqualTo(bytes);
        }
    }

    private static DynamicMessage parsed(Descriptor type, byte[] bytes) {
        try {
            return DynamicMessage.parseFrom(type, bytes);
        } catch (InvalidProtocolBufferException broken) {
            throw new AssertionError("%s cannot be read any more".formatted(type.getFullName()), broken);
        }
    }

    private static int unknown(Message message) {
        int unknown = message.getUnknownFields().getSerializedSize();
        for (var value : message.getAllFields().values()) {
            var all = value instanceof List<?> several ? several : List.of(value);
            for (var each : all) if (each instanceof Message inner) unknown += unknown(inner);
        }
        return unknown;
    }

    private static List<String> recorded(String file) {
        try (var text = RecordedMessagesTest.class.getResourceAsStream("recorded/" + file)) {
            return new String(Objects.requireNonNull(text, file).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
