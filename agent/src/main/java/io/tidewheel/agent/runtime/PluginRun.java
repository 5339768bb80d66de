package io.tidewheel.agent.runtime;

import io.tidewheel.model.LogStream;
import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import io.tidewheel.protocol.wire.Ending;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A command that a plug-in runs, on a thread of its own, which is interrupted when the command is to end. What the plug-in prints is the command's output. */
final class PluginRun {
    private final LoadedExtension plugin;
    private final Map<String, ?> arguments;
    private final CommandStep step;
    private final LongSupplier nanos;
    private final Thread waiting = Thread.currentThread();
    private volatile long lastActive;
    private volatile boolean isOver;
    private volatile @Nullable CommandEnd end;

    PluginRun(LoadedExtension plugin, Map<String, ?> arguments, CommandStep step, LongSupplier nanos) {
        this.plugin = plugin;
        this.arguments = arguments;
        this.step = step;
        this.nanos = nanos;
        this.lastActive = nanos.getAsLong();
    }

    CommandEnd run() {
        var worker = Thread.ofVirtual().name("runtime-" + plugin.spec().name()).start(this::work);
        step.stop().whenFlipped(_ -> LockSupport.unpark(waiting));
        try {
            return await(worker);
        } finally {
            isOver = true;
            step.stop().ignore();
        }
    }

    private CommandEnd await(Thread worker) {
        var watch = new CallWatch(step);
        while (true) {
            var known = end;
            if (known != null) return watch.named(known);
            long patience = watch.look(nanos.getAsLong(), lastActive, worker::interrupt);
            if (patience <= 0) return leaveBehind(watch);
            LockSupport.parkNanos(this, patience);
        }
    }

    private CommandEnd leaveBehind(CallWatch watch) {
        step.scratch().leaveBehind();
        var named = watch.named(CommandEnd.SUCCESS);
        return named.saying("%s; the plug-in %s did not end it in time"
                .formatted(named.message(), plugin.spec().name()));
    }

    private void work() {
        end = result();
        LockSupport.unpark(waiting);
    }

    private CommandEnd result() {
        try {
            var _ = plugin.ask(arguments, this::print);
            return CommandEnd.SUCCESS;
        } catch (ExtensionFailure failure) {
            return CommandEnd.of(Ending.ERROR, OneLine.of(String.valueOf(failure.getMessage())));
        } catch (RuntimeException | Error mistake) {
            return CommandEnd.of(
                    Ending.ERROR, "plug-in %s: %s".formatted(plugin.spec().name(), OneLine.of(mistake)));
        }
    }

    /** What is printed after the end is nobody's. */
    private void print(String line) {
        if (isOver) return;
        lastActive = nanos.getAsLong();
        step.output().write(LogStream.STDOUT, ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
    }
}
