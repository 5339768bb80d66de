package io.tidewheel.agent.process;

import io.tidewheel.agent.process.OutputSink.Appetite;
import io.tidewheel.agent.process.OutputSink.Channel;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A process started by {@link ProcessBuilderLauncher}. Its pump looks at the outputs in turn, with short pauses. */
final class BuilderProcess implements RunningProcess {

    private static final long SHORTEST_PAUSE_NANOS = 200_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;
    private static final long GROUP_CHECK_NANOS = 20_000_000;
    private static final int MOST_GROUP_CHECKS = 50;
    private static final int LAST_STANDARD_SIGNAL = 31;

    private final Process process;
    private final LongSupplier nanos;
    private final long startedAt;
    private final boolean leadsGroup;
    private final Optional<String> mark;
    private final Output stdout;
    private final Output stderr;
    private final byte[] buffer = new byte[64 * 1024];

    private volatile @Nullable Urgency requested;
    private boolean pumped;

    BuilderProcess(Process process, LongSupplier nanos, long startedAt, boolean leadsGroup, Optional<String> mark) {
        this.process = process;
        this.nanos = nanos;
        this.startedAt = startedAt;
        this.leadsGroup = leadsGroup;
        this.mark = mark;
        this.stdout = new Output(Channel.STDOUT, process.getInputStream());
        this.stderr = new Output(Channel.STDERR, process.getErrorStream());
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public void end(Urgency urgency) {
        if (requested != Urgency.AT_ONCE) requested = urgency;
    }

    @Override
    public boolean signal(int number) {
        return process.isAlive() && signalGroup(number);
    }

    @Override
    public ProcessEnd pump(OutputSink sink, ProcessLimits limits) {
        if (pumped) throw new IllegalStateException("process " + pid() + " has been pumped already");
        pumped = true;
        var ending = new EndingRule(limits, startedAt);
        try {
            awaitEnd(sink, ending);
            long endedAt = nanos.getAsLong();
            settle(sink, ending);
            return end(ending, endedAt);
        } finally {
            release();
        }
    }

    private void awaitEnd(OutputSink sink, EndingRule ending) {
        long pause = SHORTEST_PAUSE_NANOS;
        while (process.isAlive()) {
            act(ending.step(nanos.getAsLong(), requested));
            boolean seen = readAvailable(sink, ending);
            pause = seen ? SHORTEST_PAUSE_NANOS : Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            if (!seen) waitForEnd(Math.min(pause, ending.patience(nanos.getAsLong())));
        }
    }

    /** Collects the output that the JDK has kept, lets the rest of the group use up its grace, and ends it. */
    private void settle(OutputSink sink, EndingRule ending) {
        while (readAvailable(sink, ending)) {}
        while (ending.isTerminating()
                && groupRuns()
                && ending.step(nanos.getAsLong(), requested) == EndingRule.Step.WAIT) {
            LockSupport.parkNanos(GROUP_CHECK_NANOS);
        }
        if (leadsGroup && signalGroup(LinuxCalls.SIGKILL)) awaitEndOfGroup();
        if (ending.cause() != ProcessEnd.Cause.ITSELF) {
            mark.ifPresent(entry -> MarkedProcesses.killTask(entry.substring(entry.indexOf('=') + 1)));
        }
    }

    private void awaitEndOfGroup() {
        for (int check = 0; check < MOST_GROUP_CHECKS && groupRuns(); check++) LockSupport.parkNanos(GROUP_CHECK_NANOS);
    }

    private ProcessEnd end(EndingRule ending, long endedAt) {
        int code = process.exitValue();
        // The JDK tells a signal as 128 plus its number, which a program could also have returned by itself.
        boolean signalled = code > 128 && code <= 128 + LAST_STANDARD_SIGNAL;
        return new ProcessEnd(
                signalled ? 0 : code,
                signalled ? code - 128 : 0,
                ending.cause(),
                startedAt,
                endedAt,
                Optional.empty(),
                stdout.count(),
                stderr.count());
    }

    private void act(EndingRule.Step step) {
        switch (step) {
            case WAIT -> {}
            case TERMINATE -> {
                signalGroup(LinuxCalls.SIGTERM);
                signalGroup(LinuxCalls.SIGCONT);
            }
            case KILL -> signalGroup(LinuxCalls.SIGKILL);
        }
    }

    /** Signals through the kill program, as the JDK knows no groups; without a group, ends each process it can find. */
    private boolean signalGroup(int number) {
        if (leadsGroup && run(List.of("/bin/kill", "-" + number, "--", "-" + pid()))) return true;
        if (number == 0) return process.isAlive();
        boolean force = number == LinuxCalls.SIGKILL;
        if (!process.isAlive() || (!force && number != LinuxCalls.SIGTERM)) return false;
        // No group, or not yet: setsid has only just been started.
        process.descendants().forEach(force ? ProcessHandle::destroyForcibly : ProcessHandle::destroy);
        return force ? process.toHandle().destroyForcibly() : process.toHandle().destroy();
    }

    /** Members that have ended but whom nobody reaps do not count. */
    private boolean groupRuns() {
        return signalGroup(0) && ProcTable.groupRuns(pid()).orElse(true);
    }

    private static boolean run(List<String> command) {
        try {
            var program = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
            return program.waitFor() == 0;
        } catch (IOException e) {
            throw new IllegalStateException("could not run " + command.getFirst() + " to signal a process group", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private boolean readAvailable(OutputSink sink, EndingRule ending) {
        boolean out = stdout.read(sink, ending);
        boolean err = stderr.read(sink, ending);
        return out || err;
    }

    private void waitForEnd(long pauseNanos) {
        try {
            process.waitFor(Math.max(pauseNanos, SHORTEST_PAUSE_NANOS), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // An interrupted slot is asked to stop: that is a wish for the process, too.
            end(Urgency.AT_ONCE);
        }
    }

    private void release() {
        if (process.isAlive()) {
            signalGroup(LinuxCalls.SIGKILL);
            process.destroyForcibly();
            while (process.isAlive()) waitForEnd(LONGEST_PAUSE_NANOS);
        }
        stdout.close();
        stderr.close();
    }

    /** One output of the process. */
    private final class Output {
        private final Channel channel;
        private final InputStream stream;
        private boolean enough;
        private boolean closed;
        private long delivered;
        private long discarded;

        Output(Channel channel, InputStream stream) {
            this.channel = channel;
            this.stream = stream;
        }

        /** Reads once what is there without waiting; false if there was nothing. */
        boolean read(OutputSink sink, EndingRule ending) {
            int count = 0;
            try {
                int available = closed ? 0 : stream.available();
                if (available > 0) count = stream.read(buffer, 0, Math.min(available, buffer.length));
            } catch (IOException atEnd) {
                closed = true;
            }
            if (count <= 0) return false;
            deliver(sink, count);
            ending.outputSeen(nanos.getAsLong()); // afterwards: a wait for the sink is not the command's inactivity
            return true;
        }

        private void deliver(OutputSink sink, int count) {
            if (enough) {
                discarded += count;
                return;
            }
            delivered += count;
            enough = sink.accept(channel, ByteBuffer.wrap(buffer, 0, count).asReadOnlyBuffer()) == Appetite.ENOUGH;
        }

        void close() {
            try {
                stream.close();
            } catch (IOException nothingLost) {
                closed = true;
            }
        }

        ProcessEnd.OutputCount count() {
            return new ProcessEnd.OutputCount(delivered, discarded);
        }
    }
}
