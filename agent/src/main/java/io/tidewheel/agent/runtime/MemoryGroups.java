package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Control groups of the system that limit the memory of commands, one group for each that states how much it needs. Both kinds of control groups are known:
 * one tree for all (v2), and one for memory alone (v1).
 */
public final class MemoryGroups implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int MOST_TRIES_TO_REMOVE = 100;

    private final Optional<Path> parent;
    private final Optional<Version> version;
    private final AtomicLong numbers = new AtomicLong();
    private final Set<Group> open = ConcurrentHashMap.newKeySet();
    private @Nullable Thread warden;

    /** What the files are called. */
    private enum Version {
        TWO("memory.max", "memory.swap.max", "memory.events"),
        ONE("memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control");

        final String limit;
        final String swap;
        final String kills;

        Version(String limit, String swap, String kills) {
            this.limit = limit;
            this.swap = swap;
            this.kills = kills;
        }
    }

    private MemoryGroups(Optional<Path> parent, Optional<Version> version) {
        this.parent = parent;
        this.version = version;
    }

    /** Where none can be made. */
    static MemoryGroups none() {
        return new MemoryGroups(Optional.empty(), Optional.empty());
    }

    /** Makes a group for all groups of a session, in the group this process is in, or beside it at the top. */
    static MemoryGroups ofThisMachine(AgentSession session) {
        return of(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"), session);
    }

    static MemoryGroups of(Path root, Path own, AgentSession session) {
        for (var version : Version.values()) {
            for (var parent : parents(root, own, version)) {
                var group = parent.resolve("tidewheel-" + session.id());
                if (isMade(group, version)) return new MemoryGroups(Optional.of(group), Optional.of(version));
            }
        }
        return none();
    }

    private static List<Path> parents(Path root, Path own, Version version) {
        var top = version == Version.TWO ? root : root.resolve("memory");
        var parents = new ArrayList<Path>();
        try {
            for (var line : Files.readAllLines(own)) {
                var parts = line.split(":", 3);
                boolean meant = parts.length == 3 && parts[1].equals(version == Version.TWO ? "" : "memory");
                if (meant && parts[2].startsWith("/")) parents.add(top.resolve(parts[2].substring(1)));
            }
        } catch (IOException notLinux) {
            return List.of();
        }
        parents.add(top);
        return parents;
    }

    private static boolean isMade(Path group, Version version) {
        try {
            if (!Files.exists(group.resolveSibling("cgroup.procs"))) return false;
            if (version == Version.TWO) write(group.resolveSibling("cgroup.subtree_control"), "+memory");
            Files.createDirectory(group);
            if (version == Version.TWO) write(group.resolve("cgroup.subtree_control"), "+memory");
            if (Files.isWritable(group.resolve(version.limit))) return true;
            Files.delete(group);
            return false;
        } catch (IOException notAllowed) {
            return false;
        }
    }

    /** Whether the memory of commands can be limited. */
    boolean work() {
        return parent.isPresent();
    }

    /** The group of all groups, for whoever has to clean up. */
    Optional<Path> parent() {
        return parent;
    }

    /** Makes a group with so much memory. */
    Group open(long bytes) throws IOException {
        var kind = version.orElseThrow();
        var folder = parent.orElseThrow().resolve("t" + numbers.incrementAndGet());
        Files.createDirectory(folder);
        write(folder.resolve(kind.limit), Long.toString(bytes));
        writeIfThere(folder.resolve(kind.swap), kind == Version.TWO ? "0" : Long.toString(bytes));
        if (kind == Version.TWO) writeIfThere(folder.resolve("memory.oom.group"), "1");
        var group = new Group(folder, kind);
        open.add(group);
        watch();
        return group;
    }

    /** The older kind ends one process of a group, not all; so somebody has to look. */
    private synchronized void watch() {
        if (warden != null) return;
        warden = Thread.ofPlatform().daemon().name("tidewheel-agent-memory").start(() -> {
            try {
                while (true) {
                    for (var group : open) if (group.hasRunOut()) group.kill();
                    TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
                }
            } catch (InterruptedException ending) {
                return;
            }
        });
    }

    /** A group of processes with a limit. */
    final class Group implements AutoCloseable {
        private final Path folder;
        private final Version version;

        private Group(Path folder, Version version) {
            this.folder = folder;
            this.version = version;
        }

        /** Into this file a process writes its number, to be one of the group with all that it starts. */
        Path entrance() {
            return folder.resolve("cgroup.procs");
        }

        /** Whether a process was killed because the memory was used up. */
        boolean hasRunOut() {
            try {
                for (var line : Files.readAllLines(folder.resolve(version.kills))) {
                    if (line.startsWith("oom_kill ") && !line.equals("oom_kill 0")) return true;
                }
            } catch (IOException gone) {
                return false;
            }
            return false;
        }

        private void kill() {
            try {
                for (var line : Files.readAllLines(entrance())) {
                    ProcessHandle.of(Long.parseLong(line)).ifPresent(ProcessHandle::destroyForcibly);
                }
            } catch (IOException gone) {
                open.remove(this);
            }
        }

        /** Nothing of it may be running any more; what is, is ended. */
        @Override
        public void close() {
            open.remove(this);
            for (int tries = 0; tries < MOST_TRIES_TO_REMOVE; tries++) {
                try {
                    Files.deleteIfExists(folder);
                    return;
                } catch (IOException stillUsed) {
                    kill();
                    LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
                }
            }
        }
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, java.nio.file.StandardOpenOption.WRITE);
    }

    private static void writeIfThere(Path file, String text) {
        try {
            write(file, text);
        } catch (IOException notCounted) {
            return; // a machine that does not count swap has none, or lets it be used
        }
    }

    @Override
    public synchronized void close() {
        if (warden != null) warden.interrupt();
        try {
            if (parent.isPresent()) Files.deleteIfExists(parent.get());
        } catch (IOException stillUsed) {
            return; // the watchdog, or the next start of the machine, removes it
        }
    }
}
