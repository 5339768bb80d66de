package io.tidewheel.agent;

import io.tidewheel.agent.runtime.CommandOutput;
import io.tidewheel.model.LogStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleConsumer;

/**
 * The output of one try of a command, which somebody may read along to say how far it is. There is at most one question under way, always with the newest lines;
 * the command never waits for an answer, and one that comes after its end is dropped.
 */
final class ReadOutput implements CommandOutput, AutoCloseable {
    private static final int MOST_LINES = 100;
    private static final int LONGEST_LINE = 4_096;

    private final CommandOutput output;
    private final Optional<Reader> reader;
    private final DoubleConsumer progress;
    private final ArrayDeque<String> recent = new ArrayDeque<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean isAsking;
    private boolean isNew;
    private boolean isOver;

    /** Says how far a command is, by its last lines, the newest last. */
    @FunctionalInterface
    interface Reader {
        OptionalDouble estimate(List<String> lines);
    }

    ReadOutput(CommandOutput output, Optional<Reader> reader, DoubleConsumer progress) {
        this.output = output;
        this.reader = reader;
        this.progress = progress;
    }

    @Override
    public void write(LogStream stream, ByteBuffer bytes) {
        reader.ifPresent(whoReads -> read(bytes.asReadOnlyBuffer(), whoReads));
        output.write(stream, bytes);
    }

    private synchronized void read(ByteBuffer bytes, Reader whoReads) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (next == '\n') endLine();
            else if (line.size() < LONGEST_LINE) line.write(next);
        }
        if (!isNew || isAsking || isOver) return;
        isAsking = true;
        Thread.ofVirtual().name("progress").start(() -> ask(whoReads));
    }

    private void endLine() {
        recent.addLast(line.toString(StandardCharsets.UTF_8));
        line.reset();
        if (recent.size() > MOST_LINES) recent.removeFirst();
        isNew = true;
    }

    private void ask(Reader whoReads) {
        for (var lines = news(); lines.isPresent(); lines = news()) tell(whoReads.estimate(lines.get()));
    }

    private synchronized Optional<List<String>> news() {
        isAsking = isNew && !isOver;
        isNew = false;
        return isAsking ? Optional.of(List.copyOf(recent)) : Optional.empty();
    }

    private synchronized void tell(OptionalDouble estimate) {
        if (!isOver) estimate.ifPresent(progress);
    }

    /** The try has ended. */
    @Override
    public synchronized void close() {
        isOver = true;
    }
}
