package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.tidewheel.agent.process.OutputSink.Appetite;
import io.tidewheel.agent.process.OutputSink.Channel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A process started by {@link PosixSpawnLauncher}, pumped with one poll over its two pipes, its end and a wake-up. */
final class PosixProcess implements RunningProcess {

    /**
     * At first, and after it has closed an output, a process is only waited for: most likely it is about to end. Its output
     * stays in the pipes so long. A short process costs one wake-up then instead of three.
     */
    private static final long QUIET_NANOS = 5_000_000;

    /** How long a killed group may take to vanish, and its pipes to run dry, before it is left to itself. */
    private static final long VANISH_NANOS = 1_000_000_000;

    private static final int GROUP_CHECK_MILLIS = 2;

    private static final MemorySegment ONE = Arena.global().allocateFrom(JAVA_LONG, 1L);

    private final SpawnMemory memory;
    private final LongSupplier nanos;
    private final OrphanProcesses orphans;
    private final Optional<String> mark;
    private final int pid;
    private final long startedAt;
    private final int wakeUp;
    private final int process;
    private final Pipe stdout;
    private final Pipe stderr;
    private final PeakMemory peakMemory;

    private volatile @Nullable Urgency requested;
    private long quietUntil;
    private boolean pumped;
    private boolean reaped;
    private boolean finished;
    /** Whether nobody can write to the pipes any more, and all that was written has been read. */
    private boolean pipesAreEmpty;

    private int status;

    PosixProcess(
            SpawnMemory memory,
            LongSupplier nanos,
            OrphanProcesses orphans,
            Optional<String> mark,
            int pid,
            long startedAt,
            int wakeUp,
            int process,
            List<OutputPipe> outputs) {
        this.memory = memory;
        this.nanos = nanos;
        this.orphans = orphans;
        this.mark = mark;
        this.pid = pid;
        this.startedAt = startedAt;
        this.quietUntil = startedAt + QUIET_NANOS;
        this.wakeUp = wakeUp;
        this.process = process;
        this.stdout = new Pipe(Channel.STDOUT, SpawnMemory.STDOUT, outputs.getFirst());
        this.stderr = new Pipe(Channel.STDERR, SpawnMemory.STDERR, outputs.size() > 1 ? outputs.get(1) : null);
        this.peakMemory = new PeakMemory(pid, startedAt);
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public synchronized void end(Urgency urgency) {
        if (finished || requested == Urgency.AT_ONCE) return;
        requested = urgency;
        LinuxCalls.write(wakeUp, ONE, Long.BYTES);
    }

    @Override
    public synchronized boolean signal(int number) {
        return !reaped && LinuxCalls.kill(-pid, number);
    }

    @Override
    public ProcessEnd pump(OutputSink sink, ProcessLimits limits) {
        if (pumped) throw new IllegalStateException("process " + pid + " has been pumped already");
        pumped = true;
        var ending = new EndingRule(limits, startedAt);
        try {
            awaitEnd(sink, ending);
            long endedAt = nanos.getAsLong();
            var usage = usage();
            settle(sink, ending, limits, endedAt);
            return end(ending, endedAt, usage);
        } finally {
            release();
        }
    }

    /** Pumps until the process itself has ended and has been reaped. */
    private void awaitEnd(OutputSink sink, EndingRule ending) {
        while (!reaped) {
            long now = nanos.getAsLong();
            act(ending.step(now, requested));
            peakMemory.look(now);
            long patience = Math.min(ending.patience(now), peakMemory.patience(now));
            boolean quiet = now - quietUntil < 0;
            boolean event = quiet
                    ? memory.poll(SpawnMemory.QUIET_ENTRIES, millis(Math.min(patience, quietUntil - now)))
                    : memory.poll(SpawnMemory.POLL_ENTRIES, millis(patience));
            if (event) handle(sink, ending, quiet);
        }
    }

    private void handle(OutputSink sink, EndingRule ending, boolean quiet) {
        if (!quiet && readAvailable(sink, ending)) quietUntil = nanos.getAsLong() + QUIET_NANOS;
        if (memory.events(SpawnMemory.WAKE_UP) != 0) clearWakeUp();
        if (memory.events(SpawnMemory.PROCESS) != 0) reap();
    }

    /**
     * After the end: collects the output still in the pipes and makes sure nothing of the group remains. Others of the group
     * may finish writing for a short time, or, if they have been asked to end, for the rest of their grace.
     */
    private void settle(OutputSink sink, EndingRule ending, ProcessLimits limits, long endedAt) {
        boolean all = collect(sink, ending, endedAt);
        if (orphans.areNone(memory)) { // then nobody of its group is left either
            pipesAreEmpty = all;
            return;
        }
        stdout.giveWriterAway();
        stderr.giveWriterAway();
        collect(sink, ending, endedAt);
        if (!pipesClosed() || groupExists()) {
            long linger = ProcessLimits.nanos(limits.linger());
            for (long now = endedAt; mayGoOn(ending, linger, endedAt, now); now = nanos.getAsLong()) {
                awaitOutput(sink, ending);
            }
            endGroup(sink, ending);
        }
        boolean forced = ending.cause() != ProcessEnd.Cause.ITSELF;
        if (mark.isPresent() && orphans.end(mark.get(), forced, memory)) drain(sink, ending);
    }

    /** Reads what is in the pipes; false if there may be more. */
    private boolean collect(OutputSink sink, EndingRule ending, long since) {
        while (!pipesClosed() && memory.poll(SpawnMemory.POLL_ENTRIES, 0)) {
            if (memory.events(SpawnMemory.WAKE_UP) != 0) clearWakeUp();
            readAvailable(sink, ending);
            if (nanos.getAsLong() - since > VANISH_NANOS) return false; // somebody else writes without end
        }
        return true;
    }

    private boolean mayGoOn(EndingRule ending, long linger, long endedAt, long now) {
        if (requested == Urgency.AT_ONCE) return false;
        if (ending.isTerminating()) return groupExists() && ending.step(now, requested) == EndingRule.Step.WAIT;
        if (requested != null) return false;
        return !pipesClosed() && now - endedAt < linger;
    }

    /** Kills what is left of the group and waits for it to vanish, reading what it wrote before. */
    private void endGroup(OutputSink sink, EndingRule ending) {
        if (!groupExists()) return;
        LinuxCalls.kill(-pid, LinuxCalls.SIGKILL);
        drain(sink, ending);
    }

    private void drain(OutputSink sink, EndingRule ending) {
        long since = nanos.getAsLong();
        while ((groupExists() || !pipesClosed()) && nanos.getAsLong() - since < VANISH_NANOS) awaitOutput(sink, ending);
    }

    private void awaitOutput(OutputSink sink, EndingRule ending) {
        if (!memory.poll(SpawnMemory.POLL_ENTRIES, GROUP_CHECK_MILLIS)) return;
        readAvailable(sink, ending);
        if (memory.events(SpawnMemory.WAKE_UP) != 0) clearWakeUp();
    }

    /**
     * The number of a group is not given to another before all its members are gone, and numbers are handed out in turn; so
     * asking after it shortly after the process was reaped is safe.
     */
    private boolean groupExists() {
        if (!LinuxCalls.kill(-pid, 0)) return false;
        // Members that have died are ours to reap if this process adopts orphans.
        while (LinuxCalls.wait4(memory.errno, -pid, memory.status, LinuxCalls.WNOHANG, memory.usage) > 0) {}
        return LinuxCalls.kill(-pid, 0);
    }

    private void act(EndingRule.Step step) {
        switch (step) {
            case WAIT -> {}
            case TERMINATE -> {
                LinuxCalls.kill(-pid, LinuxCalls.SIGTERM);
                LinuxCalls.kill(-pid, LinuxCalls.SIGCONT); // a stopped process could not hear the first
            }
            case KILL -> LinuxCalls.kill(-pid, LinuxCalls.SIGKILL);
        }
    }

    /** After this the number of the process may be given to another: nobody may signal it any more. */
    private synchronized void reap() {
        int answer = LinuxCalls.wait4(memory.errno, pid, memory.status, LinuxCalls.WNOHANG, memory.usage);
        if (answer == 0) return;
        reaped = true;
        orphans.forget(pid);
        memory.watch(SpawnMemory.PROCESS, -1);
        LinuxCalls.close(process);
        if (answer < 0) {
            throw new IllegalStateException("the end of process " + pid + " was lost: " + LinuxCalls.describe(-answer)
                    + "; something else in this program waits for all children");
        }
        status = memory.status.get(JAVA_INT, 0);
    }

    /** True if an output turned out to be closed. */
    private boolean readAvailable(OutputSink sink, EndingRule ending) {
        int before = openPipes();
        stdout.read(sink, ending);
        stderr.read(sink, ending);
        return openPipes() < before;
    }

    private int openPipes() {
        return (stdout.closed ? 0 : 1) + (stderr.closed ? 0 : 1);
    }

    private boolean pipesClosed() {
        return stdout.closed && stderr.closed;
    }

    private void clearWakeUp() {
        LinuxCalls.read(memory.errno, wakeUp, memory.wakeUp, Long.BYTES);
    }

    private ResourceUsage usage() {
        var userTime = Duration.ofNanos(LinuxCalls.userMicros(memory.usage) * 1000);
        var systemTime = Duration.ofNanos(LinuxCalls.systemMicros(memory.usage) * 1000);
        long atMost = LinuxCalls.peakMemory(memory.usage);
        long atLeast = peakMemory.atLeast(atMost, memory.usage);
        return new ResourceUsage(userTime, systemTime, atLeast, atMost);
    }

    private ProcessEnd end(EndingRule ending, long endedAt, ResourceUsage usage) {
        int signal = status & 0x7f;
        int exitCode = signal == 0 ? (status >> 8) & 0xff : 0;
        return new ProcessEnd(
                exitCode,
                signal,
                ending.cause(),
                startedAt,
                endedAt,
                Optional.of(usage),
                stdout.count(),
                stderr.count());
    }

    /** Gives back every descriptor but pipes that the next process can have; if the pump was left by an exception, the process ends here. */
    private synchronized void release() {
        finished = true;
        if (!reaped) LinuxCalls.kill(-pid, LinuxCalls.SIGKILL);
        while (!reaped) {
            memory.poll(1, -1);
            reap();
        }
        if (pipesAreEmpty) return;
        stdout.close();
        stderr.close();
    }

    private static int millis(long nanos) {
        return nanos == Long.MAX_VALUE ? -1 : (int) Math.min(Integer.MAX_VALUE, (nanos + 999_999) / 1_000_000);
    }

    /** The reading end of one output. */
    private final class Pipe {
        private final Channel channel;
        private final int entry;
        private final @Nullable OutputPipe pipe;
        private boolean closed;
        private boolean enough;
        private long delivered;
        private long discarded;

        /** A stream of a process; one that has no pipe is closed from the beginning. */
        Pipe(Channel channel, int entry, @Nullable OutputPipe pipe) {
            this.channel = channel;
            this.entry = entry;
            this.pipe = pipe;
            this.closed = pipe == null;
            memory.watch(entry, pipe == null ? -1 : pipe.reader());
        }

        /** Reads once if the last poll saw something, so that neither channel can keep the pump from the other. */
        void read(OutputSink sink, EndingRule ending) {
            var open = closed ? null : pipe;
            int events = open == null ? 0 : memory.events(entry);
            if (open == null || events == 0) return;
            if ((events & LinuxCalls.POLLIN) == 0) {
                close(); // all writers are gone and nothing is left to read
                return;
            }
            long count = LinuxCalls.read(memory.errno, open.reader(), memory.input, SpawnMemory.READ_BYTES);
            if (count == 0) close();
            if (count <= 0) return;
            deliver(sink, (int) count);
            ending.outputSeen(nanos.getAsLong()); // afterwards: a wait for the sink is not the command's inactivity
            boolean allWritersGone = (events & LinuxCalls.POLLHUP) != 0;
            if (allWritersGone && count < SpawnMemory.READ_BYTES) close();
        }

        private void deliver(OutputSink sink, int count) {
            if (enough) {
                discarded += count;
                return;
            }
            delivered += count;
            enough = sink.accept(channel, memory.received(count)) == Appetite.ENOUGH;
        }

        void giveWriterAway() {
            if (pipe != null) pipe.giveWriterAway();
        }

        void close() {
            if (closed || pipe == null) return;
            closed = true;
            memory.watch(entry, -1);
            pipe.close();
        }

        ProcessEnd.OutputCount count() {
            return new ProcessEnd.OutputCount(delivered, discarded);
        }
    }
}
