package io.tidewheel.agent.process;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A sink that keeps everything, and calls back when a given text has appeared on standard output. */
final class CollectedOutput implements OutputSink {

    private final Map<Channel, ByteArrayOutputStream> bytes = new EnumMap<>(Map.of(
            Channel.STDOUT, new ByteArrayOutputStream(),
            Channel.STDERR, new ByteArrayOutputStream()));
    private String awaited = "";
    private Runnable action = () -> {};
    private int largestChunk;

    void when(String text, Runnable then) {
        awaited = text;
        action = then;
    }

    @Override
    public Appetite accept(Channel channel, ByteBuffer chunk) {
        largestChunk = Math.max(largestChunk, chunk.remaining());
        var copy = new byte[chunk.remaining()];
        chunk.get(copy);
        of(channel).writeBytes(copy);
        if (!awaited.isEmpty() && stdout().contains(awaited)) {
            awaited = "";
            action.run();
        }
        return Appetite.MORE;
    }

    String stdout() {
        return of(Channel.STDOUT).toString(StandardCharsets.UTF_8);
    }

    /** Standard output, which is forgotten. */
    String take() {
        var text = stdout();
        of(Channel.STDOUT).reset();
        return text;
    }

    String stderr() {
        return of(Channel.STDERR).toString(StandardCharsets.UTF_8);
    }

    byte[] stdoutBytes() {
        return of(Channel.STDOUT).toByteArray();
    }

    int largestChunk() {
        return largestChunk;
    }

    /** Standard output as process numbers, one per line. */
    List<Long> pids() {
        return stdout().lines()
                .filter(line -> line.matches("\\d+"))
                .map(Long::valueOf)
                .toList();
    }

    private ByteArrayOutputStream of(Channel channel) {
        var stream = bytes.get(channel);
        if (stream == null) throw new IllegalStateException("no stream for " + channel);
        return stream;
    }
}
