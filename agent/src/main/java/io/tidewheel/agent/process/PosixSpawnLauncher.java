package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import io.tidewheel.agent.process.CommandLookup.Answer;
import io.tidewheel.agent.process.CommandLookup.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Starts processes on Linux with {@code posix_spawn} called directly: each leads its own process group and has no terminal,
 * default signals, no descriptor but the three standard ones, and pipes for its output.
 */
public final class PosixSpawnLauncher implements ProcessLauncher {

    private static final int BUSY_TRIES = 200;
    private static final long BUSY_PAUSE_NANOS = 5_000_000;
    private static final int NOTHING_TO_READ = openNothing();

    private final LongSupplier nanos;
    private final OrphanProcesses orphans;
    private final SpawnMemory memory;
    private final int wakeUp;
    private final OutputPipe stdout = new OutputPipe();
    private final OutputPipe stderr = new OutputPipe();
    private boolean closed;

    /** With {@code ownSession} each process gets a session of its own, otherwise only a group. */
    PosixSpawnLauncher(LongSupplier nanos, OrphanProcesses orphans, boolean ownSession) {
        this.nanos = nanos;
        this.orphans = orphans;
        this.memory = new SpawnMemory(ownSession);
        this.wakeUp = LinuxCalls.eventfd(memory.errno);
        if (wakeUp < 0) {
            throw new IllegalStateException("could not open a launcher: " + LinuxCalls.describe(-wakeUp)
                    + " (eventfd); raise the limit of open files");
        }
        memory.watch(SpawnMemory.WAKE_UP, wakeUp);
    }

    @Override
    public StartOutcome start(ProcessSpec spec) {
        if (closed) throw new IllegalStateException("this launcher has been closed");
        memory.clearStrings(spec);
        if (CommandLookup.isPath(spec.command())) return start(spec, spec.command());
        return switch (CommandLookup.search(spec, this::look)) {
            case Answer.Found(var path) -> start(spec, path);
            case Answer.Nothing(var why) -> why;
        };
    }

    /** Closes the launcher; no process of it may be running. */
    @Override
    public void close() {
        if (closed) return;
        closed = true;
        memory.forgetActions();
        stdout.close();
        stderr.close();
        LinuxCalls.close(wakeUp);
    }

    private StartOutcome start(ProcessSpec spec, String program) {
        int trouble = stdout.prepare(memory);
        if (trouble == 0 && !spec.mergesOutputs()) trouble = stderr.prepare(memory);
        if (trouble < 0) return StartDiagnosis.exhausted("a pipe", LinuxCalls.describe(-trouble));
        int in = spec.input().map(this::open).orElse(NOTHING_TO_READ);
        if (in < 0) return StartDiagnosis.withInput(spec.input().orElseThrow(), LinuxCalls.describe(-in));
        int error = spawn(spec, program, in, stdout.writer(), spec.mergesOutputs() ? stdout.writer() : stderr.writer());
        if (in != NOTHING_TO_READ) close(in);
        long startedAt = nanos.getAsLong();
        return error == 0 ? running(spec, startedAt) : explain(error, spec, program);
    }

    private int open(Path input) {
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom(input.toString());
            return LinuxCalls.open(memory.errno, path, LinuxCalls.O_RDONLY | LinuxCalls.O_CLOEXEC);
        }
    }

    /** The number may be given to something else, so that nothing that was prepared for it holds. */
    private void close(int input) {
        memory.forgetActions();
        LinuxCalls.close(input);
    }

    private int spawn(ProcessSpec spec, String program, int in, int out, int err) {
        memory.prepareActions(spec.workingFolder().toString(), in, out, err);
        var path = memory.string(program);
        var environment = memory.variables(spec.environment());
        int error = spawn(path, memory.words(spec.argv()), environment);
        if (error != LinuxCalls.ENOEXEC || !StartDiagnosis.looksLikeText(resolve(spec, program))) return error;
        // A script without a "#!" line: every shell runs it with sh, and so do we. No word of it is interpreted.
        var shell = memory.string("/bin/sh");
        return spawn(shell, memory.words(wordsForShell(spec, program)), environment);
    }

    /**
     * A program file that another thread has just finished writing can be busy for a moment: a process being started meanwhile
     * holds a copy of the writer's descriptor until it runs its own program.
     */
    private int spawn(MemorySegment path, MemorySegment argv, MemorySegment environment) {
        for (int left = BUSY_TRIES; ; left--) {
            int error = LinuxCalls.spawn(memory.pid, path, memory.actions, memory.attributes, argv, environment);
            if (error != LinuxCalls.ETXTBSY || left == 0) return error;
            LockSupport.parkNanos(BUSY_PAUSE_NANOS);
        }
    }

    private RunningProcess running(ProcessSpec spec, long startedAt) {
        int pid = memory.pid.get(JAVA_INT, 0);
        int process = LinuxCalls.pidfdOpen(memory.errno, pid);
        if (process < 0) {
            // At the limit of open files there is room for it without these two.
            stdout.giveWriterAway();
            stderr.giveWriterAway();
            process = LinuxCalls.pidfdOpen(memory.errno, pid);
        }
        if (process < 0) {
            LinuxCalls.kill(-pid, LinuxCalls.SIGKILL);
            LinuxCalls.wait4(memory.errno, pid, memory.status, 0, memory.usage);
            throw new IllegalStateException("process " + pid + " (" + spec.command()
                    + ") was started but could not be watched and was killed: " + LinuxCalls.describe(-process));
        }
        orphans.except(pid);
        memory.watch(SpawnMemory.PROCESS, process);
        var mark = AgentSession.markOf(spec);
        var outputs = spec.mergesOutputs() ? List.of(stdout) : List.of(stdout, stderr);
        return new PosixProcess(memory, nanos, orphans, mark, pid, startedAt, wakeUp, process, outputs);
    }

    private static CommandNotStarted explain(int error, ProcessSpec spec, String program) {
        var says = LinuxCalls.describe(error);
        return switch (error) {
            case LinuxCalls.E2BIG -> StartDiagnosis.tooLong(spec);
            case LinuxCalls.EAGAIN, LinuxCalls.ENOMEM, LinuxCalls.EMFILE, LinuxCalls.ENFILE ->
                StartDiagnosis.exhausted("a process", says);
            default ->
                StartDiagnosis.withFolder(spec.workingFolder()).orElseGet(() -> {
                    var path = resolve(spec, program);
                    return error == LinuxCalls.ENOEXEC
                            ? StartDiagnosis.notForThisMachine(path)
                            : StartDiagnosis.withProgram(path, says);
                });
        };
    }

    private static Path resolve(ProcessSpec spec, String program) {
        return spec.workingFolder().resolve(program);
    }

    private static List<String> wordsForShell(ProcessSpec spec, String program) {
        var words = new ArrayList<>(spec.argv());
        words.set(0, program);
        words.addFirst("/bin/sh");
        return words;
    }

    private Kind look(String path) {
        int answer = LinuxCalls.access(memory.errno, memory.passingString(path), LinuxCalls.X_OK);
        if (answer == 0) return Files.isDirectory(Path.of(path)) ? Kind.FOLDER : Kind.PROGRAM;
        return answer == -LinuxCalls.ENOENT || answer == -LinuxCalls.ENOTDIR
                ? Kind.MISSING
                : StartDiagnosis.look(Path.of(path));
    }

    /**
     * One descriptor of /dev/null serves as the input of all processes. Opened first of all, it also fills the places of
     * standard descriptors the agent was started without: a pipe must never get one of those numbers.
     */
    private static int openNothing() {
        LinuxCalls.useDefaultAction(LinuxCalls.SIGCHLD); // else the system would throw away how children ended
        try (var arena = Arena.ofConfined()) {
            var errno = arena.allocate(LinuxCalls.ERRNO_LAYOUT);
            var path = arena.allocateFrom("/dev/null");
            int descriptor;
            do {
                descriptor = LinuxCalls.open(errno, path, LinuxCalls.O_RDONLY | LinuxCalls.O_CLOEXEC);
            } while (descriptor >= 0 && descriptor <= 2);
            if (descriptor < 0) {
                throw new IllegalStateException("could not open /dev/null: " + LinuxCalls.describe(-descriptor));
            }
            return descriptor;
        }
    }
}
