package io.tidewheel.agent.runtime;

import io.tidewheel.agent.JvmContext;
import io.tidewheel.model.LogStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** What a called class sees of its chain. After the call has ended it can do no more harm. */
final class CallContext implements JvmContext {
    private final CommandStep step;
    private final LongSupplier nanos;
    private volatile long lastActive;
    private volatile boolean closed;

    CallContext(CommandStep step, LongSupplier nanos, long startedNanos) {
        this.step = step;
        this.nanos = nanos;
        this.lastActive = startedNanos;
    }

    long lastActive() {
        return lastActive;
    }

    void close() {
        closed = true;
    }

    @Override
    public long run() {
        return step.facts().run();
    }

    @Override
    public int index() {
        return step.facts().index();
    }

    @Override
    public int attempt() {
        return step.facts().attempt();
    }

    @Override
    public String token() {
        return step.facts().token();
    }

    @Override
    public String parameter() {
        return step.facts().parameter();
    }

    @Override
    public List<String> arguments() {
        return List.copyOf(step.arguments());
    }

    @Override
    public Optional<Instant> deadline() {
        return step.facts().deadline();
    }

    @Override
    public Path scratch() {
        if (closed) throw new IllegalStateException("the task has ended");
        try {
            return step.scratch().path();
        } catch (IOException error) {
            throw new UncheckedIOException("the folder of the task could not be made", error);
        }
    }

    @Override
    public void print(String line) {
        if (closed) return;
        lastActive = nanos.getAsLong();
        step.output().write(LogStream.STDOUT, ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public boolean isStopping() {
        return closed || step.stop().isFlipped();
    }
}
