package io.tidewheel.agent.process;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The system calls this folder needs, as plain methods. Those that can fail take a segment for errno and answer like the
 * kernel: a negative number is the error's number, negated.
 */
@SuppressWarnings("restricted") // calling the system is what this class is for
final class LinuxCalls {

    static final int SIGKILL = 9;
    static final int SIGTERM = 15;
    static final int SIGCHLD = 17;
    static final int SIGCONT = 18;

    static final int ENOENT = 2;
    static final int EINTR = 4;
    static final int E2BIG = 7;
    static final int ENOEXEC = 8;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EACCES = 13;
    static final int ENOTDIR = 20;
    static final int ENFILE = 23;
    static final int EMFILE = 24;
    static final int ETXTBSY = 26;

    static final int O_RDONLY = 0;
    static final int O_NONBLOCK = 0x800;
    static final int O_CLOEXEC = 0x80000;

    static final short POLLIN = 0x01;
    static final short POLLHUP = 0x10;
    static final int WNOHANG = 1;
    static final int X_OK = 1;

    static final short POSIX_SPAWN_SETPGROUP = 0x02;
    static final short POSIX_SPAWN_SETSIGDEF = 0x04;
    static final short POSIX_SPAWN_SETSIGMASK = 0x08;
    static final short POSIX_SPAWN_SETSID = 0x80;

    /** Larger than glibc's own types on any 64-bit machine (336 and 80 bytes). */
    static final long SPAWN_ATTRIBUTES_BYTES = 512;

    static final long FILE_ACTIONS_BYTES = 128;
    static final long SIGNAL_SET_BYTES = 128;
    static final long USAGE_BYTES = 144;

    /** The layout of statx is the same on every machine. */
    static final long STATX_BYTES = 256;

    static final long STATX_MODE_AT = 28;
    static final long STATX_CHANGED_AT = 96;
    private static final int AT_FDCWD = -100;
    private static final int AT_SYMLINK_NOFOLLOW = 0x100;
    private static final int STATX_TYPE_MODE_CHANGED = 0x1 | 0x2 | 0x80;

    private static final long PIDFD_OPEN = 434;
    private static final int PR_SET_TIMERSLACK = 29;
    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int RUSAGE_SELF = 0;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    static final MemoryLayout ERRNO_LAYOUT = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO_VALUE = ERRNO_LAYOUT.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle PIPE2 = reporting("pipe2", of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle READ = reporting("read", of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle PREAD =
            reporting("pread", of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle WRITE = silent("write", of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
    private static final MethodHandle CLOSE = silent("close", of(JAVA_INT, JAVA_INT));
    private static final MethodHandle POLL = reporting("poll", of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle EVENTFD = reporting("eventfd", of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle KILL = silent("kill", of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle WAIT4 = reporting("wait4", of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
    private static final MethodHandle ACCESS = reporting("access", of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle STATX =
            reporting("statx", of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle GETRUSAGE = silent("getrusage", of(JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle OPEN =
            reporting("open", of(JAVA_INT, ADDRESS, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle FCNTL =
            silent("fcntl", of(JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle FCNTL_SET =
            silent("fcntl", of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle SYSCALL =
            reporting("syscall", of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG), Linker.Option.firstVariadicArg(1));
    private static final MethodHandle PRCTL = silent(
            "prctl",
            of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    private static final MethodHandle SIGNAL = silent("signal", of(ADDRESS, JAVA_INT, ADDRESS));
    private static final MethodHandle STRERROR = silent("strerror", of(ADDRESS, JAVA_INT));
    private static final MethodHandle SPAWN =
            silent("posix_spawn", of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
    private static final MethodHandle ATTRIBUTES_INIT = silent("posix_spawnattr_init", of(JAVA_INT, ADDRESS));
    private static final MethodHandle ATTRIBUTES_FLAGS =
            silent("posix_spawnattr_setflags", of(JAVA_INT, ADDRESS, JAVA_SHORT));
    private static final MethodHandle ATTRIBUTES_DEFAULTS =
            silent("posix_spawnattr_setsigdefault", of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle ATTRIBUTES_MASK =
            silent("posix_spawnattr_setsigmask", of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle ACTIONS_INIT = silent("posix_spawn_file_actions_init", of(JAVA_INT, ADDRESS));
    private static final MethodHandle ACTIONS_DESTROY =
            silent("posix_spawn_file_actions_destroy", of(JAVA_INT, ADDRESS));
    private static final MethodHandle ACTIONS_DUP2 =
            silent("posix_spawn_file_actions_adddup2", of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    private static final MethodHandle ACTIONS_CHDIR =
            silent("posix_spawn_file_actions_addchdir_np", of(JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle ACTIONS_CLOSE_FROM =
            silent("posix_spawn_file_actions_addclosefrom_np", of(JAVA_INT, ADDRESS, JAVA_INT));

    private LinuxCalls() {}

    static int pipe2(MemorySegment errno, MemorySegment two, int flags) {
        try {
            return result((int) PIPE2.invokeExact(errno, two, flags), errno);
        } catch (Throwable t) {
            throw failed("pipe2", t);
        }
    }

    static long read(MemorySegment errno, int descriptor, MemorySegment into, long count) {
        try {
            return result((long) READ.invokeExact(errno, descriptor, into, count), errno);
        } catch (Throwable t) {
            throw failed("read", t);
        }
    }

    static long pread(MemorySegment errno, int descriptor, MemorySegment into, long count, long offset) {
        try {
            return result((long) PREAD.invokeExact(errno, descriptor, into, count, offset), errno);
        } catch (Throwable t) {
            throw failed("pread", t);
        }
    }

    static long write(int descriptor, MemorySegment from, long count) {
        try {
            return (long) WRITE.invokeExact(descriptor, from, count);
        } catch (Throwable t) {
            throw failed("write", t);
        }
    }

    static void close(int descriptor) {
        try {
            int _ = (int) CLOSE.invokeExact(descriptor);
        } catch (Throwable t) {
            throw failed("close", t);
        }
    }

    static int poll(MemorySegment errno, MemorySegment entries, int count, int timeoutMillis) {
        try {
            return result((int) POLL.invokeExact(errno, entries, (long) count, timeoutMillis), errno);
        } catch (Throwable t) {
            throw failed("poll", t);
        }
    }

    static int eventfd(MemorySegment errno) {
        try {
            return result((int) EVENTFD.invokeExact(errno, 0, O_CLOEXEC | O_NONBLOCK), errno);
        } catch (Throwable t) {
            throw failed("eventfd", t);
        }
    }

    /** True if there was something to send the signal to. */
    static boolean kill(int pid, int signal) {
        try {
            return (int) KILL.invokeExact(pid, signal) == 0;
        } catch (Throwable t) {
            throw failed("kill", t);
        }
    }

    static int wait4(MemorySegment errno, int pid, MemorySegment status, int options, MemorySegment usage) {
        try {
            return result((int) WAIT4.invokeExact(errno, pid, status, options, usage), errno);
        } catch (Throwable t) {
            throw failed("wait4", t);
        }
    }

    static int access(MemorySegment errno, MemorySegment path, int mode) {
        try {
            return result((int) ACCESS.invokeExact(errno, path, mode), errno);
        } catch (Throwable t) {
            throw failed("access", t);
        }
    }

    /** What a file is and when it was last changed; a link is not followed. */
    static int statx(MemorySegment errno, MemorySegment path, MemorySegment answer) {
        try {
            return result(
                    (int) STATX.invokeExact(
                            errno, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_TYPE_MODE_CHANGED, answer),
                    errno);
        } catch (Throwable t) {
            throw failed("statx", t);
        }
    }

    static int open(MemorySegment errno, MemorySegment path, int flags) {
        try {
            return result((int) OPEN.invokeExact(errno, path, flags), errno);
        } catch (Throwable t) {
            throw failed("open", t);
        }
    }

    static boolean isOpen(int descriptor) {
        try {
            int getDescriptorFlags = 1;
            return (int) FCNTL.invokeExact(descriptor, getDescriptorFlags) >= 0;
        } catch (Throwable t) {
            throw failed("fcntl", t);
        }
    }

    /**
     * Takes back the flags of a shared descriptor: the processes that share it wait again when it is full or empty, and get no signals.
     */
    static void resetFlags(int descriptor) {
        try {
            int setStatusFlags = 4;
            int _ = (int) FCNTL_SET.invokeExact(descriptor, setStatusFlags, 0);
        } catch (Throwable t) {
            throw failed("fcntl", t);
        }
    }

    static int pidfdOpen(MemorySegment errno, int pid) {
        try {
            return (int) result((long) SYSCALL.invokeExact(errno, PIDFD_OPEN, (long) pid, 0L), errno);
        } catch (Throwable t) {
            throw failed("pidfd_open", t);
        }
    }

    /** Makes this process the one that orphaned descendants are handed to. */
    static boolean becomeSubreaper() {
        try {
            return (int) PRCTL.invokeExact(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0;
        } catch (Throwable t) {
            throw failed("prctl", t);
        }
    }

    /** How much later than asked for the calling thread may be woken; 0 stands for what it began with. */
    static boolean timerSlack(long nanos) {
        try {
            return (int) PRCTL.invokeExact(PR_SET_TIMERSLACK, nanos, 0L, 0L, 0L) == 0;
        } catch (Throwable t) {
            throw failed("prctl", t);
        }
    }

    /** The most memory this process has ever occupied, in bytes. */
    static long ownPeakMemory(MemorySegment usage) {
        try {
            int _ = (int) GETRUSAGE.invokeExact(RUSAGE_SELF, usage);
            return peakMemory(usage);
        } catch (Throwable t) {
            throw failed("getrusage", t);
        }
    }

    static void useDefaultAction(int signal) {
        try {
            MemorySegment _ = (MemorySegment) SIGNAL.invokeExact(signal, MemorySegment.NULL);
        } catch (Throwable t) {
            throw failed("signal", t);
        }
    }

    /** The system's own words for an error number. */
    static String describe(int error) {
        try {
            var text = (MemorySegment) STRERROR.invokeExact(error);
            return text.reinterpret(256).getString(0);
        } catch (Throwable t) {
            throw failed("strerror", t);
        }
    }

    /** Zero, or the number of the error (not negated: this call answers differently from the others). */
    static int spawn(
            MemorySegment pid,
            MemorySegment path,
            MemorySegment actions,
            MemorySegment attributes,
            MemorySegment argv,
            MemorySegment environment) {
        try {
            return (int) SPAWN.invokeExact(pid, path, actions, attributes, argv, environment);
        } catch (Throwable t) {
            throw failed("posix_spawn", t);
        }
    }

    /** Own session or group, no signal blocked, every signal at its default: nothing of this process shines through. */
    static void prepareAttributes(MemorySegment attributes, MemorySegment signalSet, boolean ownSession) {
        try {
            int _ = (int) ATTRIBUTES_INIT.invokeExact(attributes);
            signalSet.fill((byte) 0xff); // sigfillset would leave out two signals, which would then be ignored
            int _ = (int) ATTRIBUTES_DEFAULTS.invokeExact(attributes, signalSet);
            signalSet.fill((byte) 0);
            int _ = (int) ATTRIBUTES_MASK.invokeExact(attributes, signalSet);
            int own = ownSession ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
            short flags = (short) (own | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
            int _ = (int) ATTRIBUTES_FLAGS.invokeExact(attributes, flags);
        } catch (Throwable t) {
            throw failed("posix_spawnattr", t);
        }
    }

    /** In the new process: enter the folder, connect the three standard descriptors and close all others. */
    static void prepareActions(MemorySegment actions, MemorySegment folder, int in, int out, int err) {
        try {
            check("init", (int) ACTIONS_INIT.invokeExact(actions));
            check("chdir", (int) ACTIONS_CHDIR.invokeExact(actions, folder));
            check("dup2", (int) ACTIONS_DUP2.invokeExact(actions, in, 0));
            check("dup2", (int) ACTIONS_DUP2.invokeExact(actions, out, 1));
            check("dup2", (int) ACTIONS_DUP2.invokeExact(actions, err, 2));
            check("closefrom", (int) ACTIONS_CLOSE_FROM.invokeExact(actions, 3));
        } catch (Throwable t) {
            throw failed("posix_spawn_file_actions", t);
        }
    }

    static void destroyActions(MemorySegment actions) {
        try {
            int _ = (int) ACTIONS_DESTROY.invokeExact(actions);
        } catch (Throwable t) {
            throw failed("posix_spawn_file_actions_destroy", t);
        }
    }

    static long userMicros(MemorySegment usage) {
        return usage.get(JAVA_LONG, 0) * 1_000_000 + usage.get(JAVA_LONG, 8);
    }

    static long systemMicros(MemorySegment usage) {
        return usage.get(JAVA_LONG, 16) * 1_000_000 + usage.get(JAVA_LONG, 24);
    }

    static long peakMemory(MemorySegment usage) {
        return usage.get(JAVA_LONG, 32) * 1024;
    }

    /** Why this class cannot be used on the machine, or empty if it can. Does not load the class itself. */
    static final class Availability {
        private static final List<String> NEWEST_SYMBOLS = List.of(
                "posix_spawn",
                "posix_spawn_file_actions_addchdir_np",
                "posix_spawn_file_actions_addclosefrom_np",
                "wait4",
                "eventfd",
                "prctl");

        private Availability() {}

        static Optional<String> problem() {
            var system = System.getProperty("os.name", "?");
            var machine = System.getProperty("os.arch", "?");
            if (!system.equals("Linux")) return Optional.of("the system is " + system + ", not Linux");
            if (!List.of("amd64", "aarch64").contains(machine)) {
                return Optional.of("the machine is " + machine + ", tested are amd64 and aarch64");
            }
            var lookup = Linker.nativeLinker().defaultLookup();
            for (var symbol : NEWEST_SYMBOLS) {
                if (lookup.find(symbol).isEmpty()) {
                    return Optional.of("the C library lacks " + symbol + " (glibc 2.34 or newer is needed)");
                }
            }
            return Optional.empty();
        }
    }

    private static void check(String step, int error) {
        if (error != 0) throw new IllegalStateException("file action " + step + ": " + describe(error));
    }

    private static int result(int returned, MemorySegment errno) {
        return returned >= 0 ? returned : -(int) ERRNO_VALUE.get(errno, 0L);
    }

    private static long result(long returned, MemorySegment errno) {
        return returned >= 0 ? returned : -(int) ERRNO_VALUE.get(errno, 0L);
    }

    private static FunctionDescriptor of(MemoryLayout result, MemoryLayout... arguments) {
        return FunctionDescriptor.of(result, arguments);
    }

    private static MethodHandle reporting(String name, FunctionDescriptor type, Linker.Option... options) {
        var all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = ERRNO;
        return silent(name, type, all);
    }

    private static MethodHandle silent(String name, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), type, options);
    }

    private static RuntimeException failed(String call, Throwable cause) {
        if (cause instanceof RuntimeException e) return e;
        if (cause instanceof Error e) throw e;
        return new IllegalStateException("calling " + call + " failed", cause);
    }
}
