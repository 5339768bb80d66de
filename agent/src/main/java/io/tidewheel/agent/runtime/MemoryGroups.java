package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import java.io.IOException;
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
    /** Where the agent goes if the group that was given to it must not have processes of its own. */
    private static final String AGENTS = "tidewheel-agents";

    private final ControlGroupTree tree;
    private final Optional<Path> parent;
    private final Optional<Version> version;
    private final AtomicLong numbers = new AtomicLong();
    private final Set<Group> open = ConcurrentHashMap.newKeySet();
    private @Nullable Thread warden;

    /** What the files are called. */
    private enum Version {
        TWO("v2", "memory.max", "memory.swap.max", "memory.events"),
        ONE("v1", "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.oom_control");

        final String name;
        final String limit;
        final String swap;
        final String kills;

        Version(String name, String limit, String swap, String kills) {
            this.name = name;
            this.limit = limit;
            this.swap = swap;
            this.kills = kills;
        }
    }

    private MemoryGroups(ControlGroupTree tree, Optional<Path> parent, Optional<Version> version) {
        this.tree = tree;
        this.parent = parent;
        this.version = version;
    }

    /** Where none can be made. */
    static MemoryGroups none() {
        return new MemoryGroups(ControlGroupTree.OF_SYSTEM, Optional.empty(), Optional.empty());
    }

    /** Makes a group for all groups of a session, in the group this process is in, or beside it at the top. */
    static MemoryGroups ofThisMachine(AgentSession session) {
        return of(
                ControlGroupTree.OF_SYSTEM,
                Path.of("/sys/fs/cgroup"),
                Path.of("/proc/self/cgroup"),
                session,
                Processes.OF_SYSTEM);
    }

    /** Which processes this one may move to another group: itself, and what it has started. */
    interface Processes {
        Processes OF_SYSTEM = () -> {
            var own = new ArrayList<Long>();
            own.add(ProcessHandle.current().pid());
            ProcessHandle.current().descendants().forEach(each -> own.add(each.pid()));
            return own;
        };

        List<Long> own();
    }

    static MemoryGroups of(ControlGroupTree tree, Path root, Path own, AgentSession session, Processes processes) {
        var name = "tidewheel-" + session.id();
        for (var version : Version.values()) {
            var parents = parents(tree, root, own, version);
            for (var parent : parents) {
                if (isMade(tree, parent, name, version)) return new MemoryGroups(tree, parent, name, version);
            }
            // The last resort: it changes where this process is.
            if (version == Version.TWO && !parents.isEmpty() && isCleared(tree, parents.getFirst(), processes)) {
                var parent = parents.getFirst();
                if (isMade(tree, parent, name, version)) return new MemoryGroups(tree, parent, name, version);
            }
        }
        return none();
    }

    private MemoryGroups(ControlGroupTree tree, Path above, String name, Version version) {
        this(tree, Optional.of(above.resolve(name)), Optional.of(version));
    }

    private static List<Path> parents(ControlGroupTree tree, Path root, Path own, Version version) {
        var top = version == Version.TWO ? root : root.resolve("memory");
        var parents = new ArrayList<Path>();
        try {
            for (var line : tree.read(own)) {
                var parts = line.split(":", 3);
                boolean meant = parts.length == 3 && parts[1].equals(version == Version.TWO ? "" : "memory");
                if (meant && parts[2].startsWith("/")) parents.add(withoutAgents(top.resolve(parts[2].substring(1))));
            }
        } catch (IOException notLinux) {
            return List.of();
        }
        if (!parents.contains(top)) parents.add(top);
        return parents;
    }

    /** Another agent of this process may have cleared the group already. */
    private static Path withoutAgents(Path group) {
        return group.endsWith(AGENTS) ? group.resolveSibling("").normalize() : group;
    }

    private static boolean isMade(ControlGroupTree tree, Path parent, String name, Version version) {
        var group = parent.resolve(name);
        try {
            if (!tree.has(parent.resolve("cgroup.procs"))) return false;
            if (version == Version.TWO) tree.write(parent.resolve("cgroup.subtree_control"), "+memory");
            tree.make(group);
        } catch (IOException notAllowed) {
            return false;
        }
        try {
            if (version == Version.TWO) tree.write(group.resolve("cgroup.subtree_control"), "+memory");
            if (tree.has(group.resolve(version.limit))) return true;
        } catch (IOException notGiven) {
            // it is removed below
        }
        try {
            tree.remove(group);
        } catch (IOException busy) {
            return false;
        }
        return false;
    }

    /**
     * In the newer kind a group that passes on its memory must not have processes of its own. If all that are in it are ours, they go into a
     * group below; others are left alone.
     */
    private static boolean isCleared(ControlGroupTree tree, Path group, Processes processes) {
        var ours = processes.own();
        var below = group.resolve(AGENTS);
        try {
            var there = tree.read(group.resolve("cgroup.procs"));
            for (var pid : there) if (!ours.contains(Long.parseLong(pid))) return false;
            if (there.isEmpty()) return false;
            if (!tree.has(below)) tree.make(below);
            for (var pid : there) tree.write(below.resolve("cgroup.procs"), pid);
            return true;
        } catch (IOException notAllowed) {
            return false;
        }
    }

    /** Whether the memory of commands can be limited. */
    boolean work() {
        return parent.isPresent();
    }

    /** For people: {@code control groups v2 (/sys/fs/cgroup/...)}; empty where there are none. */
    Optional<String> words() {
        return parent.map(group -> "control groups %s (%s)".formatted(version.orElseThrow().name, group));
    }

    /** The group of all groups, for whoever has to clean up. */
    Optional<Path> parent() {
        return parent;
    }

    /** Makes a group with so much memory. */
    Group open(long bytes) throws IOException {
        var kind = version.orElseThrow();
        var folder = parent.orElseThrow().resolve("t" + numbers.incrementAndGet());
        tree.make(folder);
        tree.write(folder.resolve(kind.limit), Long.toString(bytes));
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
                for (var line : tree.read(folder.resolve(version.kills))) {
                    if (line.startsWith("oom_kill ") && !line.equals("oom_kill 0")) return true;
                }
            } catch (IOException gone) {
                return false;
            }
            return false;
        }

        private void kill() {
            try {
                for (var line : tree.read(entrance())) {
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
                    tree.remove(folder);
                    return;
                } catch (IOException stillUsed) {
                    kill();
                    LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
                }
            }
        }
    }

    private void writeIfThere(Path file, String text) {
        try {
            tree.write(file, text);
        } catch (IOException notCounted) {
            return; // a machine that does not count swap has none, or lets it be used
        }
    }

    @Override
    public synchronized void close() {
        if (warden != null) warden.interrupt();
        try {
            if (parent.isPresent()) tree.remove(parent.get());
        } catch (IOException stillUsed) {
            return; // the watchdog, or the next start of the machine, removes it
        }
    }
}
