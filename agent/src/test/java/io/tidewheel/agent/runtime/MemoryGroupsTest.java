package io.tidewheel.agent.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidewheel.agent.process.AgentSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Where groups are made, and what is written into which of their files, in trees laid out as the system lays them out. */
class MemoryGroupsTest {
    private static final Path ROOT = Path.of("/sys/fs/cgroup");
    private static final Path OWN = Path.of("/proc/self/cgroup");
    private static final long MIB = 1 << 20;
    private static final long ME = 42;

    private final AgentSession session = AgentSession.random(RandomGenerator.getDefault());
    private final FakeTree tree = new FakeTree();
    private List<Long> mine = List.of(ME);

    private MemoryGroups groups() {
        return MemoryGroups.of(tree, ROOT, OWN, session, () -> mine);
    }

    private Path group(String parent) {
        return Path.of(parent).resolve("tidewheel-" + session.id());
    }

    @Test
    void inTheNewerKindTheLimitIsWrittenWithoutSwapAndForTheWholeGroup() throws IOException {
        tree.file(OWN, "0::/");
        tree.group(ROOT, "memory pids");
        var groups = groups();
        assertThat(groups.words()).contains("control groups v2 (%s)".formatted(group("/sys/fs/cgroup")));
        var open = groups.open(64 * MIB);
        var folder = group("/sys/fs/cgroup").resolve("t1");
        assertThat(open.entrance()).isEqualTo(folder.resolve("cgroup.procs"));
        assertThat(tree.read(folder.resolve("memory.max"))).containsExactly("67108864");
        assertThat(tree.read(folder.resolve("memory.swap.max"))).containsExactly("0");
        assertThat(tree.read(folder.resolve("memory.oom.group"))).containsExactly("1");
        assertThat(open.hasRunOut()).isFalse();
        tree.file(folder.resolve("memory.events"), "low 0", "high 0", "max 12", "oom 1", "oom_kill 1");
        assertThat(open.hasRunOut()).isTrue();
        open.close();
        groups.close();
        assertThat(tree.groups()).containsExactly(ROOT);
    }

    @Test
    void inTheNewerKindAllThatIsOverTheLimitWithoutAKillIsNoEnd() throws IOException {
        tree.file(OWN, "0::/");
        tree.group(ROOT, "memory");
        var groups = groups();
        try (var open = groups.open(MIB)) {
            tree.file(
                    group("/sys/fs/cgroup").resolve("t1/memory.events"),
                    "max 9",
                    "oom 0",
                    "oom_kill 0",
                    "oom_group_kill 0");
            assertThat(open.hasRunOut()).isFalse();
        }
    }

    @Test
    void aGroupThatWasGivenToTheAgentAloneIsClearedForItsTasks() throws IOException {
        var unit = ROOT.resolve("system.slice/tidewheel.service");
        tree.file(OWN, "0::/system.slice/tidewheel.service");
        tree.group(unit, "memory", ME, 43);
        tree.closed.add(ROOT);
        mine = List.of(ME, 43L);
        var groups = groups();
        assertThat(groups.words()).contains("control groups v2 (%s)".formatted(group(unit.toString())));
        assertThat(tree.read(unit.resolve("cgroup.procs"))).isEmpty();
        assertThat(tree.read(unit.resolve("tidewheel-agents/cgroup.procs"))).containsExactly("42", "43");
        // The next agent of the same process finds itself one group lower.
        tree.file(OWN, "0::/system.slice/tidewheel.service/tidewheel-agents");
        groups.close();
        assertThat(groups().words()).contains("control groups v2 (%s)".formatted(group(unit.toString())));
    }

    @Test
    void processesOfOthersAreLeftWhereTheyAre() throws IOException {
        var shared = ROOT.resolve("user.slice/session-3.scope");
        tree.file(OWN, "0::/user.slice/session-3.scope");
        tree.group(shared, "memory", ME, 7);
        tree.closed.add(ROOT);
        assertThat(groups().work()).isFalse();
        assertThat(groups().words()).isEmpty();
        assertThat(tree.read(shared.resolve("cgroup.procs"))).containsExactly("42", "7");
        assertThat(tree.groups()).contains(shared).doesNotContain(shared.resolve("tidewheel-agents"));
    }

    @Test
    void whereTheNewerKindDoesNotCountMemoryTheOlderOneIsUsed() throws IOException {
        tree.file(OWN, "4:memory:/jobs", "0::/jobs");
        tree.group(ROOT.resolve("jobs"), "pids");
        tree.oldGroup(ROOT.resolve("memory/jobs"));
        var groups = groups();
        assertThat(groups.words()).contains("control groups v1 (%s)".formatted(group("/sys/fs/cgroup/memory/jobs")));
        try (var open = groups.open(MIB)) {
            var folder = group("/sys/fs/cgroup/memory/jobs").resolve("t1");
            assertThat(tree.read(folder.resolve("memory.limit_in_bytes"))).containsExactly("1048576");
            assertThat(tree.read(folder.resolve("memory.memsw.limit_in_bytes"))).containsExactly("1048576");
            tree.file(folder.resolve("memory.oom_control"), "oom_kill_disable 0", "under_oom 0", "oom_kill 2");
            assertThat(open.hasRunOut()).isTrue();
        }
        assertThat(tree.groups()).noneMatch(each -> each.startsWith(ROOT.resolve("jobs/tidewheel-" + session.id())));
    }

    @Test
    void whereNothingMayBeMadeThereIsNone() {
        tree.file(OWN, "0::/");
        tree.group(ROOT, "memory");
        tree.closed.add(ROOT);
        assertThat(groups().work()).isFalse();
        assertThat(MemoryGroups.none().words()).isEmpty();
    }

    @Test
    void withTheSystemsOwnTreeATaskIsHeldToItsMemoryOrItIsSaidWhyNot() throws Exception {
        var mounted = mountOfNewerKind();
        assumeTrue(!mounted.isEmpty(), "no control groups v2 are mounted here");
        var root = Path.of(mounted.getFirst());
        boolean counts = Files.readString(root.resolve("cgroup.controllers")).contains("memory");
        var own = Files.writeString(Files.createTempFile("cgroup", ""), "0::/\n");
        try (var groups =
                MemoryGroups.of(ControlGroupTree.OF_SYSTEM, root, own, session, MemoryGroups.Processes.OF_SYSTEM)) {
            // Where the older kind has the memory, the newer one must be passed over, and nothing of it left behind.
            if (!counts) {
                assertThat(groups.work()).isFalse();
                assertThat(root.resolve("tidewheel-" + session.id())).doesNotExist();
            }
            assumeTrue(counts, "the memory of this machine is counted by control groups v1, so v2 cannot limit it");
            assumeTrue(groups.work(), "this user may not make control groups");
            try (var group = groups.open(64 * MIB)) {
                var process = new ProcessBuilder(
                                "/bin/sh", "-c", "echo $$ > \"$1\" && exec tail /dev/zero", "sh", "" + group.entrance())
                        .start();
                assertThat(process.waitFor()).isEqualTo(137);
                assertThat(group.hasRunOut()).isTrue();
            }
        } finally {
            Files.delete(own);
        }
    }

    private static List<String> mountOfNewerKind() throws IOException {
        var mounts = Path.of("/proc/self/mounts");
        if (!Files.exists(mounts)) return List.of();
        return Files.readAllLines(mounts).stream()
                .map(line -> line.split(" ", -1))
                .filter(words -> words[2].equals("cgroup2") && words[3].startsWith("rw"))
                .map(words -> words[1])
                .toList();
    }

    /** Files and groups in memory, with the rules of the system: which files a group has, and what may be written where. */
    private static final class FakeTree implements ControlGroupTree {
        private static final String PROCS = "cgroup.procs";
        private static final String CONTROL = "cgroup.subtree_control";

        private final Map<Path, List<String>> files = new TreeMap<>();
        private final Map<Path, String> controllers = new TreeMap<>();
        /** Groups in which this user may change nothing. */
        final Set<Path> closed = new HashSet<>();

        void file(Path file, String... lines) {
            files.put(file, List.of(lines));
        }

        /** A group of the newer kind that can count these, and has these processes. */
        void group(Path group, String counts, long... processes) {
            controllers.put(group, counts);
            files.put(group.resolve(CONTROL), List.of());
            var pids = new ArrayList<String>();
            for (long pid : processes) pids.add(Long.toString(pid));
            files.put(group.resolve(PROCS), pids);
            if (!counts.contains("memory")) return;
            files.put(group.resolve("memory.max"), List.of("max"));
            files.put(group.resolve("memory.swap.max"), List.of("max"));
            files.put(group.resolve("memory.oom.group"), List.of("0"));
            files.put(group.resolve("memory.events"), List.of("oom 0", "oom_kill 0"));
        }

        void oldGroup(Path group) {
            controllers.put(group, "v1");
            files.put(group.resolve(PROCS), List.of());
            files.put(group.resolve("memory.limit_in_bytes"), List.of("9223372036854771712"));
            files.put(group.resolve("memory.memsw.limit_in_bytes"), List.of("9223372036854771712"));
            files.put(group.resolve("memory.oom_control"), List.of("oom_kill_disable 0", "under_oom 0", "oom_kill 0"));
        }

        Set<Path> groups() {
            return controllers.keySet();
        }

        @Override
        public boolean has(Path file) {
            return files.containsKey(file) || controllers.containsKey(file);
        }

        @Override
        public List<String> read(Path file) throws IOException {
            var lines = files.get(file);
            if (lines == null) throw new IOException("there is no " + file);
            return lines;
        }

        @Override
        public void write(Path file, String text) throws IOException {
            var group = parent(file);
            read(file);
            if (closed.contains(group)) throw new IOException("permission denied: " + file);
            switch (String.valueOf(file.getFileName())) {
                case CONTROL -> passOn(group, text);
                case PROCS -> move(group, text);
                default -> files.put(file, List.of(text));
            }
        }

        private void passOn(Path group, String text) throws IOException {
            var counted = controllers.getOrDefault(group, "");
            if (!text.equals("+memory") || !counted.contains("memory")) throw new IOException("no such controller");
            boolean isTop = group.equals(ROOT);
            if (!isTop && !read(group.resolve(PROCS)).isEmpty()) throw new IOException("device or resource busy");
            files.put(group.resolve(CONTROL), List.of("memory"));
        }

        private void move(Path group, String pid) throws IOException {
            if (read(group.resolve(CONTROL)).contains("memory")) throw new IOException("device or resource busy");
            for (var each : List.copyOf(controllers.keySet())) {
                var there = new ArrayList<>(read(each.resolve(PROCS)));
                if (there.remove(pid)) files.put(each.resolve(PROCS), there);
            }
            var now = new ArrayList<>(read(group.resolve(PROCS)));
            now.add(pid);
            files.put(group.resolve(PROCS), now);
        }

        @Override
        public void make(Path group) throws IOException {
            var above = parent(group);
            if (closed.contains(above)) throw new IOException("permission denied: " + group);
            if (controllers.containsKey(group)) throw new IOException("it is there: " + group);
            if ("v1".equals(controllers.get(above))) oldGroup(group);
            else group(group, read(above.resolve(CONTROL)).contains("memory") ? "memory" : "");
        }

        @Override
        public void remove(Path group) throws IOException {
            if (files.containsKey(group.resolve(PROCS))
                    && !read(group.resolve(PROCS)).isEmpty()) throw new IOException("device or resource busy");
            controllers.remove(group);
            files.keySet().removeIf(file -> file.startsWith(group));
        }

        private static Path parent(Path file) {
            return file.resolveSibling("").normalize();
        }
    }
}
