package io.tidewheel.agent.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tells whether a process that was killed was killed for want of memory: the kernel counts such kills per control group. Shared by all
 * slots; each kill explains one death.
 */
public final class OutOfMemoryKills {
    private static final String COUNTER = "oom_kill";

    private final Optional<Path> file;
    private long seen;
    private long unexplained;

    /** The file has a line with the word oom_kill and a number; without a file no death is ever explained. */
    public OutOfMemoryKills(Optional<Path> file) {
        this.file = file;
        this.seen = count();
    }

    /** The kills in the control group of this process, or on the whole machine if it is in no group. */
    public static OutOfMemoryKills ofThisMachine() {
        return new OutOfMemoryKills(
                candidates().filter(candidate -> readCount(candidate) >= 0).findFirst());
    }

    /** How many processes of this machine have been killed for want of memory since it began, in whatever control group; 0 if it does not say. */
    static long onThisMachine() {
        return Math.max(0, readCount(Path.of("/proc/vmstat")));
    }

    /** Whether a process that has just been killed by nobody we know was killed for want of memory. */
    public synchronized boolean explainsOne() {
        long now = count();
        unexplained += Math.max(0, now - seen);
        seen = now;
        if (unexplained == 0) return false;
        unexplained--;
        return true;
    }

    private long count() {
        return file.map(OutOfMemoryKills::readCount).orElse(0L);
    }

    private static java.util.stream.Stream<Path> candidates() {
        var group = ownGroup();
        return java.util.stream.Stream.of(
                Path.of("/sys/fs/cgroup" + group + "/memory.events"),
                Path.of("/sys/fs/cgroup/memory.events"),
                Path.of("/sys/fs/cgroup/memory" + group + "/memory.oom_control"),
                Path.of("/sys/fs/cgroup/memory/memory.oom_control"),
                Path.of("/proc/vmstat"));
    }

    private static String ownGroup() {
        try {
            for (var line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
                var parts = line.split(":", 3);
                if (parts.length == 3 && (parts[1].isEmpty() || parts[1].equals("memory")))
                    return parts[2].equals("/") ? "" : parts[2];
            }
        } catch (IOException notLinux) {
            return "";
        }
        return "";
    }

    private static long readCount(Path file) {
        try {
            for (var line : Files.readAllLines(file)) {
                var words = line.split(" ", -1);
                if (words.length == 2 && words[0].equals(COUNTER)) return Long.parseLong(words[1]);
            }
        } catch (IOException | NumberFormatException unreadable) {
            return -1;
        }
        return -1;
    }
}
