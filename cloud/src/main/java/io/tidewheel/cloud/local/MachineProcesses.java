package io.tidewheel.cloud.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The processes of a machine: those noted in its folder, all that bear its mark in their environment, and what they have started. */
final class MachineProcesses {
    /** The environment variable that tells to which machine a process belongs. */
    static final String MARK = "TIDEWHEEL_MACHINE";

    private static final Path PROC = Path.of("/proc");
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);
    private static final int ROUNDS = 50;

    private final MachineFolder folder;
    private final String mark;

    MachineProcesses(MachineFolder folder, String mark) {
        this.folder = folder;
        this.mark = mark;
    }

    boolean anyNotedRuns() throws IOException {
        return folder.processes().stream().anyMatch(known -> known.handle().isPresent());
    }

    /** Asks all to end, waits a while, and then ends them. Returns when none is left. */
    void end() throws IOException, InterruptedException {
        var all = all();
        if (all.isEmpty()) return;
        // Agents end what they run themselves, and in good order.
        folder.processes().forEach(known -> known.handle().ifPresent(ProcessHandle::destroy));
        long patienceEnds = System.nanoTime() + GRACE.toNanos();
        while (System.nanoTime() - patienceEnds < 0 && anyNotedRuns()) Thread.sleep(BETWEEN_LOOKS);
        for (int round = 0; round < ROUNDS; round++) {
            all.addAll(all());
            all.removeIf(process -> !KnownProcess.runs(process));
            if (all.isEmpty()) return;
            all.forEach(ProcessHandle::destroyForcibly);
            Thread.sleep(BETWEEN_LOOKS);
        }
        throw new IOException("%d processes of machine %s do not end, the first one is %d"
                .formatted(all.size(), folder.id(), all.iterator().next().pid()));
    }

    private Set<ProcessHandle> all() throws IOException {
        var roots = new ArrayList<ProcessHandle>();
        folder.processes().forEach(known -> known.handle().ifPresent(roots::add));
        roots.addAll(marked());
        return withDescendants(roots);
    }

    static Set<ProcessHandle> withDescendants(Collection<ProcessHandle> roots) {
        var all = new LinkedHashSet<ProcessHandle>();
        for (var root : roots)
            Stream.concat(Stream.of(root), root.descendants()).forEach(all::add);
        all.remove(ProcessHandle.current());
        return all;
    }

    /**
     * The processes that bear the mark. They are found only where processes show their environment; elsewhere those that are noted must
     * do.
     */
    private List<ProcessHandle> marked() throws IOException {
        if (!Files.isDirectory(PROC)) return List.of();
        var wanted = MARK + "=" + mark;
        var found = new ArrayList<ProcessHandle>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var entry : entries) {
                if (bears(entry.resolve("environ"), wanted)) {
                    ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
                            .ifPresent(found::add);
                }
            }
        }
        found.removeIf(process -> process.equals(ProcessHandle.current()));
        return found;
    }

    private static boolean bears(Path environment, String wanted) {
        try {
            var text = new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1);
            return Stream.of(text.split("\0")).anyMatch(wanted::equals);
        } catch (IOException notOurs) {
            return false; // it has ended, or belongs to somebody else
        }
    }
}
