package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.runtime.JvmClasses.NotCallable;
import io.tidewheel.protocol.wire.Ending;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls a class inside the agent. The call has a thread of its own, kept from call to call, so that the slot can go on when a call does
 * not heed its interruption: that thread is then left behind, and the next call gets a new one.
 */
final class JvmRuntime implements CommandRuntime {
    private final JvmClasses classes;
    private final LongSupplier nanos;
    private @Nullable CallThread thread;

    JvmRuntime(JvmClasses classes, LongSupplier nanos) {
        this.classes = classes;
        this.nanos = nanos;
    }

    @Override
    public CommandEnd run(CommandStep step) {
        var call = new Call(step, nanos.getAsLong());
        var caller = thread();
        caller.begin(call);
        step.stop().whenFlipped(_ -> LockSupport.unpark(call.waiting));
        try {
            return await(call, caller, step);
        } finally {
            step.stop().ignore();
            call.context.close();
        }
    }

    private CommandEnd await(Call call, CallThread caller, CommandStep step) {
        var watch = new CallWatch(step);
        while (true) {
            var end = call.end;
            if (end != null) return watch.named(end);
            long patience = watch.look(nanos.getAsLong(), call.context.lastActive(), caller::interrupt);
            if (patience <= 0) return leaveBehind(step, watch);
            LockSupport.parkNanos(this, patience);
        }
    }

    private CommandEnd leaveBehind(CommandStep step, CallWatch watch) {
        step.scratch().leaveBehind();
        if (thread != null) thread.retire();
        thread = null;
        var end = watch.named(CommandEnd.SUCCESS);
        return end.saying(end.message() + "; it did not heed its interruption, and its thread was left behind");
    }

    private CallThread thread() {
        if (thread == null) thread = CallThread.start();
        return thread;
    }

    @Override
    public void close() {
        if (thread != null) thread.retire();
        thread = null;
    }

    private static ByteString checked(byte @Nullable [] result) {
        if (result == null) return ByteString.EMPTY;
        if (result.length > ScratchFolder.MAX_RESULT_BYTES) {
            throw new IllegalStateException("it returned %,d bytes, more than the %,d that a result may have"
                    .formatted(result.length, ScratchFolder.MAX_RESULT_BYTES));
        }
        return ByteString.copyFrom(result);
    }

    /** One call, from the slot to the thread that makes it and back. */
    private final class Call implements Runnable {
        private final CommandStep step;
        private final CallContext context;
        private final Thread waiting = Thread.currentThread();
        private volatile @Nullable CommandEnd end;

        Call(CommandStep step, long startedNanos) {
            this.step = step;
            this.context = new CallContext(step, nanos, startedNanos);
        }

        @Override
        public void run() {
            end = result();
            LockSupport.unpark(waiting);
        }

        private CommandEnd result() {
            try {
                var task = classes.make(step.command().getClassName());
                return CommandEnd.success(
                        checked(task.call(step.command().getInput().toByteArray(), context)));
            } catch (NotCallable notHere) {
                return CommandEnd.notStarted(126, "" + notHere.getMessage());
            } catch (OutOfMemoryError tooMuch) {
                return CommandEnd.of(
                        Ending.OUT_OF_MEMORY, "the agent's own memory was not enough for it: " + tooMuch.getMessage());
            } catch (Throwable thrown) {
                return CommandEnd.of(Ending.ERROR, OneLine.of(thrown));
            }
        }
    }
}
